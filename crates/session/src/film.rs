//! GIFs of scenes that were shown, and stills, as the view shows them: smaller, and with a caption.

use std::io::{self, Write};
use std::sync::Arc;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::gif::GifWriter;
use terrarium_picture::{Camera, Caption, Font, Framebuffer, Painter, Rect, View, palette_of};
use terrarium_run::record::Scene;

use crate::recent::ColouredScene;

/// The pictures of a GIF in a second.
pub const GIF_RATE: u32 = 25;

/// The view that a GIF or a still shows.
#[derive(Debug)]
pub struct Film {
    camera: Camera,
    followed: Option<OrganismId>,
    selected: Option<OrganismId>,
    name: String,
    font: Font,
    framebuffer: Framebuffer,
}

impl Film {
    /// Creates the view of a camera, at most so many pixels wide and high, with the caption of a world of this name
    /// below.
    #[must_use]
    pub fn new(
        mut camera: Camera,
        most_side: f64,
        (followed, selected): (Option<OrganismId>, Option<OrganismId>),
        name: &str,
    ) -> Self {
        let font = Font::new(1.0);
        let size = camera.port().size().as_dvec2();
        let share = (most_side / size.max_element()).min(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let side = |length: f64| (length * share).round().max(1.0) as u32;
        let framebuffer = Framebuffer::new(side(size.x), side(size.y), [0, 0, 0, 255]);
        let (magnification, centre) = (camera.magnification(), camera.centre());
        let all = framebuffer.area();
        let foot = Caption::height(&font).min(all.height - 1.0);
        camera.set_port(Rect { height: all.height - foot, ..all });
        camera.magnify(magnification);
        camera.centre_on(centre);
        Self { camera, followed, selected, name: name.to_owned(), font, framebuffer }
    }

    /// The camera, adapted to the picture.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Paints a view of a scene, and returns the picture.
    #[must_use]
    pub fn still(mut self, view: &View<'_>) -> Framebuffer {
        let camera = self.camera;
        let seen = View { camera: &camera, selected: self.selected, ..view.clone() };
        Painter::default().paint(&mut self.framebuffer, &seen);
        self.caption(view.scene, view.colouring.is_some());
        self.framebuffer
    }

    /// Writes a GIF of scenes, in which the camera stays with the followed organism.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write<'a, W: Write>(
        mut self,
        mut out: Option<W>,
        scenes: impl Iterator<Item = &'a ColouredScene>,
    ) -> io::Result<Option<W>> {
        let mut painter = Painter::default();
        let mut writer: Option<GifWriter<W>> = None;
        for ColouredScene { scene, colouring } in scenes {
            if let Some(figure) = self.followed.and_then(|id| scene.figure(id)) {
                self.camera.centre_on(figure.centre);
            }
            let (selected, colouring) = (self.selected, colouring.as_ref());
            let view =
                View { selected, colouring, is_flat: true, ..View::new(&self.camera, scene) };
            painter.paint(&mut self.framebuffer, &view);
            self.caption(scene, colouring.is_some());
            if let Some(out) = out.take() {
                let colours = palette_of(scene, colouring.map(Arc::as_ref));
                writer = Some(GifWriter::new(out, &self.framebuffer, GIF_RATE, &colours)?);
            }
            writer.as_mut().map_or(Ok(()), |writer| writer.add(&self.framebuffer))?;
        }
        writer.map(GifWriter::finish).transpose()
    }

    fn caption(&mut self, scene: &Scene, is_recoloured: bool) {
        let caption = Caption { name: &self.name, scene, is_recoloured };
        caption.paint(&mut self.framebuffer, &mut self.font);
    }
}
