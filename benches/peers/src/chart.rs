//! A chart of agent-steps per second over the number of agents, as SVG.

use std::fmt::Write;

use crate::results::Results;
use crate::simulator::{Model, Simulator};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 440.0;
/// The edges of both panels.
const TOP: f64 = 50.0;
const BOTTOM: f64 = 350.0;
/// The left edges and widths of the panels.
const PANELS: [(Model, &str, f64, f64); 2] = [
    (Model::Flocking, "Flocking: agents", 80.0, 490.0),
    (Model::WolfSheep, "Wolf–sheep: animals", 650.0, 280.0),
];
const LEGEND: f64 = 415.0;

/// Draws the chart.
pub fn draw(results: &Results) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let rates = results.measurements.iter().map(|it| it.agent_steps_per_second);
    let up = Decades::around(rates, BOTTOM, TOP);
    text(&mut svg, (20.0, 28.0), "start", "agent-steps per second, one thread");
    for (model, title, left, width) in PANELS {
        let agents = results.measurements.iter().filter(|it| it.model == model).map(|it| it.agents);
        let across = Decades::around(agents, left, left + width);
        frame(&mut svg, across, up);
        text(&mut svg, (left + width / 2.0, BOTTOM + 38.0), "middle", title);
        Simulator::ALL.iter().for_each(|&it| line(&mut svg, results, (model, it), across, up));
    }
    let mut left = PANELS[0].2;
    for simulator in Simulator::ALL {
        dot(&mut svg, (left, LEGEND - 4.0), simulator);
        text(&mut svg, (left + 10.0, LEGEND), "start", simulator.label());
        left += 34.0 + 7.2 * simulator.label().len() as f64;
    }
    svg + "</svg>\n"
}

/// A logarithmic axis over whole decades.
#[derive(Clone, Copy)]
struct Decades {
    first: i32,
    last: i32,
    from: f64,
    to: f64,
}

impl Decades {
    fn around(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min).max(1.0);
        let most = values.fold(1.0, f64::max);
        let first = if least.is_finite() { least.log10().floor() as i32 } else { 0 };
        Self { first, last: (most.log10().ceil() as i32).max(first + 1), from, to }
    }

    fn place(self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first);
        self.from + (self.to - self.from) * share
    }

    fn all(self) -> impl Iterator<Item = (i32, f64)> {
        (self.first..=self.last).map(move |it| (it, self.place(10_f64.powi(it))))
    }
}

fn frame(svg: &mut String, across: Decades, up: Decades) {
    for (power, y) in up.all() {
        rule(svg, (across.from, y), (across.to, y));
        text(svg, (across.from - 8.0, y + 4.0), "end", &decade(power));
    }
    for (power, x) in across.all() {
        rule(svg, (x, up.from), (x, up.to));
        text(svg, (x, up.from + 18.0), "middle", &decade(power));
    }
}

fn line(
    svg: &mut String,
    results: &Results,
    (model, simulator): (Model, Simulator),
    across: Decades,
    up: Decades,
) {
    let found = results.sizes(model).into_iter().filter_map(|size| {
        let it = results.find(model, simulator, size)?;
        Some((across.place(it.agents), up.place(it.agent_steps_per_second)))
    });
    let places: Vec<(f64, f64)> = found.collect();
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let colour = colour(simulator);
    _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    places.into_iter().for_each(|place| dot(svg, place, simulator));
}

fn dot(svg: &mut String, (x, y): (f64, f64), simulator: Simulator) {
    _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"/>",
        colour(simulator)
    );
}

fn rule(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#ddd\"/>"
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, what: &str) {
    _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{what}</text>");
}

fn decade(power: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = power.to_string();
    let raised = digits.chars().map(|it| it.to_digit(10).map_or('⁻', |it| RAISED[it as usize]));
    format!("10{}", raised.collect::<String>())
}

fn colour(simulator: Simulator) -> &'static str {
    match simulator {
        Simulator::Terrarium => "#1b7837",
        Simulator::TerrariumModel => "#7fbf7b",
        Simulator::Krabmaga => "#c2571a",
        Simulator::KrabmagaExact => "#e8a56b",
        Simulator::Mesa => "#3c6eb4",
        Simulator::Arrays => "#777777",
    }
}
