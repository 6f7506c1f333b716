//! The life of an organism as text.

use std::fmt::Write;

use crate::cli::output::columns;
use crate::life_history::{Episode, LifeHistory, StateInterval};
use crate::playback::inspection::Line;
use crate::rules::Energy;
use crate::shell::terrarium;
use crate::species::Kind;
use crate::tick::EnergyAccount;

/// The number of episodes above which only the first and last ones are printed.
const MANY: usize = 60;

/// The number of first episodes that are printed of many.
const FIRST: usize = 15;

/// The number of children that are listed.
const LISTED: usize = 12;

/// The number of last ticks that are worth watching.
const WATCHED: u64 = 100;

pub(super) fn text(life: &LifeHistory, run: &str, all: bool) -> String {
    let mut text = format!("{}\n\n{}\n", life.heading(), life.conclusion);
    let mut add = |title: &str, rows: String| {
        if !rows.is_empty() {
            let _ = write!(text, "\n{title}\n{rows}");
        }
    };
    add("Life", facts(life));
    add("Energy", energy(life));
    add("Energy states", states(life));
    add("Food", food(life));
    add("Refused actions", refusals(life));
    add("Failed turns", faults(life));
    add("Events", episodes(&life.episodes, all));
    if let Some(decision) = &life.last_decision {
        let mut lines: Vec<String> = decision.lines.iter().map(line).collect();
        lines.extend(decision.memory.iter().map(|it| format!("  {:<14} {it}\n", "memory")));
        add(&format!("Last known turn, in tick {}", decision.tick), lines.concat());
    }
    let tick = life.last_tick.saturating_sub(u64::from(life.died.is_some()));
    let begin = tick.saturating_sub(WATCHED).max(life.first_tick);
    let id = life.id.0;
    let inspect = terrarium(&[&"inspect", &run, &"--id", &id, &"--tick", &tick]);
    let watch = terrarium(&[&"watch", &run, &"--tick", &begin, &"--follow", &id]);
    let _ =
        write!(text, "\nSee all of its last tick: {inspect}\nWatch its last ticks:     {watch}\n");
    if life.kind != Kind::Plant && tick > life.first_tick {
        let turn = terrarium(&[&"turn", &run, &id, &"--tick", &tick]);
        let _ = writeln!(text, "Step through its turn:    {turn}");
    }
    text
}

fn facts(life: &LifeHistory) -> String {
    let at = |[x, y]: [f64; 2]| format!("at {x:.0}, {y:.0}");
    let born = &life.born;
    let parent = match &born.parent {
        Some(parent) => format!("to {parent}"),
        None => "without a parent (a founder, from a nest, or added)".to_owned(),
    };
    let seen = if i64::try_from(life.first_tick).is_ok_and(|first| first == born.tick) {
        at(born.at)
    } else {
        format!("seen from tick {} on, {}", life.first_tick, at(born.at))
    };
    let mut rows = vec![("born", format!("tick {} {parent}, {seen}", born.tick))];
    if let Some(ending) = &life.died {
        rows.push(("died", format!("tick {}, {}", ending.tick, at(ending.at))));
    }
    rows.push(("age", format!("{} of {} ticks", life.age, life.lifespan)));
    let body = &life.body;
    rows.push(("size", format!("{:.1} of {:.1}", body.radius, body.mature_radius)));
    if body.damage > 0.0 {
        rows.push(("damage", format!("{:.0} % of the lethal damage", body.damage * 100.0)));
    }
    if let Some(light) = body.light {
        rows.push(("light", format!("{:.0} % of full light", light * 100.0)));
    }
    let children = &life.children;
    let mut listed: Vec<String> = children.iter().take(LISTED).map(ToString::to_string).collect();
    if children.len() > LISTED {
        listed.push("…".to_owned());
    }
    let list = if listed.is_empty() { String::new() } else { format!(": {}", listed.join(", ")) };
    rows.push(("children", format!("{}{list}", children.len())));
    rows.into_iter().map(|(label, value)| format!("  {label:<14} {value}\n")).collect()
}

fn energy(life: &LifeHistory) -> String {
    let recent = &life.recent;
    let head = ["  account".to_owned(), "all".to_owned(), format!("last {} ticks", recent.ticks)];
    let units = |energy: Energy| format!("{:+.1}", energy.units());
    let mut rows = vec![head.to_vec()];
    for account in EnergyAccount::ALL {
        let (all, last) = (life.energy.amount(account), recent.energy.amount(account));
        if all != Energy::ZERO || last != Energy::ZERO {
            rows.push(vec![format!("  {}", account.name()), units(all), units(last)]);
        }
    }
    let (all, last) = (life.energy.change(), recent.energy.change());
    rows.push(vec!["  change".to_owned(), units(all), units(last)]);
    let (before, after) = (life.energy_before, life.energy_after);
    format!("{}  from {before:.1} to {after:.1}\n", columns(&rows, |column| column > 0))
}

fn states(life: &LifeHistory) -> String {
    let row = |interval: &StateInterval| {
        let StateInterval { first_tick, last_tick, energy, .. } = interval;
        vec![
            format!("  {}", ticks(*first_tick, *last_tick)),
            interval.name().to_owned(),
            format!("+{:.1}", energy.gained().units()),
            format!("−{:.1}", energy.spent().units()),
        ]
    };
    let head = ["  ticks", "state", "gained", "spent"].map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(head).chain(life.states.iter().map(row)).collect();
    if life.states.is_empty() { String::new() } else { columns(&rows, |column| column > 1) }
}

fn food(life: &LifeHistory) -> String {
    let head = ["  species", "bites", "energy", "last tick"].map(str::to_owned).to_vec();
    let rows = life.meals.iter().map(|meal| {
        let energy = format!("{:.1}", meal.energy);
        vec![
            format!("  {}", meal.species),
            meal.bites.to_string(),
            energy,
            meal.last_tick.to_string(),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    if rows.len() == 1 { String::new() } else { columns(&rows, |column| column > 0) }
}

fn refusals(life: &LifeHistory) -> String {
    let rows = life.refusals.iter().map(|refusal| {
        vec![format!("  {}", refusal.count), refusal.slot.clone(), refusal.explanation()]
    });
    columns(&rows.collect::<Vec<_>>(), |column| column == 0)
}

fn faults(life: &LifeHistory) -> String {
    let rows = life.faults.iter().map(|fault| {
        let first = format!("first in tick {}: {}", fault.first_tick, fault.reason_and_code());
        vec![format!("  {}", fault.count), fault.fault.clone(), first]
    });
    columns(&rows.collect::<Vec<_>>(), |column| column == 0)
}

/// All episodes, or the first and last ones.
fn episodes(episodes: &[Episode], all: bool) -> String {
    let row = |it: &Episode| vec![format!("  {}", ticks(it.first_tick, it.last_tick)), it.text()];
    let omitted = if all { 0 } else { episodes.len().saturating_sub(MANY) };
    let mut rows: Vec<_> = episodes.iter().map(row).collect();
    if omitted > 0 {
        let note = format!("({omitted} more; --all prints them)");
        rows.splice(FIRST..FIRST + omitted, [vec!["  …".to_owned(), note]]);
    }
    columns(&rows, |_| false)
}

fn line(line: &Line) -> String {
    format!("  {:<14} {}", line.label, line.value).trim_end().to_owned() + "\n"
}

fn ticks(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}
