//! The grid of terminal cells: each holds two pixels, one above the other, or a character.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Print, SetBackgroundColor, SetForegroundColor};

use super::colour::Depth;

/// A colour: red, green and blue.
pub type Rgb = [u8; 3];

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The character; `▀` for two pixels.
    pub letter: char,
    /// The colour of the character or the upper pixel.
    pub ink: Rgb,
    /// The colour of the background or the lower pixel.
    pub paper: Rgb,
}

/// The character for two pixels: its upper half has the foreground colour.
const HALVES: char = '▀';

impl Cell {
    /// An empty cell.
    pub const EMPTY: Self = Self { letter: ' ', ink: [0; 3], paper: [0; 3] };

    /// Returns a cell with two pixels, one above the other.
    #[must_use]
    pub fn pixels(upper: Rgb, lower: Rgb) -> Self {
        Self { letter: HALVES, ink: upper, paper: lower }
    }

    /// Returns the character and the colours to send to a terminal of a colour depth.
    fn shown(self, depth: Depth) -> (char, Rgb, Rgb) {
        match (depth, self.letter) {
            (Depth::None, other) => (other, [0; 3], [0; 3]),
            (_, HALVES) if self.ink == self.paper => (' ', self.paper, self.paper),
            (_, other) => (other, self.ink, self.paper),
        }
    }
}

/// The content of a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
}

impl Cells {
    /// Creates an empty grid.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        let count = usize::from(width) * usize::from(height);
        Self { width, height, cells: vec![Cell::EMPTY; count] }
    }

    /// Returns the number of columns and rows.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Returns the letter of a cell.
    #[cfg(test)]
    pub fn letter(&self, column: u16, row: u16) -> char {
        self.cells[usize::from(row) * usize::from(self.width) + usize::from(column)].letter
    }

    /// Sets a cell, if it is inside the grid.
    pub fn set(&mut self, column: u16, row: u16, cell: Cell) {
        if column < self.width && row < self.height {
            self.cells[usize::from(row) * usize::from(self.width) + usize::from(column)] = cell;
        }
    }

    /// Writes text from a cell to the right, cut off before column `end`.
    pub fn write(&mut self, column: u16, row: u16, end: u16, text: &str, ink: Rgb, paper: Rgb) {
        for (column, letter) in (column..end.min(self.width)).zip(text.chars()) {
            let letter = if letter.is_control() { ' ' } else { letter };
            self.set(column, row, Cell { letter, ink, paper });
        }
    }

    /// Updates a terminal that shows `before`: sends the cells that differ, or all cells without
    /// `before`.
    ///
    /// # Errors
    /// If writing to the terminal fails.
    pub fn send(
        &self,
        before: Option<&Self>,
        depth: Depth,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let before = before.filter(|before| before.size() == self.size());
        let mut colours = None;
        let mut expected = None;
        for (index, &cell) in self.cells.iter().enumerate() {
            if before.is_some_and(|before| before.cells[index] == cell) {
                continue;
            }
            let (letter, ink, paper) = cell.shown(depth);
            // Terminals differ in where the cursor goes at the end of a row.
            let width = usize::from(self.width);
            if expected != Some(index) || index % width == 0 {
                queue!(out, MoveTo(narrow(index % width), narrow(index / width)))?;
            }
            let shown = (depth.nearest(ink), depth.nearest(paper));
            if depth != Depth::None && colours != Some(shown) {
                queue!(out, SetForegroundColor(shown.0), SetBackgroundColor(shown.1))?;
                colours = Some(shown);
            }
            queue!(out, Print(letter))?;
            expected = Some(index + 1);
        }
        out.flush()
    }
}

/// Converts a column or row, which is small.
fn narrow(coordinate: usize) -> u16 {
    u16::try_from(coordinate).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = [255, 0, 0];
    const BLUE: Rgb = [0, 0, 255];

    fn sent(cells: &Cells, before: Option<&Cells>, depth: Depth) -> String {
        let mut bytes = Vec::new();
        cells.send(before, depth, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn two_pixels_share_a_cell() {
        let mut cells = Cells::new(2, 1);
        cells.set(0, 0, Cell::pixels(RED, BLUE));
        let text = sent(&cells, None, Depth::True);
        assert!(text.contains("38;2;255;0;0") && text.contains("48;2;0;0;255"), "{text:?}");
        assert!(text.contains('▀'), "{text:?}");
        let text = sent(&cells, None, Depth::Indexed);
        assert!(text.contains("38;5;196") && text.contains("48;5;21"), "{text:?}");
    }

    #[test]
    fn unchanged_cells_are_not_sent_again() {
        let mut before = Cells::new(40, 10);
        before.write(0, 3, 40, "tick 10", RED, BLUE);
        assert_eq!(sent(&before, Some(&before), Depth::True), "");
        let mut now = before.clone();
        now.write(0, 3, 40, "tick 11", RED, BLUE);
        let text = sent(&now, Some(&before), Depth::True);
        assert!(text.ends_with('1') && text.contains("[4;7H"), "{text:?}");
        assert!(text.len() < 60, "{text:?}");
    }

    #[test]
    fn after_a_resize_everything_is_sent() {
        let (small, large) = (Cells::new(3, 2), Cells::new(4, 2));
        assert_eq!(sent(&large, Some(&small), Depth::Indexed), sent(&large, None, Depth::Indexed));
    }

    #[test]
    fn without_colours_only_characters_are_sent() {
        let mut cells = Cells::new(3, 1);
        cells.write(0, 0, 3, "h W", RED, BLUE);
        let text = sent(&cells, None, Depth::None);
        assert!(
            text.ends_with("h W") && !text.contains("38;") && !text.contains("48;"),
            "{text:?}"
        );
    }

    #[test]
    fn cells_outside_the_grid_are_ignored() {
        let mut cells = Cells::new(4, 1);
        cells.write(2, 0, 99, "a long text", RED, BLUE);
        cells.write(0, 7, 99, "below", RED, BLUE);
        cells.set(9, 0, Cell::EMPTY);
        assert_eq!(cells.cells.iter().map(|cell| cell.letter).collect::<String>(), "  a ");
        let nothing = Cells::new(0, 0);
        assert_eq!(sent(&nothing, None, Depth::True), "");
    }
}
