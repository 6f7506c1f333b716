//! All panels on a sheet.

use std::collections::BTreeSet;

use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Panels, Target, theme};
use super::{bar, charts, help, inspector, legend, menu, minimap, ticker, timeline, toast};
use crate::behaviour::OrganismId;
use crate::playback::{Chronicle, Inspection};
use crate::record::scene::Scene;
use crate::view::Camera;
use crate::view::actions::UiAction;

/// What there is to show.
#[derive(Debug, Clone, Copy)]
pub struct Show<'a> {
    /// The world as it looks at the tick that is looked at.
    pub scene: &'a Scene,
    /// Through what it is looked at.
    pub camera: &'a Camera,
    /// The history of the future that is looked at, up to its end.
    pub chronicle: &'a Chronicle,
    /// Those of other futures.
    pub timelines: &'a [&'a Chronicle],
    /// Who is selected.
    pub inspection: Option<&'a Inspection>,
    /// Who is followed.
    pub followed: Option<OrganismId>,
    /// Whether time stands still.
    pub is_paused: bool,
    /// How many times as fast as usual it should go; infinite for as fast as it can.
    pub speed: f64,
    /// How many ticks a second were lived lately.
    pub rate: f64,
    /// The orders that are on, but for those on panels.
    pub on: &'a BTreeSet<UiAction>,
    /// What a click does now, if a tool is in hand.
    pub tool: Option<&'a str>,
    /// What is to be told of late.
    pub message: Option<&'a str>,
}

impl Show<'_> {
    /// The tick that is looked at.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.scene.tick
    }

    /// The last tick that was lived in any future.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        let last = self.timelines.iter().map(|it| it.last_tick()).max().unwrap_or(0);
        last.max(self.chronicle.last_tick()).max(self.tick())
    }

    /// Whether an order is on.
    pub(super) fn is_on(&self, order: UiAction, panels: &Panels) -> bool {
        match order {
            UiAction::PlayPause => !self.is_paused,
            UiAction::Follow => self.followed.is_some(),
            order => self.on.contains(&order) || panels.is_on(order),
        }
    }
}

/// Paints all panels that are open where a layout puts them, and answers with what stands where.
pub fn paint(
    painter_context: &mut PainterContext<'_>,
    show: &Show<'_>,
    layout: &Layout,
    panels: &mut Panels,
) -> Hits {
    let old_clip = painter_context.framebuffer.set_clip(None);
    let mut hits = Hits::default();
    for (panel, area) in layout.placed() {
        hits.add(area, &layout.all, Target::Panel(panel));
        painter_context.framebuffer.set_clip(Some(area));
        match panel {
            Panel::Bar => bar::paint(painter_context, area, show, panels, &mut hits),
            Panel::Inspector => inspector::paint(painter_context, area, show, panels, &mut hits),
            Panel::Charts => charts::paint(painter_context, area, show, panels, &mut hits),
            Panel::Ticker => ticker::paint(painter_context, area, show, panels, &mut hits),
            Panel::Timeline => timeline::paint(painter_context, area, show, &mut hits),
            Panel::Map => minimap::paint(painter_context, area, show, &mut hits),
            Panel::Legend => legend::paint(painter_context, area, show, panels, &mut hits),
            Panel::Menu | Panel::Help => {}
        }
    }
    painter_context.framebuffer.set_clip(None);
    toast::messages(painter_context, layout, show);
    if let Some(open) = panels.menu {
        hits.add(layout.all, &layout.all, Target::Outside);
        // The bar stays within reach, to go from menu to menu.
        if !layout.bar.is_empty() {
            painter_context.framebuffer.set_clip(Some(layout.bar));
            bar::paint(painter_context, layout.bar, show, panels, &mut hits);
            painter_context.framebuffer.set_clip(None);
        }
        menu::paint(painter_context, open, layout, show, panels, &mut hits);
    }
    if panels.open.contains(&Panel::Help) {
        painter_context.framebuffer.fill(layout.all, theme::DIM);
        hits.add(layout.all, &layout.all, Target::Outside);
        help::paint(painter_context, layout.all, &mut hits);
    }
    toast::tip(painter_context, layout, show, &hits);
    painter_context.framebuffer.set_clip(Some(old_clip));
    hits
}
