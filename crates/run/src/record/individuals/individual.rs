//! What is known of an organism while it lives.

use glam::DVec2;
use terrarium_creatures::behaviour::{Event, EventKind, OrganismId};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{Kind, PlantTraits, TraitValues, Traits};
use terrarium_sim::world::{Identity, Lineage};

use super::clusters::ClusterOf;
use super::genome_columns::GenomeEntry;

/// An organism, and what it did since the record began.
#[derive(Debug, Clone)]
pub(super) struct Individual {
    pub who: Identity,
    /// The tick since which it is counted: that of its birth, or that in which the record began.
    pub since: u64,
    /// Where it was born; `None` if that was before the record.
    pub birthplace: Option<DVec2>,
    /// Where it was at the end of the last tick in which it lived.
    pub place: DVec2,
    pub traits: Inherited,
    /// Its cluster, once it has been placed.
    pub cluster: Option<ClusterOf>,
    /// Its genome, if its species has one.
    pub genome: Option<Box<GenomeEntry>>,
    /// The parent that did not bear it.
    pub second_parent: OrganismId,
    pub children: u64,
    pub eaten_plants: Energy,
    pub eaten_carcasses: Energy,
    /// The length of its path, in units.
    pub distance: f64,
    pub kills: u64,
    pub refused: u64,
    pub faults: u64,
}

/// The inherited traits of an organism.
#[derive(Debug, Clone, Copy)]
pub(super) enum Inherited {
    Animal(Traits),
    Plant(PlantTraits),
    /// It died before it was seen.
    Unseen,
}

/// The traits that an organism has.
pub(super) fn inherited(animal: Option<&Traits>, plant: Option<&PlantTraits>) -> Inherited {
    let animal = animal.copied().map(Inherited::Animal);
    animal.or(plant.copied().map(Inherited::Plant)).unwrap_or(Inherited::Unseen)
}

impl Inherited {
    /// The values of the traits; `None` if they are unknown.
    pub fn values(&self) -> Option<TraitValues> {
        match self {
            Self::Animal(traits) => Some(TraitValues::of_animal(traits)),
            Self::Plant(traits) => Some(TraitValues::of_plant(traits)),
            Self::Unseen => None,
        }
    }
}

impl Individual {
    /// An organism that is seen at `place` after a tick.
    pub fn new(
        who: Identity,
        place: DVec2,
        (traits, genome): (Inherited, Option<GenomeEntry>),
        tick: u64,
    ) -> Self {
        Self {
            who,
            since: tick,
            birthplace: (who.birth_tick() == tick).then_some(place),
            place,
            traits,
            cluster: None,
            genome: genome.map(Box::new),
            second_parent: OrganismId::NONE,
            children: 0,
            eaten_plants: Energy::ZERO,
            eaten_carcasses: Energy::ZERO,
            distance: 0.0,
            kills: 0,
            refused: 0,
            faults: 0,
        }
    }

    /// An organism that was added and died before it was seen.
    pub fn unseen(event: &Event, tick: u64) -> Self {
        let born = i64::try_from(tick).unwrap_or(i64::MAX) - 1;
        let who = Identity::without_parent(event.to, Lineage::default(), event.species, born);
        Self { birthplace: None, ..Self::new(who, DVec2::NAN, (Inherited::Unseen, None), tick) }
    }

    pub fn is_plant(&self) -> bool {
        matches!(self.traits, Inherited::Plant(_))
    }

    /// Notes a step to `place`.
    pub fn walk(&mut self, step: DVec2, place: DVec2) {
        self.distance += step.length();
        self.place = place;
    }

    /// Whether [`record`](Self::record) counts such events.
    pub fn is_counted(what: &EventKind) -> bool {
        matches!(
            what,
            EventKind::Ate { .. }
                | EventKind::Struck { killed: true, .. }
                | EventKind::Refused { .. }
                | EventKind::Failed { .. }
        )
    }

    /// Records an event of an organism of this kind, which eats either plants or carcasses.
    pub fn record(&mut self, what: &EventKind, kind: Kind) {
        match *what {
            EventKind::Ate { energy, .. } if kind == Kind::Herbivore => self.eaten_plants += energy,
            EventKind::Ate { energy, .. } => self.eaten_carcasses += energy,
            EventKind::Struck { killed: true, .. } => self.kills += 1,
            EventKind::Refused { .. } => self.refused += 1,
            EventKind::Failed { .. } => self.faults += 1,
            _ => {}
        }
    }
}
