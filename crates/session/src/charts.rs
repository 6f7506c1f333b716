//! The charts of a session: what can be charted, and the numbers of a chart.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use terrarium_playback::FrameSource;
use terrarium_studies::charts::file::{self, Format};
use terrarium_studies::charts::{
    Chart, ChartChoice, ChartDetails, ChartKind, ChartNeeds, ChartPart, ChartSource, ChoiceEntry,
    ChoiceList, Scale,
};

use crate::derived::Computation;
use crate::refusal::{Answer, refused};
use crate::session::Session;

/// A kind of charts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartName {
    /// Its identifier.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
}

/// What can be chosen for a part of a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartList {
    /// The part.
    #[cfg_attr(test, ts(type = "\"column\" | \"horizontal\" | \"vertical\""))]
    pub part: &'static str,
    /// All that can be chosen.
    pub entries: Vec<ChartEntry>,
    /// The index of what is chosen.
    pub chosen: usize,
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartEntry {
    /// Its name.
    pub name: String,
    /// What it counts or measures, if its name does not say so.
    pub meaning: String,
}

/// A chart that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChartRequest {
    /// The identifier of its kind.
    pub kind: String,
    /// The only species that it shows, or that of which it is.
    pub species: Option<u16>,
    /// What was chosen for its parts, by the names in their lists.
    pub chosen: Vec<ChosenEntry>,
    /// The scale of values: `linear`, `root` or `log`; without one, that which suits the chart.
    pub scale: Option<String>,
}

/// What was chosen for a part of a chart.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChosenEntry {
    /// The part: `column`, `horizontal` or `vertical`.
    pub part: String,
    /// The name of what it shows. One that the species does not have is that at first.
    pub name: String,
}

impl ChartRequest {
    /// What it asks for, but for what was chosen from lists.
    fn plain_choice(&self) -> Answer<ChartChoice> {
        let kind = ChartKind::named(&self.kind);
        let kind = kind.ok_or_else(|| refused(format!("there is no chart `{}`", self.kind)))?;
        let scale = self.scale.as_ref().map(|name| {
            let known = Scale::ALL.into_iter().find(|scale| scale.name() == name);
            known.ok_or_else(|| refused(format!("there is no scale `{name}`")))
        });
        let (species, scale) = (self.species.map(SpeciesId), scale.transpose()?);
        Ok(ChartChoice { kind, species, scale, ..ChartChoice::default() })
    }
}

/// The name of a part of a chart.
fn name_of(part: ChartPart) -> &'static str {
    match part {
        ChartPart::Column => "column",
        ChartPart::Horizontal => "horizontal",
        ChartPart::Vertical => "vertical",
    }
}

impl Session {
    /// The kinds of charts.
    #[must_use]
    pub fn charts(&self) -> Vec<ChartName> {
        let has_bases = !self.history().bases().is_empty();
        let kinds = ChartKind::ALL.into_iter();
        let kinds = kinds.filter(|&kind| kind != ChartKind::Conquest || has_bases);
        let row = |kind: ChartKind| ChartName { name: kind.name(), title: kind.title() };
        kinds.map(row).collect()
    }

    /// A chart of this tick as a file: `png`, `svg`, or `csv` for its numbers with a line of names.
    ///
    /// # Errors
    /// When there is no such chart, column, scale or format, or the chart has no data.
    pub fn chart_file(&mut self, request: &ChartRequest, format: &str) -> Answer<Vec<u8>> {
        let choice = self.chart_choice(request)?;
        let formats = [Format::Png, Format::Svg, Format::Csv];
        let format = formats.into_iter().find(|it| it.ending() == format).ok_or_else(|| {
            refused(format!("charts are saved as png, svg or csv, not as `{format}`"))
        })?;
        let chart = self.chart(&choice, format.points(choice.kind));
        if chart.plots.is_empty() {
            return Err(refused(chart.note.unwrap_or_default()));
        }
        file::encode(&chart, format, format.size(&chart)).map_err(refused)
    }
}

impl Session {
    /// What a request asks for.
    pub(crate) fn chart_choice(&self, request: &ChartRequest) -> Answer<ChartChoice> {
        let mut choice = request.plain_choice()?;
        for ChosenEntry { part, name } in &request.chosen {
            let lists = choice.lists(self.history());
            let of = lists.into_iter().find(|it| name_of(it.part) == part);
            let of = of.ok_or_else(|| {
                refused(format!("the chart `{}` has no choice of `{part}`", request.kind))
            })?;
            match of.entries.into_iter().find(|entry| entry.name == *name) {
                Some(entry) => choice.select(entry.selection),
                None if of.part == ChartPart::Column => {
                    return Err(refused(format!("the census has no column `{name}`")));
                }
                None => {}
            }
        }
        Ok(choice)
    }

    /// The lists from which parts of a chart are chosen.
    pub(crate) fn chart_lists(&self, choice: &ChartChoice) -> Vec<ChartList> {
        let entry = |ChoiceEntry { name, meaning, .. }| ChartEntry { name, meaning };
        let list = |ChoiceList { part, entries, chosen }| ChartList {
            part: name_of(part),
            entries: entries.into_iter().map(entry).collect(),
            chosen,
        };
        choice.lists(self.history()).into_iter().map(list).collect()
    }

    /// A chart of this tick with at most `most` points in each curve. What needs a replay has a note until it is known.
    pub(crate) fn chart(&mut self, choice: &ChartChoice, most: usize) -> Chart {
        let choice = choice.within(self.history());
        let details = self.chart_details(choice.needs(self.history().species()));
        let (history, present) = (self.history(), self.playback().map(|it| it.present()));
        let others = self.playback().into_iter().flat_map(|it| it.timelines().iter().enumerate());
        let others = others.filter(|&(index, _)| Some(index) != present);
        let others: Vec<_> = others.map(|(_, it)| (it.name(), it.chronicle())).collect();
        let last = others.iter().map(|(_, it)| it.last_tick()).max().unwrap_or(0);
        let source = ChartSource {
            chronicle: history,
            last_tick: history.last_tick().max(last),
            others,
            colours: self.scene.species.iter().map(|look| look.colour).collect(),
            tick: self.source.tick(),
            details: &details,
        };
        choice.chart(&source, most)
    }

    /// What is known of what a chart needs, computed from all ticks that are known.
    fn chart_details(&mut self, needs: ChartNeeds) -> ChartDetails {
        if let (FrameSource::Run(playback), Some(what)) =
            (&self.source, Computation::of_chart(needs))
            && self.derived.is_due(what, playback)
        {
            self.derived.compute(what, playback);
        }
        self.derived.chart_details(&self.source, needs)
    }
}
