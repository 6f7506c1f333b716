//! The founder of each organism: the first of its line of descent.

use std::ops::ControlFlow;

use terrarium_creatures::behaviour::{EventKind, OrganismId};
use terrarium_run::Observer;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;

use super::history::History;

/// The founder of every organism of a run, from one tick on.
///
/// A founder has no parent, or was alive at the first tick of the record. A world does not know founders, since
/// nothing depends on them: they follow from the births of all ticks. Each birth takes eight bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Founders {
    first_tick: u64,
    /// The last tick whose births are counted.
    last_tick: u64,
    /// The first identity after those of the first tick, which are founders.
    first: OrganismId,
    /// The founders of the organisms from `first` on.
    of: Vec<OrganismId>,
}

impl Founders {
    /// The tick whose organisms are all founders.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// The founder of an organism that was born up to [the last tick](History::last_tick). One that a command has added since
    /// is its own.
    #[must_use]
    pub fn of(&self, organism: OrganismId) -> OrganismId {
        let index = organism.0.checked_sub(self.first.0).and_then(|it| usize::try_from(it).ok());
        index.and_then(|index| self.of.get(index)).copied().unwrap_or(organism)
    }

    /// The founders up to the tick of `world`, from which another branch of the run can continue.
    #[must_use]
    pub(super) fn until(&self, world: &World) -> Self {
        let mut cut = self.clone();
        if world.tick() < self.last_tick {
            let births = world.next_id().0.saturating_sub(self.first.0);
            cut.of.truncate(usize::try_from(births).unwrap_or(usize::MAX));
            cut.last_tick = world.tick();
        }
        cut
    }
}

impl History for Founders {
    fn begin(world: &World) -> Self {
        Self {
            first_tick: world.tick(),
            last_tick: world.tick(),
            first: world.next_id(),
            of: Vec::new(),
        }
    }

    fn last_tick(&self) -> u64 {
        self.last_tick
    }

    fn record(&mut self, world: &World) {
        if world.tick() != self.last_tick + 1 {
            return;
        }
        self.last_tick = world.tick();
        let known = self.first.0 + self.of.len() as u64;
        self.of.extend((known..world.next_id().0).map(OrganismId));
        // Events are in the order of identity, so parents that were born in the same tick come first.
        for event in world.events() {
            if let EventKind::Born { parent } = event.what
                && parent != OrganismId::NONE
                && let Some(index) = event.to.0.checked_sub(self.first.0)
            {
                let founder = self.of(parent);
                if let Some(of) = usize::try_from(index).ok().and_then(|it| self.of.get_mut(it)) {
                    *of = founder;
                }
            }
        }
    }
}

impl Observer for Founders {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.record(simulation.world());
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use terrarium_run::SimulationBuilder;
    use terrarium_run::record::recording::Place;
    use terrarium_sim::tick::Command;
    use terrarium_sim::world::Identity;

    use super::*;
    use crate::Playback;

    fn meadow(overrides: &[&str]) -> Playback {
        let few = ["world.size=[900, 700]", "population.clover=60", "population.oak=4"];
        let animals = ["population.hare=20", "population.deer=4", "population.lynx=1"];
        let overrides = [&few[..], &animals, &["population.wolf=1"], overrides].concat();
        Playback::live(
            SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap(),
            &Place::Temporary,
        )
        .unwrap()
    }

    /// The parents of all organisms that were ever seen.
    #[derive(Default)]
    struct Parents(BTreeMap<OrganismId, OrganismId>);

    impl Parents {
        fn see(&mut self, playback: &Playback) {
            let world = playback.simulation().world();
            let mut query = world.query::<&Identity>();
            self.0.extend(query.iter().map(|who| (who.id, who.parent)));
        }

        /// Goes up from parent to parent.
        fn founder(&self, organism: OrganismId) -> OrganismId {
            let parent = |it: &OrganismId| {
                self.0.get(it).copied().filter(|parent| *parent != OrganismId::NONE)
            };
            std::iter::successors(Some(organism), parent).last().unwrap()
        }

        fn check(&self, playback: &Playback) {
            let founders = playback.founders().expect("all ticks were simulated");
            let world = playback.simulation().world();
            for who in world.query::<&Identity>().iter() {
                assert_eq!(founders.of(who.id), self.founder(who.id), "{}", who.id);
            }
        }
    }

    #[test]
    fn founders_are_found_by_going_up_from_parent_to_parent() {
        let mut playback = meadow(&[]);
        let mut parents = Parents::default();
        parents.see(&playback);
        for tick in 0..500 {
            if tick == 200 {
                let spawn = playback.simulation().world().config().species.len() - 1;
                let command = added(spawn);
                playback.command(command).expect("there is room");
            }
            playback.step().unwrap();
            parents.see(&playback);
        }
        parents.check(&playback);
        let generation = |it: &Playback| {
            let world = it.simulation().world();
            world.query::<&Identity>().iter().map(|who| who.generation).max()
        };
        assert!(generation(&playback) > Some(1), "there are grandchildren");
        // Earlier ticks are known as well, and another branch goes on from them.
        playback.seek(300).unwrap();
        parents.check(&playback);
        playback.branch().unwrap();
        let mut of_branch = Parents(parents.0.clone());
        of_branch.0.retain(|id, _| *id < playback.simulation().world().next_id());
        playback.command(added(0)).expect("there is room");
        for _ in 0..150 {
            playback.step().unwrap();
            of_branch.see(&playback);
        }
        of_branch.check(&playback);
    }

    #[test]
    fn skipped_ticks_are_unknown_until_their_births_are_replayed() {
        // Enough organisms for a keyframe in between.
        let many = ["world.size=[1600, 1200]", "population.clover=300", "population.hare=120"];
        let mut playback = meadow(&many);
        (0..1000).for_each(|_| playback.step().unwrap());
        let known = playback.founders().cloned().expect("all ticks were simulated");
        let mut replayed = Playback::of_recorded(playback.recorded().unwrap()).unwrap();
        replayed.timeline_mut().learn_founders(known.clone());
        assert_eq!(replayed.founders(), Some(&known));
        let mut skipped = Playback::of_recorded(playback.recorded().unwrap()).unwrap();
        let keyframe = skipped.timeline().recording().keyframes().last().unwrap();
        skipped.seek(keyframe).unwrap();
        assert!(keyframe > 0 && skipped.founders().is_none(), "{keyframe}");
        let mut founders = skipped.timeline().founders().clone();
        let mut reports = 0;
        let last = skipped.frontier();
        founders.extend(&mut skipped, last, |_, _| reports += 1).unwrap();
        assert!(founders == known && reports == 1000, "{reports}");
    }

    /// The command that adds an organism of a species.
    fn added(species: usize) -> Command {
        Command::Add {
            species: terrarium_creatures::species::SpeciesId(u16::try_from(species).unwrap()),
            at: glam::DVec2::new(450.0, 350.0),
        }
    }
}
