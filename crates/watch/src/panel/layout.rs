//! The layout of the panels on a framebuffer of any size: panels beside the world, never over it.

use terrarium_picture::Rect;

use super::dock::{HEADER, Need, PanelPlace, stack};
use super::{Panel, Panels, scores};

/// The rectangles of the world and of all panels; empty for panels that are closed or do not fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The whole framebuffer.
    pub all: Rect,
    /// The menu bar.
    pub bar: Rect,
    /// The part that shows the world. No panel covers it, except an enlarged chart.
    pub world: Rect,
    /// The scoreboard of a conquest, above the world.
    pub scores: Rect,
    /// The columns of panels: left and right of the world.
    pub docks: [Rect; 2],
    /// The panels in the docks.
    pub slots: Vec<PanelPlace>,
    /// The chart, if it fills the rectangle of the world.
    pub enlarged: Option<PanelPlace>,
    /// The timeline.
    pub timeline: Rect,
}

/// What the sizes of panels depend on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Content {
    /// The number of species in the legend.
    pub species: usize,
    /// The ratio of the world's height to its width.
    pub aspect: f32,
    /// Whether there is a scoreboard.
    pub has_scores: bool,
}

/// The least size of the world's rectangle, in pixels at scale 1: panels that would leave less are
/// not shown.
const LEAST_WORLD: [f32; 2] = [260.0, 170.0];

/// The least width of the world between two docks, in pixels at scale 1: more than half of the window.
const BETWEEN_DOCKS: f32 = 520.0;

/// The panels of the docks, from the top.
const LEFT: [Panel; 5] =
    [Panel::Legend, Panel::Charts, Panel::Lineages, Panel::Album, Panel::Ticker];
const RIGHT: [Panel; 2] = [Panel::Map, Panel::Inspector];

/// The margin of the content of panels at all sides, in pixels at scale 1.
pub(super) const MARGIN: f32 = 7.0;

impl Layout {
    /// Lays out the open panels at this scale.
    #[must_use]
    pub fn new(all: Rect, scale: f32, panels: &Panels, content: &Content) -> Self {
        let px = |length: f32| (length * scale).round();
        let mut layout = Self { all, world: all, ..Self::default() };
        if all.height >= px(60.0) && all.width >= px(80.0) {
            (layout.bar, layout.world) = all.cut_top(px(34.0));
        }
        let timeline = px(if all.height < px(420.0) { 44.0 } else { 58.0 });
        let left_over = layout.world.height - timeline;
        if panels.open.contains(&Panel::Timeline) && left_over >= px(LEAST_WORLD[1]) {
            (layout.world, layout.timeline) = layout.world.cut_top(left_over);
        }
        layout.place_docks(scale, panels, content);
        let scores = px(scores::HEIGHT);
        if content.has_scores && layout.world.height - scores >= px(LEAST_WORLD[1]) {
            (layout.scores, layout.world) = layout.world.cut_top(scores);
        }
        if panels.shows_enlarged_chart() {
            let (header, body) = layout.world.cut_top(px(HEADER));
            layout.enlarged = Some(PanelPlace { panel: Panel::Charts, header, body });
        }
        layout
    }

    /// Places two docks where there is room for them, otherwise one with all panels.
    fn place_docks(&mut self, scale: f32, panels: &Panels, content: &Content) {
        let px = |length: f32| (length * scale).round();
        let open = |of: &[Panel]| -> Vec<Panel> {
            let is_docked = |panel: &Panel| {
                let is_elsewhere = *panel == Panel::Charts && panels.is_enlarged;
                panels.open.contains(panel) && !is_elsewhere
            };
            of.iter().copied().filter(is_docked).collect()
        };
        let (mut left, mut right) = (open(&LEFT), open(&RIGHT));
        let width = self.world.width;
        let widths = [
            px((width / scale * 0.185).clamp(190.0, 330.0)),
            px((width / scale * 0.235).clamp(230.0, 400.0)),
        ];
        let both = width - widths[0] - widths[1];
        if !left.is_empty() && !right.is_empty() && both < px(BETWEEN_DOCKS) {
            // One dock, with the map and the inspector above the rest.
            right.append(&mut left);
        }
        if !right.is_empty() && width - widths[1] >= px(LEAST_WORLD[0]) {
            let (world, dock) = self.world.cut_left(self.world.width - widths[1]);
            (self.world, self.docks[1]) = (world, dock);
        }
        if !left.is_empty() && self.world.width - widths[0] >= px(LEAST_WORLD[0]) {
            let (dock, world) = self.world.cut_left(widths[0]);
            (self.docks[0], self.world) = (dock, world);
        }
        for (dock, stacked) in self.docks.into_iter().zip([left, right]) {
            let need = |panel: Panel| need_of(panel, dock.width, scale, panels, content);
            let needs: Vec<Need> = stacked.into_iter().map(need).collect();
            self.slots.extend(stack(dock, px(HEADER), &needs));
        }
    }

    /// Returns the visible panels with their rectangles, without their headers.
    #[must_use]
    pub fn placed(&self) -> Vec<(Panel, Rect)> {
        let fixed = [
            (Panel::Bar, self.bar),
            (Panel::Timeline, self.timeline),
            (Panel::Scores, self.scores),
        ];
        let docked = self.slots.iter().chain(&self.enlarged).map(|slot| (slot.panel, slot.body));
        fixed.into_iter().chain(docked).filter(|(_, area)| !area.is_empty()).collect()
    }
}

/// What a panel needs in a dock of this width, in pixels.
fn need_of(panel: Panel, width: f32, scale: f32, panels: &Panels, content: &Content) -> Need {
    let px = |length: f32| (length * scale).round();
    let margin = 2.0 * px(MARGIN);
    #[expect(clippy::cast_precision_loss, reason = "there are few species")]
    let rows = |count: usize| px(19.0) * count as f32 + margin;
    let aspect = if content.aspect.is_finite() { content.aspect.clamp(0.1, 1.6) } else { 1.0 };
    let (rank, height) = match panel {
        Panel::Inspector => (5, [px(120.0), f32::INFINITY]),
        // With a line for the carcasses.
        Panel::Legend => (4, [rows(content.species.min(8) + 1), rows(content.species + 1)]),
        Panel::Ticker => (3, [px(74.0), f32::INFINITY]),
        Panel::Lineages | Panel::Album => (3, [px(100.0), f32::INFINITY]),
        Panel::Charts => (2, [px(120.0), px(280.0)]),
        _ => (1, [px(60.0), ((width - margin) * aspect + margin).max(px(60.0))]),
    };
    // What was unfolded last goes before everything else.
    let rank = if panels.unfolded == Some(panel) { u8::MAX } else { rank };
    Need { panel, height, is_folded: panels.folded.contains(&panel), rank }
}
