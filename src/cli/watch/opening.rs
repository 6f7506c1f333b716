//! Opens the target of `terrarium watch`.

use std::path::Path;

use super::warming::{Monitor, share};
use super::{Failure, Target, Watch};
use crate::cli::creature_notes;
use crate::cli::link;
use crate::cli::progress::ready_with_observer;
use crate::cli::recorded::report_shortfall;
use crate::playback::Playback;
use crate::record::recording::Place;
use crate::run::{Replacement, Start};
use crate::run_link::{LinkReplay, RunLink};
use crate::watching::FrameSource;

/// What a target is, opened.
pub(super) struct OpenedTarget {
    /// The name for titles and files.
    pub name: String,
    pub frame_source: FrameSource,
    /// Whether it is a scenario, which can be founded again from another seed.
    pub is_scenario: bool,
    /// A message about the link that was followed.
    pub notice: Option<String>,
}

/// The number of ticks of a link between two reports of the progress.
const SLICE: u64 = 8;

/// Founds the world of a link, simulates its ticks with its commands, and compares the state at its end.
pub(super) fn follow(
    link: RunLink,
    watch: &Watch,
    monitor: &Monitor<'_>,
) -> Result<OpenedTarget, Failure> {
    reject_overrides(watch, false)?;
    if let Some(tick) = watch.tick {
        return Err(Failure::input(format!(
            "--tick {tick}: a link has its tick, from which every earlier one can be reached; leave it out"
        )));
    }
    let name = link.scenario.name().to_owned();
    let mut ready = link::founded(&link, &|progress| {
        (monitor.report)(
            &format!("founding the {name}"),
            share(progress.placed, progress.founders),
        );
    })?;
    ready.provenance.arguments = watch.arguments();
    let place = watch.record.clone().map_or(Place::Temporary, Place::File);
    let mut playback = Playback::live(ready, &place)?;
    let last = link.tick;
    let mut replay = LinkReplay::new(link);
    while !replay.advance(&mut playback, SLICE).map_err(link::failure)? {
        if (monitor.is_stopped)() {
            return Err(Failure::Interrupted);
        }
        let done = share(playback.tick(), last);
        (monitor.report)("simulating the run of the link", done);
    }
    let notice = link::verdict(&replay).unwrap_or_else(|problem| problem);
    let (frame_source, notice) = (playback.into(), Some(notice));
    Ok(OpenedTarget { name, frame_source, is_scenario: false, notice })
}

/// Opens a target with the options of the command.
pub(super) fn open(
    target: &Target,
    watch: &Watch,
    monitor: &Monitor<'_>,
) -> Result<FrameSource, Failure> {
    if !matches!(target, Target::Scenario(_)) {
        let is_recorded = matches!(target, Target::RunDir(_) | Target::Recording(_));
        reject_overrides(watch, is_recorded)?;
    }
    if let (Some(tick), Target::Scenario(_) | Target::Snapshot(_)) = (watch.tick, target) {
        return Err(Failure::input(format!(
            "--tick {tick}: only recorded runs have ticks to choose from; use --warm-up {tick} to \
             simulate so many ticks first"
        )));
    }
    let place = watch.record.clone().map_or(Place::Temporary, Place::File);
    match target {
        Target::Scenario(name) => {
            let creature_folders = watch.creatures.clone();
            creature_notes::on_modules_within(&creature_folders);
            let overrides = watch.overrides()?;
            let start = Start::Scenario { name: name.clone(), overrides, creature_folders };
            let what = format!("founding the {}", target.name());
            let mut ready = ready_with_observer(&start, &|progress| {
                (monitor.report)(&what, share(progress.placed, progress.founders));
            })?;
            ready.provenance.arguments = watch.arguments();
            creature_notes::on_population(&watch.creatures, ready.simulation.world());
            Ok(Playback::live(ready, &place)?.into())
        }
        Target::Snapshot(path) => Ok(Playback::of_snapshot(path, &place)?.into()),
        Target::RunDir(_) | Target::Recording(_) if watch.record.is_some() => Err(Failure::input(
            "--record: this run is already recorded; leave out --record, or press Ctrl+R in the \
             viewer to save the run with all additions as another recording",
        )),
        Target::RunDir(path) => {
            let frame_source = at_tick(Playback::of_run_dir(path)?.into(), watch, path)?;
            with_code(frame_source, watch, path)
        }
        Target::Recording(path) => {
            let frame_source = Playback::of_recording(path)?.into();
            report_shortfall(match &frame_source {
                FrameSource::Run(playback) => playback.timeline().recording(),
                FrameSource::Keyframes { recording, .. } => recording,
            });
            with_code(at_tick(frame_source, watch, path)?, watch, path)
        }
    }
}

/// Seeks to the tick of `--tick`.
fn at_tick(
    mut frame_source: FrameSource,
    watch: &Watch,
    path: &Path,
) -> Result<FrameSource, Failure> {
    let Some(tick) = watch.tick else { return Ok(frame_source) };
    let path = path.display();
    let FrameSource::Run(playback) = &mut frame_source else {
        return Err(Failure::input(format!(
            "--tick: {path} cannot be replayed by this version, only its keyframes can be shown; leave \
             out --tick, and use the timeline"
        )));
    };
    let (first, last) = (playback.first_tick(), playback.frontier());
    if !(first..=last).contains(&tick) {
        return Err(Failure::input(format!("--tick {tick}: {path} has ticks {first} to {last}")));
    }
    playback.seek(tick)?;
    Ok(frame_source)
}

/// Starts a branch in which species have the code of --creatures.
fn with_code(
    mut frame_source: FrameSource,
    watch: &Watch,
    path: &Path,
) -> Result<FrameSource, Failure> {
    if watch.creatures.is_empty() {
        return Ok(frame_source);
    }
    let FrameSource::Run(playback) = &mut frame_source else {
        return Err(Failure::input(format!(
            "--creatures: {} cannot be replayed by this version, only its keyframes can be shown; leave \
             out --creatures",
            path.display()
        )));
    };
    let replacement = Replacement::read(playback.simulation().world(), &watch.creatures)
        .map_err(|error| Failure::Input(error.diagnostic()))?;
    playback.branch()?;
    for command in replacement.commands() {
        playback.command(command)?;
    }
    Ok(frame_source)
}

fn reject_overrides(watch: &Watch, is_recorded: bool) -> Result<(), Failure> {
    let has_none = watch.set.is_empty()
        && watch.seed.is_none()
        && watch.map.is_none()
        && (watch.creatures.is_empty() || is_recorded);
    if has_none {
        return Ok(());
    }
    let target = watch.target.as_deref().unwrap_or_default();
    let target = if RunLink::is_link(target) { "a link" } else { target };
    Err(Failure::input(format!(
        "{target} is not a scenario; --seed, --set and --map apply only to scenarios, and --creatures to \
         scenarios and recorded runs"
    )))
}
