//! `terrarium reel`: the moments of a recorded run that are worth watching, as a list, a GIF or a page.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use serde_json::json;

use super::interruption::Interruption;
use super::picture_size::PictureSize;
use super::recorded::{open_recorded, replayed};
use super::render::check_writable;
use super::{Failure, Format, output};
use crate::life_history::ReplayProgress;
use crate::playback::{Chronicle, Moment, Playback};
use crate::record::Scene;
use crate::shell;
use crate::view::gif::{GifWriter, MAX_FRAME_RATE, MAX_SIDE};
use crate::view::{
    Camera, Font, Framebuffer, LABEL_INK, Painter, Rect, TextStyle, Vec2, View, palette_of,
};
use crate::{atomic_file, wording};

/// List the moments of a recorded run that are worth watching, or picture them
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium reel runs/meadow.recording
  terrarium reel runs/meadow.recording --out runs/moments.gif
  terrarium reel runs/first --out runs/moments.html --most 20 --size 800x600

The moments are what tours of the run have shown to the end while it was watched, and its rarest events.
A GIF shows each of them from 45 ticks before it to 30 ticks after it; an HTML file has a picture of each
with its caption. Events follow from all ticks: of the directory of a run, they are replayed; recordings
hold them.")]
pub(super) struct Reel {
    /// The directory or the recording of a run; for example runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: PathBuf,
    /// Write this file, a GIF or an HTML page, instead of a list; for example moments.gif
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Show at most this many moments; for example 12
    #[arg(long, value_name = "N", default_value = "8")]
    most: NonZeroU32,
    /// The size of the pictures in pixels
    #[arg(long, value_name = "WxH", default_value = "640x480", value_parser = size)]
    size: PictureSize,
    /// The frame rate of the GIF, in images per second
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_FRAME_RATE)))]
    fps: u32,
    /// Print the list in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The ticks after a moment that a GIF shows, and between two of its images.
const AFTER: u64 = 30;
const EVERY: usize = 2;

/// The side of the area that is shown around the place of a moment, in units.
const EXTENT: f64 = 500.0;

/// The kinds of files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    Gif,
    Html,
}

fn size(text: &str) -> Result<PictureSize, String> {
    PictureSize::within(text, &(64..=MAX_SIDE))
}

impl Reel {
    pub fn execute(self) -> Result<(), Failure> {
        let file = |path| output_of(path).map(|kind| (path, kind));
        let output = self.out.as_deref().map(file).transpose()?;
        self.out.as_deref().map_or(Ok(()), check_writable)?;
        let mut playback = open_recorded(&self.run)?;
        let chronicle = chronicle(&mut playback)?;
        let most = usize::try_from(self.most.get()).unwrap_or(usize::MAX);
        let moments = chronicle.moments(most);
        let Some((path, kind)) = output else { return self.list(&moments) };
        if moments.is_empty() {
            return Err(Failure::input(format!(
                "{}: no event of this run is worth a picture; give a longer run",
                self.run.display()
            )));
        }
        let mut pictures = Pictures::new(&self, playback, kind);
        match kind {
            Output::Gif => pictures.write_gif(path, &moments)?,
            Output::Html => pictures.write_page(path, &moments)?,
        }
        output::note(format_args!("wrote {}", path.display()));
        Ok(())
    }

    fn list(&self, moments: &[Moment]) -> Result<(), Failure> {
        let rows = moments.iter().map(|it| vec![it.tick.to_string(), it.caption.clone()]);
        let json = |moment: &Moment| {
            let place = moment.at.map(|at| at.to_array());
            let organism = moment.organism.map(|id| id.0);
            json!({ "tick": moment.tick, "caption": moment.caption, "place": place, "organism": organism })
        };
        output::print(&match self.format {
            Format::Human if moments.is_empty() => "no events\n".to_owned(),
            Format::Human => wording::columns(&rows.collect::<Vec<_>>(), |column| column == 0),
            Format::Json => format!("{}\n", json!(moments.iter().map(json).collect::<Vec<_>>())),
        })
    }

    /// The command that shows a tick of the run.
    fn watch(&self, tick: u64) -> String {
        let (run, tick) = (self.run.display().to_string(), tick.to_string());
        shell::command(&[
            "terrarium".to_owned(),
            "watch".to_owned(),
            run,
            "--tick".to_owned(),
            tick,
        ])
    }
}

fn output_of(path: &Path) -> Result<Output, Failure> {
    let ending = path.extension().and_then(|it| it.to_str()).map(str::to_lowercase);
    match ending.as_deref() {
        Some("gif") => Ok(Output::Gif),
        Some("html") => Ok(Output::Html),
        _ => Err(Failure::input(format!(
            "--out {}: give a file whose name ends in .gif or .html",
            path.display()
        ))),
    }
}

/// The events of a run: those of a recording, or else those of a replay.
fn chronicle(playback: &mut Playback) -> Result<Chronicle, Failure> {
    if !playback.chronicle().remarks().is_empty() {
        return Ok(playback.chronicle().clone());
    }
    Ok(replayed(playback, |playback, observer| {
        Chronicle::replayed(playback, |done, ticks| observer(ReplayProgress { done, ticks }))
    })?)
}

/// Paints the moments of a run.
struct Pictures<'a> {
    options: &'a Reel,
    playback: Playback,
    interruption: Interruption,
    painter: Painter,
    font: Font,
    framebuffer: Framebuffer,
    scene: Option<Arc<Scene>>,
    /// Whether the ground has no texture, which makes GIFs large.
    is_flat: bool,
}

impl<'a> Pictures<'a> {
    fn new(options: &'a Reel, playback: Playback, kind: Output) -> Self {
        let PictureSize { width, height } = options.size;
        Self {
            options,
            playback,
            interruption: Interruption::install(),
            painter: Painter::new(1.0),
            font: Font::new(1.0),
            framebuffer: Framebuffer::new(width, height, [0, 0, 0, 255]),
            scene: None,
            is_flat: kind == Output::Gif,
        }
    }

    fn write_gif(&mut self, path: &Path, moments: &[Moment]) -> Result<(), Failure> {
        let mut failure = None;
        let fps = self.options.fps;
        let written = atomic_file::write(path, |file| {
            let mut file = Some(BufWriter::new(file));
            let mut gif: Option<GifWriter<BufWriter<&mut File>>> = None;
            for moment in moments {
                let from = moment.begins(self.playback.first_tick());
                let until = (moment.tick + AFTER).min(self.playback.frontier());
                for tick in (from..=until).step_by(EVERY) {
                    let scene = match self.paint(tick, moment) {
                        Ok(scene) => scene,
                        Err(problem) => {
                            failure = Some(problem);
                            return Err(io::ErrorKind::Interrupted.into());
                        }
                    };
                    if let Some(out) = file.take() {
                        let colours = palette_of(&scene, None);
                        gif = Some(GifWriter::new(out, &self.framebuffer, fps, &colours)?);
                    }
                    gif.as_mut().map_or(Ok(()), |gif| gif.add(&self.framebuffer))?;
                }
            }
            gif.map_or(Ok(()), |gif| gif.finish().and_then(|mut out| out.flush()))
        });
        match failure {
            Some(failure) => Err(failure),
            None => written.map_err(Failure::unwritable(path)),
        }
    }

    fn write_page(&mut self, path: &Path, moments: &[Moment]) -> Result<(), Failure> {
        let title = escaped(&self.options.run.display().to_string());
        let mut page = format!("{HEAD}<title>{title}</title>\n<h1>{title}</h1>\n");
        for moment in moments {
            self.paint(moment.tick, moment)?;
            let picture =
                STANDARD.encode(self.framebuffer.png().map_err(Failure::unwritable(path))?);
            let (tick, caption) = (moment.tick, escaped(&wording::capitalised(&moment.caption)));
            let command = escaped(&self.options.watch(tick));
            let _ = writeln!(
                page,
                "<figure id=\"tick-{tick}\"><img alt=\"{caption}\" src=\"data:image/png;base64,{picture}\">\n\
                 <figcaption><strong>{caption}</strong><br>tick {tick}: <code>{command}</code></figcaption></figure>"
            );
        }
        atomic_file::write(path, |file| file.write_all(page.as_bytes()))
            .map_err(Failure::unwritable(path))
    }

    /// Paints a tick of a moment, with its caption.
    fn paint(&mut self, tick: u64, moment: &Moment) -> Result<Arc<Scene>, Failure> {
        if self.interruption.is_requested() {
            return Err(Failure::Interrupted);
        }
        self.playback.seek(tick)?;
        let scene = Arc::new(Scene::new(self.playback.simulation(), self.scene.as_deref()));
        let style = TextStyle::new(14.0, LABEL_INK);
        let text = format!("tick {tick} · {}", wording::capitalised(&moment.caption));
        let area = self.framebuffer.area();
        let lines = self.font.wrapped(&text, &style, area.width - 16.0);
        let line = self.font.height(&style) + 2.0;
        #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
        let (strip, world) = {
            let height = (line * lines.len() as f32 + 8.0).min(area.height * 0.5);
            let top = area.height - height;
            (Rect::new(0.0, top, area.width, height), Rect::new(0.0, 0.0, area.width, top))
        };
        let mut camera = Camera::new(&scene.bounds, world);
        if let Some(at) = moment.at {
            let size = camera.visible_area().size().max_element();
            camera.magnify((size / EXTENT).max(1.0));
            camera.centre_on(at);
        }
        let is_flat = self.is_flat;
        let view = View { selected: moment.organism, is_flat, ..View::new(&camera, &scene) };
        self.painter.paint(&mut self.framebuffer, &view);
        self.framebuffer.fill(strip, [24, 27, 33, 255]);
        let mut at = Vec2::new(8.0, strip.top + 4.0);
        for text in lines {
            self.font.write(&mut self.framebuffer, &text, at, &style);
            at.y += line;
        }
        self.scene = Some(Arc::clone(&scene));
        Ok(scene)
    }
}

/// What a page begins with.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n\
    <style>body { font-family: sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }\n\
    figure { margin: 2rem 0 } img { max-width: 100% } code { overflow-wrap: anywhere }</style>\n";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
