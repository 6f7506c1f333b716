//! The chart of a league: ratings with their intervals, and the matrix of points.

use std::io;
use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::plot::{self, Plot, PlotError};
use terrarium_output::drawing::style::{AXIS, CAPTION, GRID, HEADING, LABEL, TITLE, text};

use super::{Ranked, RankedGroup, Table};

/// The file name of the chart.
pub const CHART: &str = "league.png";

const TITLE_HEIGHT: u32 = 96;
const HEAD_HEIGHT: u32 = 84;
const LINE_HEIGHT: u32 = 34;
const FOOT_HEIGHT: u32 = 40;

/// The positions of names, ratings and the matrix, in pixels from the left.
const NAMES: i32 = 40;
const RATINGS: (i32, i32) = (330, 720);
const CELLS: i32 = 800;
const CELL: i32 = 46;
const MARGIN: i32 = 40;

const INK: RGBColor = RGBColor(38, 42, 48);
/// The ends of the scale of points: all lost, even, all won.
const LOST: RGBColor = RGBColor(196, 98, 52);
const EVEN: RGBColor = RGBColor(244, 244, 242);
const WON: RGBColor = RGBColor(42, 112, 172);

/// Draws the chart of a league into a PNG file at `path`; the file is written atomically.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, table: &Table) -> io::Result<()> {
    let most = table.groups.iter().map(|group| group.ranking.len()).max().unwrap_or(0);
    let width = CELLS + CELL * i32::try_from(most).unwrap_or(0) + MARGIN;
    let heights: u32 = table.groups.iter().map(height_of).sum();
    let size = (width.max(1180).unsigned_abs(), TITLE_HEIGHT + heights + FOOT_HEIGHT);
    plot::save(path, size, |plot| {
        let (head, mut rest) = plot.split_vertically(TITLE_HEIGHT);
        draw_title(&head, table)?;
        for group in &table.groups {
            let (panel, below) = rest.split_vertically(height_of(group));
            draw_group(&panel, group)?;
            rest = below;
        }
        Ok(())
    })
}

fn height_of(group: &RankedGroup) -> u32 {
    HEAD_HEIGHT + LINE_HEIGHT * u32::try_from(group.ranking.len()).unwrap_or(0) + FOOT_HEIGHT
}

fn draw_title(area: &Plot<'_>, table: &Table) -> Result<(), PlotError> {
    let (first, last) = table.seeds;
    let title = format!("League: {}", table.format.name());
    let about =
        format!("{} games of up to {} ticks, seeds {first} to {last}", table.games, table.ticks);
    area.draw(&Text::new(title, (NAMES, 26), text(&TITLE)))?;
    area.draw(&Text::new(about, (NAMES, 64), text(&CAPTION)))?;
    Ok(())
}

fn draw_group(area: &Plot<'_>, group: &RankedGroup) -> Result<(), PlotError> {
    let above = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Bottom));
    let top = i32::try_from(HEAD_HEIGHT)?;
    let line = |index: usize| -> Result<i32, PlotError> {
        Ok(top + i32::try_from(LINE_HEIGHT)? * i32::try_from(index)? + 17)
    };
    area.draw(&Text::new(format!("{}s", group.name), (NAMES, 16), text(&HEADING)))?;
    let captions =
        [(RATINGS.0, "rating, 95 % interval"), (CELLS, "points in percent: row against column")];
    for (x, caption) in captions {
        area.draw(&Text::new(caption, (x, 18), text(&CAPTION)))?;
    }
    let scale = Scale::new(&group.ranking);
    let bottom = line(group.ranking.len())? - 17;
    for rating in scale.labels() {
        let x = scale.pixel(rating);
        area.draw(&PathElement::new([(x, top), (x, bottom)], GRID))?;
        area.draw(&Text::new(format!("{rating:.0}"), (x, top - 4), above.clone()))?;
    }
    for index in 0..group.ranking.len() {
        let x = CELLS + CELL * i32::try_from(index)? + CELL / 2;
        area.draw(&Text::new(format!("{}", index + 1), (x, top - 4), above.clone()))?;
    }
    for (index, ranked) in group.ranking.iter().enumerate() {
        draw_entrant(area, line(index)?, index, ranked, &scale)?;
        for (column, record) in group.matrix[index].iter().enumerate() {
            let x = CELLS + CELL * i32::try_from(column)?;
            draw_cell(area, (x, line(index)?), record.share_of_points())?;
        }
    }
    area.draw(&PathElement::new([(NAMES, bottom), (RATINGS.1, bottom)], AXIS))?;
    Ok(())
}

fn draw_entrant(
    area: &Plot<'_>,
    y: i32,
    index: usize,
    ranked: &Ranked,
    scale: &Scale,
) -> Result<(), PlotError> {
    let label = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Center)).color(&INK);
    area.draw(&Text::new(format!("{}  {}", index + 1, ranked.entrant), (NAMES, y), label))?;
    let ends = ranked.interval.map(|end| (scale.pixel(end), y));
    area.draw(&PathElement::new(ends, INK.mix(0.45).stroke_width(3)))?;
    area.draw(&Circle::new((scale.pixel(ranked.rating), y), 6, INK.filled()))?;
    Ok(())
}

/// Draws a cell of the matrix: its colour and the same as a number.
fn draw_cell(area: &Plot<'_>, (x, y): (i32, i32), share: Option<f64>) -> Result<(), PlotError> {
    let corners = [(x + 1, y - 16), (x + CELL - 1, y + 16)];
    let Some(share) = share else {
        area.draw(&Rectangle::new(corners, GRID.mix(0.5).filled()))?;
        return Ok(());
    };
    area.draw(&Rectangle::new(corners, colour(share).filled()))?;
    let is_dark = (share - 0.5).abs() > 0.3;
    let ink = if is_dark { WHITE } else { INK };
    let number = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Center)).color(&ink);
    area.draw(&Text::new(format!("{:.0}", share * 100.0), (x + CELL / 2, y), number))?;
    Ok(())
}

/// The colour of a share of points.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "parts of colours")]
fn colour(share: f64) -> RGBColor {
    let (end, weight) =
        if share < 0.5 { (LOST, 1.0 - share * 2.0) } else { (WON, share * 2.0 - 1.0) };
    let mix = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * weight + 0.5).floor() as u8
    };
    RGBColor(mix(EVEN.0, end.0), mix(EVEN.1, end.1), mix(EVEN.2, end.2))
}

/// The scale of ratings, which includes all intervals.
struct Scale {
    low: f64,
    high: f64,
}

/// The distance of the labels of ratings.
const STEP: f64 = 500.0;

impl Scale {
    fn new(ranking: &[Ranked]) -> Self {
        let low = ranking.iter().map(|ranked| ranked.interval[0]).fold(1500.0, f64::min);
        let high = ranking.iter().map(|ranked| ranked.interval[1]).fold(1500.0, f64::max);
        Self {
            low: (low / STEP).floor() * STEP,
            high: ((high / STEP).ceil() * STEP).max(low + STEP),
        }
    }

    fn labels(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.low, self.high);
        (0..100).map(move |step| low + STEP * f64::from(step)).take_while(move |it| *it <= high)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the chart is small")]
    fn pixel(&self, rating: f64) -> i32 {
        let share = (rating - self.low) / (self.high - self.low);
        RATINGS.0 + (f64::from(RATINGS.1 - RATINGS.0) * share + 0.5).floor() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_points_ends_in_its_colours() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), [LOST, EVEN, WON]);
    }
}
