//! The time of turns beside what they are charged, and a search over programs for the costliest. The
//! benchmark `turn_costs` and the test of fair turns share it.

pub mod module_grammar;
pub mod script_grammar;
pub mod search;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use terrarium_creatures::behaviour::{Behaviour, Condition, GroundMap, Message, OrganismId};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_script::Script;
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::Terrain;
use terrarium_wasm::Wasm;

use module_grammar::ModuleCandidate;
use script_grammar::ScriptCandidate;
use search::{Candidate, Cost, Rng};

use crate::neighbourhood;

/// A world of many small lakes.
static GROUND: LazyLock<Arc<GroundMap>> = LazyLock::new(|| {
    let tile = |x: u32, y: u32| {
        let is_lake = (x * 7 + y * 13) % 11 < 2 && !(11..14).contains(&x);
        if is_lake { '~' } else { ' ' }
    };
    let rows = (0..25).map(|y| (0..25).map(|x| tile(x, y)).collect::<String>());
    let terrain = Terrain::from_rows("lakes", rows).expect("it is a map");
    let terrain = terrain.with_tile_side(40.0).expect("it is a size");
    Arc::new(GroundMap::new(terrain.area(), Some(terrain), Vec::new(), Vec::new()))
});

/// A kind of program, by its grammar.
macro_rules! candidate {
    ($name:ident, $load:expr) => {
        impl Candidate for $name {
            fn random(rng: &mut Rng) -> Self {
                Self::random(rng)
            }

            fn mutated(&self, rng: &mut Rng) -> Self {
                self.mutated(rng)
            }

            fn text(&self) -> String {
                self.text()
            }

            fn cost(&self, executions: u32) -> Option<Cost> {
                let load: fn(&str) -> Option<Box<dyn Behaviour>> = $load;
                Some(cost_of(&*load(&self.source())?, executions))
            }
        }
    };
}

/// Rules with a budget that also leaves much to the loop when large lists and maps were built.
fn rules() -> Rules {
    let mut rules = Rules::default();
    rules.set("turn_budget", 50_000.0).expect("it is in range");
    rules
}

candidate!(ScriptCandidate, |source| {
    let script = Script::new(Kind::Herbivore, source, &BTreeMap::new(), &rules());
    Some(Box::new(script.ok()?))
});
candidate!(ModuleCandidate, |source| {
    let module = Wasm::new(Kind::Herbivore, source.as_bytes(), &BTreeMap::new(), &rules());
    Some(Box::new(module.unwrap_or_else(|refusal| panic!("{source}\n{refusal}"))))
});

fn cost_of(behaviour: &dyn Behaviour, executions: u32) -> Cost {
    let neighbours = neighbourhood::neighbours();
    let conditions = vec![Condition::DEAD; neighbours.len()];
    let message = |from| Message {
        from: OrganismId(from),
        species: SpeciesId(1),
        place: DVec2::splat(300.0),
        bytes: vec![7; 32].into(),
    };
    let messages: Vec<_> = (10..18).map(message).collect();
    Cost::new(executions, || {
        let mut turns = [neighbourhood::turn(&neighbours)];
        let senses = &mut turns[0].senses;
        senses.ground = &GROUND;
        senses.messages = &messages;
        senses.conditions = conditions[..].into();
        behaviour.decide(&mut turns);
        turns[0].spent
    })
}
