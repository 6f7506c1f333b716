//! Recorded runs as the subject of a question: opened, and replayed with a progress bar.

use std::path::Path;

use indicatif::ProgressBar;

use super::organism::organism;
use super::progress::bar;
use super::target::Target;
use super::{Failure, output};
use crate::behaviour::OrganismId;
use crate::input::spelling;
use crate::life_history::{ReplayObserver, ReplayProgress};
use crate::playback::{Opened, Playback};
use crate::record::Recording;
use crate::species::SpeciesId;

/// The number of ticks between two updates of the progress bar.
const UPDATE_INTERVAL: u64 = 16;

/// Opens a run directory or a recording.
pub(super) fn open_recorded(path: &Path) -> Result<Playback, Failure> {
    let given = path.display();
    match Target::find(&path.to_string_lossy())? {
        Target::RunDir(path) => Ok(Playback::of_run_dir(path)?),
        Target::Recording(path) => match Playback::of_recording(&path)? {
            Opened::Playback(playback) => {
                report_shortfall(playback.timeline().recording());
                Ok(*playback)
            }
            Opened::Keyframes { why, .. } => {
                Err(Failure::input(format!("{given}: this recording cannot be replayed: {why}")))
            }
        },
        Target::Snapshot(_) => Err(Failure::input(format!(
            "{given}: this is a snapshot, a single tick; give the directory or the recording of a run"
        ))),
        Target::Scenario(_) if path.exists() => Err(Failure::input(format!(
            "{given}: this is neither the directory of a run nor a recording; give what `terrarium run \
             --out` or `--record` wrote"
        ))),
        Target::Scenario(_) => Err(Failure::input(format!(
            "{given}: there is no such file or directory; give what `terrarium run --out` or `--record` \
             wrote"
        ))),
    }
}

/// Reports what is missing at the end of a recording.
pub(super) fn report_shortfall(recording: &Recording) {
    if let Some(shortfall) = recording.shortfall() {
        output::note(format_args!("note: {}: {shortfall}", recording.path().display()));
    }
}

/// Replays ticks with a progress bar. Notes a replay that differs from the record.
pub(super) fn replayed<T>(
    playback: &mut Playback,
    work: impl FnOnce(&mut Playback, &mut ReplayObserver<'_>) -> T,
) -> T {
    let mut shown: Option<ProgressBar> = None;
    let result = work(playback, &mut |ReplayProgress { done, ticks }| {
        if done.is_multiple_of(UPDATE_INTERVAL) {
            shown.get_or_insert_with(|| bar(ticks, "ticks replayed")).set_position(done);
        }
    });
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    if let Some(difference) = playback.difference() {
        let tick = difference.tick;
        output::note(format_args!(
            "note: from tick {tick} on, the replay differs from the record; the answer is about the replay"
        ));
    }
    result
}

/// What a question is about.
pub(super) enum Subject {
    Species(SpeciesId),
    Organism(OrganismId),
}

/// Finds what a question about a run is about: one of its species, or an organism by its number.
pub(super) fn subject(playback: &Playback, run: &str, given: &str) -> Result<Subject, Failure> {
    let config = playback.simulation().world().config();
    if let Some(species) = config.species_id(given) {
        return Ok(Subject::Species(species));
    }
    organism(given).map(Subject::Organism).map_err(|_| {
        let names = || config.species.iter().map(|species| species.name.as_str());
        let remedy = match spelling::nearest(given, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let names = spelling::listed(names());
                format!("give one of {names}, or the number of an organism, such as 17")
            }
        };
        Failure::input(format!("{run}: there is no species `{given}` in this run; {remedy}"))
    })
}
