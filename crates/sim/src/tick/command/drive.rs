//! The command that drives animals.

use std::collections::BTreeMap;

use terrarium_creatures::behaviour::native;
use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::{Code, DRIVEN, SpeciesId};

use super::CommandRefusal;
use crate::tick::Simulation;
use crate::world::{Identity, Life, Mind};

impl Simulation {
    pub(super) fn drive(
        &mut self,
        species: SpeciesId,
        drives: &[(OrganismId, Drives)],
    ) -> Result<(), CommandRefusal> {
        self.known(species)?;
        let it = self.world.config.species(species);
        let name = || it.name.clone();
        let code = it.behaviour.as_ref().map(|behaviour| &behaviour.code);
        if !matches!(code, Some(Code::Native(native)) if native == DRIVEN) {
            return Err(CommandRefusal::NotDriven { species: name() });
        }
        let mut query = self.world.organisms.query::<(&Identity, &Life, &mut Mind)>();
        let own = query.iter().filter(|(who, ..)| who.species == species);
        let mut minds: BTreeMap<_, _> = own.map(|(who, _, mind)| (who.id, mind)).collect();
        let mut found = Vec::with_capacity(drives.len());
        for &(organism, drives) in drives {
            let Some(mind) = minds.remove(&organism) else {
                return Err(CommandRefusal::NotOne { organism, species: name() });
            };
            found.push((mind, drives));
        }
        for (mind, drives) in found {
            native::drive(&mut mind.memory, drives);
        }
        Ok(())
    }
}
