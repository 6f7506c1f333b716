//! What of the regions is the same before and after a change, though its number is another.

use terrarium_space::geometry::DVec2;

use crate::regions::Regions;
use crate::regions::portal::Exit;

/// The new number of what is no longer there.
const GONE: u32 = u32::MAX;

/// The regions after a change, compared with those before.
pub(super) struct Renumbering {
    /// The new number of every exit.
    exits: Vec<u32>,
    /// The new number of every region that is as it was.
    regions: Vec<Option<u32>>,
    /// Which of the new regions are not as they were: their areas, their exits, or the corners at these.
    pub has_changed: Vec<bool>,
    /// The new numbers of corners, sorted by their places.
    corners: Vec<([u64; 2], u32)>,
}

/// What tells an exit from the others. Where a gap has no width, two exits differ only in that they lead
/// into it and out of it.
type Likeness = ([u64; 3], [bool; 5]);

impl Renumbering {
    pub fn new(before: &Regions, after: &Regions) -> Self {
        let numbered = (0..).zip(&after.exits).filter(|(_, exit)| exit.exists());
        let mut numbers: Vec<(Likeness, u32)> =
            numbered.map(|(number, exit)| (likeness(after, exit), number)).collect();
        numbers.sort_unstable();
        let renumbered = |exit: &Exit| {
            if !exit.exists() {
                return GONE;
            }
            let likeness = likeness(before, exit);
            let index = numbers.binary_search_by_key(&likeness, |&(likeness, _)| likeness);
            index.map_or(GONE, |index| numbers[index].1)
        };
        let exits: Vec<u32> = before.exits.iter().map(renumbered).collect();
        let old = 0..before.regions.len() as u32;
        let regions: Vec<_> =
            old.map(|region| same_region(before, after, &exits, region)).collect();
        let mut has_changed = vec![true; after.regions.len()];
        regions.iter().flatten().for_each(|&same| has_changed[same as usize] = false);
        Self { exits, regions, has_changed, corners: corners(after) }
    }

    /// The new number of an exit.
    pub fn exit(&self, number: u32) -> Option<u32> {
        self.exits.get(number as usize).copied().filter(|&exit| exit != GONE)
    }

    /// The new number of a region, if it is as it was.
    pub fn region(&self, number: u32) -> Option<u32> {
        self.regions.get(number as usize).copied().flatten()
    }

    /// The new number of the corner at a place.
    pub fn corner(&self, at: DVec2) -> Option<u32> {
        let index = self.corners.binary_search_by_key(&bits(at), |&(at, _)| at).ok()?;
        Some(self.corners[index].1)
    }
}

/// The new region with the area and the exits of an old one.
fn same_region(before: &Regions, after: &Regions, exits: &[u32], region: u32) -> Option<u32> {
    let range = |regions: &Regions, region: u32| {
        let start = regions.exits(region, false).start as usize;
        start..regions.exits(region, true).end as usize
    };
    let old = range(before, region);
    let first = *exits[old.clone()].first().filter(|&&exit| exit != GONE)?;
    let same = after.exits[first as usize].from;
    let is_same = before.regions[region as usize].area == after.regions[same as usize].area
        && exits[old].iter().copied().eq(range(after, same).map(|exit| exit as u32));
    is_same.then_some(same)
}

fn likeness(regions: &Regions, exit: &Exit) -> Likeness {
    let has_width = |region: u32| {
        let area = regions.regions[region as usize].area;
        area.min.x < area.max.x
    };
    let [low, high] = exit.bends.map(|bend| bend.corner().is_some());
    let kinds = [exit.is_right, has_width(exit.from), has_width(exit.to), low, high];
    ([exit.x, exit.low, exit.high].map(|it| (it + 0.0).to_bits()), kinds)
}

fn corners(regions: &Regions) -> Vec<([u64; 2], u32)> {
    let ends = |exit: &Exit| {
        let places = [false, true].map(|is_high| bits(exit.end(is_high)));
        let corners = exit.bends.map(|bend| bend.corner());
        let ends = [(places[0], corners[0]), (places[1], corners[1])];
        ends.into_iter().filter_map(|(place, corner)| Some((place, corner?)))
    };
    let exits = regions.exits.iter().filter(|exit| exit.exists());
    let mut corners: Vec<_> = exits.flat_map(ends).collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// A place as numbers that sort. Adding zero makes both zeros equal.
pub(super) fn bits(at: DVec2) -> [u64; 2] {
    [(at.x + 0.0).to_bits(), (at.y + 0.0).to_bits()]
}
