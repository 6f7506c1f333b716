//! The preview of a tool: what a click or the end of a drag will do, before it is done.

use terrarium_picture::{Framebuffer, LABEL, LABEL_INK, Rect, TextStyle, Vec2};
use terrarium_session::tool::{Tool, placed};
use terrarium_session::{OUTLINE, Preview};
use terrarium_sim::tick::{Calamity, Command};
use terrarium_space::geometry::DVec2;

use super::Viewer;
use crate::session::PlanView;

impl Viewer {
    /// The calamity of the tool at the pointer, or at the centre of the view if there is no pointer
    /// above the world.
    pub(super) fn calamity_at_pointer(&self) -> Option<Calamity> {
        let Some(Tool::Calamity(calamity)) = self.tool else { return None };
        Some(placed(calamity, self.tool_place()))
    }

    /// What the tool will do, in words.
    pub(crate) fn preview_text(&self) -> Option<String> {
        self.preview_of(&self.previewed()?).text()
    }

    /// The command that is previewed.
    fn previewed(&self) -> Option<Command> {
        let is_scattered = |it: &Command| matches!(it, Command::Scatter { .. });
        let scattered = || self.tool_command().filter(is_scattered);
        let calamity = || self.calamity_at_pointer().map(Command::Calamity);
        self.planned.clone().or_else(scattered).or_else(calamity)
    }

    fn preview_of<'a>(&'a self, command: &'a Command) -> Preview<'a> {
        let plan = self.plan_view().map(|view| &view.plan);
        Preview { command, plan, scene: self.scene(), scale: self.scale }
    }

    /// The keys of the tool, if it has some.
    pub(crate) fn tool_keys(&self) -> Option<String> {
        self.tool.and_then(Tool::keys)
    }

    /// The plan of the tool, once it is known.
    fn plan_view(&self) -> Option<&PlanView> {
        let view = self.view_state.plan.as_ref()?;
        (Some(&view.command) == self.planned.as_ref()).then_some(view)
    }

    /// Paints the preview of the tool.
    pub(crate) fn paint_preview(&mut self, framebuffer: &mut Framebuffer) {
        let outside = framebuffer.set_clip(Some(self.camera.port()));
        self.paint_corners(framebuffer);
        if let Some(command) = self.previewed() {
            self.preview_of(&command).paint(framebuffer, &self.camera);
        }
        self.paint_brush(framebuffer);
        framebuffer.set_clip(Some(outside));
    }

    /// Writes at the pointer what the tool will do. Terminals write it elsewhere.
    pub(super) fn paint_preview_text(&mut self, framebuffer: &mut Framebuffer) {
        let over_panel = |at: DVec2| self.hits.at(at.as_vec2()).is_some();
        let is_covered = self.drag.is_none() && self.pointer.is_some_and(over_panel);
        if let Some(text) = self.preview_text().filter(|_| !self.is_bare && !is_covered) {
            self.caption(framebuffer, &text);
        }
    }

    /// Paints the corners of a polygon that have been clicked, and the way to the pointer.
    fn paint_corners(&self, framebuffer: &mut Framebuffer) {
        if self.tool != Some(Tool::Polygon) {
            return;
        }
        framebuffer.polyline(&self.camera.corners(&self.corners()), 2.0 * self.scale, OUTLINE);
        for (number, corner) in self.camera.corners(&self.stroke).into_iter().enumerate() {
            let radius = if number == 0 { 5.0 } else { 3.5 };
            framebuffer.disc(corner, radius * self.scale, OUTLINE);
        }
    }

    /// Paints the outline of the brush.
    fn paint_brush(&self, framebuffer: &mut Framebuffer) {
        let Some(Tool::Paint(brush)) = self.tool else { return };
        let (middle, radius) =
            (self.camera.pixel(self.tool_place()), self.camera.pixels(brush.radius));
        framebuffer.ring(middle, radius.max(4.0 * self.scale), 2.0 * self.scale, OUTLINE);
    }

    /// Writes a text on a plate below the pointer.
    fn caption(&mut self, framebuffer: &mut Framebuffer, text: &str) {
        let Some(pointer) = self.pointer.map(|at| at.as_vec2()) else { return };
        let style = TextStyle::new(13.0, LABEL_INK);
        let (gap, port) = (6.0 * self.scale, self.camera.port());
        let lines = self.font.wrapped(text, &style, port.width * 0.5);
        let height = self.font.height(&style);
        let width = lines.iter().map(|line| self.font.width(line, &style)).fold(0.0, f32::max);
        #[expect(clippy::cast_precision_loss, reason = "captions have few lines")]
        let size = Vec2::new(width, height * lines.len() as f32) + Vec2::splat(2.0 * gap);
        let most = port.corner() + port.size() - size;
        let corner = (pointer + Vec2::new(gap, 3.0 * gap)).min(most).max(port.corner()).round();
        framebuffer.fill_rounded(Rect::spanning(corner, corner + size), 4.0 * self.scale, LABEL);
        let mut at = corner + Vec2::splat(gap);
        for line in lines {
            self.font.write(framebuffer, &line, at, &style);
            at.y += height;
        }
    }
}
