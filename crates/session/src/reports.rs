//! What panels say about a session: species, history, events, and one organism.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::chronicle;
use terrarium_playback::inspection::{self, Severity, SiteReport};
use terrarium_playback::{FrameSource, Playback, most_interesting};
use terrarium_space::geometry::DVec2;

use crate::album::title_of;
use crate::lives::KnownLife;
use crate::refusal::{Answer, refused};
use crate::replay::{ONLY_KEYFRAMES, Subject};
use crate::session::Session;

/// A species and its population.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Species {
    /// Its name.
    pub name: String,
    /// What it eats: `plant`, `herbivore` or `carnivore`.
    pub kind: &'static str,
    /// Its colour, as in style sheets.
    pub colour: String,
    /// The number of living members.
    pub count: Option<u64>,
    /// What decides for it.
    pub behaviour: Option<String>,
}

/// The history of a branch, thinned: a row for each of `ticks`, by species.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Chronicle {
    /// The ticks.
    pub ticks: Vec<u64>,
    /// The populations.
    pub populations: Vec<Vec<u32>>,
    /// The births since the tick before.
    pub births: Vec<Vec<u32>>,
    /// The deaths since the tick before.
    pub deaths: Vec<Vec<u32>>,
}

/// A line of the list of events: one event, or several of one tick that are alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    /// When it was.
    pub tick: u64,
    /// What it was.
    pub text: String,
    /// Its category: `daily`, `story`, `days`, `close`, `population`, `species`, `conquest`, `fault`.
    pub icon: String,
    /// Where it was, in units.
    pub place: Option<[f64; 2]>,
    /// Whom it is about.
    pub organism: Option<u64>,
    /// The species it is about.
    pub species: Option<usize>,
    /// Whether it is rare enough in this run for a line where not all events are listed.
    pub is_listed: bool,
    /// How rare it is: timelines mark those with the greatest worth.
    pub worth: u32,
}

/// What is said of an organism.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What it is.
    pub heading: String,
    /// The parts of the report.
    pub sections: Vec<ReportSection>,
    /// Why there are none.
    pub note: Option<String>,
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportSection {
    /// Its title.
    pub title: &'static str,
    /// Its lines.
    pub lines: Vec<ReportLine>,
}

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReportLine {
    /// What it is about.
    pub label: String,
    /// The value.
    pub value: String,
    /// How good or bad it is for the organism.
    #[cfg_attr(test, ts(type = "\"plain\" | \"faint\" | \"good\" | \"warning\" | \"bad\""))]
    pub severity: Severity,
    /// The value as a share of its maximum, 0 to 1.
    pub share: Option<f64>,
    /// The organism that it names.
    pub whom: Option<u64>,
    /// The tick that it names.
    pub tick: Option<u64>,
}

/// What a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// The organism at this tick.
    Details,
    /// Its life so far.
    Life,
    /// Its parents, siblings and descendants.
    Relatives,
    /// Its last turn, step by step.
    Steps,
}

/// The greatest number of rows of a history.
const MOST_ROWS: usize = 2000;

impl Session {
    /// The species with their populations.
    #[must_use]
    pub fn species(&self) -> Vec<Species> {
        let world = self.simulation().map(terrarium_sim::tick::Simulation::world);
        let populations = self.scene.populations();
        let row = |(index, look): (usize, &terrarium_run::record::scene::SpeciesLook)| {
            let species = world.and_then(|world| world.config().species.get(index));
            let behaviour = species.and_then(|it| it.behaviour.as_ref());
            Species {
                name: look.name.clone(),
                kind: look.kind.name(),
                colour: hexadecimal(look.colour),
                count: populations.get(index).copied(),
                behaviour: behaviour.map(|it| it.code.to_string()),
            }
        };
        self.scene.species.iter().enumerate().map(row).collect()
    }

    /// The history of the branch, thinned: populations, births and deaths by species.
    #[must_use]
    pub fn chronicle(&self) -> Chronicle {
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
        Chronicle { ticks, populations, births, deaths }
    }

    /// The lines of the list of events from the one with index `from` on.
    #[must_use]
    pub fn remarks(&self, from: usize) -> Vec<Remark> {
        let history = self.history();
        let row = |entry: chronicle::Entry<'_>| Remark {
            tick: entry.remark.tick,
            text: history.describe_entry(&entry),
            icon: format!("{:?}", entry.remark.category()).to_lowercase(),
            place: entry.remark.at.map(|at| at.to_array()),
            organism: entry.remark.organism.map(|id| id.0),
            species: entry.remark.species.map(|id| id.index()),
            is_listed: entry.is_listed,
            worth: entry.worth,
        };
        history.entries().skip(from).map(row).collect()
    }

    /// Selects an organism, or none.
    pub fn select(&mut self, organism: Option<OrganismId>) {
        (self.selected, self.site) = (organism, None);
        self.picture.is_stale = true;
        self.trace();
    }

    /// Selects no organism, and reports on the base, nest or sentry at a place, in units. Returns whether there is one.
    pub fn select_site(&mut self, place: DVec2) -> bool {
        self.select(None);
        self.site = Some(place);
        self.site_report().is_some()
    }

    /// A report on the selected organism, or on the selected base, nest or sentry, if there is one.
    ///
    /// # Errors
    /// When a replay fails.
    pub fn report(&mut self, kind: ReportKind) -> Answer<Option<Report>> {
        let Some(organism) = self.selected else {
            let site = self.site_report();
            return Ok(site.map(|it| report(&it.title, &it.sections, None)));
        };
        let shows_steps = kind == ReportKind::Steps;
        if shows_steps != self.shows_steps {
            self.shows_steps = shows_steps;
            self.trace();
        }
        Ok(Some(match kind {
            ReportKind::Details => self.details(organism),
            ReportKind::Life => self.life(organism),
            ReportKind::Relatives => self.relatives(organism),
            ReportKind::Steps => self.steps(organism)?,
        }))
    }

    /// Another active animal to follow.
    #[must_use]
    pub fn interesting(&self) -> Option<OrganismId> {
        let excluded: Vec<OrganismId> = self.followed().into_iter().collect();
        most_interesting(&self.scene, &excluded)
    }
}

impl Session {
    /// The organism at this tick; where it is not there, its life.
    fn details(&mut self, organism: OrganismId) -> Report {
        match self.playback().and_then(|playback| playback.inspect(organism)) {
            Some(inspection) => {
                let is_followed = self.followed() == Some(organism);
                let shown = (&*self.scene, self.history());
                let heading = title_of(&inspection.heading(), organism, is_followed, shown);
                report(&heading, &inspection.sections(), None)
            }
            None => self.life(organism),
        }
    }

    /// The report on the selected base, nest or sentry.
    pub(crate) fn site_report(&self) -> Option<SiteReport> {
        let playback = self.playback()?;
        SiteReport::at(playback.simulation().world(), playback.chronicle(), self.site?)
    }

    fn steps(&mut self, organism: OrganismId) -> Answer<Report> {
        let Ok(playback) = self.source.run() else {
            return Ok(report(&organism.to_string(), &[], Some(self.absence())));
        };
        if !playback.knows_turns() {
            let tick = playback.tick();
            playback.seek(tick).map_err(refused)?;
        }
        Ok(match playback.inspect(organism) {
            Some(inspection) => report(&inspection.heading(), &inspection.step_sections(), None),
            None => report(&organism.to_string(), &[], Some(self.absence())),
        })
    }

    fn life(&mut self, organism: OrganismId) -> Report {
        let FrameSource::Run(playback) = &self.source else {
            return report(&organism.to_string(), &[], Some(ONLY_KEYFRAMES));
        };
        self.derived.lives.want(organism, playback);
        match self.derived.lives.life() {
            Ok(known) => {
                let KnownLife { life, sections } = &**known;
                let heading = format!("{} {}: {}", life.species, life.id, life.ending());
                report(&heading, sections, None)
            }
            Err(why) => report(&organism.to_string(), &[], Some(&why)),
        }
    }

    fn relatives(&mut self, organism: OrganismId) -> Report {
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

fn report(heading: &str, sections: &[inspection::Section], note: Option<&str>) -> Report {
    let line = |line: &inspection::Line| ReportLine {
        label: line.label.clone(),
        value: line.value.clone(),
        severity: line.severity,
        share: line.share,
        whom: line.organism.map(|id| id.0),
        tick: line.tick,
    };
    let section = |section: &inspection::Section| ReportSection {
        title: section.title,
        lines: section.lines.iter().map(line).collect(),
    };
    Report {
        heading: heading.to_owned(),
        sections: sections.iter().map(section).collect(),
        note: note.map(str::to_owned),
    }
}

/// A colour as in style sheets.
pub(crate) fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
