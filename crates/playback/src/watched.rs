//! An organism that a viewer watches, and what became of it.

use terrarium_creatures::behaviour::{Death, OrganismId, SightingKind};
use terrarium_creatures::species::SpeciesId;
use terrarium_run::record::Scene;

use crate::Chronicle;
use crate::chronicle::{Notable, Remark, verb_of};

/// An organism that is watched: who it is, and when it was seen alive last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watched {
    /// Its identity.
    pub organism: OrganismId,
    species: Option<SpeciesId>,
    seen: Option<u64>,
}

impl Watched {
    /// Watches an organism, which need not be in the world.
    #[must_use]
    pub fn new(organism: OrganismId) -> Self {
        Self { organism, species: None, seen: None }
    }

    /// Watches an organism of a scene.
    #[must_use]
    pub fn in_scene(organism: OrganismId, scene: &Scene) -> Self {
        let mut watched = Self::new(organism);
        watched.observe(scene);
        watched
    }

    /// Looks at it in a later scene. Returns whether it is alive there.
    pub fn observe(&mut self, scene: &Scene) -> bool {
        let Some(figure) = scene.figure(self.organism) else { return false };
        self.species = Some(figure.species);
        let is_alive = figure.kind != SightingKind::Carcass;
        if is_alive {
            self.seen = Some(scene.tick);
        }
        is_alive
    }

    /// Whether it was seen alive.
    #[must_use]
    pub fn was_alive(&self) -> bool {
        self.seen.is_some()
    }

    /// Its species and number.
    #[must_use]
    pub fn name(&self, chronicle: &Chronicle) -> String {
        match self.species {
            Some(species) => format!("{} {}", chronicle.name(species), self.organism),
            None => self.organism.to_string(),
        }
    }

    /// What it died of, up to a tick, in the words of the list of events.
    #[must_use]
    pub fn fate(&self, tick: u64, chronicle: &Chronicle) -> String {
        if let Some(remark) = self.death(tick, chronicle) {
            return chronicle.describe(remark);
        }
        let name = self.name(chronicle);
        match self.cause(tick, chronicle) {
            Some(cause) => format!("{name} {}", verb_of(cause)),
            None => format!("{name} is dead"),
        }
    }

    /// The organism that killed it or ate it up, if an event says so.
    #[must_use]
    pub fn killer(&self, tick: u64, chronicle: &Chronicle) -> Option<OrganismId> {
        match self.death(tick, chronicle)?.what {
            Notable::Died { by, .. } => by,
            _ => None,
        }
    }

    /// The event of its death, up to a tick.
    pub(crate) fn death<'a>(&self, tick: u64, chronicle: &'a Chronicle) -> Option<&'a Remark> {
        let past = chronicle.remarks().iter().rev().skip_while(|it| it.tick > tick);
        let mut own = past.filter(|it| it.organism == Some(self.organism));
        own.find(|it| matches!(it.what, Notable::Died { .. }))
    }

    /// The cause of all deaths of its species since it was seen alive, if there is only one cause. Deaths by age and
    /// hunger are no events of their own.
    fn cause(&self, tick: u64, chronicle: &Chronicle) -> Option<Death> {
        let deaths = chronicle.deaths_between(self.species?, self.seen?, tick);
        let mut causes = Death::ALL.into_iter().zip(deaths).filter(|&(_, count)| count > 0);
        let (cause, _) = causes.next()?;
        causes.next().is_none().then_some(cause)
    }
}
