//! Keys of a timetable as factors: `command.NAME.KEY`.

use terrarium_input::document::key_part;
use terrarium_run::scenario::{COMMAND, factor_keys};
use terrarium_sim::world::TimedCommand;

use super::FactorValue;

/// The names of the factors of a timetable, with the names of the species of its world.
pub(super) fn timed_factors(timetable: &[TimedCommand], species: &[&str]) -> Vec<String> {
    let of_command = |timed: &TimedCommand| {
        let name = key_part(&timed.name);
        let keys = factor_keys(timed, species).into_iter();
        keys.map(move |(key, _)| format!("{COMMAND}.{name}.{key}")).collect::<Vec<_>>()
    };
    timetable.iter().flat_map(of_command).collect()
}

/// The value of a factor of a timetable; `None` if it has no such factor.
pub(super) fn timed_value(
    timetable: &[TimedCommand],
    species: &[&str],
    factor: &str,
) -> Option<FactorValue> {
    let rest = factor.strip_prefix(COMMAND)?.strip_prefix('.')?;
    timetable.iter().find_map(|timed| {
        let key = rest.strip_prefix(&*key_part(&timed.name))?.strip_prefix('.')?;
        let of_kind = key.strip_prefix(timed.intervention.key());
        let short = of_kind.and_then(|key| key.strip_prefix('.')).unwrap_or(key);
        let (_, value) = factor_keys(timed, species).into_iter().find(|(key, _)| key == short)?;
        Some(value.into())
    })
}
