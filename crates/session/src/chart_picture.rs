//! Charts as pixels, with what clicks on them mean and what is at the pointer: those of the window.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::manifest::parse_colour;
use terrarium_drawing::chart::{ChartPen, Ink};
use terrarium_drawing::{Font, Framebuffer, Rect, Vec2, opaque};
use terrarium_output::colour::Rgb;
use terrarium_studies::charts::drawing::{ChartView, Painted, Target, legible_height, points_in};
use terrarium_studies::charts::{Chart, ChartChoice};

use crate::charts::{ChartList, ChartRequest};
use crate::picture::MOST;
use crate::refusal::{Answer, refused};
use crate::reports::hexadecimal;
use crate::session::Session;

/// The picture of a chart: its size, its colours, and the pointer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartFrame {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The scale of texts and lines.
    pub scale: f32,
    /// The pixel at the pointer.
    pub pointer: Option<(f32, f32)>,
    /// The colours.
    pub ink: ChartInk,
    /// Whether the chart that was painted last is painted again, as for another pointer, even if it is of another tick.
    pub again: bool,
}

/// The colours of what is no data, as in style sheets: `#23271f`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartInk {
    /// Text, and what is marked.
    pub text: String,
    /// Labels and notes.
    pub faint: String,
    /// What is pointed out.
    pub accent: String,
    /// What is missing.
    pub warning: String,
    /// The lines of grids and axes.
    pub line: String,
    /// What is below.
    pub ground: String,
}

/// What was painted of a chart.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartPicture {
    /// What it shows, in a line.
    pub title: String,
    /// Why it shows less than it could.
    pub note: Option<String>,
    /// The values at this tick in words.
    pub values: Vec<String>,
    /// The scale of values, if it can be another.
    pub scale: Option<&'static str>,
    /// What can be chosen for its parts.
    pub lists: Vec<ChartList>,
    /// The height with which all of it can be read, in pixels at scale 1.
    pub height: usize,
    /// What can be clicked, the lowest first.
    pub areas: Vec<ChartArea>,
    /// What is at the pointer, in lines.
    pub plate: Vec<PlateLine>,
}

/// A part of a chart that can be clicked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartArea {
    /// Its left edge, in pixels.
    pub left: f32,
    /// Its upper edge, in pixels.
    pub top: f32,
    /// Its width, in pixels.
    pub width: f32,
    /// Its height, in pixels.
    pub height: f32,
    /// The name of what is there.
    pub name: Option<String>,
    /// The ticks at its left and its right edge: a click goes to that at the pointer.
    pub ticks: Option<(u64, u64)>,
    /// The organism that a click selects.
    pub organism: Option<u64>,
}

/// A line about what is at the pointer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlateLine {
    /// The line.
    pub text: String,
    /// Its colour.
    pub colour: String,
}

/// The pixels and letters of charts.
pub(crate) struct ChartCanvas {
    framebuffer: Framebuffer,
    font: Font,
    rgba: Vec<u32>,
    /// The chart that was painted last.
    last: Option<Painting>,
}

/// A chart, and what was asked for: painted again for another pointer, none of it is made anew.
struct Painting {
    request: ChartRequest,
    size: (u32, u32),
    choice: ChartChoice,
    lists: Vec<ChartList>,
    chart: Chart,
}

impl Default for ChartCanvas {
    fn default() -> Self {
        let framebuffer = Framebuffer::new(1, 1, [0; 4]);
        Self { framebuffer, font: Font::new(1.0), rgba: Vec::new(), last: None }
    }
}

impl ChartInk {
    fn ink(&self) -> Answer<Ink> {
        let opaque = |text: &str| rgb(text).map(opaque);
        Ok(Ink {
            text: opaque(&self.text)?,
            faint: opaque(&self.faint)?,
            accent: opaque(&self.accent)?,
            warning: opaque(&self.warning)?,
            edge: opaque(&self.faint)?,
            line: opaque(&self.line)?,
            ground: rgb(&self.ground)?,
            is_print: false,
        })
    }
}

impl Session {
    /// Paints a chart of this tick. What needs a replay has a note until it is known.
    ///
    /// # Errors
    /// When there is no such chart, column, scale or colour.
    pub fn paint_chart(
        &mut self,
        request: &ChartRequest,
        frame: &ChartFrame,
    ) -> Answer<ChartPicture> {
        let ink = frame.ink.ink()?;
        let framebuffer = &mut self.chart_canvas.framebuffer;
        framebuffer.resize(frame.width.clamp(1, MOST), frame.height.clamp(1, MOST));
        let area = framebuffer.area();
        let painting = self.painting(request, frame, &area)?;
        let mut canvas = std::mem::take(&mut self.chart_canvas);
        let ChartCanvas { framebuffer, font, rgba, last } = &mut canvas;
        font.set_scale(frame.scale.clamp(0.5, 4.0));
        framebuffer.fill(area, opaque(ink.ground));
        let Painting { choice, lists, chart, .. } = &painting;
        let (tick, selected) = (self.source.tick(), self.selected);
        let view = ChartView { chart, tick, selected };
        let pointer = frame.pointer.map(|(x, y)| Vec2::new(x, y));
        let painted =
            view.paint(&mut ChartPen { surface: framebuffer, font, ink: &ink, pointer }, area);
        framebuffer.write_rgba(rgba);
        let scale = choice.kind.has_scale().then(|| choice.effective_scale().name());
        let values = chart.describe(tick);
        let picture = picture(chart, (values, scale, lists.clone()), painted);
        *last = Some(painting);
        self.chart_canvas = canvas;
        Ok(picture)
    }

    /// The chart that was painted last, if it is painted again, or another one.
    fn painting(
        &mut self,
        request: &ChartRequest,
        frame: &ChartFrame,
        area: &Rect,
    ) -> Answer<Painting> {
        let size = (frame.width, frame.height);
        let is_known = |it: &Painting| frame.again && it.request == *request && it.size == size;
        if let Some(known) = self.chart_canvas.last.take().filter(is_known) {
            return Ok(known);
        }
        let choice = self.chart_choice(request)?;
        let chart = self.chart(&choice, points_in(area, choice.kind));
        let lists = self.chart_lists(&choice);
        Ok(Painting { request: request.clone(), size, choice, lists, chart })
    }

    /// The pixels of the chart that was painted last, row by row: in memory, the bytes of each are red, green, blue and opacity.
    #[must_use]
    pub fn chart_pixels(&self) -> &[u32] {
        &self.chart_canvas.rgba
    }
}

fn picture(
    chart: &Chart,
    (values, scale, lists): (Vec<String>, Option<&'static str>, Vec<ChartList>),
    painted: Painted,
) -> ChartPicture {
    let areas = painted.targets.iter().map(|it| {
        let (ticks, organism) = match it.what {
            Target::Time(time) => (Some((time.first, time.last)), None),
            Target::Organism(organism) => (None, Some(organism)),
            Target::Jump { tick, organism } => (Some((tick, tick)), organism),
        };
        ChartArea {
            left: it.area.left,
            top: it.area.top,
            width: it.area.width,
            height: it.area.height,
            name: it.name.clone(),
            ticks,
            organism: organism.map(|it| it.0),
        }
    });
    let areas = areas.collect();
    let line = |(text, [red, green, blue, _]): (String, [u8; 4])| PlateLine {
        text,
        colour: hexadecimal([red, green, blue]),
    };
    let plate = painted.plate.into_iter().flat_map(|it| it.lines).map(line).collect();
    let (title, note, height) = (chart.title.clone(), chart.note.clone(), legible_height(chart));
    ChartPicture { title, note, values, scale, lists, height, areas, plate }
}

/// A colour of a style sheet.
fn rgb(text: &str) -> Answer<Rgb> {
    parse_colour(text).ok_or_else(|| refused(format!("`{text}` is no colour such as #23271f")))
}
