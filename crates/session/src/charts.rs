//! The charts of a session: what can be charted, and the numbers of a chart.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use terrarium_playback::FrameSource;
use terrarium_studies::charts::file::{self, Format};
use terrarium_studies::charts::{
    CensusColumn, Chart, ChartChoice, ChartDetails, ChartKind, ChartNeeds, ChartSource, Scale,
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
    /// What the chart can show: the columns of the census.
    pub columns: Vec<ColumnName>,
}

/// A column of the census.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnName {
    /// Its name.
    pub name: String,
    /// What it counts or measures.
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
    /// The column of the census that it shows: without one, the first.
    pub column: Option<String>,
    /// The scale of values: `linear`, `root` or `log`; without one, that which suits the chart.
    pub scale: Option<String>,
}

impl ChartRequest {
    /// What it asks for.
    ///
    /// # Errors
    /// When there is no such chart, column or scale.
    pub(crate) fn choice(&self) -> Answer<ChartChoice> {
        let kind = ChartKind::named(&self.kind);
        let kind = kind.ok_or_else(|| refused(format!("there is no chart `{}`", self.kind)))?;
        let column = self.column.as_ref().map(|name| {
            let unknown = || refused(format!("the census has no column `{name}`"));
            CensusColumn::named(name).ok_or_else(unknown)
        });
        let scale = self.scale.as_ref().map(|name| {
            let known = Scale::ALL.into_iter().find(|scale| scale.name() == name);
            known.ok_or_else(|| refused(format!("there is no scale `{name}`")))
        });
        Ok(ChartChoice {
            kind,
            species: self.species.map(SpeciesId),
            column: column.transpose()?.unwrap_or_default(),
            scale: scale.transpose()?,
            ..ChartChoice::default()
        })
    }
}

impl Session {
    /// The kinds of charts; that of the census has columns.
    #[must_use]
    pub fn charts(&self) -> Vec<ChartName> {
        let has_bases = !self.history().bases().is_empty();
        let kinds = ChartKind::ALL.into_iter();
        let kinds = kinds.filter(|&kind| kind != ChartKind::Conquest || has_bases);
        let column = |it: CensusColumn| ColumnName { name: it.name(), meaning: it.meaning() };
        let row = |kind: ChartKind| {
            let has_columns = kind == ChartKind::Census;
            let columns = CensusColumn::all().filter(|_| has_columns).map(column).collect();
            ChartName { name: kind.name(), title: kind.title(), columns }
        };
        kinds.map(row).collect()
    }

    /// The numbers of a chart of this tick, as comma-separated values with a line of names.
    ///
    /// # Errors
    /// When there is no such chart, column or scale.
    pub fn chart_table(&mut self, request: &ChartRequest) -> Answer<String> {
        let choice = request.choice()?;
        let chart = self.chart(&choice, Format::Csv.points(choice.kind));
        let bytes = file::encode(&chart, Format::Csv, file::SIZE).map_err(refused)?;
        String::from_utf8(bytes).map_err(refused)
    }
}

impl Session {
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
