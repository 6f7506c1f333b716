//! Several plots in rows and columns.

use super::ChartPen;
use crate::Rect;

/// The least size of a plot, in pixels at scale 1.
const LEAST: [f32; 2] = [58.0, 42.0];

/// The gap between plots, in pixels at scale 1.
const GAP: f32 = 8.0;

/// The best ratio of the width of a plot to its height.
const RATIO: f32 = 1.6;

/// The height of the line that says how many plots are left out, in pixels at scale 1.
const LINE: f32 = 14.0;

/// Plots in rows, from the left to the right, and the rows from the top to the bottom.
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    area: Rect,
    columns: u16,
    rows: u16,
    gap: f32,
    /// The line below the plots, and how many plots have no room.
    left_out: Option<(Rect, usize)>,
}

impl Grid {
    /// The columns and rows in which this number of plots is nearest to the best ratio. Where they would be too small, only the
    /// first ones have room. `scale` is that of text.
    #[must_use]
    pub fn new(area: Rect, plots: usize, scale: f32) -> Self {
        let gap = GAP * scale;
        let least = LEAST.map(|length| length * scale);
        let grid = |area, columns, rows| Self { area, columns, rows, gap, left_out: None };
        let count = u16::try_from(plots).unwrap_or(u16::MAX).max(1);
        let all = (1..=count).map(|columns| grid(area, columns, count.div_ceil(columns)));
        let fitting = all.filter(|it| it.width() >= least[0] && it.height() >= least[1]);
        // Empty cells are as bad as plots of another ratio.
        let cost = |it: &Self| {
            let empty = f32::from(it.columns * it.rows - count) / f32::from(count);
            libm::logf(it.width() / it.height() / RATIO).abs() + empty
        };
        if let Some(best) = fitting.min_by(|a, b| cost(a).total_cmp(&cost(b))) {
            return best;
        }
        let (body, line) = area.cut_top((area.height - LINE * scale).max(0.0));
        let columns = fits(body.width, least[0], gap).min(count);
        let rows = fits(body.height, least[1], gap).min(count.div_ceil(columns));
        let left_out = plots.saturating_sub(usize::from(columns) * usize::from(rows));
        Self { left_out: Some((line, left_out)), ..grid(body, columns, rows) }
    }

    fn width(&self) -> f32 {
        let columns = f32::from(self.columns);
        (self.area.width - self.gap * (columns - 1.0)) / columns
    }

    fn height(&self) -> f32 {
        let rows = f32::from(self.rows);
        (self.area.height - self.gap * (rows - 1.0)) / rows
    }

    /// The rectangles of the plots.
    pub fn cells(self) -> impl Iterator<Item = Rect> {
        let (width, height) = (self.width(), self.height());
        let places = (0..self.rows).flat_map(move |row| (0..self.columns).map(move |it| (row, it)));
        places.map(move |(row, column)| {
            let left = self.area.left + (width + self.gap) * f32::from(column);
            let top = self.area.top + (height + self.gap) * f32::from(row);
            Rect::new(left.round(), top.round(), width.floor(), height.floor())
        })
    }

    /// Writes how many plots have no room.
    pub fn say_what_is_left_out(&self, pen: &mut ChartPen<'_>, what: &str) {
        if let Some((line, count @ 1..)) = self.left_out {
            let text = match pen.ink.is_print {
                true => format!("{count} more {what} have no room"),
                false => format!("{count} more {what}: enlarge the chart (Z)"),
            };
            pen.text(&text, line, &pen.ink.small().coloured(pen.ink.warning));
        }
    }
}

/// How many plots of the least length fit beside each other, at least one.
fn fits(length: f32, least: f32, gap: f32) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
    let count = ((length + gap) / (least + gap)) as u16;
    count.max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plots_are_apart_and_as_many_as_have_room(
            (width, height) in (60.0_f32..1600.0, 60.0_f32..1000.0),
            plots in 1_usize..40,
            scale in 1.0_f32..2.0,
        ) {
            let area = Rect::new(10.0, 20.0, width * scale, height * scale);
            let grid = Grid::new(area, plots, scale);
            let cells: Vec<Rect> = grid.cells().take(plots).collect();
            let left_out = grid.left_out.map_or(0, |(_, count)| count);
            prop_assert_eq!(cells.len() + left_out, plots);
            for (index, cell) in cells.iter().enumerate() {
                let [width, height] = LEAST.map(|length| length * scale - 1.0);
                prop_assert!(cell.width >= width && cell.height >= height, "{:?}", cell);
                prop_assert!(cell.right() <= area.right() + 1.0, "{:?}", cell);
                prop_assert!(cell.bottom() <= area.bottom() + 1.0, "{:?}", cell);
                let is_apart = |other: &Rect| cell.within(other).is_empty();
                prop_assert!(cells[index + 1..].iter().all(is_apart), "{:?}", cells);
            }
            if left_out > 0 {
                let body = Rect { height: area.height - LINE * scale, ..area };
                let one_more = Grid::new(body, cells.len() + 1, scale);
                prop_assert!(one_more.left_out.is_some(), "another one has room");
            }
        }
    }
}
