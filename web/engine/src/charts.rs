//! Charts as numbers, for the page's library of charts.

use std::sync::Arc;

use serde_json::{Value, json};
use terrarium::charts::{
    Axis, Chart, ChartChoice, ChartDetails, ChartKind, ChartSource, Individuals, Shape,
};
use terrarium::species::SpeciesId;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure, json};
use crate::reports::hexadecimal;
use crate::session::Session;

/// The greatest number of points of a curve.
const MOST_POINTS: usize = 1000;

/// The charts of the page. Those of descent and of columns of the census need a replay of the whole run, for which
/// there is the command.
const KINDS: [ChartKind; 8] = [
    ChartKind::Populations,
    ChartKind::Births,
    ChartKind::Deaths,
    ChartKind::Phase,
    ChartKind::Ages,
    ChartKind::Traits,
    ChartKind::Scatter,
    ChartKind::Conquest,
];

#[wasm_bindgen]
impl Session {
    /// The kinds of charts, as JSON.
    ///
    /// # Errors
    /// Never: these are names.
    pub fn charts(&self) -> Answer<String> {
        let has_bases = !self.history().bases().is_empty();
        let kinds = KINDS.into_iter().filter(|&kind| kind != ChartKind::Conquest || has_bases);
        let row = |kind: ChartKind| json!({ "name": kind.name(), "title": kind.title() });
        json(&kinds.map(row).collect::<Vec<_>>())
    }

    /// A chart of this tick, as JSON: its plots with axes and series. `species` is the subject of charts about one.
    ///
    /// # Errors
    /// When there is no such chart.
    pub fn chart(&self, name: &str, species: u32) -> Answer<String> {
        let kind = ChartKind::named(name).filter(|kind| KINDS.contains(kind));
        let kind = kind.ok_or_else(|| failure(format!("there is no chart `{name}`")))?;
        let history = self.history();
        let id = u16::try_from(species).map(SpeciesId).unwrap_or_default();
        let choice = ChartChoice {
            kind,
            species: kind.is_of_individuals().then_some(id),
            ..ChartChoice::default()
        };
        let choice = choice.within(history);
        let world = self.simulation().map(terrarium::tick::Simulation::world);
        let needed = choice.needs(history.species()).individuals;
        let individuals = world.zip(needed).map(|(world, id)| Individuals::of(world, id));
        let details =
            ChartDetails { individuals: individuals.map(Arc::new), ..ChartDetails::default() };
        let source = ChartSource {
            chronicle: history,
            others: Vec::new(),
            colours: self.scene.species.iter().map(|look| look.colour).collect(),
            tick: self.source.tick(),
            last_tick: history.last_tick(),
            details: &details,
        };
        json(&report(&choice.chart(&source, MOST_POINTS)))
    }
}

fn report(chart: &Chart) -> Value {
    let plots: Vec<Value> = chart
        .plots
        .iter()
        .map(|plot| {
            let (kind, series) = series(&plot.shape);
            json!({ "name": plot.name, "x": axis(&plot.x), "y": axis(&plot.y), "kind": kind, "series": series })
        })
        .collect();
    // The first plot is what a page with room for one shows.
    let mut report =
        plots.first().cloned().unwrap_or_else(|| json!({ "kind": "none", "series": [] }));
    report["title"] = chart.title.clone().into();
    report["note"] = chart.note.clone().into();
    report["plots"] = plots.into();
    report
}

fn axis(axis: &Axis) -> Value {
    json!({ "name": axis.name, "unit": axis.unit, "low": axis.range.0, "high": axis.range.1 })
}

/// The kind of a shape and its series, each with its points.
fn series(shape: &Shape) -> (&'static str, Vec<Value>) {
    match shape {
        Shape::Curves(curves) => {
            let row = |it: &terrarium::charts::Curve| json!({ "name": it.name, "colour": hexadecimal(it.colour), "points": it.points });
            ("curves", curves.iter().map(row).collect())
        }
        Shape::Bars(bars) => {
            let parts = bars.parts.iter().enumerate().map(|(place, part)| {
                let points: Vec<Value> = bars
                    .bars
                    .iter()
                    .map(|bar| json!([bar.range.0, bar.range.1, bar.counts.get(place), bar.name]))
                    .collect();
                json!({ "name": part.name, "colour": hexadecimal(part.colour), "below": part.is_below, "points": points })
            });
            ("bars", parts.collect())
        }
        Shape::Trajectory(line) => {
            let points: Vec<_> = line.points.iter().map(|&(_, x, y)| (x, y)).collect();
            let row = json!({ "name": "", "colour": hexadecimal(line.colour), "points": points });
            ("trajectory", vec![row])
        }
        Shape::Points(all) => {
            let points: Vec<_> = all.points.iter().map(|&(id, x, y)| (x, y, id.0)).collect();
            let row = json!({ "name": "", "colour": hexadecimal(all.colour), "points": points });
            ("points", vec![row])
        }
        Shape::Quantiles(_) | Shape::Bands(_) | Shape::Tree(_) => ("none", Vec::new()),
    }
}
