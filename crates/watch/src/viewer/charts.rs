//! The chart that is shown: what it needs of the session, and saving it to files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrarium_studies::charts::file::{self, Format};
use terrarium_studies::charts::{ChartChoice, ChartNeeds, ChartSource};

use super::Viewer;
use super::saving::SaveLocation;
use crate::panel::Panel;
use crate::session::{Request, ViewState};

impl Viewer {
    /// The chart that is shown, or would be if the panel of charts were open.
    fn chart_choice(&self) -> ChartChoice {
        self.panels.chart_choice().within(self.view_state.chronicle())
    }

    /// Requests what the chart needs, as long as it is shown.
    pub(super) fn request_chart_details(&mut self) {
        let is_shown = self.layout.placed().iter().any(|(panel, _)| *panel == Panel::Charts);
        let needs = match is_shown {
            true => self.chart_choice().needs(self.view_state.chronicle().species()),
            false => ChartNeeds::default(),
        };
        if self.chart_needs != needs {
            self.chart_needs = needs;
            self.session.send(Request::Chart(needs));
        }
    }

    /// Saves the chart that is shown as PNG, SVG and CSV files, in the background.
    pub(super) fn save_chart(&mut self) {
        let choice = self.chart_choice();
        let name = format!("{}-{}", self.save_location.name, choice.kind.name());
        let formats = [Format::Png, Format::Svg, Format::Csv];
        let paths = self.free_names(&name, formats.map(Format::ending));
        let view_state = Arc::clone(&self.view_state);
        self.saves.run_all(paths, move |paths| write(&view_state, choice, paths));
    }

    /// Returns paths for files about this tick that differ only in their endings and are not taken, and
    /// reserves them.
    fn free_names<const N: usize>(&mut self, name: &str, endings: [&str; N]) -> Vec<PathBuf> {
        let folder = self.save_location.folder.clone();
        let location = SaveLocation { folder, name: name.to_owned() };
        let tick = self.view_state.time.tick;
        let mut names = endings.map(|ending| location.names(tick, ending));
        loop {
            let next = names.each_mut().map(|names| names.next().expect("they are infinite"));
            if next.iter().all(|path| !path.exists() && !self.reserved.contains(path)) {
                self.reserved.extend(next.iter().cloned());
                return next.into();
            }
        }
    }
}

/// Writes a chart to files, each in the format of its ending.
fn write(view_state: &ViewState, choice: ChartChoice, paths: &[PathBuf]) -> Result<(), String> {
    let timelines = view_state.timelines.iter().enumerate();
    let others = timelines.filter(|&(index, _)| index != view_state.present);
    let last = view_state.timelines.iter().map(|timeline| timeline.chronicle.last_tick()).max();
    let source = ChartSource {
        chronicle: view_state.chronicle(),
        others: others.map(|(_, other)| (other.name.as_str(), &*other.chronicle)).collect(),
        colours: view_state.now.species.iter().map(|look| look.colour).collect(),
        tick: view_state.now.tick,
        last_tick: last.unwrap_or(0).max(view_state.now.tick),
        details: &view_state.chart_details,
    };
    let save = |path: &Path| {
        let format = Format::from_path(path).expect("the endings are those of formats");
        let chart = choice.chart(&source, format.points(choice.kind));
        if chart.plots.is_empty() {
            let why = chart.note.unwrap_or_default();
            return Err(format!("the chart of {} has no data: {why}", choice.kind.name()));
        }
        file::save(&chart, format, path, format.size(&chart))
            .map_err(|error| format!("{} was not saved: {error}", path.display()))
    };
    paths.iter().try_for_each(|path| save(path))
}
