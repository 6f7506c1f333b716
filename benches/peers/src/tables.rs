//! The results as tables in Markdown.

use std::fmt::Write;

use crate::results::Results;
use crate::simulator::{Model, Simulator};
use crate::wolf_sheep::Parameters;
use crate::wolf_sheep::curves::COUNTED;

/// Agent-steps per second of all flocks, and how many neighbours they had.
pub fn flocking(results: &Results) -> String {
    use Simulator::{Arrays, Krabmaga, KrabmagaExact, Mesa, Terrarium};
    let shown = [Terrarium, Krabmaga, KrabmagaExact, Mesa, Arrays];
    let mut table = "| boids |".to_owned();
    shown.iter().for_each(|it| _ = write!(table, " {} |", it.label()));
    table += " Terrarium / krABMaga | Terrarium / Mesa | Terrarium / arrays |\n";
    table += &format!("|{}\n", "---|".repeat(shown.len() + 4));
    let mut neighbours = Vec::new();
    for size in results.sizes(Model::Flocking) {
        let found = |it| results.find(Model::Flocking, it, size);
        let rate = |it| found(it).map(|it| it.agent_steps_per_second);
        _ = write!(table, "| {} |", grouped(f64::from(size)));
        for simulator in shown {
            let skipped = results.find_skipped(Model::Flocking, simulator, size);
            let cell = match (rate(simulator), skipped) {
                (Some(rate), _) => speed(rate),
                (None, Some(skipped)) => {
                    format!("skipped, {} minutes estimated", grouped(skipped.minutes))
                }
                (None, None) => "not measured".to_owned(),
            };
            _ = write!(table, " {cell} |");
            neighbours.extend(found(simulator).and_then(|it| it.neighbours));
        }
        for other in [Krabmaga, Mesa, Arrays] {
            _ = write!(table, " {} |", ratio(rate(Terrarium), rate(other)));
        }
        table.push('\n');
    }
    let least = neighbours.iter().copied().fold(f64::INFINITY, f64::min);
    let most = neighbours.iter().copied().fold(0.0, f64::max);
    _ = write!(table, "\nAt the end of its steps a boid has {least:.1} to {most:.1} neighbours.\n");
    table
}

/// Animal-steps per second of all lands.
pub fn wolf_sheep(results: &Results) -> String {
    let mut table = "| patches | simulator | animals, mean | animal-steps/s | to Mesa |\n\
                     |---|---|---|---|---|\n"
        .to_owned();
    for size in results.sizes(Model::WolfSheep) {
        let name = Parameters::of(size).map_or("", |it| it.name);
        let found = |it| results.find(Model::WolfSheep, it, size);
        let mesa = found(Simulator::Mesa).map(|it| it.agent_steps_per_second);
        let shown =
            [Simulator::Terrarium, Simulator::TerrariumModel, Simulator::Krabmaga, Simulator::Mesa];
        for simulator in shown {
            let Some(it) = found(simulator) else { continue };
            _ = writeln!(
                table,
                "| {size} × {size}, {name} | {} | {} | {} | {} |",
                simulator.label(),
                grouped(it.agents),
                speed(it.agent_steps_per_second),
                ratio(Some(it.agent_steps_per_second), mesa),
            );
        }
    }
    table
}

/// The populations of those that simulate the model of wolves and sheep, beside those of krABMaga.
pub fn populations(results: &Results) -> String {
    let mut table =
        "| patches | runs | simulator | mean number of | there | krABMaga 0.6.2 | largest \
                     difference at a step, in standard errors |\n\
                     |---|---|---|---|---|---|---|\n"
            .to_owned();
    for it in &results.populations {
        for (kind, what) in COUNTED.into_iter().enumerate() {
            let [krabmaga, own] = it.means[kind];
            _ = writeln!(
                table,
                "| {0} × {0} | {1} | {2} | {what} | {3} | {4} | {5:.1} |",
                it.size,
                it.runs,
                it.simulator.label(),
                grouped(own),
                grouped(krabmaga),
                it.largest[kind],
            );
        }
    }
    table
}

/// A rounded number with its thousands set apart.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn speed(rate: f64) -> String {
    if rate >= 1e5 { format!("{:.2} M", rate / 1e6) } else { format!("{:.1} k", rate / 1e3) }
}

fn ratio(one: Option<f64>, other: Option<f64>) -> String {
    let (Some(one), Some(other)) = (one, other) else { return "–".to_owned() };
    let ratio = one / other;
    if ratio < 10.0 { format!("{ratio:.2} ×") } else { format!("{ratio:.0} ×") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([7.0, 100.4, 1e3, 1e6].map(grouped), ["7", "100", "1,000", "1,000,000"]);
        assert_eq!([3_073.0, 99_949.0, 2_640_000.0].map(speed), ["3.1 k", "99.9 k", "2.64 M"]);
        assert_eq!(ratio(Some(3.0), Some(2.0)), "1.50 ×");
        assert_eq!(ratio(Some(3.0), None), "–");
    }
}
