//! Painting of all panels.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::UiAction;
use terrarium_picture::{Camera, ColourBy, Colouring, Rect};
use terrarium_playback::inspection::{Section, SiteReport};
use terrarium_playback::life_history::LifeHistory;
use terrarium_playback::{Chronicle, Inspection};
use terrarium_run::record::scene::Scene;
use terrarium_session::MomentPictures;
use terrarium_studies::charts::{ChartDetails, ChartSource};

use super::dock::PanelPlace;
use super::painter_context::PainterContext;
use super::{
    FindShow, Hint, Hits, Layout, LineagesShow, OpenShow, Panel, Panels, Target, TourShow, theme,
};
use super::{
    album, bar, charts, find, help, hints, inspector, legend, lineages, menu, minimap, open,
    scores, ticker, timeline, toast, tour, verdict,
};

/// Everything that the panels show.
#[derive(Debug, Clone, Copy)]
pub struct Show<'a> {
    /// The world at the current tick.
    pub scene: &'a Arc<Scene>,
    /// The camera of the view.
    pub camera: &'a Camera,
    /// The history of the current branch, up to its end.
    pub chronicle: &'a Chronicle,
    /// What the chart needs beyond it.
    pub chart_details: &'a ChartDetails,
    /// What organisms can be coloured by.
    pub colour_choices: &'a [ColourBy],
    /// What they are to be coloured by, instead of by species.
    pub colour_by: Option<&'a ColourBy>,
    /// Their colours, if they are known.
    pub colouring: Option<&'a Colouring>,
    /// The pictures of moments.
    pub moment_pictures: &'a MomentPictures,
    /// The lineages, if they were requested.
    pub lineages: Option<LineagesShow<'a>>,
    /// All branches of the run.
    pub branches: &'a [BranchShow<'a>],
    /// The index of the current branch.
    pub present: usize,
    /// The selected organism.
    pub selected: Option<OrganismId>,
    /// Its life, if it was requested.
    pub life: Option<LifeShow<'a>>,
    /// Its relatives, if they were requested.
    pub kin: Option<&'a KinShow<'a>>,
    /// The entry of a condition to search for, if it is open.
    pub find: Option<FindShow<'a>>,
    /// The entry of a world to open, if it is shown.
    pub open: Option<OpenShow<'a>>,
    /// Details of the selected organism.
    pub inspection: Option<&'a Inspection>,
    /// Details of the selected base, nest or sentry.
    pub site: Option<&'a SiteReport>,
    /// The organism that the camera follows.
    pub followed: Option<OrganismId>,
    /// Whether the simulation is paused.
    pub is_paused: bool,
    /// The speed as a multiple of the normal speed; infinite for as fast as possible.
    pub speed: f64,
    /// The measured speed, in ticks per second.
    pub rate: f64,
    /// Whether the simulation is slower than requested.
    pub is_late: bool,
    /// Whether the scenario can be started with another seed.
    pub can_reseed: bool,
    /// The actions that are on, other than those of the panels.
    pub on: &'a BTreeSet<UiAction>,
    /// What a click does with the selected tool, if there is one.
    pub tool: Option<&'a str>,
    /// The latest message, if it is recent.
    pub message: Option<&'a str>,
    /// The hints that are still shown.
    pub hints: &'a [Hint],
    /// The caption of the tour in progress.
    pub tour: Option<&'a TourShow>,
}

/// A branch of the run.
#[derive(Debug, Clone, Copy)]
pub struct BranchShow<'a> {
    /// Its name.
    pub name: &'a str,
    /// The tick at which it branched off; `None` for the first.
    pub from: Option<u64>,
    /// Its history.
    pub chronicle: &'a Chronicle,
}

/// The life of an organism to show.
#[derive(Debug, Clone, Copy)]
pub struct LifeShow<'a> {
    /// The organism.
    pub organism: OrganismId,
    /// Its life and the sections of it, if they are known.
    pub known: Option<(&'a LifeHistory, &'a [Section])>,
    /// The progress of the replay, or why there is no life to show.
    pub note: Option<&'a str>,
}

/// The relatives of an organism to show.
#[derive(Debug, Clone, Copy)]
pub struct KinShow<'a> {
    /// The organism.
    pub organism: OrganismId,
    /// Its species, if it is known.
    pub species: Option<SpeciesId>,
    /// Whether it is alive.
    pub is_alive: bool,
    /// When it was born and died.
    pub fate: &'a str,
    /// Its relatives.
    pub sections: &'a [Section],
    /// Why they are not known.
    pub note: Option<&'a str>,
}

impl Show<'_> {
    /// The current tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.scene.tick
    }

    /// The last simulated tick of any branch.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        let last = self.branches.iter().map(|it| it.chronicle.last_tick()).max().unwrap_or(0);
        last.max(self.chronicle.last_tick()).max(self.tick())
    }

    /// The histories of the other branches.
    pub(super) fn other_chronicles(&self) -> impl Iterator<Item = &Chronicle> {
        let others = self.branches.iter().enumerate().filter(|&(index, _)| index != self.present);
        others.map(|(_, branch)| branch.chronicle)
    }

    /// What charts are made of.
    pub(super) fn chart_source(&self) -> ChartSource<'_> {
        let others = self.branches.iter().enumerate().filter(|&(index, _)| index != self.present);
        ChartSource {
            chronicle: self.chronicle,
            others: others.map(|(_, branch)| (branch.name, branch.chronicle)).collect(),
            colours: self.scene.species.iter().map(|look| look.colour).collect(),
            tick: self.tick(),
            last_tick: self.last_tick(),
            details: self.chart_details,
        }
    }

    /// Whether an earlier tick than the last one is shown.
    pub(super) fn is_past(&self) -> bool {
        self.tick() < self.chronicle.last_tick()
    }

    /// Whether an action is on.
    pub(super) fn is_on(&self, action: UiAction, panels: &Panels) -> bool {
        match action {
            UiAction::PlayPause => !self.is_paused,
            UiAction::Follow => self.followed.is_some(),
            action => self.on.contains(&action) || panels.is_on(action),
        }
    }
}

/// Paints the background of the docks and the headers of their panels.
fn docks(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    for dock in layout.docks.into_iter().filter(|dock| !dock.is_empty()) {
        painter_context.framebuffer.fill(dock, theme::DOCK);
        hits.add(dock, &layout.all, Target::Panel(Panel::Bar));
    }
    for slot in &layout.slots {
        header(painter_context, slot, show, panels, hits);
    }
    if let Some(slot) = &layout.enlarged {
        painter_context.framebuffer.fill(slot.body, theme::DOCK);
        header(painter_context, slot, show, panels, hits);
    }
}

/// Paints the name of a panel, with a triangle that points down if its content is shown.
fn header(
    painter_context: &mut PainterContext<'_>,
    slot: &PanelPlace,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let area = slot.header;
    let is_pointed = painter_context.points_at(&area);
    let ground = if is_pointed { theme::POINTED } else { theme::HEADER };
    painter_context.framebuffer.fill(area, ground);
    let edge = Rect { height: painter_context.px(1.0), ..area };
    painter_context.framebuffer.fill(edge, theme::DOCK);
    let (mark, text) = area.cut_left(painter_context.px(20.0));
    let (centre, size) = (mark.centre(), painter_context.px(3.5));
    let corners = [Vec2::new(-1.0, -0.6), Vec2::new(1.0, -0.6), Vec2::new(0.0, 0.8)];
    let is_folded = slot.body.is_empty();
    let turned = |corner: Vec2| if is_folded { Vec2::new(corner.y, -corner.x) } else { corner };
    let corners = corners.map(|corner| centre + turned(corner) * size);
    painter_context.framebuffer.polygon(&corners, theme::FAINT);
    painter_context.text(slot.panel.name(), text, &theme::HEAD);
    let is_chart = slot.panel == Panel::Charts;
    let rest =
        if is_chart { charts::buttons(painter_context, area, show, panels, hits) } else { area };
    let is_enlarged = is_chart && panels.is_enlarged;
    let enlarge = Target::Action(UiAction::EnlargeChart);
    hits.add(rest, &area, if is_enlarged { enlarge } else { Target::Fold(slot.panel) });
}

/// Paints the open panels at the places of a layout, and returns the clickable areas.
pub fn paint(
    painter_context: &mut PainterContext<'_>,
    show: &Show<'_>,
    layout: &Layout,
    panels: &mut Panels,
) -> Hits {
    let old_clip = painter_context.framebuffer.set_clip(None);
    let mut hits = Hits::default();
    docks(painter_context, layout, show, panels, &mut hits);
    let mut plate = None;
    for (panel, area) in layout.placed() {
        hits.add(area, &layout.all, Target::Panel(panel));
        painter_context.framebuffer.set_clip(Some(area));
        match panel {
            Panel::Bar => bar::paint(painter_context, area, show, panels, &mut hits),
            Panel::Inspector => inspector::paint(painter_context, area, show, panels, &mut hits),
            Panel::Charts => {
                plate = charts::paint(painter_context, area, show, panels, &mut hits);
            }
            Panel::Ticker => ticker::paint(painter_context, area, show, panels, &mut hits),
            Panel::Timeline => timeline::paint(painter_context, area, show, &mut hits),
            Panel::Map => minimap::paint(painter_context, area, show, &mut hits),
            Panel::Scores => scores::paint(painter_context, area, show, &mut hits),
            Panel::Legend => legend::paint(painter_context, area, show, panels, &mut hits),
            Panel::Album => album::paint(painter_context, area, show, panels, &mut hits),
            Panel::Lineages => lineages::paint(painter_context, area, show, panels, &mut hits),
            Panel::Menu | Panel::Help | Panel::Find | Panel::Open => {}
        }
    }
    painter_context.framebuffer.set_clip(None);
    verdict::paint(painter_context, layout, show, panels, &mut hits);
    match show.tour {
        Some(of_tour) => tour::paint(painter_context, layout, of_tour),
        None => hints::paint(painter_context, layout, show, &mut hits),
    }
    let find = show.find.as_ref();
    let top = find.map(|find| find::paint(painter_context, layout, find, &mut hits));
    // An enlarged chart has its tabs and choices at the top.
    let below_tabs = if layout.enlarged.is_some() { painter_context.px(112.0) } else { 0.0 };
    let top = top.unwrap_or(layout.world.top + below_tabs);
    toast::messages(painter_context, layout, show, top, &mut hits);
    if let Some(entry) = &show.open {
        hits.add(layout.all, &layout.all, Target::Outside);
        open::paint(painter_context, layout, entry, &mut hits);
    }
    if let Some(open) = panels.menu {
        hits.add(layout.all, &layout.all, Target::Outside);
        // The bar stays clickable, for switching between menus.
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
        help::paint(painter_context, layout.all, panels, &mut hits);
    }
    toast::tip(painter_context, layout, show, &hits, plate);
    painter_context.framebuffer.set_clip(Some(old_clip));
    hits
}
