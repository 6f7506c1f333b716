//! The chart of a league: ratings with their intervals, and the matrix of points.

use std::io;
use std::path::Path;

use terrarium_drawing::chart::{ChartPen, Heading};
use terrarium_drawing::image::{self, ImageFormat};
use terrarium_drawing::{Colour, Rect, Vec2, opaque, pale};
use terrarium_output::colour::Rgb;

use super::{Ranked, RankedGroup, Table};
use crate::charts::column::Column;

/// The file name of the chart.
pub const CHART: &str = "league.png";

/// The height of the head of a group and of a row, and the space below the rows, in pixels.
const HEAD: u32 = 84;
const ROW: u32 = 34;
const FOOT: u32 = 40;

/// The positions of ratings and of the matrix, in pixels from the left, and the sides of a cell.
const RATINGS: (f32, f32) = (300.0, 390.0);
const CELLS: f32 = 770.0;
const CELL: u32 = 46;

/// The most entrants of a group that are shown.
const MOST: usize = 120;

/// The least width of a chart, in pixels.
const WIDTH: u32 = 1180;

/// The ends of the scale of points: all lost, even, all won.
const LOST: Rgb = [196, 98, 52];
const EVEN: Rgb = [244, 244, 242];
const WON: Rgb = [42, 112, 172];

/// Draws the chart of a league into a PNG file at `path`; the file is written atomically.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(path: &Path, table: &Table) -> io::Result<()> {
    let most = table.groups.iter().map(shown).max().unwrap_or(0);
    let width = 840 + CELL * u32::try_from(most).unwrap_or(0);
    let heights: u32 = table.groups.iter().map(height_of).sum();
    let (first, last) = table.seeds;
    let title = &format!("League: {}", table.format.name());
    let (games, ticks) = (table.games, table.ticks);
    let about = &format!("{games} games of up to {ticks} ticks, seeds {first} to {last}");
    let heading = Heading { title, notes: &[about] };
    let width = width.max(WIDTH);
    let size = (width, heading.height(width) + heights);
    image::save(path, ImageFormat::Png, size, |pen| {
        let mut rest = heading.write(pen, pen.surface.bounds());
        for group in &table.groups {
            #[expect(clippy::cast_precision_loss, reason = "a league is small")]
            let (area, below) = rest.cut_top(height_of(group) as f32);
            draw_group(pen, area, group);
            rest = below;
        }
    })
}

fn height_of(group: &RankedGroup) -> u32 {
    HEAD + ROW * u32::try_from(shown(group)).unwrap_or(0) + FOOT
}

/// The number of entrants of a group that are shown: the best ones.
fn shown(group: &RankedGroup) -> usize {
    group.ranking.len().min(MOST)
}

fn draw_group(pen: &mut ChartPen<'_>, area: Rect, group: &RankedGroup) {
    let (heading, rest) = area.cut_top(pen.px(22.0));
    let rows = shown(group);
    let name = match group.ranking.len() - rows {
        0 => format!("{}s", group.name),
        more => format!("{}s, the best {rows}; {more} more are in the table", group.name),
    };
    pen.text(&name, heading, &pen.ink.heading());
    #[expect(clippy::cast_precision_loss, reason = "a league is small")]
    let (height, side, count) = (ROW as f32, CELL as f32, rows as f32);
    let rest = Rect { height: pen.px(Column::HEAD) + height * count, ..rest };
    let scale = Scale::new(&group.ranking[..rows]);
    let labels: Vec<(f64, String)> =
        scale.labels().map(|rating| (scale.share(rating), format!("{rating:.0}"))).collect();
    let ratings = Rect { left: area.left + RATINGS.0, width: RATINGS.1, ..rest };
    let ratings = Column::new(pen, ratings, "rating, 95 % interval", &labels);
    let cells = Rect { left: area.left + CELLS, width: side * count, ..rest };
    let middle = |index: usize| (index as f64 + 0.5) / rows.max(1) as f64;
    let numbers: Vec<(f64, String)> =
        (0..rows).map(|index| (middle(index), format!("{}", index + 1))).collect();
    let cells = Column::new(pen, cells, "points in percent: row against column", &numbers);
    for (index, ranked) in group.ranking.iter().take(rows).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a league is small")]
        let top = ratings.area.top + height * index as f32;
        let row = Rect { top, height, ..area };
        let name = Rect { width: RATINGS.0 - pen.px(8.0), ..row };
        let style = pen.ink.small().coloured(pen.ink.text);
        pen.text(&format!("{}  {}", index + 1, ranked.entrant), name, &style);
        let interval = ranked.interval.map(|end| scale.share(end));
        ratings.dot(pen, row.centre().y, scale.share(ranked.rating), interval);
        for (column, record) in group.matrix[index].iter().take(rows).enumerate() {
            let centre = Vec2::new(cells.x_of(middle(column)), row.centre().y);
            let cell = Rect::around_size(centre, Vec2::new(side - 2.0, height - 2.0));
            draw_cell(pen, cell, record.share_of_points());
        }
    }
    let foot = Rect::new(area.left, ratings.area.bottom(), RATINGS.0 + RATINGS.1, pen.px(1.0));
    pen.surface.fill(foot, pen.ink.edge);
}

/// Draws a cell of the matrix: its colour and the same as a number.
fn draw_cell(pen: &mut ChartPen<'_>, cell: Rect, share: Option<f64>) {
    let Some(share) = share else {
        return pen.surface.fill(cell, pale(pen.ink.line, 128));
    };
    pen.surface.fill(cell, colour(share));
    let is_dark = (share - 0.5).abs() > 0.3;
    let ink = if is_dark { opaque(pen.ink.ground) } else { pen.ink.text };
    let style = pen.ink.small().coloured(ink);
    pen.text_at(&format!("{:.0}", share * 100.0), cell.centre(), &style);
}

/// The colour of a share of points.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "parts of colours")]
fn colour(share: f64) -> Colour {
    let (end, weight) =
        if share < 0.5 { (LOST, 1.0 - share * 2.0) } else { (WON, share * 2.0 - 1.0) };
    let mix = |part: usize| {
        let (from, to) = (f64::from(EVEN[part]), f64::from(end[part]));
        (from + (to - from) * weight + 0.5).floor() as u8
    };
    opaque([mix(0), mix(1), mix(2)])
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

    fn share(&self, rating: f64) -> f64 {
        (rating - self.low) / (self.high - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_points_ends_in_its_colours() {
        assert_eq!([0.0, 0.5, 1.0].map(colour), [LOST, EVEN, WON].map(opaque));
    }
}
