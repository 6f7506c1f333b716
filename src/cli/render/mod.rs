//! `terrarium render`: PNG and GIF images and videos of a world, without a window.

mod arguments;
mod colours;
mod descent;
mod marks;
mod source;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::arguments::{Plan, Point, Zoom};
use self::colours::colouring;
use self::descent::Descent;
use self::source::{Source, SourceOptions};
use super::colour_choice::ColourChoice;
use super::interruption::Interruption;
use super::organism::organism;
use super::overrides::overrides;
use super::picture_size::PictureSize;
use super::threads::with_threads;
use super::ticks::Ticks;
use super::{Failure, output};
use crate::atomic_file;
use crate::behaviour::OrganismId;
use crate::document::Override;
use crate::record::Scene;
use crate::view::gif::{GifWriter, MAX_FRAME_RATE, MAX_SIDE};
use crate::view::video::{VideoError, VideoFormat, VideoWriter, check_encoder};
use crate::view::{
    Camera, Caption, Colouring, Font, Framebuffer, OverlayData, Overlays, Painter, Rect, View,
    palette_of,
};

/// Render a world to an image or a video, or a descent to charts
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium render meadow --png meadow.png
  terrarium render conquest --video war.mp4 --ticks 0..400 --fps 30
  terrarium render conquest --gif war.gif --ticks 0..400 --every 2 --size 960x720
  terrarium render runs/first --gif hunt.gif --ticks 900..1100 --follow 17 --overlay paths,sight
  terrarium render runs/first/final.snapshot --png now.png --zoom 4 --at 1200,800
  terrarium render runs/first --gif plan.gif --ticks 900..950 --follow 345 --marks 345
  terrarium render runs/first --png 'frames/{tick}.png' --ticks 0..1000 --every 100
  terrarium render meadow --png speed.png --ticks 2000 --colour-by points_speed --colour-species hare
  terrarium render runs/first --species hare --muller muller.png --traits traits.png --tree tree.svg

Of several ticks, --png writes the last one, or one file each if the name contains {tick}.")]
pub(super) struct Render {
    /// A scenario (archipelago, conquest, meadow, or a path), the directory of a run, a recording or a
    /// snapshot
    #[arg(default_value = "meadow")]
    target: String,
    /// Write an animated GIF; for example meadow.gif
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Write a video, an MP4 (H.264) or a WebM (VP9), with the installed program ffmpeg; for example
    /// meadow.mp4 or meadow.webm
    #[arg(long, value_name = "FILE", conflicts_with = "gif")]
    video: Option<PathBuf>,
    /// Write a PNG; for example meadow.png, or frames/{tick}.png for one file per tick
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Render this tick, or these ticks; for example 500 or 500..800
    #[arg(long, value_name = "A..B")]
    ticks: Option<Ticks>,
    /// Render every N-th of the ticks; by default at most 300 images; for example 2
    #[arg(long, value_name = "N")]
    every: Option<NonZeroU64>,
    /// The size of the image in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: PictureSize,
    /// Centre the organism with this number and mark it; for example 17
    #[arg(long, value_name = "ID", value_parser = organism, conflicts_with = "at")]
    follow: Option<OrganismId>,
    /// Magnify this many times relative to the whole world; for example 4
    #[arg(long, value_name = "Z")]
    zoom: Option<Zoom>,
    /// Centre this position, in units; for example 1200,800
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    at: Option<Point>,
    /// Draw overlays: paths, inflated, sight, danger, light, density, tree, energy, marks, grid; for
    /// example paths,sight
    #[arg(long, value_name = "A,B", value_parser = Overlays::parse, default_value = "")]
    #[arg(hide_default_value = true)]
    overlay: Overlays,
    /// Paint what this organism, or all of this species, marked in the last turn; can be repeated; for
    /// example fox or 345
    #[arg(long, value_name = "SPECIES|ID")]
    marks: Vec<String>,
    /// Colour organisms by lineage (their founder), cluster, generation, age, hue or a trait, such as points_speed,
    /// instead of by species
    #[arg(long, value_name = "WHAT")]
    colour_by: Option<String>,
    /// Colour only the organisms of this species; without it, all animals that have the trait; for example hare
    #[arg(long, value_name = "SPECIES", requires = "colour_by")]
    colour_species: Option<String>,
    /// The frame rate of the GIF or the video, in images per second
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_FRAME_RATE)))]
    fps: u32,
    /// Omit the caption
    #[arg(long)]
    no_caption: bool,
    /// Use this seed instead of the scenario's; for example 7
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Override a value of the scenario or of a species; for example population.hare=300
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use this map, a MovingAI .map or an OpenFire .json; for example river.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Also load the creatures of this folder, or one creature's folder; for example my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// Use this many threads instead of one per core; the images are the same; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    descent: Descent,
}

/// The tick of a scenario that is rendered by default: its populations have spread out by then.
const DEFAULT_TICK: u64 = 500;

/// The default number of ticks in a GIF of a scenario or a snapshot.
const DEFAULT_GIF_TICKS: u64 = 200;

/// The greatest number of images if `--every` is not given.
const MAX_DEFAULT_IMAGES: u64 = 300;

/// The greatest number of pixels in all images of a GIF.
const MAX_PIXELS: u64 = 8_000_000_000;

/// The extent of the world shown around a followed organism or `--at`, in units.
const DEFAULT_EXTENT: f64 = 640.0;

/// The number of ticks between two checks for Ctrl-C.
const SLICE: u64 = 16;

fn size(text: &str) -> Result<PictureSize, String> {
    PictureSize::within(text, &(16..=MAX_SIDE))
}

impl Render {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.paint())?
    }

    fn paint(&self) -> Result<(), Failure> {
        let shows_world = self.gif.is_some() || self.png.is_some() || self.video.is_some();
        if self.descent.is_asked() {
            if !shows_world {
                self.refuse_options_of_worlds()?;
            }
            self.descent.draw(Path::new(&self.target), self.size)?;
        } else if !shows_world {
            return Err(Failure::input(
                "there is nothing to write; give a file with --png, --gif or --video; for example --png meadow.png",
            ));
        }
        if !shows_world {
            return Ok(());
        }
        for path in self.gif.iter().chain(&self.png).chain(&self.video) {
            check_writable(path)?;
        }
        for (option, path, ending) in [("--gif", &self.gif, "gif"), ("--png", &self.png, "png")] {
            path.as_deref().map_or(Ok(()), |path| check_ending(option, path, ending))?;
        }
        if let Some(path) = &self.video {
            VideoFormat::from_path(path).and_then(|_| check_encoder()).map_err(no_video(path))?;
        }
        let overrides = self.overrides()?;
        let creature_folders = self.creatures.clone();
        let mut source =
            SourceOptions { target: &self.target, overrides, creature_folders }.open()?;
        let overlay = self.trace_marks(&mut source)?;
        let colours = self.choose_colours(&mut source)?;
        let plan = self.plan(&source)?;
        let interruption = Interruption::install();
        let bar = ProgressBar::new(plan.ticks.last().copied().unwrap_or(0) - source.first_tick());
        let template = "{bar:16} {pos}/{len} ticks, {wide_msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        let mut writer = ImageWriter::new(self, source, interruption, bar);
        writer.overlay = overlay;
        writer.colours = colours;
        let result = match (&self.gif, &self.video) {
            (Some(path), _) => writer.write_gif(path, &plan),
            (None, Some(path)) => writer.write_video(path, &plan),
            (None, None) => writer.render_all(&plan, |_, _, _| Ok(())),
        };
        writer.bar.finish_and_clear();
        result?;
        let moving = self.gif.iter().chain(&self.video);
        moving.for_each(|path| output::note(format_args!("wrote {}", path.display())));
        writer
            .written
            .iter()
            .for_each(|path| output::note(format_args!("wrote {}", path.display())));
        Ok(())
    }

    /// Refuses options that affect no picture of descent.
    fn refuse_options_of_worlds(&self) -> Result<(), Failure> {
        let given = [
            ("--ticks", self.ticks.is_some()),
            ("--every", self.every.is_some()),
            ("--follow", self.follow.is_some()),
            ("--zoom", self.zoom.is_some()),
            ("--at", self.at.is_some()),
            ("--overlay", self.overlay != Overlays::default()),
            ("--marks", !self.marks.is_empty()),
            ("--colour-by", self.colour_by.is_some()),
            ("--no-caption", self.no_caption),
            ("--seed", self.seed.is_some()),
            ("--set", !self.set.is_empty()),
            ("--map", self.map.is_some()),
            ("--creatures", !self.creatures.is_empty()),
        ];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) => Err(Failure::input(format!(
                "{option}: pictures of descent do not use it; leave it out, or also give --png, --gif or --video"
            ))),
            None => Ok(()),
        }
    }

    fn overrides(&self) -> Result<Vec<Override>, Failure> {
        overrides(&self.set, self.seed, self.map.as_deref())
    }

    /// Whether the pictures are put together to a GIF or a video.
    fn moves(&self) -> bool {
        self.gif.is_some() || self.video.is_some()
    }

    /// Returns the ticks to render.
    fn plan(&self, source: &Source) -> Result<Plan, Failure> {
        let (first, last) = (source.first_tick(), source.last_tick());
        let default = if first == 0 { DEFAULT_TICK } else { first };
        let requested = self.ticks;
        let begin = match requested.and_then(|ticks| ticks.first) {
            Some(tick) => tick,
            None if requested.is_none() && source.is_open_ended() => default,
            None if requested.is_none() && !self.moves() => last.unwrap_or(default),
            None => first,
        };
        let end = match requested.and_then(|ticks| ticks.last) {
            Some(tick) => tick,
            None if !self.moves() && requested.is_none() => begin,
            None => last.unwrap_or(begin.saturating_add(DEFAULT_GIF_TICKS)),
        };
        let range = match last {
            Some(last) => format!("it holds ticks {first} to {last}"),
            None => format!("it begins with tick {first}"),
        };
        if begin < first || last.is_some_and(|last| end > last) || begin > end {
            let ticks = if begin == end { format!("{begin}") } else { format!("{begin}..{end}") };
            return Err(Failure::input(format!("--ticks {ticks}: {}: {range}", self.target)));
        }
        let default_every = NonZeroU64::new((end - begin).div_ceil(MAX_DEFAULT_IMAGES).max(1))
            .unwrap_or(NonZeroU64::MIN);
        let every = self.every.unwrap_or(default_every);
        let count = (end - begin) / every.get() + 1;
        let pixels = u64::from(self.size.width) * u64::from(self.size.height);
        if self.gif.is_some() && count.saturating_mul(pixels) > MAX_PIXELS {
            return Err(Failure::input(format!(
                "--gif: {count} images of {} × {} pixels are too many for a GIF; render fewer with \
                 --every or --ticks, or smaller ones with --size",
                self.size.width, self.size.height
            )));
        }
        Ok(Plan::every(begin, end, every))
    }

    /// Returns the PNG file for a tick, if one is to be written.
    fn png_of(&self, tick: u64, is_last: bool) -> Option<PathBuf> {
        let path = self.png.as_ref()?;
        match path.to_str().filter(|path| path.contains("{tick}")) {
            Some(name) => Some(PathBuf::from(name.replace("{tick}", &format!("{tick:06}")))),
            None => is_last.then(|| path.clone()),
        }
    }
}

/// Refuses a name that says that the file is of another kind.
fn check_ending(option: &str, path: &Path, ending: &str) -> Result<(), Failure> {
    if path.extension().is_none_or(|it| it.eq_ignore_ascii_case(ending)) {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::input(format!("{option} {path}: give a file whose name ends in .{ending}")))
}

/// Refuses a path that cannot be written, before any tick is simulated.
pub(super) fn check_writable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() {
        return Err(Failure::input(format!(
            "{}: this is a directory; give the path of a file",
            path.display()
        )));
    }
    match folder {
        Some(folder) if !folder.is_dir() => Err(Failure::input(format!(
            "{}: there is no directory {}; create it first",
            path.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Renders a source tick by tick and writes the images.
struct ImageWriter<'a> {
    options: &'a Render,
    source: Source,
    interruption: Interruption,
    bar: ProgressBar,
    painter: Painter,
    font: Font,
    framebuffer: Framebuffer,
    overlay: Overlays,
    colours: Option<ColourChoice>,
    colouring: Option<Arc<Colouring>>,
    camera: Option<Camera>,
    scene: Option<Arc<Scene>>,
    written: Vec<PathBuf>,
}

impl<'a> ImageWriter<'a> {
    fn new(
        options: &'a Render,
        source: Source,
        interruption: Interruption,
        bar: ProgressBar,
    ) -> Self {
        let PictureSize { width, height } = options.size;
        // Text keeps its apparent size when a large image is scaled down to a screen.
        let scale = if width.min(height) >= 1440 { 2.0 } else { 1.0 };
        Self {
            options,
            source,
            interruption,
            bar,
            painter: Painter::new(scale),
            font: Font::new(scale),
            framebuffer: Framebuffer::new(width, height, [0, 0, 0, 255]),
            overlay: options.overlay,
            colours: None,
            colouring: None,
            camera: None,
            scene: None,
            written: Vec::new(),
        }
    }

    /// Writes the images of a plan to a GIF.
    fn write_gif(&mut self, path: &Path, plan: &Plan) -> Result<(), Failure> {
        let mut failure = None;
        let fps = self.options.fps;
        let written = atomic_file::write(path, |file| {
            let mut file = Some(BufWriter::new(file));
            let mut gif: Option<GifWriter<BufWriter<&mut File>>> = None;
            let rendered = self.render_all(plan, |framebuffer, scene, colouring| {
                if let Some(out) = file.take() {
                    let colours = palette_of(scene, colouring);
                    gif = Some(
                        GifWriter::new(out, framebuffer, fps, &colours)
                            .map_err(Failure::unwritable(path))?,
                    );
                }
                gif.as_mut()
                    .map_or(Ok(()), |gif| gif.add(framebuffer))
                    .map_err(Failure::unwritable(path))
            });
            if let Err(problem) = rendered {
                failure = Some(problem);
                return Err(io::ErrorKind::Interrupted.into());
            }
            gif.map_or(Ok(()), |gif| gif.finish().and_then(|mut out| out.flush()))
        });
        match failure {
            Some(failure) => Err(failure),
            None => written.map_err(Failure::unwritable(path)),
        }
    }

    /// Writes the images of a plan to a video.
    fn write_video(&mut self, path: &Path, plan: &Plan) -> Result<(), Failure> {
        let PictureSize { width, height } = self.options.size;
        let mut video =
            VideoWriter::new(path, (width, height), self.options.fps).map_err(no_video(path))?;
        self.render_all(plan, |framebuffer, _, _| video.add(framebuffer).map_err(no_video(path)))?;
        video.finish().map_err(no_video(path))
    }

    /// Renders all images of a plan, writes the PNG files and passes each image to `use_image`.
    fn render_all(
        &mut self,
        plan: &Plan,
        mut use_image: impl FnMut(&Framebuffer, &Scene, Option<&Colouring>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let count = plan.ticks.len();
        for (index, &tick) in plan.ticks.iter().enumerate() {
            self.bar.set_message(format!("{index} of {count} images"));
            self.go_to(tick)?;
            let scene = self.source.scene(tick, self.scene.as_ref())?;
            self.paint(&scene)?;
            if let Some(path) = self.options.png_of(tick, index + 1 == count) {
                self.framebuffer.save(&path).map_err(Failure::unwritable(&path))?;
                self.written.push(path);
            }
            use_image(&self.framebuffer, &scene, self.colouring.as_deref())?;
            self.scene = Some(scene);
        }
        Ok(())
    }

    fn go_to(&mut self, tick: u64) -> Result<(), Failure> {
        while !self.source.approach(tick, SLICE)? {
            if self.interruption.is_requested() {
                return Err(Failure::Interrupted);
            }
            self.bar.set_position(self.source.tick(tick) - self.source.first_tick());
        }
        if self.interruption.is_requested() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn paint(&mut self, scene: &Arc<Scene>) -> Result<(), Failure> {
        let camera = self.aim(scene)?;
        let options = self.options;
        let colours = self.colours.as_ref();
        self.colouring = colours.and_then(|it| colouring(it, &self.source)).map(Arc::new);
        let data = self.source.simulation();
        let data = data.map(|world| OverlayData::new(world, self.overlay, options.follow));
        let view = View {
            selected: options.follow,
            overlays: self.overlay,
            data: data.as_ref(),
            colouring: self.colouring.as_ref(),
            is_flat: options.gif.is_some() && options.png.is_none(),
            ..View::new(&camera, scene)
        };
        self.painter.paint(&mut self.framebuffer, &view);
        if !options.no_caption {
            let is_recoloured = self.colouring.is_some();
            Caption { name: &self.source.name, scene, is_recoloured }
                .paint(&mut self.framebuffer, &mut self.font);
        }
        self.camera = Some(camera);
        Ok(())
    }

    /// Returns the camera for a scene.
    fn aim(&self, scene: &Scene) -> Result<Camera, Failure> {
        let options = self.options;
        let mut camera = match self.camera {
            Some(camera) => camera,
            None => self.first_aim(scene),
        };
        match options.follow.map(|id| (id, scene.figure(id))) {
            Some((_, Some(figure))) => camera.centre_on(figure.centre),
            // An organism that died after an earlier image: the camera stays.
            Some((id, None)) if self.camera.is_none() => {
                return Err(Failure::input(format!(
                    "--follow {}: no organism has this number at tick {}; {}",
                    id.0,
                    scene.tick,
                    other_animal(scene)
                )));
            }
            _ => {}
        }
        Ok(camera)
    }

    fn first_aim(&self, scene: &Scene) -> Camera {
        let options = self.options;
        let PictureSize { width, height } = options.size;
        let foot = if options.no_caption { 0.0 } else { Caption::height(&self.font) };
        #[expect(clippy::cast_precision_loss, reason = "images are small")]
        let port = Rect::new(0.0, 0.0, width as f32, height as f32 - foot);
        let mut camera = Camera::new(&scene.bounds, port);
        match options.zoom {
            Some(Zoom(zoom)) => camera.magnify(zoom),
            None if options.follow.is_some() || options.at.is_some() => {
                camera.magnify(
                    (camera.visible_area().size().max_element() / DEFAULT_EXTENT).max(1.0),
                );
            }
            None => {}
        }
        if let Some(Point(position)) = options.at {
            camera.centre_on(position);
        }
        camera
    }
}

/// Names an animal that could be followed instead.
fn other_animal(scene: &Scene) -> String {
    use crate::behaviour::SightingKind;
    let is_animal = |seen| matches!(seen, SightingKind::Herbivore | SightingKind::Carnivore);
    match scene.figures.iter().rev().find(|figure| is_animal(figure.kind)) {
        Some(figure) => {
            let name = scene.look(figure.species).map_or("?", |look| look.name.as_str());
            format!("there is, for example, the {name} {}", figure.id.0)
        }
        None => "the world has no animals".to_owned(),
    }
}

fn no_video(path: &Path) -> impl Fn(VideoError) -> Failure + '_ {
    move |error| match error {
        VideoError::UnknownFormat(_) => Failure::input(format!("--video {error}")),
        VideoError::NoEncoder => Failure::input(format!("--video {}: {error}", path.display())),
        VideoError::Unwritable(_) => Failure::input(format!("{}: {error}", path.display())),
        VideoError::Failed(_) => Failure::failed(format!("{}: {error}", path.display())),
    }
}
