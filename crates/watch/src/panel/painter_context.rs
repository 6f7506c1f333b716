//! The painter context: the framebuffer, the font and the pointer.

use glam::Vec2;
use terrarium_drawing::chart::ChartPen;
use terrarium_picture::{Colour, DensityCache, Font, Framebuffer, Portrait, Rect, TextStyle};

use super::theme;
use super::{Hits, Target};

/// The context that panels are painted in.
#[derive(Debug)]
pub struct PainterContext<'a> {
    /// The framebuffer.
    pub framebuffer: &'a mut Framebuffer,
    /// The font, whose scale applies to everything.
    pub font: &'a mut Font,
    /// The position of the mouse pointer, if it is in the window.
    pub pointer: Option<Vec2>,
    /// What was counted of the scene that is shown.
    pub densities: &'a mut DensityCache,
}

impl PainterContext<'_> {
    /// Converts a length in pixels at scale 1 to pixels at the current scale.
    #[must_use]
    pub fn px(&self, length: f32) -> f32 {
        (length * self.font.scale()).round().max(if length > 0.0 { 1.0 } else { 0.0 })
    }

    /// Returns the height of a row of text, in pixels.
    #[must_use]
    pub fn row(&self) -> f32 {
        self.px(19.0)
    }

    /// Whether the pointer is in a rectangle.
    #[must_use]
    pub fn points_at(&self, area: &Rect) -> bool {
        self.pointer.is_some_and(|pointer| area.contains(pointer))
    }

    /// Paints the background of a panel.
    pub(super) fn ground(&mut self, area: Rect, colour: Colour) {
        let (round, line) = (self.px(6.0), self.px(1.0));
        self.framebuffer.fill_rounded(area, round, colour);
        self.framebuffer.outline(area, round, line, theme::EDGE);
    }

    /// The pen for charts.
    pub(super) fn pen(&mut self) -> ChartPen<'_> {
        let Self { framebuffer, font, pointer, .. } = self;
        ChartPen { surface: *framebuffer, font, ink: &theme::CHARTS, pointer: *pointer }
    }

    /// Writes a line, left-aligned, vertically centred and cut off at the rectangle's right edge.
    /// Returns its width.
    pub(super) fn text(&mut self, text: &str, area: Rect, style: &TextStyle) -> f32 {
        self.pen().text(text, area, style)
    }

    /// Writes a line, right-aligned and vertically centred.
    pub(super) fn text_right(&mut self, text: &str, area: Rect, style: &TextStyle) {
        self.pen().text_right(text, area, style);
    }

    /// Paints a button with a label and adds its clickable area. `is_on` highlights it.
    pub(super) fn button(
        &mut self,
        area: Rect,
        text: &str,
        is_on: bool,
        hits: &mut Hits,
        (within, what): (&Rect, Target),
    ) {
        let ground = if is_on {
            theme::ACTIVE
        } else if self.points_at(&area.within(within)) {
            theme::POINTED
        } else {
            theme::BUTTON
        };
        let round = self.px(4.0);
        self.framebuffer.fill_rounded(area, round, ground);
        let room = area.inset(self.px(3.0)).width;
        let text = self.font.shortened(text, &theme::BODY, room);
        self.font.write_centred(self.framebuffer, &text, area.centre(), &theme::BODY);
        hits.add(area, within, what);
    }

    /// Paints a picture of a species, alive or as a carcass, as it is seen in the world.
    pub(super) fn emblem(&mut self, portrait: Portrait, centre: Vec2, half: f32) {
        portrait.paint(self.framebuffer, centre, half);
    }

    /// Paints a scroll bar at the right edge, for content of height `all` scrolled to `from`.
    pub(super) fn scroll_bar(&mut self, area: Rect, from: f32, all: f32) {
        if all <= area.height || area.height < 4.0 {
            return;
        }
        let width = self.px(3.0);
        let height = (area.height * area.height / all).max(self.px(16.0)).min(area.height);
        let top = area.top + (area.height - height) * (from / (all - area.height)).clamp(0.0, 1.0);
        let bar = Rect::new(area.right() - width, top, width, height);
        self.framebuffer.fill_rounded(bar, width * 0.5, theme::EDGE);
    }
}
