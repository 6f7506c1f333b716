//! The lineages of a world: for each founder, its living descendants.

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{ColourBy, Key};
use terrarium_playback::FounderLineage;
use terrarium_playback::chronicle::Trait;
use terrarium_studies::charts::short;

use crate::replay::Subject;
use crate::reports::hexadecimal;
use crate::session::Session;

/// The living descendants of each founder.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Lineages {
    /// The tick whose organisms are all founders, if it is not 0.
    pub since: Option<u64>,
    /// Why they are not known.
    pub note: Option<String>,
    /// The lineages by species.
    pub species: Vec<SpeciesLineages>,
}

/// The lineages of a species.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpeciesLineages {
    /// The index of the species.
    pub species: usize,
    /// The number of lineages.
    pub count: usize,
    /// The largest first.
    pub lineages: Vec<Lineage>,
    /// The living of those that are not listed.
    pub others: u64,
}

/// The living descendants of a founder.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Lineage {
    /// The founder.
    pub founder: u64,
    /// The number of living descendants.
    pub living: u64,
    /// Their share of the species, 0 to 1.
    pub share: f64,
    /// Their greatest generation.
    pub generation: u32,
    /// Its eldest living member.
    pub member: u64,
    /// Its colour, if organisms are coloured by lineage and it has one.
    pub colour: Option<String>,
    /// The means of its traits.
    pub traits: Vec<TraitMeans>,
}

/// The mean of a trait.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TraitMeans {
    /// The trait.
    pub name: &'static str,
    /// The mean of the lineage.
    pub mean: String,
    /// The mean of the species.
    pub all: String,
}

/// The most lineages of a species that are listed: of each, and of the only one.
const MOST: usize = 5;
const MOST_OF_ONE: usize = 200;

impl Session {
    /// The lineages at this tick the largest of each species first: of all species, or of one. While the founders are
    /// not known, a note says why.
    pub fn lineages(&mut self, only: Option<usize>) -> Lineages {
        let note = self.want(Subject::Founders);
        let known = self.playback().and_then(|it| Some((it.simulation().world(), it.founders()?)));
        let Some((world, founders)) = known.filter(|_| note.is_none()) else {
            return Lineages { since: None, note, species: Vec::new() };
        };
        let all = FounderLineage::all(world, founders);
        let species = all
            .chunk_by(|a, b| a.species == b.species)
            .filter(|them| only.is_none_or(|only| them[0].species.index() == only))
            .map(|them| self.lineages_of(them, only.map_or(MOST, |_| MOST_OF_ONE)));
        let since = Some(founders.first_tick()).filter(|&tick| tick > 0);
        Lineages { since, note: None, species: species.collect() }
    }
}

impl Session {
    /// The lineages of one species.
    fn lineages_of(&self, them: &[FounderLineage], most: usize) -> SpeciesLineages {
        let species = them[0].species;
        let (listed, others) = them.split_at(them.len().min(most));
        let traits = self.scene.look(species).map_or(&[][..], |look| Trait::of(look.kind));
        let means = means(them);
        let row = |it: &FounderLineage| {
            let traits = traits.iter().zip(&it.means).zip(&means);
            let traits = traits.map(|((what, &own), &all)| TraitMeans {
                name: what.name(),
                mean: rounded(own),
                all: rounded(all),
            });
            Lineage {
                founder: it.founder.0,
                living: it.living,
                share: it.share,
                generation: it.generation,
                member: it.eldest.0,
                colour: self.colour_of_lineage(it.founder),
                traits: traits.collect(),
            }
        };
        SpeciesLineages {
            species: species.index(),
            count: them.len(),
            lineages: listed.iter().map(row).collect(),
            others: others.iter().map(|it| it.living).sum(),
        }
    }

    /// The colour of a lineage, if organisms are coloured by lineage and it has one.
    fn colour_of_lineage(&self, founder: OrganismId) -> Option<String> {
        let colouring = self.picture.colouring.as_ref().filter(|it| it.by == ColourBy::Lineage)?;
        let Key::Lineages { largest, .. } = &colouring.key else { return None };
        let own = largest.iter().find(|it| it.founder == founder)?;
        Some(hexadecimal(own.colour))
    }
}

/// The means of the traits of a whole species.
#[expect(clippy::cast_precision_loss, reason = "the numbers of organisms are small")]
fn means(them: &[FounderLineage]) -> Vec<f64> {
    let living: f64 = them.iter().map(|it| it.living as f64).sum();
    let mean = |index: usize| {
        let sums = them.iter().map(|it| it.means[index] * it.living as f64);
        sums.sum::<f64>() / living
    };
    (0..them[0].means.len()).map(mean).collect()
}

/// A mean in few characters.
fn rounded(value: f64) -> String {
    short((value * 100.0).round() / 100.0)
}
