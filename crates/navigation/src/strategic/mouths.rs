//! The mouths of narrow passages, for maps that do not mark passages with roads.

use terrarium_space::terrain::{Cell, Terrain, Tile};

use super::nodes::Kinds;
use super::{NodeKind, StrategicConfig, sight};

/// The width of the widest gap that counts as a passage, in tiles.
const WIDEST: u32 = 4;

/// Mouths that see each other count as one up to this distance, in tiles. Beyond it, all mouths
/// that are near enough count as one.
const SAME_PLACE: u32 = 16;

/// Adds the mouths of narrow passages, but only so many that there are at most `most` nodes.
pub(super) fn add(terrain: &Terrain, settings: &StrategicConfig, kinds: &mut Kinds, most: usize) {
    let mut mouths = mouths(terrain);
    mouths.retain(|mouth| !kinds.contains_key(mouth));
    let most = most.saturating_sub(kinds.len());
    let mut chosen = mouths.clone();
    let mut apart = 1_u32;
    while chosen.len() > most {
        apart += apart.div_ceil(4);
        chosen = if apart > 2 * terrain.width().max(terrain.height()) {
            Vec::new()
        } else {
            thinned(terrain, settings, &mouths, apart)
        };
    }
    kinds.extend(chosen.into_iter().map(|cell| (cell, NodeKind::Mouth)));
}

/// The mouths of all narrow passages, column by column.
fn mouths(terrain: &Terrain) -> Vec<Cell> {
    let (width, height) = (terrain.width(), terrain.height());
    let mut mouths = passed(height, width, |row, place| is_open(terrain, Cell::new(place, row)));
    mouths.iter_mut().for_each(|cell| *cell = Cell::new(cell.y, cell.x));
    mouths
        .extend(passed(width, height, |column, place| is_open(terrain, Cell::new(column, place))));
    mouths.sort_unstable();
    mouths.dedup();
    mouths
}

fn is_open(terrain: &Terrain, cell: Cell) -> bool {
    terrain.tile(cell).is_some_and(Tile::is_passable)
}

/// The mouths of passages that cross lines: in the line before or behind a gap, beside its middle,
/// where there is free space to either side. A cell's `x` is the line, its `y` the position in it.
fn passed(lines: u32, length: u32, is_open: impl Fn(u32, u32) -> bool) -> Vec<Cell> {
    let mut mouths = Vec::new();
    let mut last = room(length, |_| false);
    let mut this = room(length, |place| is_open(0, place));
    for line in 0..lines {
        let next = room(length, |place| line + 1 < lines && is_open(line + 1, place));
        let mut place = 0;
        while place < length {
            let gap = this[place as usize];
            if (1..=WIDEST).contains(&gap) {
                let middle = place + (gap - 1) / 2;
                if last[middle as usize] > WIDEST {
                    mouths.push(Cell::new(line - 1, middle));
                }
                if next[middle as usize] > WIDEST {
                    mouths.push(Cell::new(line + 1, middle));
                }
            }
            place += gap.max(1);
        }
        last = std::mem::replace(&mut this, next);
    }
    mouths
}

/// For each position of a line, the length of the run of open tiles that contains it.
fn room(length: u32, is_open: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut room = vec![0; length as usize];
    let mut first = 0;
    for place in 0..=length {
        if place == length || !is_open(place) {
            room[first as usize..place as usize].fill(place - first);
            first = place + 1;
        }
    }
    room
}

/// The mouths without those that have another, earlier one within `apart` tiles, and in sight
/// unless `apart` is large.
fn thinned(
    terrain: &Terrain,
    settings: &StrategicConfig,
    mouths: &[Cell],
    apart: u32,
) -> Vec<Cell> {
    let mut kept: Vec<Cell> = Vec::new();
    for &mouth in mouths {
        let near = kept.iter().rev().take_while(|other| mouth.x - other.x <= apart);
        let mut near = near.filter(|other| mouth.y.abs_diff(other.y) <= apart);
        let far = apart > SAME_PLACE;
        if !near.any(|&other| far || sight::in_sight(terrain, settings, mouth, other)) {
            kept.push(mouth);
        }
    }
    kept
}
