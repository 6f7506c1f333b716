//! `terrarium species`: the available species.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use super::{Failure, output};
use crate::behaviour;
use crate::behaviour::native::NATIVES;
use crate::input::parameter::Parameter;
use crate::navigation::Method;
use crate::rules::Rules;
use crate::species::{
    self, BehaviourChoice, Catalogue, Characteristic, Code, Kind, Nature, PlantTraits,
    SpeciesContext, Traits,
};

/// List the available species, or describe one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium species
  terrarium species hare
  terrarium species --creatures my-creatures")]
pub(super) struct Species {
    /// The species to describe; for example hare
    name: Option<String>,
    /// A creature folder, or a folder of creature folders, to load besides the shipped creatures;
    /// for example my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
}

impl Species {
    pub fn execute(self) -> Result<(), Failure> {
        let rules = Rules::default();
        let context =
            SpeciesContext { rules: &rules, overrides: &[], behaviours: &behaviour::check };
        let catalogue = Catalogue::load(&self.creatures, &context)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let Some(name) = self.name else { return output::print(&list(&catalogue)) };
        match catalogue.get(&name) {
            Some(species) => output::print(&describe(species, &rules)),
            None => {
                let remedy = catalogue.suggestion_for(&name);
                Err(Failure::input(format!("there is no species `{name}`; {remedy}")))
            }
        }
    }
}

fn list(catalogue: &Catalogue) -> String {
    let row = |species: &species::Species| {
        let kind = species.kind.name().to_owned();
        vec![species.name.clone(), kind, species.description.clone()]
    };
    let mut species: Vec<_> = catalogue.species().collect();
    species.sort_by_key(|species| (species.kind, &species.name));
    let rows: Vec<_> = species.into_iter().map(row).collect();
    output::columns(&rows, |_| false)
}

fn describe(species: &species::Species, rules: &Rules) -> String {
    let mut text = format!("{}: {}\n\n", species.name, species.description);
    let rows = match &species.nature {
        Nature::Animal(traits) => animal(species, traits, rules),
        Nature::Plant(traits) => plant(traits, rules),
    };
    text.push_str(&output::columns(&rows, |_| false));
    if matches!(species.nature, Nature::Animal(_)) {
        text.push_str(&describe_navigation(&species.navigation));
    }
    if let Some(choice) = &species.behaviour {
        text.push_str(&describe_behaviour(choice));
    }
    text
}

/// Describes a navigator and its parameters.
fn describe_navigation(method: &Method) -> String {
    let navigator = method.navigator();
    let rows = parameter_rows(navigator.parameters(), method.given());
    let rows = output::columns(&rows, |_| false);
    format!("\nnavigator {}: {}\n{rows}", navigator.name(), navigator.about())
}

/// Returns one row per parameter.
fn parameter_rows(parameters: &[Parameter], given: &BTreeMap<String, f64>) -> Vec<Vec<String>> {
    let row = |parameter: &Parameter| {
        let value = given.get(parameter.name).copied().unwrap_or(parameter.default);
        let amount = format!("{value} {}", parameter.unit);
        vec![format!("  {}", parameter.name), amount, parameter.meaning.to_owned()]
    };
    parameters.iter().map(row).collect()
}

/// Describes a behaviour and its parameters.
fn describe_behaviour(BehaviourChoice { code, parameters, heritable }: &BehaviourChoice) -> String {
    let native = NATIVES.iter().find(|n| matches!(code, Code::Native(name) if name == n.name));
    let (head, rows): (String, Vec<_>) = match native {
        Some(native) => {
            let head = format!("{}: {}", native.name, native.about);
            (head, parameter_rows(native.parameters, parameters))
        }
        None => {
            let row = |(name, value): (&String, &f64)| vec![format!("  {name}"), value.to_string()];
            (code.to_string(), parameters.iter().map(row).collect())
        }
    };
    let mut text = format!("\nbehaviour {head}\n{}", output::columns(&rows, |_| false));
    for (name, range) in heritable {
        let _ = writeln!(text, "  {name} is heritable, from {} to {}", range.min, range.max);
    }
    text
}

fn animal(species: &species::Species, traits: &Traits, rules: &Rules) -> Vec<Vec<String>> {
    use Characteristic::{Attack, Camouflage, Defence, Eating, Energy, Sight, Speed};
    let species::Species { kind, wariness, steering, .. } = species;
    let radius = f64::from(traits.mature_radius);
    let strength = kind.strength(rules);
    let of = |characteristic: Characteristic, value: f64, unit: &str| {
        let points = format!("{} points", traits.points[characteristic as usize]);
        vec![characteristic.name().to_owned(), points, format!("{value:.0} {unit}")]
    };
    let mut rows = vec![
        vec!["kind".to_owned(), kind.name().to_owned()],
        vec!["mature size".to_owned(), format!("{0} × {0} units", radius * 2.0)],
        of(Energy, traits.max_energy(radius, rules).units(), "energy at most, when mature"),
        of(Eating, traits.bite(*kind, radius, rules).units(), "energy per bite, when mature"),
        of(
            Attack,
            traits.attack(radius, rules) * strength,
            "damage per attack at most, when mature",
        ),
        of(
            Defence,
            traits.defence(radius, rules) * strength,
            "damage blocked at most, when mature",
        ),
        of(Speed, traits.speed(rules), "units per tick at most"),
        of(Camouflage, traits.camouflage(rules) * 100.0, "% chance to be overlooked"),
        of(Sight, traits.sight(rules), "units of sensor range"),
        vec!["wariness".to_owned(), format!("{wariness} extra cost per unit of path near threats")],
    ];
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    rows.extend(
        steering.turn_rate.map(|rate| row("turn rate", format!("{rate} of 128 headings per tick"))),
    );
    rows.extend(
        steering.acceleration.map(|it| row("acceleration", format!("{it} units per tick²"))),
    );
    rows
}

fn plant(traits: &PlantTraits, rules: &Rules) -> Vec<Vec<String>> {
    let radius = f64::from(traits.mature_radius);
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    vec![
        row("kind", Kind::Plant.name().to_owned()),
        row("mature size", format!("{0} × {0} units", radius * 2.0)),
        row("energy", format!("{:.0} at most", traits.max_energy(radius, rules).units())),
        row("height", format!("{:.1} units", f64::from(traits.height) * radius)),
        row("prefers", format!("{:.0} % of full light", traits.preferred_light * 100.0)),
        row("seeds", format!("up to {} units away", traits.seed_spread)),
    ]
}
