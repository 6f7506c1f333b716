//! Measures organism-ticks per second: the shipped meadow at constant density, from a thousand to a
//! million organisms, on one and two threads, with the share of each phase, the share of a tick that more
//! threads do not shorten, and the counts that explain the time. Beside them, in the same run, a flock over
//! plain arrays on one thread (`plain_flock.rs`): its agent-steps per second are the yardstick of the machine.
//!
//! `cargo bench -p terrarium-benches --bench organism_ticks`; optional arguments are sizes,
//! numbers of threads, and the number of organism-ticks per measurement: `-- 1000,10000 1,2 6000000`.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

mod plain_flock;

use std::time::{Duration, Instant};

use terrarium::behaviour;
use terrarium::document::Override;
use terrarium::scenario::Scenario;
use terrarium::species::{Catalogue, Kind, SpeciesContext};
use terrarium::tick::{PHASES, Simulation};

/// The number of organism-ticks per measurement, unless another is asked for.
const WORK: u64 = 3_000_000;

/// The number of warm-up ticks, in which animals plan their first paths and the founders spread.
const WARM_UP: u64 = 30;

fn main() {
    println!("Measures ticks of the meadow, beside a flock over plain arrays.\n");
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let list = |text: Option<String>, default: &[u64]| match text {
        Some(text) => text.split(',').map(|n| n.parse().expect("a number")).collect(),
        None => default.to_vec(),
    };
    let sizes = list(arguments.next(), &[1_000, 10_000, 100_000, 1_000_000]);
    let threads = list(arguments.next(), &[1, 2]);
    let work = list(arguments.next(), &[WORK])[0];
    println!(
        "| organisms | animals | threads | organism-ticks/s | animal-ticks/s | bytes per organism | agent-steps/s of the flock, 1 thread | organism-ticks ÷ agent-steps |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (mut shares, mut speedups, mut efforts) = (Vec::new(), Vec::new(), Vec::new());
    for &size in &sizes {
        let mut alone = None;
        for &count in &threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count as usize);
            let pool = pool.build().expect("threads can be started");
            let (rate, phases, effort) = pool.install(|| measure(size, count, work));
            efforts.push((size, count, effort));
            shares.push((size, count, phases));
            match alone {
                Some(alone) if count > 1 => speedups.push((size, count, rate / alone)),
                _ if count == 1 => alone = Some(rate),
                _ => {}
            }
        }
    }
    println!("\nSpeed with several threads, and the serial share of a tick by Amdahl's law:\n");
    println!("| organisms | threads | times one thread | serial share |");
    println!("|---|---|---|---|");
    for (size, count, speedup) in speedups {
        let serial = serial_share(count as f64, speedup) * 100.0;
        println!("| {size} | {count} | {speedup:.2} | {serial:.0} % |");
    }
    println!("\nShare of each phase of a tick, in percent:\n");
    println!(
        "| phase | {} |",
        shares.iter().map(|(n, t, _)| format!("{n} × {t}")).collect::<Vec<_>>().join(" | ")
    );
    println!("|---|{}", "---|".repeat(shares.len()));
    for (index, name) in PHASES.iter().map(|phase| phase.name).enumerate() {
        let row: Vec<String> =
            shares.iter().map(|(.., s)| format!("{:.0}", s[index] * 100.0)).collect();
        println!("| {name} | {} |", row.join(" | "));
    }
    println!("\nCounts per organism-tick, the same on any number of threads:\n");
    println!("| organisms × threads | {} |", COUNTS.map(|(name, _)| name).join(" | "));
    println!("|---|{}", "---|".repeat(COUNTS.len()));
    for (size, count, effort) in efforts {
        let row = effort.map(|it| format!("{it:.3}"));
        println!("| {size} × {count} | {} |", row.join(" | "));
    }
}

/// A count of a tick, and its name.
type Count = (&'static str, fn(&Simulation) -> u64);

/// The counts of a tick that explain its time.
const COUNTS: [Count; 4] = [
    ("index queries", |sim| sim.effort().index_queries),
    ("path plans", |sim| sim.world().planning_effort().iter().map(|effort| effort.plans).sum()),
    ("search steps", |sim| sim.world().planning_effort().iter().map(|effort| effort.steps).sum()),
    ("collisions", |sim| sim.effort().collisions),
];

/// The share of the work that is not divided among the threads, when they are `speedup` times as fast as one.
fn serial_share(threads: f64, speedup: f64) -> f64 {
    (threads / speedup - 1.0) / (threads - 1.0)
}

/// The organism-ticks per second, the share of each phase, and the counts per organism-tick.
fn measure(size: u64, threads: u64, work: u64) -> (f64, Vec<f64>, [f64; COUNTS.len()]) {
    let flock = plain_flock::agent_steps_per_second();
    let before = resident_bytes();
    let mut sim = meadow_of(size);
    for _ in 0..WARM_UP.min(work / size + 3) {
        sim.tick();
    }
    let ticks = (work / size).max(4);
    let mut spent = vec![Duration::ZERO; PHASES.len()];
    let (mut organisms, mut animals, mut counts) = (0, 0, [0; COUNTS.len()]);
    let start = Instant::now();
    for _ in 0..ticks {
        let mut phase = 0;
        let mut last = Instant::now();
        sim.tick_with_observer(&mut |_| {
            spent[phase] += last.elapsed();
            last = Instant::now();
            phase += 1;
        });
        organisms += sim.world().organism_count() as u64;
        counts.iter_mut().zip(COUNTS).for_each(|(sum, (_, count))| *sum += count(&sim));
        let kinds = sim.world().config().species.iter().zip(sim.world().populations());
        animals += kinds.filter(|(s, _)| s.kind != Kind::Plant).map(|(_, n)| n).sum::<u64>();
    }
    let seconds = start.elapsed().as_secs_f64();
    let bytes = (resident_bytes() - before) / sim.world().organism_count() as f64;
    let rate = organisms as f64 / seconds;
    println!(
        "| {} | {} | {threads} | {:.2} M | {:.2} M | {:.0} | {:.2} M | {:.2} |",
        organisms / ticks,
        animals / ticks,
        rate / 1e6,
        animals as f64 / seconds / 1e6,
        bytes,
        flock / 1e6,
        rate / flock,
    );
    let shares = spent.iter().map(|s| s.as_secs_f64() / seconds).collect();
    let effort = counts.map(|count| count as f64 / organisms as f64);
    (rate, shares, effort)
}

/// The meadow with area and populations scaled to about `size` organisms.
fn meadow_of(size: u64) -> Simulation {
    let base = Scenario::find("meadow", &[]).expect("the meadow ships");
    let founders: u64 = base.populations.iter().map(|p| p.count).sum();
    let scale = size as f64 / founders as f64;
    let terrarium::scenario::Land::Open(extent) = &base.land else { panic!("the meadow is open") };
    let side = extent.value * scale.sqrt();
    let mut overrides = vec![format!("world.size=[{:.0},{:.0}]", side.x, side.y)];
    overrides.extend(
        base.populations
            .iter()
            .map(|p| format!("population.{}={:.0}", p.species.value, p.count as f64 * scale)),
    );
    let overrides: Vec<Override> =
        overrides.iter().map(|s| Override::parse(s).expect("a valid override")).collect();
    let scenario = Scenario::find("meadow", &overrides).expect("the meadow ships");
    let context =
        SpeciesContext { rules: &scenario.rules, overrides: &[], behaviours: &behaviour::check };
    let catalogue =
        Catalogue::load::<&str>(&[], &context).expect("the shipped creatures are valid");
    let species = scenario.resolve_species(&catalogue).expect("the meadow's species ship");
    let behaviours = behaviour::make_all(&species, &scenario.rules).expect("they have behaviours");
    Simulation::new(scenario.create(species).expect("there is room"), behaviours)
}

/// The resident memory of this process in bytes; NaN if the system does not report it.
fn resident_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or(f64::NAN) * 1024.0
}
