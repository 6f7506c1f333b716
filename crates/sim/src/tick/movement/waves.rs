//! Movers that cannot meet walk at the same time, with the same result as one after the other.
//!
//! The movers of a district walk one after the other, and so do districts near each other, in the order of
//! their lots. So the districts form waves: each follows the last one of those before it that are near. What is
//! known before the first step decides the waves, and the index changes only between them.

use glam::{DVec2, IVec2};
use rayon::prelude::*;
use terrarium_space::DISTRICT_SIDE;
use terrarium_space::Table;

use super::mover::{Mover, Movers};
use super::neighbours::{Surroundings, reach};
use super::walk::{Walk, Workspace};
use crate::tick::plan::GRAZE;
use crate::tick::scratch::Scratch;
use crate::world::WorldConfig;

/// The movers of a district, in the order of their lots.
struct Group<'a> {
    wave: u32,
    /// The place of the first of them in the list of all.
    first: usize,
    movers: &'a mut [Mover],
    /// The number of index queries that its steps took.
    index_queries: u64,
}

/// The number of movers for which another thread pays.
const FEW: usize = 64;

/// The largest distance between districts that wait for each other. Where movers get farther in a tick, all of
/// them walk one after the other.
const MOST_RINGS: i32 = 3;

/// Lets all movers walk.
pub(super) fn walk(movers: &mut Movers, config: &WorldConfig, scratch: &mut Scratch) {
    let rings = rings(&movers.list);
    walk_in_waves(movers, config, scratch, rings);
}

/// Lets all movers walk, where those that may meet are at most `rings` districts apart.
pub(super) fn walk_in_waves(
    movers: &mut Movers,
    config: &WorldConfig,
    scratch: &mut Scratch,
    rings: i32,
) {
    let farthest = farthest(&movers.list);
    let velocities: Vec<DVec2> = movers.list.iter().map(|mover| mover.velocity).collect();
    let (list, indices) = movers.split();
    let mut groups = groups(list);
    assign_waves(&mut groups, rings);
    groups.sort_by_key(|group| group.wave);
    for wave in groups.chunk_by_mut(|a, b| a.wave == b.wave) {
        let movers: usize = wave.iter().map(|group| group.movers.len()).sum();
        let at_least = (FEW * wave.len()).div_ceil(movers);
        let derived = &scratch.derived;
        wave.par_iter_mut().with_min_len(at_least).for_each_init(
            Workspace::default,
            |workspace, group| {
                let Group { first, .. } = *group;
                let velocities = &velocities;
                let surroundings = Surroundings { derived, indices, velocities, first, farthest };
                let mut walk = Walk::new(group.movers, surroundings, config, workspace);
                walk.run();
                group.index_queries = walk.index_queries;
            },
        );
        let queries: u64 = wave.iter().map(|group| group.index_queries).sum();
        scratch.this_tick.effort.index_queries += queries;
        for mover in wave.iter().flat_map(|group| &*group.movers) {
            if mover.end != mover.from {
                scratch.derived.index.relocate(mover.slot, mover.body());
            }
        }
    }
}

/// The largest distance that a mover can get on an axis, in units.
fn farthest(movers: &[Mover]) -> f64 {
    movers.iter().map(|mover| mover.longest).fold(0.0, f64::max) + GRAZE
}

/// The movers by district. Districts whose lots are equal by chance take turns.
fn groups(movers: &mut [Mover]) -> Vec<Group<'_>> {
    let mut first = 0;
    let groups = movers.chunk_by_mut(|a, b| a.district == b.district);
    let group = |movers| {
        let group = Group { wave: 0, first, movers, index_queries: 0 };
        first += group.movers.len();
        group
    };
    groups.map(group).collect()
}

/// How many districts away movers can be that matter for each other.
fn rings(movers: &[Mover]) -> i32 {
    let radius = movers.iter().map(|mover| mover.radius).fold(0.0, f64::max);
    let attention = movers.iter().map(reach).fold(0.0, f64::max);
    let apart = farthest(movers) * 2.0 + attention + radius;
    (apart / DISTRICT_SIDE) as i32 + 1
}

/// Gives each group the wave after the last one of those near it that come before it.
fn assign_waves(groups: &mut [Group<'_>], rings: i32) {
    if rings > MOST_RINGS {
        (0..).zip(groups).for_each(|(wave, group)| group.wave = wave);
        return;
    }
    let mut waves = Table::<(i32, i32)>::default();
    for group in groups {
        let district = group.movers[0].district;
        let near = |at: i32| at - rings..=at + rings;
        let before = near(district.y)
            .flat_map(|y| near(district.x).map(move |x| IVec2::new(x, y)))
            .filter_map(|other| waves.get(other.into()))
            .max();
        group.wave = before.map_or(0, |wave| wave + 1);
        waves.set(district.into(), group.wave);
    }
}
