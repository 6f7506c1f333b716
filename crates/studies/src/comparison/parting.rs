//! Where two branches part: the first organisms that differ, and what each of them did.

use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::inspection::{Section, describe_event};
use terrarium_playback::{Playback, PlaybackError};
use terrarium_sim::tick::TraceTarget;
use terrarium_sim::world::{Identity, Life, Mating, SavedNature, SavedOrganism, World};
use terrarium_space::geometry::DVec2;

use super::inputs::Difference;
use super::likeness::{Likeness, side_by_side};

/// The most organisms of which is reported how they part.
const EXPLAINED: usize = 8;

/// The most organisms whose decisions are replayed to find those to explain.
const TRACED: usize = 64;

/// Where two branches part.
#[derive(Debug, Clone, PartialEq)]
pub struct Parting {
    /// The first tick after which organisms differ. They may already do so in the first tick that is compared.
    pub tick: u64,
    /// Whether they already do in the first tick that is compared, so that nothing is known of how they came to.
    pub is_at_start: bool,
    /// The commands before it that differ.
    pub commands: Vec<Difference>,
    /// The number of organisms and carcasses that differ then.
    pub count: usize,
    /// At most eight of them: those first that decided differently, then by identity.
    pub organisms: Vec<PartedOrganism>,
}

/// An organism that is not the same in both branches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartedOrganism {
    /// Its species.
    pub species: String,
    /// Its identity in each branch; `None` where it does not exist.
    pub ids: [Option<OrganismId>; 2],
    /// What it decided in only one of the branches, as text.
    pub decisions: [Vec<String>; 2],
    /// What happened to it in only one of the branches, as text.
    pub events: [Vec<String>; 2],
    /// The values that differ.
    pub values: Vec<Difference>,
}

/// The organisms that differ in the first tick in which any do.
pub(super) struct Parted {
    tick: u64,
    /// The identities of each, in both branches.
    ids: Vec<[Option<OrganismId>; 2]>,
}

impl Parted {
    /// The organisms that differ; `None` if there are none.
    pub fn new(tick: u64, [one, other]: &[Vec<Likeness>; 2]) -> Option<Self> {
        let is_same = |pair: &[Option<&Likeness>; 2]| matches!(pair, [Some(one), Some(other)] if one.is_same(other));
        let parted = side_by_side(one, other).filter(|pair| !is_same(pair));
        let mut ids: Vec<_> = parted.map(|pair| pair.map(|it| it.map(|it| it.id))).collect();
        ids.sort_unstable_by_key(|&[one, other]| one.or(other));
        (!ids.is_empty()).then_some(Self { tick, ids })
    }
}

impl Parting {
    /// Replays the tick in which the branches part, and reports what the organisms did.
    pub(super) fn explain(
        parted: Parted,
        branches: [&mut Playback; 2],
        inputs: &[Difference],
    ) -> Result<Self, PlaybackError> {
        let Parted { tick, ids } = parted;
        let [one, other] = branches;
        let is_at_start = tick == one.first_tick().max(other.first_tick());
        let traced = |branch: usize| -> Vec<TraceTarget> {
            ids.iter()
                .filter_map(|ids| ids[branch])
                .map(TraceTarget::Organism)
                .take(TRACED)
                .collect()
        };
        for (branch, playback) in [&mut *one, &mut *other].into_iter().enumerate() {
            playback.trace(traced(branch));
            playback.replay_turns(true);
            playback.seek(tick)?;
        }
        let views = [View::new(one), View::new(other)];
        let count = ids.len();
        let mut organisms: Vec<PartedOrganism> =
            ids.into_iter().take(TRACED).map(|ids| PartedOrganism::new(ids, &views)).collect();
        organisms.sort_by_key(|it| it.decisions.iter().all(Vec::is_empty));
        organisms.truncate(EXPLAINED);
        let before = |it: &&Difference| it.tick.is_some_and(|at| at < tick);
        let commands = inputs.iter().filter(before).cloned().collect();
        Ok(Self { tick, is_at_start, commands, count, organisms })
    }
}

/// A branch, with the species of its organisms.
struct View<'a> {
    playback: &'a Playback,
    names: BTreeMap<OrganismId, &'a str>,
}

impl<'a> View<'a> {
    fn new(playback: &'a Playback) -> Self {
        let world = playback.simulation().world();
        let name = |who: &Identity| (who.id, world.config().species(who.species).name.as_str());
        let names = world.query::<&Identity>().iter().map(name).collect();
        Self { playback, names }
    }

    fn world(&self) -> &'a World {
        self.playback.simulation().world()
    }

    fn named(&self, id: OrganismId) -> String {
        self.names.get(&id).map_or_else(|| id.to_string(), |name| format!("{name} {id}"))
    }

    /// What an organism decided in the last tick.
    fn decisions(&self, id: Option<OrganismId>) -> Vec<String> {
        let inspection = id.and_then(|id| self.playback.inspect(id));
        let sections = inspection.map(|it| it.sections()).unwrap_or_default();
        let requests = sections.into_iter().filter(|section| section.title == "Requested actions");
        let lines = requests.flat_map(|Section { lines, .. }| lines);
        lines
            .map(|line| match line.label.is_empty() {
                true => line.value,
                false => format!("{}: {}", line.label, line.value),
            })
            .collect()
    }

    /// What happened to an organism in the last tick.
    fn events(&self, id: Option<OrganismId>) -> Vec<String> {
        let events = self.world().events().iter().filter(|event| Some(event.to) == id);
        events.map(|event| describe_event(&event.what, &|id| self.named(id))).collect()
    }

    fn organism(&self, id: Option<OrganismId>) -> Option<SavedOrganism> {
        self.world().organism(id?)
    }
}

impl PartedOrganism {
    fn new(ids: [Option<OrganismId>; 2], views: &[View<'_>; 2]) -> Self {
        let [one, other] = views;
        let decisions = only_in_one([one.decisions(ids[0]), other.decisions(ids[1])]);
        // One that is gone had its last events under the identity that it has in the other branch.
        let gone =
            |branch: usize| ids[1 - branch].filter(|&id| !views[branch].names.contains_key(&id));
        let known = [0, 1].map(|branch| ids[branch].or_else(|| gone(branch)));
        let events = only_in_one([one.events(known[0]), other.events(known[1])]);
        let states = [one.organism(ids[0]), other.organism(ids[1])];
        let there = states.iter().flatten().next();
        let species = there.map(|it| one.world().config().species(it.who.species).name.clone());
        let values = match states {
            [Some(first), Some(second)] => values(&first, &second),
            _ => Vec::new(),
        };
        Self { species: species.unwrap_or_default(), ids, decisions, events, values }
    }
}

/// The lines of each list that the other does not have.
fn only_in_one([one, other]: [Vec<String>; 2]) -> [Vec<String>; 2] {
    let only = |lines: &[String], others: &[String]| {
        lines.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    [only(&one, &other), only(&other, &one)]
}

/// The values that differ between two states of an organism.
fn values(one: &SavedOrganism, other: &SavedOrganism) -> Vec<Difference> {
    let [a, b] = [one, other].map(described);
    let differs = a.into_iter().zip(b).filter(|((_, a), (_, b))| a != b);
    let shown = |((what, a), (_, b)): ((_, Value), (_, Value))| {
        let [a, b] = shortest([&a, &b]);
        Difference::new(what, a, b)
    };
    differs.map(shown).collect()
}

/// A value of an organism.
#[derive(Debug, PartialEq)]
enum Value {
    Number(f64),
    Point(DVec2),
    Text(String),
}

impl Value {
    fn text(&self, decimals: usize) -> String {
        match self {
            Self::Number(number) => format!("{number:.decimals$}"),
            Self::Point(DVec2 { x, y }) => format!("({x:.decimals$}, {y:.decimals$})"),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Two different values with as few decimals as show that they differ.
fn shortest(values: [&Value; 2]) -> [String; 2] {
    let texts = |decimals| values.map(|value| value.text(decimals));
    let differ = |[a, b]: &[String; 2]| a != b;
    (0..17).map(texts).find(differ).unwrap_or_else(|| texts(17))
}

/// The state of an organism: the same names for every organism.
fn described(it: &SavedOrganism) -> Vec<(&'static str, Value)> {
    let life = match &it.nature {
        SavedNature::Plant(life, _) | SavedNature::Animal(life, ..) => Some(life),
        SavedNature::Carcass(_) => None,
    };
    let energy = match (&it.nature, life) {
        (SavedNature::Carcass(carcass), _) => carcass.energy,
        (_, life) => life.map(|life| life.energy).unwrap_or_default(),
    };
    let of_life = |value: &dyn Fn(&Life) -> f64| Value::Number(life.map(value).unwrap_or_default());
    #[expect(clippy::cast_precision_loss, reason = "ticks are far below 2⁵³")]
    let ticks = |tick: u64| tick as f64;
    let (velocity, traits) = match &it.nature {
        SavedNature::Plant(_, traits) => (DVec2::ZERO, format!("{traits:?}")),
        SavedNature::Animal(_, traits, mind, motion) => {
            (motion.velocity, format!("{traits:?}, DNA {:?}", mind.dna))
        }
        SavedNature::Carcass(_) => (DVec2::ZERO, String::new()),
    };
    let growth = life.map(|life| format!("{:?}", life.growth)).unwrap_or_default();
    vec![
        ("alive", Value::Text(life.is_some().to_string())),
        ("place", Value::Point(it.body.centre)),
        ("velocity", Value::Point(velocity)),
        ("radius", Value::Number(it.body.radius)),
        ("energy", Value::Number(energy.units())),
        ("energy of its embryo", of_life(&|life| life.embryo.units())),
        ("damage", of_life(&|life| life.damage)),
        ("growth", Value::Text(growth)),
        ("grows at tick", of_life(&|life| ticks(life.grows_at))),
        ("breeds at tick", of_life(&|life| ticks(life.breeds_at))),
        ("born", Value::Text(it.who.born.to_string())),
        ("traits", Value::Text(traits)),
        ("gamete", Value::Text(it.mating.as_ref().map(gamete).unwrap_or_default())),
        ("genome", Value::Text(it.genome.as_ref().map(|it| format!("{it:?}")).unwrap_or_default())),
    ]
}

/// What a mate has contributed to the expected child.
fn gamete(mating: &Mating) -> String {
    mating.gamete.as_ref().map(|it| format!("{:?}, {:?}", it.traits, it.genome)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_as_many_decimals_as_show_that_they_differ() {
        let numbers = |a, b| shortest([&Value::Number(a), &Value::Number(b)]);
        assert_eq!(numbers(273.254_287, 272.819_549), ["273.3", "272.8"]);
        assert_eq!(numbers(1.0, 1.0 + 1e-6), ["1.000000", "1.000001"]);
        let least = f64::from_bits(1.0_f64.to_bits() + 1);
        let [a, b] = numbers(1.0, least);
        assert_ne!(a, b);
    }
}
