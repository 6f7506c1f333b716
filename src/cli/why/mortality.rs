//! The deaths of species as text.

use std::fmt::{Display, Write};

use crate::behaviour::Death;
use crate::cli::output::columns;
use crate::life_history::{CauseOfDeath, DeathRecord, Mortality, SpeciesMortality};
use crate::shell::terrarium;
use crate::wording::figure;

/// A table of all species and causes.
pub(super) fn of_all(deaths: &Mortality, run: &str) -> String {
    let head = ["species", "cause", "deaths", "share", "mean age", "mean children", "by"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for species in &deaths.species {
        for cause in &species.causes {
            let mut row = vec![species.name.clone()];
            row.extend(cells(species, cause));
            rows.push(row);
        }
    }
    let mut text = format!("Deaths in ticks {} to {}:\n\n", deaths.first_tick, deaths.last_tick);
    if rows.len() == 1 {
        text.push_str("none\n");
    } else {
        text.push_str(&columns(&rows, |column| (2..6).contains(&column)));
    }
    text.push('\n');
    text.push_str(&populations(&deaths.species));
    let failing = deaths.species.iter().filter(|species| !species.faults.is_empty());
    for species in failing {
        let _ = write!(text, "\n{}: failed turns\n{}", species.name, faults(species));
    }
    text.push_str(&suggestions(deaths.species.iter(), run));
    if let Some(species) = deaths.species.iter().max_by_key(|species| species.deaths) {
        text.push_str(&suggestion(run, &species.name, "all about one species"));
    }
    text
}

/// All about one species.
pub(super) fn of_one(deaths: &Mortality, species: &SpeciesMortality, run: &str) -> String {
    let (first, last) = (deaths.first_tick, deaths.last_tick);
    let mut text = format!("Deaths of {} in ticks {first} to {last}:\n\n", species.name);
    let head = ["cause", "deaths", "share", "mean age", "mean children", "by"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(species.causes.iter().map(|cause| cells(species, cause)));
    if species.causes.is_empty() {
        text.push_str("none\n");
    } else {
        text.push_str(&columns(&rows, |column| (1..5).contains(&column)));
    }
    text.push('\n');
    text.push_str(&populations([species]));
    for cause in &species.causes {
        let _ = write!(text, "\nLast deaths: {}\n{}", cause.cause.title(), last_deaths(cause));
    }
    if !species.refusals.is_empty() {
        let rows = species.refusals.iter().map(|refusal| {
            vec![format!("  {}", refusal.count), refusal.slot.clone(), refusal.explanation()]
        });
        let table = columns(&rows.collect::<Vec<_>>(), |column| column == 0);
        let _ = write!(text, "\nRefused actions\n{table}");
    }
    if !species.faults.is_empty() {
        let _ = write!(text, "\nFailed turns\n{}", faults(species));
    }
    text.push_str(&suggestions([species], run));
    text
}

fn cells(species: &SpeciesMortality, cause: &CauseOfDeath) -> Vec<String> {
    #[expect(clippy::cast_precision_loss, reason = "a share is rounded anyway")]
    let share = cause.count as f64 / species.deaths as f64 * 100.0;
    let killers = cause.killers.iter().map(|killer| {
        let species = killer.species.as_deref().unwrap_or("sentry");
        format!("{species} {}", killer.count)
    });
    vec![
        cause.cause.title(),
        cause.count.to_string(),
        format!("{share:.1} %"),
        format!("{:.1}", cause.mean_age),
        figure(cause.mean_children),
        killers.collect::<Vec<_>>().join(", "),
    ]
}

fn populations<'a>(species: impl IntoIterator<Item = &'a SpeciesMortality>) -> String {
    let head = ["species", "alive before", "born", "died", "alive after"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(species.into_iter().map(|species| {
        let suspended = if species.suspended { "suspended: it does nothing" } else { "" };
        vec![
            species.name.clone(),
            species.alive_before.to_string(),
            species.births.to_string(),
            species.deaths.to_string(),
            species.alive_after.to_string(),
            suspended.to_owned(),
        ]
    }));
    columns(&rows, |column| (1..5).contains(&column))
}

fn faults(species: &SpeciesMortality) -> String {
    let rows = species.faults.iter().map(|fault| {
        let first = format!(
            "first: {}, tick {}: {}",
            fault.first,
            fault.first_tick,
            fault.reason_and_code()
        );
        vec![format!("  {}", fault.count), fault.fault.clone(), first]
    });
    columns(&rows.collect::<Vec<_>>(), |column| column == 0)
}

fn last_deaths(cause: &CauseOfDeath) -> String {
    let head = ["  id", "tick", "age", "children", "by"].map(str::to_owned).to_vec();
    let row = |death: &DeathRecord| {
        vec![
            format!("  {}", death.id.0),
            death.tick.to_string(),
            death.age.to_string(),
            death.children.to_string(),
            death.by.as_ref().map_or_else(String::new, ToString::to_string),
        ]
    };
    let rows: Vec<_> = std::iter::once(head).chain(cause.last.iter().map(row)).collect();
    columns(&rows, |column| column < 4)
}

/// A line with a command that tells more, and what about.
fn suggestion(run: &str, subject: &dyn Display, about: &str) -> String {
    let command = terrarium(&[&"why", &run, subject]);
    let width = terrarium(&[&"why", &run]).chars().count() + 13;
    format!("  {command:<width$} {about}\n")
}

/// Commands for the last death of each cause: of animals first, and those that starved first.
fn suggestions<'a>(species: impl IntoIterator<Item = &'a SpeciesMortality>, run: &str) -> String {
    const SUGGESTED: usize = 4;
    let mut found: Vec<_> = species
        .into_iter()
        .flat_map(|species| species.causes.iter().map(move |cause| (species, cause)))
        .filter_map(|(species, cause)| Some((species, cause, cause.last.first()?)))
        .collect();
    found.sort_by_key(|(species, cause, _)| {
        (species.kind == crate::species::Kind::Plant, cause.cause, std::cmp::Reverse(cause.count))
    });
    if found.is_empty() {
        return String::new();
    }
    let mut text = "\nLook at one of them:\n".to_owned();
    for (species, cause, death) in found.into_iter().take(SUGGESTED) {
        let what = match cause.cause {
            Death::Killed => "was killed".to_owned(),
            Death::Eaten => "was eaten".to_owned(),
            Death::Removed => "was removed".to_owned(),
            Death::OldAge => "died of old age".to_owned(),
            Death::Sick => "died of sickness".to_owned(),
            cause => cause.name().to_owned(),
        };
        let (id, name) = (death.id.0, &species.name);
        text.push_str(&suggestion(run, &id, &format!("the last {name} that {what}")));
    }
    text
}
