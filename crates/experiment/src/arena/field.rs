//! The fields on which games are played: scenarios without the entrants.

use terrarium_creatures::species::Kind;
use terrarium_run::scenario::Scenario;

use crate::ExperimentError;

/// The folder of the fields, in the directory of a league.
pub const FIELDS: &str = "fields";

/// The founders of each entrant in a duel between herbivores.
pub const HERBIVORES: u64 = 12;

/// The founders of each entrant in a duel between carnivores.
pub const CARNIVORES: u64 = 6;

/// The founders of each colony in a conquest.
pub const SOLDIERS: u64 = 16;

/// The side of the mature body of every entrant, in units.
pub const BODY_SIZE: u64 = 32;

/// The same in a conquest.
pub const SOLDIER_SIZE: u64 = 24;

/// A field: the text of a scenario file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name of its file, without the extension.
    pub name: String,
    /// The text of its file.
    pub text: String,
}

impl Field {
    /// The field of duels between entrants of a kind: the same food for both, and for herbivores a few
    /// lynxes that hunt them.
    #[must_use]
    pub fn of_kind(kind: Kind) -> Self {
        let (about, size, species): (_, _, &[(&str, u64)]) = match kind {
            Kind::Carnivore => (
                "A pasture with hares, for two species that hunt them",
                (1200, 900),
                &[("clover", 140), ("hare", 80)],
            ),
            Kind::Plant | Kind::Herbivore => (
                "A pasture with four lynxes, for two species that graze it",
                (1000, 750),
                &[("clover", 90), ("lynx", 4)],
            ),
        };
        Self { name: kind.name().to_owned(), text: open_ground(about, size, species) }
    }

    /// The meadow for this many herbivores and carnivores, large enough for all. Without entrants of a
    /// kind that the others need, shipped species take their place.
    #[must_use]
    pub fn meadow(herbivores: u64, carnivores: u64) -> Self {
        let entrants = herbivores + carnivores;
        let mut species = vec![("clover", 110 * entrants), ("oak", 4 * entrants)];
        if herbivores == 0 {
            species.push(("hare", 50 * entrants));
        }
        if carnivores == 0 {
            species.push(("lynx", entrants));
        }
        let side = (900 * 700 * entrants).isqrt();
        let about = "A meadow for all entrants at once";
        Self {
            name: "meadow".to_owned(),
            text: open_ground(about, (side * 7 / 6, side * 6 / 7), &species),
        }
    }

    /// The map and the rules of the shipped conquest, without its colonies.
    ///
    /// # Errors
    /// When the shipped scenario cannot be read.
    pub fn conquest() -> Result<Self, ExperimentError> {
        let shipped = Scenario::find("conquest", &[]).map_err(terrarium_run::StartError::from)?;
        let section = |title: &str| {
            let (_, rest) = shipped.text.split_once(title).unwrap_or_default();
            rest.split("\n[").next().unwrap_or_default().to_owned()
        };
        let (terrain, _) = shipped.text.split_once("[colonies]").unwrap_or((&shipped.text, ""));
        let text = format!("{terrain}[rules]{}", section("[rules]"));
        Ok(Self { name: "conquest".to_owned(), text })
    }
}

fn open_ground(about: &str, (width, height): (u64, u64), species: &[(&str, u64)]) -> String {
    let populations = species
        .iter()
        .map(|(name, count)| format!("\n[[population]]\nspecies = \"{name}\"\ncount = {count}\n"));
    let populations: String = populations.collect();
    format!("description = \"{about}\"\n\n[world]\nsize = [{width}, {height}]\n{populations}")
}
