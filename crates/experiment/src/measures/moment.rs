//! The values of all names at one moment of a run.

use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_run::record::census::{Flow, Headcount};
use terrarium_sim::world::{Body, Identity, Life, World};

use super::spread::Spread;
use super::{Detail, Name, Needs, Trait};
use crate::condition::SpeciesStanding;
use crate::expression::Values;
use crate::history::History;

/// The state of a world after a tick, as far as measures need it.
pub(super) struct Moment<'a> {
    world: &'a World,
    history: &'a History,
    standings: Vec<Option<SpeciesStanding>>,
    headcounts: Vec<Headcount>,
    spreads: Vec<(usize, Trait, Spread)>,
    results: &'a [Option<f64>],
}

type Living<'a> = (&'a Identity, &'a Body, &'a Life, Option<&'a Traits>, Option<&'a PlantTraits>);

impl<'a> Moment<'a> {
    /// Counts what is needed; `results` are those of the functions, if they are known.
    pub fn new(
        world: &'a World,
        history: &'a History,
        needs: &Needs,
        results: &'a [Option<f64>],
    ) -> Self {
        let headcounts = if needs.headcount { Headcount::of(world) } else { Vec::new() };
        let standings = history.standings(world);
        let spreads = spreads(world, history, needs);
        Self { world, history, standings, headcounts, spreads, results }
    }

    fn detail(&self, species: usize, detail: Detail) -> Option<f64> {
        let counted =
            |count: fn(&Flow) -> u64| Some(float(self.history.flow(species).map_or(0, count)));
        let headcount = || self.headcounts.get(self.history.index(species)?);
        let living = |count: fn(&Headcount) -> u64| Some(float(headcount().map_or(0, count)));
        match detail {
            Detail::Died(of) => {
                let flow = self.history.flow(species);
                Some(float(flow.map_or(0, |flow| flow.deaths[of as usize])))
            }
            Detail::Kills => counted(|flow| flow.kills),
            Detail::Meals => counted(|flow| flow.meals),
            Detail::WithoutRoom => counted(|flow| flow.without_room),
            Detail::Blocked => counted(|flow| flow.blocked),
            Detail::Faults => counted(|flow| flow.faults),
            Detail::Eaten => {
                Some(self.history.flow(species).map_or(0.0, |flow| flow.eaten.units()))
            }
            Detail::Energy => Some(headcount().map_or(0.0, |count| count.energy.units())),
            Detail::Grown => living(|count| count.grown),
            Detail::Hungry => living(|count| count.hungry),
            Detail::Cramped => living(|count| count.cramped),
            Detail::Carcasses => living(|count| count.carcasses),
            Detail::Mean(what) => self.spread(species, what)?.mean(),
            Detail::Variance(what) => self.spread(species, what)?.variance(),
            Detail::Sd(what) => self.spread(species, what)?.variance().map(f64::sqrt),
        }
    }

    fn spread(&self, species: usize, what: Trait) -> Option<&Spread> {
        let is_it = |(of, other, _): &&(usize, Trait, Spread)| (*of, *other) == (species, what);
        self.spreads.iter().find(is_it).map(|(_, _, spread)| spread)
    }
}

impl Values for Moment<'_> {
    fn value(&self, name: Name) -> f64 {
        match name {
            Name::Of(species, detail) => self.detail(species, detail).unwrap_or(f64::NAN),
            Name::Result(call) => self.results.get(call).copied().flatten().unwrap_or(f64::NAN),
            other => self.history.context(self.world, &self.standings).value(other),
        }
    }
}

/// The spread of each trait that is needed, in one pass over all organisms.
fn spreads(world: &World, history: &History, needs: &Needs) -> Vec<(usize, Trait, Spread)> {
    let needed = needs.traits.iter();
    let mut spreads: Vec<_> =
        needed.map(|&(species, what)| (species, what, Spread::default())).collect();
    if spreads.is_empty() {
        return spreads;
    }
    let mut of_species = vec![Vec::new(); world.config().species.len()];
    for (at, (species, ..)) in spreads.iter().enumerate() {
        if let Some(index) = history.index(*species) {
            of_species[index].push(at);
        }
    }
    for living in world.query::<Living<'_>>().iter() {
        for &at in &of_species[living.0.species.index()] {
            let (_, what, spread) = &mut spreads[at];
            what.of(world.tick(), living).into_iter().for_each(|number| spread.add(number));
        }
    }
    spreads
}

impl Trait {
    /// Its value for an organism; `None` if such organisms do not have it.
    fn of(self, tick: u64, (who, body, life, animal, plant): Living<'_>) -> Option<f64> {
        Some(match self {
            Self::Age => float(who.age(tick)),
            Self::Radius => body.radius,
            Self::MatureRadius => life.mature_radius.into(),
            Self::Height => plant?.height.into(),
            Self::PreferredLight => plant?.preferred_light.into(),
            Self::SeedSpread => plant?.seed_spread.into(),
            Self::Points(what) => animal?.points[what as usize].into(),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
fn float(count: u64) -> f64 {
    count as f64
}
