//! Worlds of a timeline that were just passed by a seek, in memory, so that the next seek to a tick near them is short.

use std::collections::VecDeque;

use terrarium_run::record::recording::WorldRecords;
use terrarium_run::record::snapshot::SnapshotProblem;
use terrarium_sim::world::World;

/// The number of ticks before the target of a seek from which worlds are kept.
const WINDOW: u64 = 64;

/// The number of ticks between two of them.
const INTERVAL: u64 = 8;

/// The most bytes of all of them.
const MOST_BYTES: usize = 32 << 20;

/// Worlds after some ticks, before the commands of these ticks; the last kept is the last.
#[derive(Debug, Default)]
pub(super) struct RecentWorlds {
    worlds: VecDeque<(u64, WorldRecords)>,
}

impl RecentWorlds {
    /// Keeps a world that was replayed on a seek to `target`, if it is near. A step back leads to the ticks just
    /// before the target.
    pub fn pass(&mut self, world: &World, target: u64) {
        let left = target.saturating_sub(world.tick());
        if left <= WINDOW && world.tick().is_multiple_of(INTERVAL) {
            self.keep(world);
        }
    }

    /// Keeps a world. The oldest are dropped where all take too much memory; a world that is too large is not kept.
    pub fn keep(&mut self, world: &World) {
        if self.worlds.iter().any(|&(tick, _)| tick == world.tick()) {
            return;
        }
        let Ok(Some(records)) = WorldRecords::new(world) else { return };
        self.worlds.push_back((world.tick(), records));
        let size = |worlds: &VecDeque<(u64, WorldRecords)>| -> usize {
            worlds.iter().map(|(_, records)| records.size()).sum()
        };
        while size(&self.worlds) > MOST_BYTES {
            self.worlds.pop_front();
        }
    }

    /// The last tick up to `tick` of which there is a world.
    pub fn before(&self, tick: u64) -> Option<u64> {
        self.worlds.iter().map(|&(at, _)| at).filter(|&at| at <= tick).max()
    }

    /// The world after a tick; `None` if it is not kept.
    pub fn world(&self, tick: u64) -> Option<Result<World, SnapshotProblem>> {
        let (_, records) = self.worlds.iter().find(|&&(at, _)| at == tick)?;
        Some(records.world())
    }

    /// Drops all worlds.
    pub fn clear(&mut self) {
        self.worlds.clear();
    }
}

#[cfg(test)]
mod tests {
    use terrarium_testing::{simulation_of, small_world};

    use super::*;

    #[test]
    fn a_kept_world_is_the_same_world() {
        let mut simulation = simulation_of(small_world());
        let mut recent = RecentWorlds::default();
        let mut hashes = Vec::new();
        for _ in 0..40 {
            simulation.tick();
            let world = simulation.world();
            recent.pass(world, 40);
            hashes.push(world.state_hash());
        }
        assert_eq!(recent.before(7), None);
        for tick in 8..=40_u64 {
            let at = recent.before(tick).unwrap();
            assert_eq!(at, tick / INTERVAL * INTERVAL);
            let world = recent.world(at).unwrap().unwrap();
            let index = usize::try_from(at - 1).unwrap();
            assert_eq!((world.tick(), world.state_hash()), (at, hashes[index]));
        }
    }

    #[test]
    fn worlds_far_before_the_target_are_not_kept() {
        let mut simulation = simulation_of(small_world());
        (0..INTERVAL).for_each(|_| simulation.tick());
        let mut recent = RecentWorlds::default();
        recent.pass(simulation.world(), INTERVAL + WINDOW + 1);
        assert_eq!(recent.before(u64::MAX), None);
        recent.pass(simulation.world(), INTERVAL + WINDOW);
        assert_eq!(recent.before(u64::MAX), Some(INTERVAL));
    }

    #[test]
    fn the_oldest_worlds_are_dropped() {
        let mut world = small_world();
        let mut recent = RecentWorlds::default();
        let most = MOST_BYTES / WorldRecords::new(&world).unwrap().unwrap().size();
        for tick in 0..most as u64 + 100 {
            *world.insides().tick = tick;
            recent.keep(&world);
        }
        assert!(recent.worlds.len() <= most + 1);
        assert_eq!(recent.before(0), None);
        assert_eq!(recent.before(u64::MAX), Some(most as u64 + 99));
    }
}
