//! Texts with more lines than fit.

use std::ops::Range;

/// How far a text is scrolled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scroll {
    /// The first line that is shown.
    from: usize,
    /// The number of lines that were shown last.
    page: usize,
    /// The greatest first line, as of the last time that the text was shown.
    most: usize,
}

/// A movement through a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Movement {
    Up,
    Down,
    PageUp,
    PageDown,
    Start,
    End,
}

impl Scroll {
    /// Scrolls. Returns whether there was more in that direction.
    pub fn apply(&mut self, movement: Movement) -> bool {
        let before = self.from;
        let page = self.page.saturating_sub(1).max(1);
        self.from = match movement {
            Movement::Up => before.saturating_sub(1),
            Movement::Down => before + 1,
            Movement::PageUp => before.saturating_sub(page),
            Movement::PageDown => before + page,
            Movement::Start => 0,
            Movement::End => self.most,
        };
        self.from = self.from.min(self.most);
        self.from != before
    }

    /// Returns the lines of a text that are shown in so many rows.
    pub fn lines(&mut self, count: usize, rows: usize) -> Range<usize> {
        self.page = rows;
        self.most = count.saturating_sub(rows);
        self.from = self.from.min(self.most);
        self.from..(self.from + rows).min(count)
    }

    /// How many lines are beyond those that are shown: `↑ 3 ↓ 12 more`; empty if all fit.
    pub fn mark(&self) -> String {
        let parts = [('↑', self.from), ('↓', self.most - self.from.min(self.most))];
        let parts = parts.into_iter().filter(|&(_, count)| count > 0);
        let mut text: String = parts.map(|(arrow, count)| format!("{arrow} {count} ")).collect();
        if !text.is_empty() {
            text.push_str("more");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_reached_and_no_further() {
        for (count, rows) in [(0, 5), (5, 5), (6, 5), (40, 5), (3, 1), (9, 0)] {
            let mut scroll = Scroll::default();
            let mut seen = vec![false; count];
            for _ in 0..=count {
                scroll.lines(count, rows).for_each(|line| seen[line] = true);
                scroll.apply(Movement::PageDown);
            }
            assert!(rows == 0 || seen.iter().all(|&seen| seen), "{count} {rows}");
            assert!(!scroll.apply(Movement::Down));
            scroll.apply(Movement::Start);
            assert!(!scroll.apply(Movement::Up));
        }
    }

    #[test]
    fn the_mark_counts_the_lines_beyond() {
        let mut scroll = Scroll::default();
        assert_eq!(scroll.lines(20, 8), 0..8);
        assert_eq!(scroll.mark(), "↓ 12 more");
        scroll.apply(Movement::PageDown);
        assert_eq!(scroll.lines(20, 8), 7..15);
        assert_eq!(scroll.mark(), "↑ 7 ↓ 5 more");
        // The text got shorter.
        assert_eq!(scroll.lines(6, 8), 0..6);
        assert_eq!(scroll.mark(), "");
    }
}
