//! Opens what is to be watched.

use std::path::Path;

use super::{Failure, Watch, What};
use crate::batch::Start;
use crate::cli::output;
use crate::playback::Playback;
use crate::record::recording::Place;
use crate::watching::Reel;

/// Opens what was named, as the options ask for it.
pub(super) fn open(what: &What, watch: &Watch) -> Result<Reel, Failure> {
    if !matches!(what, What::Scenario(_)) {
        refuse_settings(watch)?;
    }
    let place = watch.record.clone().map_or(Place::Passing, Place::File);
    match what {
        What::Scenario(name) => {
            let creature_folders = watch.creatures.clone();
            let settings = watch.settings()?;
            let start = Start::Scenario { name: name.clone(), settings, creature_folders };
            let mut ready = start.ready()?;
            ready.provenance.arguments = std::env::args().skip(1).collect();
            Ok(Playback::live(ready, &place)?.into())
        }
        What::Snapshot(path) => Ok(Playback::of_snapshot(path, &place)?.into()),
        What::RunDir(_) | What::Recording(_) if watch.record.is_some() => Err(Failure::input(
            "--record: this run is recorded already; the key for that keeps it and all that is \
             added in another file",
        )),
        What::RunDir(path) => Ok(Playback::of_run_dir(path)?.into()),
        What::Recording(path) => {
            let reel = Playback::of_recording(path)?.into();
            tell_shortfall(&reel, path);
            Ok(reel)
        }
    }
}

/// Tells what is missing at the end of a recording.
fn tell_shortfall(reel: &Reel, path: &Path) {
    let recording = match reel {
        Reel::Run(playback) => playback.future().recording(),
        Reel::Pictures { recording, .. } => recording,
    };
    if let Some(shortfall) = recording.shortfall() {
        output::note(format_args!("note: {}: {shortfall}", path.display()));
    }
}

fn refuse_settings(watch: &Watch) -> Result<(), Failure> {
    let has_none = watch.set.is_empty()
        && watch.seed.is_none()
        && watch.map.is_none()
        && watch.creatures.is_empty();
    if has_none {
        return Ok(());
    }
    let what = watch.what.as_deref().unwrap_or_default();
    Err(Failure::input(format!(
        "{what}: what was lived is as it was; --seed, --set, --map and --creatures are for scenarios"
    )))
}
