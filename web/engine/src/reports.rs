//! What panels say about a session: species, history, events, and one organism.

use serde_json::{Value, json};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::chronicle::Remark;
use terrarium_playback::inspection::Section;
use terrarium_playback::{FrameSource, Playback, most_interesting};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure, json};
use crate::picture::number;
use crate::replay::{ONLY_KEYFRAMES, Subject};
use crate::session::{Session, whole};

/// The greatest number of rows of a history.
const MOST_ROWS: usize = 2000;

#[wasm_bindgen]
impl Session {
    /// The species with their populations, as JSON.
    ///
    /// # Errors
    /// Never: these are names and numbers.
    pub fn species(&self) -> Answer<String> {
        let world = self.simulation().map(terrarium_sim::tick::Simulation::world);
        let populations = self.scene.populations();
        let row = |(index, look): (usize, &terrarium_run::record::scene::SpeciesLook)| {
            let species = world.and_then(|world| world.config().species.get(index));
            let behaviour = species.and_then(|it| it.behaviour.as_ref());
            json!({
                "name": look.name,
                "kind": look.kind.name(),
                "colour": hexadecimal(look.colour),
                "count": populations.get(index),
                "behaviour": behaviour.map(|it| it.code.to_string()),
            })
        };
        json(&self.scene.species.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    /// The history of the branch, thinned: populations, births and deaths by species, as JSON.
    ///
    /// # Errors
    /// Never: these are numbers.
    pub fn chronicle(&self) -> Answer<String> {
        let history = self.history();
        let intervals = history.intervals();
        let step = intervals.len().div_ceil(MOST_ROWS).max(1);
        let count = history.species().len();
        let mut ticks = Vec::new();
        let mut columns = [(); 3].map(|()| vec![Vec::new(); count]);
        for (index, interval) in intervals.iter().enumerate() {
            if index % step != 0 && index + 1 != intervals.len() {
                continue;
            }
            ticks.push(interval.tick);
            for (species, tally) in history.tallies(index).iter().enumerate() {
                columns[0][species].push(tally.count);
                columns[1][species].push(tally.births);
                columns[2][species].push(tally.all_deaths());
            }
        }
        let [populations, births, deaths] = columns;
        json(
            &json!({ "ticks": ticks, "populations": populations, "births": births, "deaths": deaths }),
        )
    }

    /// The notable events from the one with index `from` on, as JSON.
    ///
    /// # Errors
    /// Never: these are texts.
    pub fn remarks(&self, from: usize) -> Answer<String> {
        let history = self.history();
        let row = |remark: &Remark| -> Value {
            json!({
                "tick": remark.tick,
                "text": history.describe(remark),
                "icon": format!("{:?}", remark.category()).to_lowercase(),
                "place": remark.at.map(|at| at.to_array()),
                "organism": remark.organism.map(number),
            })
        };
        json(&history.remarks().iter().skip(from).map(row).collect::<Vec<_>>())
    }

    /// Selects an organism, or none.
    pub fn select(&mut self, organism: Option<f64>) {
        self.selected = organism.map(|id| OrganismId(whole(id)));
        self.picture.is_stale = true;
        self.trace();
    }

    /// A report on the selected organism, as JSON: its `details`, its `life`, its `relatives`, or the `steps` of its
    /// last turn. `null` without one.
    ///
    /// # Errors
    /// When there is no such report, or a replay fails.
    pub fn report(&mut self, kind: &str) -> Answer<String> {
        let Some(organism) = self.selected else { return Ok("null".to_owned()) };
        let shows_steps = kind == "steps";
        if shows_steps != self.shows_steps {
            self.shows_steps = shows_steps;
            self.trace();
        }
        match kind {
            "details" => self.details(organism),
            "life" => self.life(organism),
            "relatives" => self.relatives(organism),
            "steps" => self.steps(organism),
            _ => Err(failure(format!("there is no report `{kind}`"))),
        }
    }

    /// Another active animal to follow.
    #[must_use]
    pub fn interesting(&self) -> Option<f64> {
        let excluded: Vec<OrganismId> = self.followed.into_iter().collect();
        most_interesting(&self.scene, &excluded).map(number)
    }
}

impl Session {
    fn details(&self, organism: OrganismId) -> Answer<String> {
        let inspection = self.playback().and_then(|playback| playback.inspect(organism));
        match inspection {
            Some(inspection) => report(&inspection.heading(), &inspection.sections(), None),
            None => report(&organism.to_string(), &[], Some(self.absence())),
        }
    }

    fn steps(&mut self, organism: OrganismId) -> Answer<String> {
        let Ok(playback) = self.source.run() else {
            return report(&organism.to_string(), &[], Some(self.absence()));
        };
        if !playback.knows_turns() {
            let tick = playback.tick();
            playback.seek(tick).map_err(failure)?;
        }
        match playback.inspect(organism) {
            Some(inspection) => report(&inspection.heading(), &inspection.step_sections(), None),
            None => report(&organism.to_string(), &[], Some(self.absence())),
        }
    }

    fn life(&mut self, organism: OrganismId) -> Answer<String> {
        let FrameSource::Run(playback) = &self.source else {
            return report(&organism.to_string(), &[], Some(ONLY_KEYFRAMES));
        };
        self.lives.want(organism, playback);
        match self.lives.sections() {
            Ok(sections) => report(&organism.to_string(), &sections, None),
            Err(why) => report(&organism.to_string(), &[], Some(&why)),
        }
    }

    fn relatives(&mut self, organism: OrganismId) -> Answer<String> {
        if let Some(why) = self.want(Subject::Organisms) {
            return report(&organism.to_string(), &[], Some(&why));
        }
        let pedigree = self.playback().and_then(Playback::pedigree);
        match pedigree.and_then(|it| it.kinship(organism, self.source.tick())) {
            Some(kinship) => {
                let heading = format!("{organism}, {}", kinship.organism.fate());
                report(&heading, &kinship.sections(), None)
            }
            None => report(&organism.to_string(), &[], Some("it is not born yet in this tick")),
        }
    }

    /// Why an organism is not there.
    fn absence(&self) -> &'static str {
        if self.playback().is_some() { "it does not exist in this tick" } else { ONLY_KEYFRAMES }
    }
}

fn report(heading: &str, sections: &[Section], note: Option<&str>) -> Answer<String> {
    let line = |line: &terrarium_playback::inspection::Line| {
        json!({
            "label": line.label,
            "value": line.value,
            "severity": line.severity,
            "share": line.share,
            "whom": line.organism.map(number),
            "tick": line.tick,
        })
    };
    let section = |section: &Section| json!({ "title": section.title, "lines": section.lines.iter().map(line).collect::<Vec<_>>() });
    let sections: Vec<Value> = sections.iter().map(section).collect();
    json(&json!({ "heading": heading, "sections": sections, "note": note }))
}

/// A colour as in style sheets.
pub(crate) fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
