//! `terrarium render`: pictures of a world without a window.

mod arguments;
mod source;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::arguments::{Plan, Point, Size, Ticks, Zoom};
use self::source::{Source, SourceOptions};
use super::interruption::Interruption;
use super::organism::organism;
use super::settings::settings;
use super::threads::with_threads;
use super::{Failure, output};
use crate::atomic_file;
use crate::behaviour::OrganismId;
use crate::document::Override;
use crate::record::Scene;
use crate::view::gif::{GifWriter, MOST_PER_SECOND};
use crate::view::{
    Camera, Caption, Framebuffer, Letters, OverlayData, Overlays, Painter, Rect, View, palette_of,
};

/// Paint pictures of a world: a PNG of one tick, or a GIF of many.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium render meadow --png meadow.png
  terrarium render conquest --gif war.gif --ticks 0..400 --every 2 --size 960x720
  terrarium render runs/first --gif hunt.gif --ticks 900..1100 --follow 17 --overlay paths,sight
  terrarium render runs/first/final.snapshot --png now.png --zoom 4 --at 1200,800
  terrarium render runs/first --png 'frames/{tick}.png' --ticks 0..1000 --every 100

--png of several ticks takes the place of {tick} in the name, or paints the last of them.")]
pub(super) struct Render {
    /// The directory of a run, a recording, a snapshot, or a scenario (a shipped one's name, or a path)
    #[arg(default_value = "meadow")]
    target: String,
    /// Write an animated GIF; for example meadow.gif
    #[arg(long, value_name = "FILE", required_unless_present = "png")]
    gif: Option<PathBuf>,
    /// Write a PNG; for example meadow.png, or frames/{tick}.png for one of every tick
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Which ticks: one, or the first and last; for example 500, or 500..800
    #[arg(long, value_name = "A..B")]
    ticks: Option<Ticks>,
    /// Paint every so manieth of them; if not given, so that there are at most 300 pictures
    #[arg(long, value_name = "N")]
    every: Option<NonZeroU64>,
    /// Width and height, in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    size: Size,
    /// Keep an organism in the middle, by its number, and mark it; for example 17
    #[arg(long, value_name = "ID", value_parser = organism, conflicts_with = "at")]
    follow: Option<OrganismId>,
    /// How many times as large as when all of the world is seen; for example 4
    #[arg(long, value_name = "Z")]
    zoom: Option<Zoom>,
    /// Which place of the world is in the middle, in units; for example 1200,800
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    at: Option<Point>,
    /// What to lay over it: paths, inflated, sight, danger, light, density, tree, energy
    #[arg(long, value_name = "A,B", value_parser = Overlays::parse, default_value = "")]
    overlay: Overlays,
    /// How many pictures of the GIF a second
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PER_SECOND)))]
    fps: u32,
    /// Leave out the line that says what is shown
    #[arg(long)]
    no_caption: bool,
    /// What all chance follows from, in place of the scenario's seed; for example 7
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Set something in the scenario or its creatures; for example population.hare=300
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// A MovingAI .map or OpenFire .json to live on; for example river.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// A folder of creatures, or one creature's folder, beside the shipped ones
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// How many threads to use; changes nothing but the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

/// The ticks of which there is a picture of a scenario if nothing else is asked for: its animals have
/// found to their ways by then.
const SETTLED: u64 = 500;

/// How many ticks a GIF of what lives on shows if nothing else is asked for.
const A_WHILE: u64 = 200;

/// How many pictures a GIF has at most if nothing else is asked for.
const FEW: u64 = 300;

/// How many pixels all pictures of a GIF have at most.
const MOST_PIXELS: u64 = 8_000_000_000;

/// How much of the world is shown around who is followed, in units.
const ABOUT: f64 = 640.0;

/// How many ticks pass between two looks at the keyboard.
const SLICE: u64 = 16;

impl Render {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.paint())?
    }

    fn paint(&self) -> Result<(), Failure> {
        for path in self.gif.iter().chain(&self.png) {
            check_place(path)?;
        }
        let settings = self.settings()?;
        let creature_folders = self.creatures.clone();
        let source = SourceOptions { target: &self.target, settings, creature_folders }.open()?;
        let plan = self.plan(&source)?;
        let interruption = Interruption::listen();
        let bar = ProgressBar::new(plan.ticks.last().copied().unwrap_or(0) - source.first_tick());
        let form = "{bar:16} {pos}/{len} ticks, {wide_msg}";
        bar.set_style(ProgressStyle::with_template(form).expect("the template is sound"));
        let mut studio = Studio::new(self, source, interruption, bar);
        let done = match &self.gif {
            Some(path) => studio.film(path, &plan),
            None => studio.shoot(&plan, |_, _| Ok(())),
        };
        studio.bar.finish_and_clear();
        done?;
        self.gif.iter().for_each(|path| output::note(format_args!("wrote {}", path.display())));
        studio
            .written
            .iter()
            .for_each(|path| output::note(format_args!("wrote {}", path.display())));
        Ok(())
    }

    fn settings(&self) -> Result<Vec<Override>, Failure> {
        settings(&self.set, self.seed, self.map.as_deref())
    }

    /// Of which ticks there will be pictures.
    fn plan(&self, source: &Source) -> Result<Plan, Failure> {
        let (first, last) = (source.first_tick(), source.last_tick());
        let settled = if first == 0 { SETTLED } else { first };
        let asked = self.ticks;
        let begin = match asked.and_then(|ticks| ticks.first) {
            Some(tick) => tick,
            None if asked.is_none() && source.lives_on() => settled,
            None if asked.is_none() && self.gif.is_none() => last.unwrap_or(settled),
            None => first,
        };
        let end = match asked.and_then(|ticks| ticks.last) {
            Some(tick) => tick,
            None if self.gif.is_none() && asked.is_none() => begin,
            None => last.unwrap_or(begin.saturating_add(A_WHILE)),
        };
        let range = match last {
            Some(last) => format!("it holds ticks {first} to {last}"),
            None => format!("it begins with tick {first}"),
        };
        if begin < first || last.is_some_and(|last| end > last) || begin > end {
            let ticks = if begin == end { format!("{begin}") } else { format!("{begin}..{end}") };
            return Err(Failure::input(format!("--ticks {ticks}: {}: {range}", self.target)));
        }
        let few = NonZeroU64::new((end - begin).div_ceil(FEW).max(1)).unwrap_or(NonZeroU64::MIN);
        let every = self.every.unwrap_or(few);
        let count = (end - begin) / every.get() + 1;
        let pixels = u64::from(self.size.width) * u64::from(self.size.height);
        if self.gif.is_some() && count.saturating_mul(pixels) > MOST_PIXELS {
            return Err(Failure::input(format!(
                "--gif: {count} pictures of {} × {} pixels are too many for a GIF; ask for fewer with \
                 --every or --ticks, or for smaller ones with --size",
                self.size.width, self.size.height
            )));
        }
        Ok(Plan::every(begin, end, every))
    }

    /// The file for the picture of a tick, if there is to be one.
    fn png_of(&self, tick: u64, is_last: bool) -> Option<PathBuf> {
        let path = self.png.as_ref()?;
        match path.to_str().filter(|path| path.contains("{tick}")) {
            Some(name) => Some(PathBuf::from(name.replace("{tick}", &format!("{tick:06}")))),
            None => is_last.then(|| path.clone()),
        }
    }
}

/// Refuses a path to which nothing can be written, before anything is lived for it.
fn check_place(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() {
        return Err(Failure::input(format!("{}: this is a directory", path.display())));
    }
    match folder {
        Some(folder) if !folder.is_dir() => Err(Failure::input(format!(
            "{}: there is no directory {}; make it first",
            path.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Everything that it takes to paint one picture after the other.
struct Studio<'a> {
    asked: &'a Render,
    source: Source,
    interruption: Interruption,
    bar: ProgressBar,
    painter: Painter,
    letters: Letters,
    framebuffer: Framebuffer,
    camera: Option<Camera>,
    scene: Option<Arc<Scene>>,
    written: Vec<PathBuf>,
}

impl<'a> Studio<'a> {
    fn new(
        asked: &'a Render,
        source: Source,
        interruption: Interruption,
        bar: ProgressBar,
    ) -> Self {
        let Size { width, height } = asked.size;
        // Letters on large pictures are as large as on a screen that shows them whole.
        let scale = if width.min(height) >= 1440 { 2.0 } else { 1.0 };
        Self {
            asked,
            source,
            interruption,
            bar,
            painter: Painter::new(scale),
            letters: Letters::new(scale),
            framebuffer: Framebuffer::new(width, height, [0, 0, 0, 255]),
            camera: None,
            scene: None,
            written: Vec::new(),
        }
    }

    /// Paints the pictures of a plan into a GIF.
    fn film(&mut self, path: &Path, plan: &Plan) -> Result<(), Failure> {
        let mut failure = None;
        let fps = self.asked.fps;
        let filmed = atomic_file::write(path, |file| {
            let mut file = Some(BufWriter::new(file));
            let mut film: Option<GifWriter<BufWriter<&mut File>>> = None;
            let shot = self.shoot(plan, |framebuffer, scene| {
                if let Some(out) = file.take() {
                    let colours = palette_of(scene);
                    film = Some(
                        GifWriter::begin(out, framebuffer, fps, &colours)
                            .map_err(unwritable(path))?,
                    );
                }
                film.as_mut().map_or(Ok(()), |film| film.add(framebuffer)).map_err(unwritable(path))
            });
            if let Err(problem) = shot {
                failure = Some(problem);
                return Err(io::ErrorKind::Interrupted.into());
            }
            film.map_or(Ok(()), |film| film.finish().and_then(|mut out| out.flush()))
        });
        match failure {
            Some(failure) => Err(failure),
            None => filmed.map_err(unwritable(path)),
        }
    }

    /// Paints all pictures of a plan, and hands each on.
    fn shoot(
        &mut self,
        plan: &Plan,
        mut use_picture: impl FnMut(&Framebuffer, &Scene) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let count = plan.ticks.len();
        for (place, &tick) in plan.ticks.iter().enumerate() {
            self.bar.set_message(format!("{} of {count} pictures", place));
            self.go_to(tick)?;
            let scene = self.source.scene(tick, self.scene.as_ref())?;
            self.paint(&scene)?;
            if let Some(path) = self.asked.png_of(tick, place + 1 == count) {
                self.framebuffer.save(&path).map_err(unwritable(&path))?;
                self.written.push(path);
            }
            use_picture(&self.framebuffer, &scene)?;
            self.scene = Some(scene);
        }
        Ok(())
    }

    fn go_to(&mut self, tick: u64) -> Result<(), Failure> {
        while !self.source.approach(tick, SLICE)? {
            if self.interruption.is_asked_for() {
                return Err(Failure::Interrupted);
            }
            self.bar.set_position(self.source.tick(tick) - self.source.first_tick());
        }
        if self.interruption.is_asked_for() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn paint(&mut self, scene: &Arc<Scene>) -> Result<(), Failure> {
        let camera = self.aim(scene)?;
        let asked = self.asked;
        let data = self.source.simulation();
        let data = data.map(|world| OverlayData::of(world, asked.overlay, asked.follow));
        let view = View {
            selected: asked.follow,
            overlays: asked.overlay,
            data: data.as_ref(),
            ..View::new(&camera, scene)
        };
        self.painter.paint(&mut self.framebuffer, &view);
        if !asked.no_caption {
            Caption { name: &self.source.name, scene }
                .paint(&mut self.framebuffer, &mut self.letters);
        }
        self.camera = Some(camera);
        Ok(())
    }

    /// Where the camera looks in this picture.
    fn aim(&self, scene: &Scene) -> Result<Camera, Failure> {
        let asked = self.asked;
        let mut camera = match self.camera {
            Some(camera) => camera,
            None => self.first_aim(scene),
        };
        match asked.follow.map(|id| (id, scene.figure(id))) {
            Some((_, Some(figure))) => camera.centre_on(figure.centre),
            // Who has gone was there in an earlier picture: the camera stays.
            Some((id, None)) if self.camera.is_none() => {
                return Err(Failure::input(format!(
                    "--follow {}: no organism has this number at tick {}; {}",
                    id.0,
                    scene.tick,
                    somebody(scene)
                )));
            }
            _ => {}
        }
        Ok(camera)
    }

    fn first_aim(&self, scene: &Scene) -> Camera {
        let asked = self.asked;
        let Size { width, height } = asked.size;
        let foot = if asked.no_caption { 0.0 } else { Caption::height(&self.letters) };
        #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
        let port = Rect::new(0.0, 0.0, width as f32, height as f32 - foot);
        let mut camera = Camera::new(&scene.bounds, port);
        if let Some(Point(place)) = asked.at {
            camera.centre_on(place);
        }
        match asked.zoom {
            Some(Zoom(zoom)) => camera.magnify(zoom),
            None if asked.follow.is_some() || asked.at.is_some() => {
                camera.magnify((camera.seen().size().max_element() / ABOUT).max(1.0));
            }
            None => {}
        }
        camera
    }
}

/// Who could be followed instead.
fn somebody(scene: &Scene) -> String {
    use crate::behaviour::SightingKind;
    let is_animal = |seen| matches!(seen, SightingKind::Herbivore | SightingKind::Carnivore);
    match scene.figures.iter().rev().find(|figure| is_animal(figure.seen)) {
        Some(figure) => {
            let name = scene.look(figure.species).map_or("?", |look| look.name.as_str());
            format!("there is, for example, the {name} {}", figure.id.0)
        }
        None => "no animals live there".to_owned(),
    }
}

fn unwritable(path: &Path) -> impl Fn(io::Error) -> Failure + '_ {
    move |error| Failure::input(format!("{}: cannot be written: {error}", path.display()))
}
