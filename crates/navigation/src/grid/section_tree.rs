//! A quadtree: square sections of cells, each split in four where necessary.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::Axis;

use super::endpoints::Span;
use super::occupancy::{KnownCells, UnknownBlock};
use super::squares::{Grid, Place};

/// A square of cells. Its side is a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Section {
    pub at: Place,
    /// The binary logarithm of its side.
    pub level: u8,
    pub state: State,
    /// The first of its four quarters, which are consecutive; 0 when it is not split.
    pub quarters: u32,
    /// One more than the section from which it was flooded, one more than its own number where the
    /// flood begins, 0 when it is not flooded.
    pub from: u32,
}

/// The known state of the cells of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    /// Not queried yet.
    Unseen,
    /// All are free.
    Free,
    /// Some are free.
    Occupied,
    /// None is free.
    Blocked,
}

impl Section {
    fn new(at: Place, level: u8) -> Self {
        Self { at, level, state: State::Unseen, quarters: 0, from: 0 }
    }

    /// The cells of the section.
    pub fn span(&self) -> Span {
        let [x, y] = self.at;
        let more = (1 << self.level) - 1;
        Span { min: [x, y], max: [x + more, y + more] }
    }
}

/// All sections; the first is the whole map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SectionTree {
    sections: Vec<Section>,
}

impl SectionTree {
    /// A map that is one section, which may extend beyond the map.
    pub fn whole(grid: &Grid) -> Self {
        let side = grid.columns.max(grid.rows).next_power_of_two();
        Self { sections: vec![Section::new([0, 0], side.trailing_zeros() as u8)] }
    }

    pub fn all(&self) -> &[Section] {
        &self.sections
    }

    pub fn get_mut(&mut self, section: u32) -> &mut Section {
        &mut self.sections[section as usize]
    }

    /// Splits a section and returns the first of its quarters; `None` when it is a single cell.
    pub fn split(&mut self, section: u32) -> Option<u32> {
        let Section { at: [x, y], level, .. } = self.sections[section as usize];
        let level = level.checked_sub(1)?;
        let (half, first) = (1 << level, self.sections.len() as u32);
        let quarters = [[x, y], [x + half, y], [x, y + half], [x + half, y + half]];
        self.sections.extend(quarters.map(|at| Section::new(at, level)));
        self.sections[section as usize].quarters = first;
        Some(first)
    }

    /// The free sections that have cells in a span, in tree order.
    pub fn free_in(&self, span: &Span, mut visitor: impl FnMut(u32)) {
        let mut ahead = vec![0];
        while let Some(number) = ahead.pop() {
            let Some(section) = self.sections.get(number as usize) else { continue };
            let own = section.span();
            let overlaps = (0..2)
                .all(|axis| own.min[axis] <= span.max[axis] && span.min[axis] <= own.max[axis]);
            if !overlaps {
                continue;
            }
            if section.quarters > number {
                ahead.extend((section.quarters..section.quarters + 4).rev());
            } else if section.state == State::Free {
                visitor(number);
            }
        }
    }

    /// The free sections that share a side with one.
    pub fn neighbours(&self, section: u32, mut visitor: impl FnMut(u32)) {
        let Span { min: [left, low], max: [right, high] } = self.sections[section as usize].span();
        let sides = [
            ([right + 1, low], [right + 1, high]),
            ([left, high + 1], [right, high + 1]),
            ([left - 1, low], [left - 1, high]),
            ([left, low - 1], [right, low - 1]),
        ];
        for (min, max) in sides {
            self.free_in(&Span { min, max }, &mut visitor);
        }
    }

    /// Whether the quarters of a section are those of its split.
    fn has_own_quarters(&self, number: u32, section: &Section) -> bool {
        let Some(level) = section.level.checked_sub(1) else { return false };
        let ([x, y], half) = (section.at, 1 << level);
        let first = section.quarters as usize;
        let quarters = self.sections.get(first..).unwrap_or_default().iter().take(4);
        let places = quarters.filter(|quarter| quarter.level == level).map(|quarter| quarter.at);
        section.quarters > number
            && places.eq([[x, y], [x + half, y], [x, y + half], [x + half, y + half]])
    }

    /// Whether its sections are valid for this grid.
    pub fn is_sound(&self, grid: &Grid) -> bool {
        let whole = Self::whole(grid).sections[0];
        let count = self.sections.len() as u32;
        let is_within = |section: &Section| {
            section.level <= whole.level
                && whole.span().holds(section.at)
                && whole.span().holds(section.span().max)
        };
        let is_sound = |(number, section): (u32, &Section)| {
            is_within(section)
                && section.from <= count
                && (section.quarters == 0 || self.has_own_quarters(number, section))
                && (section.state != State::Free || grid.holds(section.span().max))
        };
        count > 0 && (0..).zip(&self.sections).all(is_sound)
    }
}

/// Determines the state of the cells of a span.
pub(super) fn state_of(span: &Span, ground: &KnownCells) -> Result<State, UnknownBlock> {
    let Span { min, max } = *span;
    let (mut any_free, mut any_blocked) = (false, false);
    for word in min[0] >> 6..=max[0] >> 6 {
        let (first, last) = (min[0].max(word << 6), max[0].min((word << 6) + 63));
        let own = (u64::MAX >> (63 - (last - first))) << (first & 63);
        for line in min[1]..=max[1] {
            let free = ground.bits(Axis::X, line, word)? & own;
            any_free |= free != 0;
            any_blocked |= free != own;
            if any_free && any_blocked {
                return Ok(State::Occupied);
            }
        }
    }
    Ok(if any_free { State::Free } else { State::Blocked })
}
