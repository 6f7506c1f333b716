//! The shapes of charts, drawn in a frame.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::colour::Rgb;
use terrarium_output::drawing::image::Area;
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{self, AXIS, LABEL, text};

use super::frame::{Frame, pixel};
use crate::charts::axis::float;
use crate::charts::{Bar, Bars, Curve, Points, Trajectory, apart};

/// The dashes of curves, so that they differ without colours: length and gap in pixels.
const DASHES: [Option<(i32, i32)>; 5] =
    [None, Some((14, 6)), Some((3, 5)), Some((26, 8)), Some((8, 14))];

/// The height of a label, in pixels.
const LINE: f32 = 21.0;

pub(super) fn draw_curves<B>(
    area: &Area<B>,
    frame: &Frame<'_>,
    curves: &[Curve],
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let of_others = curves.iter().filter(|curve| curve.branch.is_some());
    for curve in of_others {
        let style = style::legible(curve.colour).mix(0.4).stroke_width(1);
        draw_curve(area, frame, curve, Some((6, 5)), style)?;
    }
    let own: Vec<&Curve> = curves.iter().filter(|curve| curve.branch.is_none()).collect();
    for (curve, dash) in own.iter().zip(DASHES.into_iter().cycle()) {
        let style = style::legible(curve.colour).stroke_width(2);
        draw_curve(area, frame, curve, dash, style)?;
    }
    draw_labels(area, frame, &own)
}

fn draw_curve<B>(
    area: &Area<B>,
    frame: &Frame<'_>,
    curve: &Curve,
    dash: Option<(i32, i32)>,
    style: ShapeStyle,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    for run in curve.runs() {
        let points: Vec<(i32, i32)> =
            run.into_iter().map(|(tick, value)| (frame.x(float(tick)), frame.y(value))).collect();
        match dash {
            _ if points.len() < 2 => {
                for point in points {
                    area.draw(&Circle::new(point, 2, style))?;
                }
            }
            None => area.draw(&PathElement::new(points, style))?,
            Some((length, gap)) => {
                for dash in DashedLineSeries::new(points, length, gap, style) {
                    area.draw(&dash)?;
                }
            }
        }
    }
    Ok(())
}

/// Draws the name of each curve at its right end.
fn draw_labels<B>(area: &Area<B>, frame: &Frame<'_>, curves: &[&Curve]) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let mut ends: Vec<(&Curve, f64)> =
        curves.iter().filter_map(|curve| Some((*curve, curve.end()?.1))).collect();
    ends.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    #[expect(clippy::cast_precision_loss, reason = "coordinates of pixels are small")]
    let pixels = |at: i32| at as f32;
    let wanted: Vec<f32> = ends.iter().map(|&(_, value)| pixels(frame.y(value))).collect();
    let range = (pixels(frame.top) - LINE * 0.5, pixels(frame.foot) + LINE * 0.5);
    for (((curve, value), at), own) in ends.iter().zip(apart(&wanted, LINE, range)).zip(&wanted) {
        let Some(at) = at else { continue };
        let colour = style::legible(curve.colour);
        let end = curve.end().map_or(frame.right, |(tick, _)| frame.x(float(tick)));
        let place = pixel(f64::from(at));
        let leader =
            [(end.max(frame.right) + 2, pixel(f64::from(*own))), (frame.right + 12, place)];
        area.draw(&PathElement::new(leader, colour.mix(0.5)))?;
        let label = style::name(colour).pos(Pos::new(HPos::Left, VPos::Center));
        let _ = value;
        area.draw(&Text::new(curve.name.as_str(), (frame.right + 16, place), label))?;
    }
    Ok(())
}

pub(super) fn draw_bars<B>(area: &Area<B>, frame: &Frame<'_>, bars: &Bars) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    for bar in &bars.bars {
        if bars.is_horizontal {
            draw_row(area, frame, bars, bar)?;
        } else {
            draw_column(area, frame, bars, bar)?;
        }
    }
    if let Some(mean) = bars.mean {
        let x = frame.x(mean);
        area.draw(&PathElement::new([(x, frame.top), (x, frame.foot)], AXIS.stroke_width(2)))?;
    }
    if bars.parts.iter().any(|part| part.is_below) {
        let y = frame.y(0.0);
        area.draw(&PathElement::new([(frame.left, y), (frame.right, y)], AXIS))?;
    }
    Ok(())
}

fn draw_column<B>(
    area: &Area<B>,
    frame: &Frame<'_>,
    bars: &Bars,
    bar: &Bar,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let (left, right) = (frame.x(bar.range.0), frame.x(bar.range.1));
    let gap = i32::from(right - left > 6);
    let mut sums = [0_u64; 2];
    for (&count, part) in bar.counts.iter().zip(&bars.parts).filter(|&(&count, _)| count > 0) {
        let sum = &mut sums[usize::from(part.is_below)];
        let sign = if part.is_below { -1.0 } else { 1.0 };
        let (from, to) = (sign * float(*sum), sign * float(*sum + count));
        *sum += count;
        let corners = [(left, frame.y(from)), ((right - gap).max(left + 1), frame.y(to))];
        area.draw(&Rectangle::new(corners, filled(part.colour)))?;
    }
    Ok(())
}

fn draw_row<B>(area: &Area<B>, frame: &Frame<'_>, bars: &Bars, bar: &Bar) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let is_named = !bar.name.is_empty();
    // Names are read from the top to the bottom, ages grow upward.
    let flipped = |value: f64| {
        if is_named { frame.foot - (frame.y(value) - frame.top) } else { frame.y(value) }
    };
    let (top, bottom) = (
        flipped(bar.range.1).min(flipped(bar.range.0)),
        flipped(bar.range.0).max(flipped(bar.range.1)),
    );
    let gap = if bottom - top > 12 { (bottom - top) / 8 } else { 0 };
    let all = bar.counts.iter().sum::<u64>();
    let share = |sum: u64| match bars.shows_shares {
        true => {
            frame.left + pixel(float(sum) / float(all.max(1)) * f64::from(frame.right - frame.left))
        }
        false => frame.x(float(sum)),
    };
    let mut sum = 0;
    for (&count, part) in bar.counts.iter().zip(&bars.parts).filter(|&(&count, _)| count > 0) {
        let corners = [(share(sum), top + gap), (share(sum + count), (bottom - gap).max(top + 1))];
        area.draw(&Rectangle::new(corners, filled(part.colour)))?;
        sum += count;
    }
    if is_named {
        let middle = (top + bottom) / 2;
        let name = text(&LABEL).pos(Pos::new(HPos::Right, VPos::Center));
        area.draw(&Text::new(bar.name.as_str(), (frame.left - 8, middle), name))?;
        let count = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(all.to_string(), (share(sum) + 8, middle), count))?;
    }
    Ok(())
}

pub(super) fn draw_trajectory<B>(
    area: &Area<B>,
    frame: &Frame<'_>,
    course: &Trajectory,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let colour = style::legible(course.colour);
    let count = course.points.len().max(2);
    for (pair, index) in course.points.windows(2).zip(1_usize..) {
        #[expect(clippy::cast_precision_loss, reason = "there are few points")]
        let age = index as f64 / (count - 1) as f64;
        let ends = [0, 1].map(|end| (frame.x(pair[end].1), frame.y(pair[end].2)));
        let style = colour.mix(0.12 + 0.88 * age * age).stroke_width(2);
        area.draw(&PathElement::new(ends, style))?;
    }
    if let Some((tick, x, y)) = course.now {
        let at = (frame.x(x), frame.y(y));
        area.draw(&Circle::new(at, 6, colour.filled()))?;
        let label = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Bottom));
        area.draw(&Text::new(format!("tick {tick}"), (at.0 + 8, at.1 - 4), label))?;
    }
    Ok(())
}

pub(super) fn draw_points<B>(
    area: &Area<B>,
    frame: &Frame<'_>,
    points: &Points,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let style = style::legible(points.colour).mix(0.6).filled();
    for &(_, x, y) in &points.points {
        area.draw(&Circle::new((frame.x(x), frame.y(y)), 3, style))?;
    }
    Ok(())
}

fn filled([r, g, b]: Rgb) -> ShapeStyle {
    RGBColor(r, g, b).filled()
}
