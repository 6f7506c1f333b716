//! The lineages of a world: for each founder, its living descendants.

use serde_json::{Value, json};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{ColourBy, Key};
use terrarium_playback::FounderLineage;
use terrarium_playback::chronicle::Trait;
use terrarium_studies::charts::short;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, json};
use crate::picture::number;
use crate::replay::Subject;
use crate::reports::hexadecimal;
use crate::session::Session;

/// The most lineages of a species that are listed: of each, and of the only one.
const MOST: usize = 5;
const MOST_OF_ONE: usize = 200;

#[wasm_bindgen]
impl Session {
    /// The lineages at this tick as JSON, the largest of each species first: of all species, or of one. While the founders are
    /// not known, a note says why.
    ///
    /// # Errors
    /// Never: these are numbers and names.
    pub fn lineages(&mut self, only: Option<usize>) -> Answer<String> {
        let note = self.want(Subject::Founders);
        let known = self.playback().and_then(|it| Some((it.simulation().world(), it.founders()?)));
        let Some((world, founders)) = known.filter(|_| note.is_none()) else {
            return json(&json!({ "since": null, "note": note, "species": [] }));
        };
        let all = FounderLineage::all(world, founders);
        let species = all
            .chunk_by(|a, b| a.species == b.species)
            .filter(|them| only.is_none_or(|only| them[0].species.index() == only))
            .map(|them| self.lineages_of(them, only.map_or(MOST, |_| MOST_OF_ONE)));
        let since = Some(founders.first_tick()).filter(|&tick| tick > 0);
        json(&json!({ "since": since, "note": null, "species": species.collect::<Vec<_>>() }))
    }
}

impl Session {
    /// The lineages of one species.
    fn lineages_of(&self, them: &[FounderLineage], most: usize) -> Value {
        let species = them[0].species;
        let (listed, others) = them.split_at(them.len().min(most));
        let traits = self.scene.look(species).map_or(&[][..], |look| Trait::of(look.kind));
        let means = means(them);
        let row = |it: &FounderLineage| {
            let traits = traits.iter().zip(&it.means).zip(&means);
            let traits = traits.map(|((what, &own), &all)| {
                json!({ "name": what.name(), "mean": rounded(own), "all": rounded(all) })
            });
            json!({
                "founder": number(it.founder),
                "living": it.living,
                "share": it.share,
                "generation": it.generation,
                "member": number(it.eldest),
                "colour": self.colour_of_lineage(it.founder),
                "traits": traits.collect::<Vec<_>>(),
            })
        };
        json!({
            "species": species.index(),
            "count": them.len(),
            "lineages": listed.iter().map(row).collect::<Vec<_>>(),
            "others": others.iter().map(|it| it.living).sum::<u64>(),
        })
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
