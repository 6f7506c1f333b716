//! Clusters over time as nested bands. A click goes to the tick, one on a name to the origin of the cluster.

use glam::Vec2;
use terrarium_drawing::chart::{
    ChartPen, Frame, Ink, Plate, SideName, float, grouped, side_names, side_names_width,
};
use terrarium_drawing::{Colour, Rect, opaque, pale};
use terrarium_output::colour::{Rgb, contrast};

use super::{ChartView, Target, Targets};
use crate::charts::Plot;
use crate::charts::descent::{Band, MullerPlot};

/// The greatest share of the width that names take.
const LABELS: f32 = 0.25;

/// The least height of a band with its name in it, in pixels at scale 1.
const LINE: f32 = 13.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    muller: &MullerPlot,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let ends = ends(pen.ink, muller);
    let names = ends.iter().map(|(_, name)| name.as_str());
    let width = side_names_width(pen, area, names, LABELS);
    let frame = Frame::new(pen, area, [&of.x, &of.y], width);
    frame.axes(pen);
    let pointed = pointed_at(pen, &frame, muller);
    for (index, band) in muller.bands.iter().enumerate() {
        pen.surface.begin_group(&band.name);
        draw(pen, &frame, muller, band);
        if pointed.is_some_and(|(_, it)| it == index) {
            let light = pale(pen.ink.text, 70);
            edges(&frame, muller, band).for_each(|edge| pen.surface.polygon(&edge, light));
        }
        pen.surface.end_group();
    }
    for band in &muller.bands {
        name_inside(pen, &frame, muller, band);
    }
    frame.playhead(pen, view.tick);
    targets.add(frame.area, &area, Target::Time(frame.time()));
    name_ends(pen, &frame, &ends, area.right(), targets);
    let (column, index) = pointed?;
    Some(plate(pen.ink, muller, column, index))
}

/// The bands that live at the end, the largest first, with their names; on paper also with the numbers of their members.
fn ends<'a>(ink: &Ink, muller: &'a MullerPlot) -> Vec<(&'a Band, String)> {
    let living = |band: &Band| band.living.last().copied().unwrap_or(0);
    let mut ends: Vec<&Band> = muller.bands.iter().filter(|band| living(band) > 0).collect();
    ends.sort_by_key(|band| std::cmp::Reverse(living(band)));
    let label = |band: &Band| match ink.is_print {
        true => format!("{} ({})", band.name, grouped(living(band))),
        false => band.name.clone(),
    };
    ends.into_iter().map(|band| (band, label(band))).collect()
}

/// Fills a band, with an edge in the colour of the ground.
fn draw(pen: &mut ChartPen<'_>, frame: &Frame<'_>, muller: &MullerPlot, band: &Band) {
    let (width, ground) = (pen.px(1.0) * 0.7, pale(opaque(pen.ink.ground), 130));
    for edge in edges(frame, muller, band) {
        pen.surface.polygon(&edge, opaque(band.colour));
        pen.surface.polyline(&edge, width, ground);
    }
}

/// The outlines of a band: one for each time in which it or a band in it lives.
fn edges<'a>(
    frame: &'a Frame<'_>,
    muller: &'a MullerPlot,
    band: &'a Band,
) -> impl Iterator<Item = Vec<Vec2>> + 'a {
    let last = muller.ticks.len().saturating_sub(1);
    let mut from = 0;
    std::iter::from_fn(move || {
        let begin = from + band.whole[from..].iter().take_while(|&&count| count == 0).count();
        let length = band.whole[begin..].iter().take_while(|&&count| count > 0).count();
        from = begin + length;
        // It grows from nothing, and ends in nothing.
        let (first, past) = (begin.saturating_sub(1), from.min(last));
        let at = |index: usize, value: f64| frame.place(float(muller.ticks[index]), value);
        (length > 0).then(|| {
            let below = (first..=past).map(|index| at(index, band.low[index]));
            let above = (first..=past).rev().map(|index| at(index, band.high(index)));
            below.chain(above).collect()
        })
    })
}

/// Writes the name of a band where it is highest, if there is room.
fn name_inside(pen: &mut ChartPen<'_>, frame: &Frame<'_>, muller: &MullerPlot, band: &Band) {
    let style = pen.ink.small().bold().coloured(ink_on(band.colour));
    let half = pen.font.width(&band.name, &style) * 0.5 + pen.px(3.0);
    let xs: Vec<f32> = muller.ticks.iter().map(|&tick| frame.x_of(float(tick))).collect();
    let mut best = (pen.px(LINE), None);
    for (middle, &x) in xs.iter().enumerate() {
        if x - half < frame.area.left || x + half > frame.area.right() {
            continue;
        }
        // The room between the highest lower and the lowest upper edge beside the name.
        let near = (0..middle).rev().take_while(|&it| xs[it] > x - half);
        let near = near.chain((middle..xs.len()).take_while(|&it| xs[it] < x + half));
        let edges = near.map(|index| band.open_part(index));
        let (low, high) = edges.fold((0.0_f64, f64::INFINITY), |(low, high), (from, to)| {
            (low.max(from), high.min(to))
        });
        let (foot, top) = (frame.y_of(low), frame.y_of(high));
        if low < high && foot - top > best.0 {
            best = (foot - top, Some(Vec2::new(x, f32::midpoint(foot, top))));
        }
    }
    if let (_, Some(at)) = best {
        pen.text_at(&band.name, at, &style);
    }
}

/// The colour of text on a band: black or white, whichever has more contrast.
fn ink_on(colour: Rgb) -> Colour {
    let ends = [[20, 24, 28], [255; 3]];
    let [dark, light] = ends.map(|end| contrast(end, colour));
    opaque(ends[usize::from(light > dark)])
}

/// Writes the names of the bands that live at the end beside them. A click on one goes to its origin.
fn name_ends(
    pen: &mut ChartPen<'_>,
    frame: &Frame<'_>,
    ends: &[(&Band, String)],
    right: f32,
    targets: &mut Targets,
) {
    let name = |(band, name): &(&Band, String)| {
        let (low, high) = band.open_part(band.living.len() - 1);
        let at = frame.y_of(f64::midpoint(low, high));
        SideName { name: name.clone(), colour: band.colour, at, is_clickable: true }
    };
    let names: Vec<SideName> = ends.iter().map(name).collect();
    for ((band, _), row) in ends.iter().zip(side_names(pen, frame, &names, right)) {
        let Some(row) = row else { continue };
        let (tick, organism) = (band.origin, Some(band.first));
        targets.add_named(row, &row, Target::Jump { tick, organism }, band.name.clone());
    }
}

/// The index of the tick at the pointer, and the innermost band there.
fn pointed_at(
    pen: &ChartPen<'_>,
    frame: &Frame<'_>,
    muller: &MullerPlot,
) -> Option<(usize, usize)> {
    let pointer: Vec2 = pen.pointer.filter(|&at| frame.area.contains(at))?;
    let tick = frame.time().tick_at(pointer.x);
    let column = muller.ticks.partition_point(|&it| it < tick).min(muller.ticks.len() - 1);
    let is_at = |band: &Band| {
        let (top, foot) = (frame.y_of(band.high(column)), frame.y_of(band.low[column]));
        band.whole[column] > 0 && (top..foot).contains(&pointer.y)
    };
    // Children come after their parents.
    let index = muller.bands.iter().rposition(is_at)?;
    Some((column, index))
}

/// What is known of a cluster at a tick.
fn plate(ink: &Ink, muller: &MullerPlot, column: usize, index: usize) -> Plate {
    let band = &muller.bands[index];
    let mut plate = Plate::new(ink, format!("tick {}", grouped(muller.ticks[column])));
    let all: u64 = muller.bands.iter().map(|band| band.living[column]).sum();
    let share = 100.0 * float(band.living[column]) / float(all.max(1));
    let colour = ink.name_of(band.colour);
    plate.line(format!("{}: {} alive, {share:.0} %", band.name, band.living[column]), colour);
    plate.line(
        format!("since tick {}, from organism {}", grouped(band.origin), band.first),
        ink.text,
    );
    let up = |index: &usize| muller.bands[*index].parent;
    let above: Vec<&str> = std::iter::successors(up(&index), up)
        .map(|index| muller.bands[index].name.as_str())
        .collect();
    if !above.is_empty() {
        plate.line(format!("descends from {}", above.join(" < ")), ink.faint);
    }
    plate
}
