//! The layout of the panels on a framebuffer of any size.

use super::{Panel, Panels};
use crate::view::Rect;

/// The rectangle of each panel; empty for panels that are closed or do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Layout {
    /// The whole framebuffer.
    pub all: Rect,
    /// The menu bar.
    pub bar: Rect,
    /// The rest, which shows the world, with panels over its corners.
    pub world: Rect,
    /// The inspector.
    pub inspector: Rect,
    /// The charts.
    pub charts: Rect,
    /// The event list.
    pub ticker: Rect,
    /// The timeline.
    pub timeline: Rect,
    /// The overview map.
    pub map: Rect,
    /// The legend.
    pub legend: Rect,
}

/// The least size of the world's rectangle, in pixels at scale 1: panels that would leave less are
/// not shown.
const LEAST_WORLD: [f32; 2] = [260.0, 170.0];

impl Layout {
    /// Lays out the open panels at this scale. `species` is the number of rows of the legend,
    /// `aspect` the ratio of the world's height to its width.
    #[must_use]
    pub fn of(all: Rect, scale: f32, panels: &Panels, species: usize, aspect: f32) -> Self {
        let px = |length: f32| (length * scale).round();
        let is_open = |panel| panels.open.contains(&panel);
        let [least_width, least_height] = LEAST_WORLD.map(px);
        let mut layout = Self { all, world: all, ..Self::default() };
        if all.height >= px(60.0) && all.width >= px(80.0) {
            (layout.bar, layout.world) = all.cut_top(px(34.0));
        }
        let timeline = px(58.0);
        if is_open(Panel::Timeline) && layout.world.height - timeline >= least_height {
            let (world, timeline) = layout.world.cut_top(layout.world.height - timeline);
            (layout.world, layout.timeline) = (world, timeline);
        }
        let inspector = px((all.width / scale * 0.24).clamp(250.0, 380.0));
        if is_open(Panel::Inspector) && layout.world.width - inspector >= least_width {
            let (world, inspector) = layout.world.cut_left(layout.world.width - inspector);
            (layout.world, layout.inspector) = (world, inspector);
        }
        layout.place_over_world(scale, is_open, species, aspect);
        layout
    }

    /// Places the smaller panels over the corners of the world: legend and event list at the left,
    /// map and charts at the right.
    #[expect(clippy::cast_precision_loss, reason = "there are few species")]
    fn place_over_world(
        &mut self,
        scale: f32,
        is_open: impl Fn(Panel) -> bool,
        species: usize,
        aspect: f32,
    ) {
        let px = |length: f32| (length * scale).round();
        let gap = px(8.0);
        let room = self.world.inset(gap);
        let half = (room.width - gap) * 0.5;
        let most_height = room.height * 0.42;
        let lower = |width: f32, height: f32, left: f32| {
            Rect::new(left.round(), (room.bottom() - height).round(), width.round(), height.round())
        };
        let charts = [px(440.0).min(half), px(220.0).min(most_height)];
        if is_open(Panel::Charts) && charts[0] >= px(180.0) && charts[1] >= px(90.0) {
            self.charts = lower(charts[0], charts[1], room.right() - charts[0]);
        }
        let ticker = [px(340.0).min(half), px(180.0).min(most_height)];
        if is_open(Panel::Ticker) && ticker[0] >= px(150.0) && ticker[1] >= px(60.0) {
            self.ticker = lower(ticker[0], ticker[1], room.left);
        }
        let above = |below: &Rect| if below.is_empty() { room.bottom() } else { below.top - gap };
        let legend = px(170.0).min(half);
        let most = above(&self.ticker) - room.top;
        let height = (px(14.0) + px(19.0) * (species + 1) as f32).min(most);
        if is_open(Panel::Legend) && legend >= px(110.0) && height >= px(52.0) {
            self.legend = Rect::new(room.left, room.top, legend, height);
        }
        let aspect = if aspect.is_finite() { aspect.clamp(0.1, 10.0) } else { 1.0 };
        let most = above(&self.charts) - room.top;
        let width = px(190.0).min(half).min(most / aspect);
        let size = [width, width * aspect];
        if is_open(Panel::Map) && size[0] >= px(48.0) && size[1] >= px(20.0) {
            let left = (room.right() - size[0]).round();
            self.map = Rect::new(left, room.top, size[0].round(), size[1].round());
        }
    }

    /// Returns the visible panels with their rectangles.
    #[must_use]
    pub fn placed(&self) -> Vec<(Panel, Rect)> {
        let all = [
            (Panel::Bar, self.bar),
            (Panel::Inspector, self.inspector),
            (Panel::Charts, self.charts),
            (Panel::Ticker, self.ticker),
            (Panel::Timeline, self.timeline),
            (Panel::Map, self.map),
            (Panel::Legend, self.legend),
        ];
        all.into_iter().filter(|(_, area)| !area.is_empty()).collect()
    }
}
