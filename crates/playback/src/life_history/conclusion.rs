//! Why an organism died, in a few plain sentences.

use terrarium_creatures::behaviour::{Death, EnergyState};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Kind;
use terrarium_sim::tick::EnergyAccount;

use super::episode::explained;
use super::life::{Ending, LifeHistory, RefusalCount, state_name};

/// The share of the last ticks from which a refusal is worth a sentence.
const OFTEN: f64 = 0.1;

/// The conclusion of a life.
pub(super) fn conclusion(life: &LifeHistory) -> String {
    let mut sentences = match &life.died {
        Some(ending) => of_death(life, ending),
        None => of_living(life),
    };
    sentences.extend(of_faults(life));
    sentences.join(" ")
}

fn of_death(life: &LifeHistory, ending: &Ending) -> Vec<String> {
    match ending.cause {
        Death::Starved => starved(life, ending),
        Death::Killed => vec![killed(life, ending)],
        Death::OldAge => vec![format!(
            "It died of old age: it reached its lifespan of {} ticks, with {}.",
            life.lifespan,
            counted(life.children.len() as u64, "child", "children")
        )],
        Death::Eaten => vec![eaten(life, ending), balance(life)],
        Death::Sick => vec![
            "It died of sickness: a command started a plague, or there were more organisms than the \
             rule population_cap allows."
                .to_owned(),
        ],
        Death::Burned => vec!["It burned in a fire that a command started.".to_owned()],
        Death::Removed => vec!["A command removed it.".to_owned()],
    }
}

fn starved(life: &LifeHistory, ending: &Ending) -> Vec<String> {
    let mut sentences = vec![format!("It starved. {}", balance(life))];
    if life.kind == Kind::Plant {
        sentences.extend(
            life.body.light.map(|light| {
                format!("Its neighbours left it {:.0} % of full light.", light * 100.0)
            }),
        );
        return sentences;
    }
    sentences.push(match life.meals.iter().max_by_key(|meal| meal.last_tick) {
        None => "It never ate.".to_owned(),
        Some(meal) => format!(
            "It ate last in tick {}, of {}, {} before its death.",
            meal.last_tick,
            meal.species,
            counted(ending.tick - meal.last_tick, "tick", "ticks")
        ),
    });
    sentences.extend(of_refusals(life));
    if life.suspended {
        sentences.push(suspended(life));
    }
    sentences
}

fn killed(life: &LifeHistory, ending: &Ending) -> String {
    let by = match &ending.by {
        Some(by) => by.to_string(),
        None => "a sentry".to_owned(),
    };
    let blows = counted(life.recent.blows, "blow", "blows");
    let state = state_name(life.body.state);
    format!(
        "It was killed by {by}: it received {blows} with {:.1} damage in its last {}; its energy state \
         was {state}.",
        life.recent.damage,
        counted(life.recent.ticks, "tick", "ticks")
    )
}

fn eaten(life: &LifeHistory, ending: &Ending) -> String {
    let by = ending.by.as_ref().map_or_else(|| "an animal".to_owned(), ToString::to_string);
    let grazed = -life.energy.amount(EnergyAccount::Grazed);
    format!("It was eaten up: animals took {} energy in all, {by} the last of it.", units(grazed))
}

fn of_living(life: &LifeHistory) -> Vec<String> {
    let body = &life.body;
    let mut sentences = vec![
        format!(
            "It is alive in tick {}, the last of the run, with {:.1} of {:.1} energy ({}).",
            life.last_tick,
            body.energy,
            body.max_energy,
            state_name(body.state)
        ),
        balance(life),
    ];
    if body.state <= EnergyState::Hungry {
        sentences.extend(of_refusals(life));
    }
    if life.suspended {
        sentences.push(suspended(life));
    }
    sentences
}

/// What it gained and spent in the last ticks.
fn balance(life: &LifeHistory) -> String {
    let energy = &life.recent.energy;
    let listed = |entries: Vec<(EnergyAccount, Energy)>| {
        let entry = |(account, amount): &(EnergyAccount, Energy)| {
            format!("{} {}", account.name(), units(*amount))
        };
        let entries: Vec<_> = entries.iter().map(entry).collect();
        if entries.is_empty() { String::new() } else { format!(" ({})", entries.join(", ")) }
    };
    let ticks = counted(life.recent.ticks, "tick", "ticks");
    let endowment = energy.amount(EnergyAccount::Endowment);
    let begin = if endowment.is_positive() {
        format!("It was born with {} energy; in its life of {ticks}", units(endowment))
    } else {
        format!("In its last {ticks}")
    };
    format!(
        "{begin} it gained {} energy{} and spent {}{}.",
        units(energy.gained()),
        listed(energy.gains().collect()),
        units(energy.spent()),
        listed(energy.losses().collect()),
    )
}

/// The most frequent refusal of the last ticks, if it is frequent.
fn of_refusals(life: &LifeHistory) -> Option<String> {
    let RefusalCount { slot, why, count } = life.recent.refusal.as_ref()?;
    let ticks = life.recent.ticks;
    #[expect(clippy::cast_precision_loss, reason = "ticks are few")]
    let is_often = *count as f64 >= OFTEN * ticks as f64;
    is_often.then(|| {
        let times = counted(*count, "time", "times");
        format!("In these ticks `{slot}` was refused {times}: {}.", explained(why))
    })
}

fn of_faults(life: &LifeHistory) -> Option<String> {
    let first = life.faults.iter().min_by_key(|fault| fault.first_tick)?;
    let count: u64 = life.faults.iter().map(|fault| fault.count).sum();
    Some(format!(
        "{} failed and did nothing, the first in tick {}: {}: {}.",
        counted(count, "of its turns", "of its turns"),
        first.first_tick,
        first.fault,
        first.reason_and_code()
    ))
}

fn suspended(life: &LifeHistory) -> String {
    format!("{} was suspended after too many faults, so it did nothing.", life.species)
}

fn units(energy: Energy) -> String {
    format!("{:.1}", energy.units())
}

pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
