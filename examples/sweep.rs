//! A sweep in code: does more light mean more hares? Four runs, their rows, and a mean for each level.
//!
//! Run it with `cargo run --example sweep`. `terrarium batch` does the same from the command line, on
//! all cores, and writes tables and charts.

use std::error::Error;
use std::path::Path;

use terrarium::document::Document;
use terrarium::experiment::Overrides;
use terrarium::prelude::*;

const QUESTION: &str = r#"
description = "Does more light mean more hares?"
ticks = 150
replicates = 2

[base]
scenario = "meadow"
set = ["world.size=[900, 700]", "population.clover=70", "population.oak=0", "population.hare=25",
    "population.deer=0", "population.lynx=0", "population.wolf=0"]

[factors]
rules.light = [20, 60]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let document = Document::parse("light.toml", QUESTION)?;
    let experiment =
        Experiment::from_document("light", Path::new(""), &document, &Overrides::default())?;
    let plan = Plan::new(experiment)?;

    let mut births = [0, 0];
    for number in 0..plan.runs() {
        // A run follows from its number alone, so runs can be simulated anywhere, in any order.
        let row = plan.simulate(&plan.case(number)?);
        let hares = row.of_species("hare").expect("the meadow has hares");
        println!("light {}, seed {:>20}: {} born", row.point[0], row.seed, hares.births);
        births[usize::try_from(number / 2)?] += hares.births;
    }
    println!("in all {} births with little light, {} with much", births[0], births[1]);
    assert_eq!(plan.runs(), 4);
    Ok(())
}
