//! Walkers as animals of a world, which travel as those of any species do.

use terrarium::behaviour::{Behaviour, EventKind, OrganismId, Turn};
use terrarium::geometry::DVec2;
use terrarium::tick::Simulation;
use terrarium::world::{Body, Identity};
use terrarium_testing::by_hand::{HERBIVORE, Scene as Stage};

use super::candidate::Candidate;
use super::scene::{SIDE, SPEED, Scene, Walker};

/// Rules under which nobody starves or dies of age. The sensor range is that of the species that ship.
const RULES: [(&str, f64); 4] =
    [("living_animal", 0.0), ("moving", 0.0), ("lifespan_herbivore", 1e6), ("sight_base", 64.0)];

/// A world whose animals are the walkers of a scene.
pub struct Animals {
    simulation: Simulation,
    count: usize,
}

/// Goes to one goal after the other.
struct Traveller(Vec<Walker>);

impl Behaviour for Traveller {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let senses = &turn.senses;
            let mut journey: u32 = turn.memory.recall();
            let has_arrived = senses.events.iter().any(|event| event.what == EventKind::Arrived);
            if has_arrived {
                journey += 1;
                turn.memory.remember(&journey);
            }
            if has_arrived || !senses.me.travelling {
                let walker = &self.0[index_of(senses.me.id)];
                let goal = walker.goal(journey);
                if walker.within > 0.0 {
                    turn.intent.go_within(goal, walker.within, SPEED);
                } else {
                    turn.intent.go_to(goal, SPEED);
                }
            }
        }
    }
}

impl Animals {
    pub fn new(scene: &Scene) -> Self {
        let mut stage = Stage::new(&picture(scene));
        stage.config.bounds = scene.bounds;
        for walker in &scene.walkers {
            stage.add('h', walker.start);
        }
        let stage = RULES.iter().fold(stage, |stage, (rule, value)| stage.rule(rule, *value));
        let world = stage.world();
        let mut behaviours: Vec<Option<Box<dyn Behaviour>>> =
            world.config().species.iter().map(|_| None).collect();
        behaviours[HERBIVORE.index()] = Some(Box::new(Traveller(scene.walkers.clone())));
        Self { simulation: Simulation::new(world, behaviours), count: scene.walkers.len() }
    }
}

impl Candidate for Animals {
    fn tick(&mut self) {
        self.simulation.tick();
    }

    fn arrivals(&self) -> usize {
        let events = self.simulation.world().events().iter();
        events.filter(|event| event.what == EventKind::Arrived).count()
    }

    fn centres(&self) -> Vec<DVec2> {
        let mut centres = vec![DVec2::NAN; self.count];
        for (who, body) in self.simulation.world().query::<(&Identity, &Body)>().iter() {
            assert_eq!(body.radius * 2.0, SIDE, "nobody grows");
            centres[index_of(who.id)] = body.centre;
        }
        centres
    }

    fn check(&self) {
        self.simulation.check().expect("nobody overlaps");
        assert_eq!(self.simulation.world().organism_count(), self.count, "nobody is born or dies");
    }
}

/// The index of the walker that an animal is. Identities count from 1.
fn index_of(id: OrganismId) -> usize {
    id.0 as usize - 1
}

/// The walls of a scene, a letter a cell.
fn picture(scene: &Scene) -> String {
    let [columns, rows] = scene.cells();
    let letter = |column, row| if scene.is_wall(column, row) { '~' } else { '.' };
    let row = |row| (0..columns).map(|column| letter(column, row)).collect::<String>();
    (0..rows).map(row).collect::<Vec<String>>().join("\n")
}
