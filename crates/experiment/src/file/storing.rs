//! Reads the stored world in the file of an experiment.

use terrarium_input::Diagnostic;
use terrarium_input::document::Section;

use crate::base::BaseWorld;
use crate::definition::{CREATURES, MAP};
use crate::stored_world::TICK;
use crate::{Base, Factor, StoredWorld};

/// Reads `snapshot`, or `recording` and `tick`, in the table `base`; `None` when it names a scenario.
pub(super) fn read(section: &Section<'_>) -> Result<Option<StoredWorld>, Diagnostic> {
    let (snapshot, recording) = (section.get("snapshot"), section.get("recording"));
    let Some(file) = snapshot.or(recording) else {
        return match section.get("tick") {
            None => Ok(None),
            Some(tick) => Err(tick.location.error(
                "`tick` is a tick of a recording, and there is no `recording`",
                "add `recording = \"FILE\"`, or leave out `tick`",
            )),
        };
    };
    for key in ["scenario", "recording", MAP, CREATURES] {
        let other = section.get(key).filter(|other| other.location.span() != file.location.span());
        if let Some(other) = other {
            let problem = format!("`{key}` cannot be given with `{}`", file.name);
            return Err(other.location.error(problem, "leave out one of them"));
        }
    }
    let tick = section.get("tick");
    if let (Some(tick), Some(_)) = (tick, snapshot) {
        let problem = "a snapshot has one tick only";
        return Err(tick.location.error(problem, "leave out `tick`, or give a `recording`"));
    }
    let tick = tick.map(|tick| tick.whole_in(0..=u64::MAX, "")).transpose()?;
    Ok(Some(StoredWorld { file: file.text()?.to_owned(), tick }))
}

/// Checks that the file is what its key says, and that a recording has a tick.
pub(super) fn check(
    root: &Section<'_>,
    world: &BaseWorld,
    base: &Base,
    factors: &[Factor],
) -> Result<(), Diagnostic> {
    let (BaseWorld::Stored(world), Some(stored)) = (world, &base.stored) else { return Ok(()) };
    let section = root.need("base", "[base]")?.section()?;
    if let Some(file) = section.get("snapshot").filter(|_| world.is_recording()) {
        let remedy = "write `recording` instead of `snapshot`, and add `tick = 2500`";
        return Err(file.location.error("this is a recording", remedy));
    }
    let Some(file) = section.get("recording") else { return Ok(()) };
    if !world.is_recording() {
        let remedy = "write `snapshot` instead of `recording`, and leave out `tick`";
        return Err(file.location.error("this is a snapshot", remedy));
    }
    if stored.tick.is_none() && factors.iter().all(|factor| factor.name != TICK) {
        return Err(file.location.error(
            "it is not said from which tick the runs continue",
            "add `tick = 2500`, or a factor: `base.tick = [1000, 2500]`",
        ));
    }
    Ok(())
}
