//! Organisms that were read from files: validated one by one, and added to their world.

use rayon::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{Kind, MATURE_RADIUS, Nature, SpeciesId};
use terrarium_space::geometry::lattice;

use super::organism::{spawn_animal, spawn_plant};
use super::saved::MAX_COUNT;
use super::{
    Carcass, Frame, Identity, Life, Mating, Motion, RestoreError, SavedNature, SavedOrganism,
    World, layout,
};

/// An upper bound on the energy of an organism under any rules, in quanta.
const MOST_QUANTA: i64 = 1 << 45;

/// An upper bound on generations.
const MOST_GENERATIONS: u32 = 1 << 31;

/// A world that is restored: what is not an organism. It validates organisms, on any number of threads, while the
/// [`Population`] gets those before them.
pub struct Restoration(World);

/// The organisms that a world is restored with.
#[derive(Default)]
pub struct Population(hecs::World);

/// Organisms that their world can have.
pub struct ValidOrganisms(Vec<SavedOrganism>);

impl Restoration {
    /// Begins with the frame of the world.
    ///
    /// # Errors
    /// When the frame is invalid.
    pub fn new(frame: Frame) -> Result<Self, RestoreError> {
        frame.check()?;
        Ok(Self(World::from_frame(frame)?))
    }

    /// Validates organisms. A checksum does not do that, since a file may have been written by another program.
    ///
    /// # Errors
    /// When their world cannot have one of them.
    pub fn validated(&self, organisms: Vec<SavedOrganism>) -> Result<ValidOrganisms, RestoreError> {
        organisms.iter().try_for_each(|organism| self.0.validate(organism))?;
        Ok(ValidOrganisms(organisms))
    }

    /// The world with these organisms.
    ///
    /// # Errors
    /// When two of them have the same identity.
    pub fn world(self, population: Population) -> Result<World, RestoreError> {
        let world = World { organisms: population.0, ..self.0 };
        let mut ids: Vec<_> = world.query::<&Identity>().iter().map(|who| who.id).collect();
        ids.par_sort_unstable();
        match ids.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(RestoreError::Disorder(pair[0])),
            None => Ok(world),
        }
    }
}

impl Population {
    /// Makes room for so many more plants and animals, and some births.
    pub fn reserve(&mut self, plants: usize, animals: usize) {
        layout::reserve(&mut self.0, plants, animals);
    }

    /// Adds organisms.
    pub fn add(&mut self, organisms: ValidOrganisms) {
        organisms.0.into_iter().for_each(|organism| add(&mut self.0, organism));
    }
}

impl ValidOrganisms {
    /// Their number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

fn add(organisms: &mut hecs::World, organism: SavedOrganism) {
    let SavedOrganism { who, body, nature, genome, mating } = organism;
    let entity = match nature {
        SavedNature::Plant(life, traits) => {
            spawn_plant(organisms, (who, body, life), traits, genome)
        }
        SavedNature::Animal(life, traits, mind, motion) => {
            spawn_animal(organisms, (who, body, life), (traits, genome), mind, motion)
        }
        SavedNature::Carcass(carcass) => organisms.spawn((who, body, carcass)),
    };
    if let Some(mating) = mating {
        organisms.insert_one(entity, mating).expect("it was just added");
    }
}

impl World {
    /// Adds a saved organism. `after` is the identity of the previous one, or
    /// [`OrganismId::NONE`].
    ///
    /// # Errors
    /// When the organism is not valid in this world, or not in the order of identities.
    pub fn admit(
        &mut self,
        organism: SavedOrganism,
        after: OrganismId,
    ) -> Result<(), RestoreError> {
        self.validate(&organism)?;
        if organism.who.id <= after {
            return Err(RestoreError::Disorder(organism.who.id));
        }
        add(&mut self.organisms, organism);
        Ok(())
    }

    /// Checks that the world could be restored as it is: by the functions that validate what is read from files.
    ///
    /// # Errors
    /// Returns why it would be refused.
    pub(crate) fn check_restorable(&self) -> Result<(), RestoreError> {
        self.frame().check()?;
        self.organisms().try_for_each(|organism| self.validate(&organism))
    }

    /// Validates an organism that was read from a file.
    fn validate(&self, organism: &SavedOrganism) -> Result<(), RestoreError> {
        let SavedOrganism { who, body, nature, genome, mating } = organism;
        if who.species.index() >= self.config.species.len() {
            return Err(RestoreError::UnknownSpecies(who.id));
        }
        if who.id == OrganismId::NONE || who.id >= self.next_id {
            return Err(RestoreError::Disorder(who.id));
        }
        let on_lattice = lattice::holds(body.centre) && lattice::snap(body.radius) == body.radius;
        if !(on_lattice && body.radius > 0.0 && self.config.bounds.contains_box(&body.area())) {
            return Err(RestoreError::OutOfPlace(who.id));
        }
        let species = self.config.species(who.species);
        if !nature.is_of(species.kind) {
            return Err(RestoreError::WrongKind(who.id));
        }
        let now = i64::try_from(self.tick).unwrap_or(i64::MAX);
        let is_of_age = who.born <= now && who.born.unsigned_abs() <= MAX_COUNT;
        let is_in_line = who.generation <= MOST_GENERATIONS;
        let is_small = body.radius <= f64::from(*MATURE_RADIUS.end());
        let is_possible = nature.is_possible(self, who.species);
        if !(is_of_age && is_in_line && is_small && is_possible) {
            return Err(RestoreError::Impossible(who.id));
        }
        let is_alive = !matches!(nature, SavedNature::Carcass(_));
        if !species.admits(genome.as_ref(), is_alive) {
            return Err(RestoreError::Genome(who.id));
        }
        if !self.admits_mating(who, nature, mating.as_ref()) {
            return Err(RestoreError::Mating(who.id));
        }
        Ok(())
    }

    /// Whether an organism can have this mating or none; carcasses have none.
    fn admits_mating(&self, who: &Identity, nature: &SavedNature, mating: Option<&Mating>) -> bool {
        let mates = self.config.species(who.species).reproduction.is_some();
        match (nature, mating) {
            (SavedNature::Carcass(_), mating) => mating.is_none(),
            (_, None) => !mates,
            (SavedNature::Plant(life, _) | SavedNature::Animal(life, ..), Some(mating)) => {
                mates && mating.is_possible(life, who.species, self)
            }
        }
    }
}

impl SavedNature {
    fn is_of(&self, kind: Kind) -> bool {
        match self {
            Self::Plant(..) => kind == Kind::Plant,
            Self::Animal(..) | Self::Carcass(_) => kind != Kind::Plant,
        }
    }

    /// Whether all its values are in the ranges that a simulation can produce.
    fn is_possible(&self, world: &World, species: SpeciesId) -> bool {
        let rules = &world.config.rules;
        let amount = |energy: Energy| (0..=MOST_QUANTA).contains(&energy.quanta());
        let sound = |life: &Life| {
            let Life { energy, embryo, damage, mature_radius, .. } = life;
            let unharmed = damage.is_finite() && *damage >= 0.0;
            amount(*energy) && amount(*embryo) && unharmed && MATURE_RADIUS.contains(mature_radius)
        };
        match self {
            Self::Plant(life, traits) => sound(life) && Nature::Plant(*traits).is_possible(rules),
            Self::Animal(life, traits, _, Motion { velocity, journey, course }) => {
                let (strategy, colony) = (world.strategy.as_ref(), world.config.colony(species));
                let journey =
                    journey.iter().all(|it| it.is_possible(strategy, colony, &world.config.links));
                let traits = Nature::Animal(*traits).is_possible(rules);
                let course = course.is_none_or(|it| it.pace.is_finite() && it.pace >= 0.0);
                sound(life) && traits && velocity.is_finite() && journey && course
            }
            Self::Carcass(Carcass { energy, .. }) => amount(*energy),
        }
    }
}
