//! The charts of a session.

use serde::Serialize;
use terrarium_creatures::species::SpeciesId;
use terrarium_playback::FrameSource;
use terrarium_studies::charts::{
    CensusColumn, ChartChoice, ChartDetails, ChartKind, ChartNeeds, ChartSource,
};

use crate::derived::Computation;
use crate::plots::{self, Chart};
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

/// The greatest number of points of a curve.
const MOST_POINTS: usize = 1000;

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

    /// A chart of this tick. `species` is the subject of charts about one, and `column`
    /// that of the census. What needs a replay has a note until it is known.
    ///
    /// # Errors
    /// When there is no such chart or column.
    pub fn chart(&mut self, name: &str, species: SpeciesId, column: Option<&str>) -> Answer<Chart> {
        let unknown = || refused(format!("there is no chart `{name}`"));
        let kind = ChartKind::named(name).ok_or_else(unknown)?;
        let column = column.map(|name| {
            let unknown = || refused(format!("the census has no column `{name}`"));
            CensusColumn::named(name).ok_or_else(unknown)
        });
        let is_of_one = kind.is_of_individuals() || kind.is_of_descent();
        let choice = ChartChoice {
            kind,
            species: is_of_one.then_some(species),
            column: column.transpose()?.unwrap_or_default(),
            ..ChartChoice::default()
        };
        let choice = choice.within(self.history());
        let details = self.chart_details(choice.needs(self.history().species()));
        let history = self.history();
        let source = ChartSource {
            chronicle: history,
            others: Vec::new(),
            colours: self.scene.species.iter().map(|look| look.colour).collect(),
            tick: self.source.tick(),
            last_tick: history.last_tick(),
            details: &details,
        };
        Ok(plots::chart(&choice.chart(&source, MOST_POINTS)))
    }
}

impl Session {
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
