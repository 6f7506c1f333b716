//! Pictures of worlds, still and animated, that notebooks show.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use terrarium::geometry::DVec2;
use terrarium::record::Scene;
use terrarium::tick::Simulation;
use terrarium::view::gif::{GifWriter, MAX_FRAME_RATE, MAX_SIDE};
use terrarium::view::{Camera, Framebuffer, Painter, Rect, View, palette_of};

use crate::errors::{failed, of_file, refused};

/// The least side of a picture, in pixels.
const LEAST_SIDE: u32 = 64;

/// A picture of a world, as a PNG file. The last expression of a notebook's cell is shown.
#[pyclass(frozen, module = "terrarium")]
pub struct Picture {
    png: Vec<u8>,
    /// The width in pixels.
    #[pyo3(get)]
    width: u32,
    /// The height in pixels.
    #[pyo3(get)]
    height: u32,
}

/// An animated picture of a world, as a GIF file.
#[pyclass(frozen, module = "terrarium")]
pub struct Animation {
    gif: Vec<u8>,
    /// The number of frames.
    #[pyo3(get)]
    frames: u64,
}

/// What a picture shows.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    width: u32,
    height: u32,
    centre: Option<(f64, f64)>,
    zoom: f64,
}

impl Shot {
    /// A picture of this size, in pixels, around a place of the world, or of all of it.
    pub fn new(size: (u32, u32), centre: Option<(f64, f64)>, zoom: f64) -> PyResult<Self> {
        let (width, height) = size;
        let sides = LEAST_SIDE..=MAX_SIDE;
        if !(sides.contains(&width) && sides.contains(&height)) {
            return Err(refused(format!(
                "a picture cannot have {width} × {height} pixels; give sides from {LEAST_SIDE} to {MAX_SIDE}"
            )));
        }
        if !(zoom.is_finite() && zoom > 0.0) {
            return Err(refused(format!(
                "zoom cannot be {zoom}; give a number above 0: 1 shows the whole world"
            )));
        }
        if let Some((x, y)) = centre.filter(|(x, y)| !(x.is_finite() && y.is_finite())) {
            return Err(refused(format!(
                "the centre cannot be ({x}, {y}); give two finite numbers, in units"
            )));
        }
        Ok(Self { width, height, centre, zoom })
    }

    fn paint(&self, simulation: &Simulation, scene: &Arc<Scene>) -> Framebuffer {
        let side = |side: u32| f32::from(u16::try_from(side).unwrap_or(u16::MAX));
        let port = Rect::new(0.0, 0.0, side(self.width), side(self.height));
        let mut camera = Camera::new(&simulation.world().config().bounds, port);
        let middle = DVec2::new(f64::from(self.width) / 2.0, f64::from(self.height) / 2.0);
        camera.zoom(self.zoom, middle);
        if let Some((x, y)) = self.centre {
            camera.centre_on(DVec2::new(x, y));
        }
        let mut framebuffer = Framebuffer::new(self.width, self.height, [0, 0, 0, 255]);
        Painter::new(1.0).paint(&mut framebuffer, &View::new(&camera, scene));
        framebuffer
    }

    /// The picture of a world.
    pub fn take(&self, simulation: &Simulation) -> PyResult<Picture> {
        let png = self.paint(simulation, &scene(simulation)).png().map_err(failed)?;
        Ok(Picture { png, width: self.width, height: self.height })
    }
}

fn scene(simulation: &Simulation) -> Arc<Scene> {
    Arc::new(Scene::new(simulation, None))
}

/// Collects the frames of an animation.
pub struct Film {
    shot: Shot,
    writer: GifWriter<Vec<u8>>,
    frames: u64,
}

impl Film {
    /// Begins with the world as it is, at this many frames per second.
    pub fn begin(shot: Shot, per_second: u32, simulation: &Simulation) -> PyResult<Self> {
        if !(1..=MAX_FRAME_RATE).contains(&per_second) {
            return Err(refused(format!(
                "an animation cannot have {per_second} frames per second; give 1 to {MAX_FRAME_RATE}"
            )));
        }
        let scene = scene(simulation);
        let first = shot.paint(simulation, &scene);
        let colours = palette_of(&scene, None);
        let writer = GifWriter::new(Vec::new(), &first, per_second, &colours).map_err(failed)?;
        let mut film = Self { shot, writer, frames: 0 };
        film.add_frame(&first)?;
        Ok(film)
    }

    /// Adds the world as it is.
    pub fn add(&mut self, simulation: &Simulation) -> PyResult<()> {
        let frame = self.shot.paint(simulation, &scene(simulation));
        self.add_frame(&frame)
    }

    fn add_frame(&mut self, frame: &Framebuffer) -> PyResult<()> {
        self.frames += 1;
        self.writer.add(frame).map_err(failed)
    }

    /// The animation.
    pub fn finish(self) -> PyResult<Animation> {
        Ok(Animation { gif: self.writer.finish().map_err(failed)?, frames: self.frames })
    }
}

#[pymethods]
impl Picture {
    /// The bytes of the PNG file.
    #[getter]
    fn png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.png)
    }

    /// The pixels, row by row from the top, with three bytes each: red, green and blue.
    #[getter]
    fn rgb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let pixels = py.detach(|| Framebuffer::from_png(&self.png).map(|it| it.rgb()));
        Ok(PyBytes::new(py, &pixels.map_err(failed)?))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.png(py)
    }

    /// Writes the picture to a PNG file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(&path, &self.png).map_err(of_file(&path))
    }

    fn __repr__(&self) -> String {
        format!("<Picture of {} × {} pixels>", self.width, self.height)
    }
}

#[pymethods]
impl Animation {
    /// The bytes of the GIF file.
    #[getter]
    fn gif<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.gif)
    }

    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        include: Option<Bound<'py, PyAny>>,
        exclude: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let _ = (include, exclude);
        let text = py.import("base64")?.call_method1("b64encode", (self.gif(py),))?;
        let text: String = text.call_method1("decode", ("ascii",))?.extract()?;
        let bundle = pyo3::types::PyDict::new(py);
        bundle.set_item("text/html", format!("<img src=\"data:image/gif;base64,{text}\">"))?;
        bundle.set_item("text/plain", self.__repr__())?;
        Ok(bundle)
    }

    /// Writes the animation to a GIF file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(&path, &self.gif).map_err(of_file(&path))
    }

    fn __repr__(&self) -> String {
        format!("<Animation of {} frames, {} bytes>", self.frames, self.gif.len())
    }
}
