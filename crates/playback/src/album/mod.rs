//! The album of a run: what those who watch it keep. Favourites are organisms with the names that were given to them;
//! moments are what a tour has shown to its end.
//!
//! An album changes nothing in its world. Recordings hold it, and links hold the favourites.

mod favourite;
mod moment;
mod news;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;

use crate::name_of;

pub use favourite::{Favourite, NameError};
pub use moment::Moment;

/// The maximum number of favourites.
pub const MAX_FAVOURITES: usize = 100;

/// The maximum length of a name, in characters.
pub const MAX_NAME: usize = 24;

/// The number of moments that are kept; older ones make room for new ones.
const MAX_MOMENTS: usize = 60;

/// The favourites and the moments of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Album {
    favourites: BTreeMap<OrganismId, Favourite>,
    /// The first one first.
    moments: Vec<Moment>,
}

impl Album {
    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.favourites.is_empty() && self.moments.is_empty()
    }

    /// The favourites, in the order of their births.
    pub fn favourites(&self) -> impl Iterator<Item = (OrganismId, &Favourite)> {
        self.favourites.iter().map(|(&id, favourite)| (id, favourite))
    }

    /// Whether an organism is a favourite.
    #[must_use]
    pub fn is_favourite(&self, organism: OrganismId) -> bool {
        self.favourites.contains_key(&organism)
    }

    /// The name of an organism in a world with this seed: the one it was given, or else
    /// [the one that follows from its identity](name_of).
    #[must_use]
    pub fn name(&self, seed: u64, organism: OrganismId) -> &str {
        let given = self.favourites.get(&organism).and_then(|it| it.name.as_deref());
        given.unwrap_or_else(|| name_of(seed, organism))
    }

    /// Makes an organism of a species a favourite, or no longer if it is one. Returns whether it is one now.
    ///
    /// # Errors
    /// When there are [`MAX_FAVOURITES`] already.
    pub fn toggle(&mut self, organism: OrganismId, species: SpeciesId) -> Result<bool, NameError> {
        if self.favourites.remove(&organism).is_some() {
            return Ok(false);
        }
        self.add(organism, Favourite { species, name: None })?;
        Ok(true)
    }

    /// Gives an organism of a species a name, which makes it a favourite. Without a name it is called as before.
    ///
    /// # Errors
    /// When the name is too long or has characters that names have not, or there are too many favourites.
    pub fn rename(
        &mut self,
        organism: OrganismId,
        species: SpeciesId,
        name: &str,
    ) -> Result<(), NameError> {
        self.add(organism, Favourite { species, name: Favourite::checked(name)? })
    }

    /// Adds a favourite, or changes what is known of it.
    pub(crate) fn add(
        &mut self,
        organism: OrganismId,
        favourite: Favourite,
    ) -> Result<(), NameError> {
        if self.favourites.len() >= MAX_FAVOURITES && !self.is_favourite(organism) {
            return Err(NameError::TooMany);
        }
        self.favourites.insert(organism, favourite);
        Ok(())
    }

    /// Keeps a moment. One of the same tick is replaced.
    pub fn keep(&mut self, moment: Moment) {
        self.moments.retain(|it| it.tick != moment.tick);
        let place = self.moments.partition_point(|it| it.tick < moment.tick);
        self.moments.insert(place, moment);
        let surplus = self.moments.len().saturating_sub(MAX_MOMENTS);
        self.moments.drain(..surplus);
    }

    /// The moments that were kept, the first one first.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Drops what is of later ticks, for a branch that begins at `tick`, where `next` is the first identity that is not
    /// in use yet.
    pub(crate) fn cut(&mut self, tick: u64, next: OrganismId) {
        self.favourites.retain(|&id, _| id < next);
        self.moments.retain(|it| it.tick <= tick);
    }

    /// The album as a recording holds it.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data can be serialised")
    }

    /// The album of a recording. What another version has written differently is left out, and so is what exceeds the
    /// limits.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let read: Self = serde_json::from_slice(bytes).unwrap_or_default();
        let mut album = Self::default();
        for (id, favourite) in read.favourites {
            let name = favourite.name.as_deref().unwrap_or_default();
            let name = Favourite::checked(name).unwrap_or_default();
            let _ = album.add(id, Favourite { name, ..favourite });
        }
        read.moments.into_iter().for_each(|moment| album.keep(moment));
        album
    }
}
