//! The commands that remove and feed a share of a species.

use hecs::Entity;

use super::CommandRefusal;
use super::onset::check_share;
use crate::tick::Simulation;
use crate::world::chance::Purpose;
use crate::world::{Body, Identity, Life, Share};

impl Simulation {
    pub(super) fn remove_share(&mut self, of: Share) -> Result<(), CommandRefusal> {
        let chosen = self.chosen(of)?;
        self.take(chosen);
        Ok(())
    }

    pub(super) fn feed_share(&mut self, of: Share) -> Result<(), CommandRefusal> {
        for (_, entity) in self.chosen(of)? {
            self.fill(entity);
        }
        Ok(())
    }

    /// A share of the living organisms of a species, drawn at random, by identity.
    fn chosen(&self, of: Share) -> Result<Vec<(Identity, Entity)>, CommandRefusal> {
        let Share { species, area, share } = of;
        self.known(species)?;
        self.check_area(area.as_ref())?;
        check_share("the share", share)?;
        let world = &self.world;
        let mut query = world.organisms.query::<(Entity, &Identity, &Body)>().with::<&Life>();
        let within = query.iter().filter(|(_, who, body)| {
            who.species == species && area.is_none_or(|area| area.contains(body.centre))
        });
        let mut drawn: Vec<(u64, Identity, Entity)> = within
            .map(|(entity, who, _)| (self.lot(who.lineage, Purpose::Selection), *who, entity))
            .collect();
        drop(query);
        if drawn.is_empty() {
            return Err(self.none_alive(species, area));
        }
        drawn.sort_unstable_by_key(|(lot, who, _)| (*lot, who.id));
        drawn.truncate(share_of(drawn.len(), share));
        drawn.sort_unstable_by_key(|(_, who, _)| who.id);
        Ok(drawn.into_iter().map(|(_, who, entity)| (who, entity)).collect())
    }
}

/// The share of a count, rounded.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "there are fewer than 2⁵³ organisms, and the share is 0 to 1"
)]
fn share_of(count: usize, share: f64) -> usize {
    (count as f64 * share + 0.5).floor() as usize
}
