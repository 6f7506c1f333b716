//! The panel of one kind: its axis, its curves, and their labels.

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::scale::{Scale, even_steps, float, grouped};
use terrarium_output::drawing::style::{self, AXIS, CAPTION, GRID, HEADING, LABEL, text};

use super::labels;

/// The position of the axis, in pixels from the left.
pub const LEFT: i32 = 110;

/// The space for the labels of curves, in pixels from the right.
const RIGHT: i32 = 290;

/// The space for the heading above the axis, in pixels.
const TOP: i32 = 60;

/// The dashes of the curves of a panel: length and gap in pixels.
const DASHES: [Option<(i32, i32)>; 5] =
    [None, Some((14, 6)), Some((3, 5)), Some((26, 8)), Some((8, 14))];

type Area<B> = DrawingArea<B, Shift>;

/// The panel of one kind.
pub struct Panel<'a> {
    pub heading: &'static str,
    pub span: (u64, u64),
    pub scale: Scale,
    pub curves: Vec<Curve<'a>>,
}

/// The population of one species, by tick.
pub struct Curve<'a> {
    pub name: &'a str,
    pub colour: RGBColor,
    pub points: Vec<(u64, u64)>,
}

impl Curve<'_> {
    /// The greatest population.
    pub fn peak(&self) -> u64 {
        self.points.iter().map(|&(_, count)| count).max().unwrap_or(0)
    }

    /// The tick since which the species is extinct, if it is.
    fn extinct_since(&self) -> Option<u64> {
        let extinct = self.points.iter().rev().take_while(|&&(_, count)| count == 0);
        extinct.last().map(|&(tick, _)| tick).filter(|_| self.peak() > 0)
    }
}

impl Panel<'_> {
    /// Draws the panel in `area`.
    pub fn draw<B>(&self, area: &Area<B>) -> Result<(), PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let frame = Frame::new(area, self.span);
        let heading = Text::new(self.heading, (LEFT, 24), text(&HEADING));
        area.draw(&heading)?;
        if let Scale::Logarithmic(_) = self.scale {
            let (width, _) = area.estimate_text_size(self.heading, &text(&HEADING))?;
            let place = (LEFT + i32::try_from(width)? + 14, 25);
            area.draw(&Text::new("logarithmic scale", place, text(&CAPTION)))?;
        }
        self.draw_axis(area, &frame)?;
        for (curve, dash) in self.curves.iter().zip(DASHES.iter().cycle()) {
            self.draw_curve(area, &frame, curve, *dash)?;
        }
        self.draw_labels(area, &frame)
    }

    fn draw_axis<B>(&self, area: &Area<B>, frame: &Frame) -> Result<(), PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        for tick in even_steps(self.span, 10) {
            let x = frame.x(tick);
            area.draw(&PathElement::new([(x, frame.top), (x, frame.foot)], GRID))?;
        }
        let beside = text(&LABEL).pos(Pos::new(HPos::Right, VPos::Center));
        for count in self.scale.labelled() {
            let Some(y) = frame.y(self.scale, count) else { continue };
            area.draw(&PathElement::new([(LEFT, y), (frame.right, y)], GRID))?;
            area.draw(&Text::new(grouped(count), (LEFT - 12, y), beside.clone()))?;
        }
        area.draw(&PathElement::new([(LEFT, frame.foot), (frame.right, frame.foot)], AXIS))?;
        Ok(())
    }

    fn draw_curve<B>(
        &self,
        area: &Area<B>,
        frame: &Frame,
        curve: &Curve<'_>,
        dash: Option<(i32, i32)>,
    ) -> Result<(), PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let style = curve.colour.stroke_width(2);
        let placed = |&(tick, count)| Some((frame.x(tick), frame.y(self.scale, count)?));
        let end = curve.extinct_since();
        let before_end =
            curve.points.iter().take_while(|&&(tick, _)| end.is_none_or(|end| tick <= end));
        let points: Vec<Option<(i32, i32)>> = before_end.map(placed).collect();
        // Zero has no position on a logarithmic scale, so the curve has a gap there.
        for part in points.split(Option::is_none) {
            let part: Vec<(i32, i32)> = part.iter().flatten().copied().collect();
            match dash {
                _ if part.len() < 2 => {}
                None => area.draw(&PathElement::new(part, style))?,
                Some((length, gap)) => {
                    for dash in DashedLineSeries::new(part, length, gap, style) {
                        area.draw(&dash)?;
                    }
                }
            }
        }
        if let Some(tick) = end {
            let place = (frame.x(tick), frame.foot);
            area.draw(&Cross::new(place, 6, curve.colour.stroke_width(3)))?;
        }
        Ok(())
    }

    /// Draws the label of each curve at its end, without overlaps.
    fn draw_labels<B>(&self, area: &Area<B>, frame: &Frame) -> Result<(), PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let end = |curve: &Curve<'_>| {
            let last = curve.points.last().map_or(0, |&(_, count)| count);
            (last, frame.y(self.scale, last).unwrap_or(frame.foot))
        };
        let mut ends: Vec<(i32, u64, &Curve<'_>)> =
            self.curves.iter().map(|curve| (end(curve).1, end(curve).0, curve)).collect();
        ends.sort_by_key(|&(y, ..)| y);
        let places = labels::apart(&ends.iter().map(|&(y, ..)| y).collect::<Vec<_>>(), frame.foot);
        for ((y, last, curve), place) in ends.into_iter().zip(places) {
            let leader = [(frame.right + 4, y), (frame.right + 16, place)];
            area.draw(&PathElement::new(leader, curve.colour.mix(0.5)))?;
            let label = match curve.extinct_since() {
                Some(tick) => format!("{} extinct by {}", curve.name, grouped(tick)),
                None => format!("{} {}", curve.name, grouped(last)),
            };
            let style = style::name(curve.colour).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(label, (frame.right + 22, place), style))?;
        }
        Ok(())
    }
}

/// Draws the labels of the time axis below the lowest panel.
pub fn draw_ticks<B>(foot: &Area<B>, span: (u64, u64)) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let frame = Frame::new(foot, span);
    let below = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Top));
    for tick in even_steps(span, 10) {
        foot.draw(&Text::new(grouped(tick), (frame.x(tick), 10), below.clone()))?;
    }
    let middle = ((LEFT + frame.right) / 2, 38);
    let centred = text(&CAPTION).pos(Pos::new(HPos::Center, VPos::Top));
    foot.draw(&Text::new("ticks", middle, centred))?;
    Ok(())
}

/// The layout of a panel, in pixels.
struct Frame {
    top: i32,
    foot: i32,
    right: i32,
    span: (u64, u64),
}

impl Frame {
    fn new<B: DrawingBackend>(area: &Area<B>, span: (u64, u64)) -> Self {
        let (width, height) = area.dim_in_pixel();
        let pixels = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        Self { top: TOP, foot: pixels(height) - 12, right: pixels(width) - RIGHT, span }
    }

    fn x(&self, tick: u64) -> i32 {
        let (first, last) = self.span;
        let share = float(tick - first) / float((last - first).max(1));
        LEFT + pixel(share * f64::from(self.right - LEFT))
    }

    fn y(&self, scale: Scale, count: u64) -> Option<i32> {
        let share = scale.place(count)?;
        Some(self.foot - pixel(share * f64::from(self.foot - self.top)))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates of pixels are small")]
fn pixel(place: f64) -> i32 {
    (place + 0.5).floor() as i32
}
