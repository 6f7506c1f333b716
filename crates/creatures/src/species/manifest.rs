//! The creature file `creature.toml`: its format and validation.
//!
//! ```toml
//! name = "hare"                # the folder's name: lowercase letters, digits, - and _, up to 40
//! description = "Runs first"   # one line, up to 200 characters
//! kind = "herbivore"           # plant, herbivore or carnivore
//! mature_size = 32             # the side of the grown body, 24 to 48 units; twice the radius
//! navigator = "scan"           # how it plans paths; animals only; default: perimeter
//!
//! [appearance]
//! colour = "#c8a165"           # red, green and blue in hexadecimal
//! body = "hopper"              # its outline; these four are optional, and plants have only a body
//! ears = "long"
//! tail = "short"
//! horns = "none"
//!
//! [points]                     # animals only; a characteristic left out has none; the sum is at
//! energy = 20                  # most `rules.points`, which is 100
//! eating = 10
//! attack = 0
//! defence = 5
//! speed = 40
//! camouflage = 5
//! sight = 20
//!
//! [travel]                     # animals only; optional
//! wariness = 2                 # extra cost per unit of path near feared animals, 0 to 100
//! road_speed = 1.5             # instead of the rules of these names
//! swamp_speed = 0.5
//! road_cost = 0.5
//! swamp_cost = 3
//! turn_rate = 4                # headings of 128 per tick, 1 to 64; default: turns at once
//! acceleration = 0.5           # units per tick², 0.01 to 1000; default: any pace at once
//!
//! [navigation]                 # parameters of the navigator; optional
//! rays = 36
//!
//! [behaviour]                  # animals only
//! native = "runner"            # a native behaviour; left out if there is a code file
//! [behaviour.parameters]       # parameters of the behaviour; optional
//! caution = 60
//! ```
//!
//! Instead of a native behaviour, a species can have a code file beside the creature file:
//! `behaviour.rhai`, a script, or `behaviour.wasm` or `behaviour.wat`, a WebAssembly module.
//! `[behaviour]` is then optional; `[behaviour.parameters]` holds the numbers that the code reads.
//!
//! A plant has neither points nor a behaviour, but traits:
//!
//! ```toml
//! [plant]
//! height = 1.5                 # per unit of radius, 0.01 to 20
//! preferred_light = 0.9        # the share of full light at which it grows best, 0 to 1
//! seed_spread = 150            # the maximum distance of seeds, 0 to `rules.seed_spread` (1000)
//! ```
//!
//! Tables of genomes and of sexual reproduction, which are optional, too: `docs/evolution.md`.
//!
//! Any other key is an error.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use terrarium_input::Diagnostic;
use terrarium_input::document::{DESCRIPTION_LENGTH, Document, Entry, Item, Section};
use terrarium_input::spelling;
use terrarium_navigation::{Method, MethodError, NAVIGATORS};

use super::code_file::CodeFile;
use super::reproduction::read_reproduction;
use super::{ACCELERATION, Steering, TURN_RATE, genome_tables, silhouette};
use super::{
    Appearance, BehaviourChoice, BehaviourRefusal, BodyPlan, Characteristic, Code, Ears,
    GroundOverrides, Horns, Kind, MATURE_RADIUS, Nature, PlantTraits, Species, SpeciesContext,
    Tail, Traits,
};
use crate::genome::to_f32;
use crate::rules::{MIN_GROUND_COST, Rules, is_ground_cost};

/// The maximum length of a species name, in characters.
pub const NAME_LENGTH: usize = 40;

/// The range of plant heights, in units per unit of radius.
pub const PLANT_HEIGHT: RangeInclusive<f64> = 0.01..=20.0;

/// The range of mature body sides, in units: twice the [`MATURE_RADIUS`].
pub const MATURE_SIZE: RangeInclusive<f64> =
    2.0 * *MATURE_RADIUS.start() as f64..=2.0 * *MATURE_RADIUS.end() as f64;

/// The range of wariness.
pub const WARINESS: RangeInclusive<f64> = 0.0..=100.0;

const KEYS: [&str; 14] = [
    "name",
    "description",
    "kind",
    "mature_size",
    "navigator",
    "appearance",
    "points",
    "plant",
    "travel",
    "navigation",
    "behaviour",
    "mutation",
    "brain",
    "reproduction",
];

/// Validates the creature file of the folder called `folder`, with its code file if it has one.
pub fn read(
    document: &Document,
    folder: &str,
    code: Option<&CodeFile>,
    context: &SpeciesContext<'_>,
) -> Result<Species, Diagnostic> {
    let root = document.root()?;
    root.only(&KEYS)?;
    let name = read_name(root.need("name", &format!("name = \"{folder}\""))?, folder)?;
    let kind = read_kind(root.need("kind", "kind = \"herbivore\"")?)?;
    let behaviour = read_behaviour(&root, kind, code, context)?;
    let nature = read_nature(&root, kind, context)?;
    Ok(Species {
        name,
        description: root
            .need("description", "description = \"Runs first\"")?
            .line(DESCRIPTION_LENGTH)?
            .to_owned(),
        kind,
        appearance: read_appearance(&root, kind, nature.mature_radius())?,
        nature,
        wariness: read_wariness(&root, kind)?,
        ground: read_ground(&root)?,
        steering: read_steering(&root)?,
        navigation: read_navigation(&root, kind)?,
        mutation: genome_tables::read_mutation(&root)?,
        brain: genome_tables::read_brain(&root, kind, behaviour.as_ref())?,
        reproduction: read_reproduction(&root, kind)?,
        behaviour,
        content_hash: String::new(),
    })
}

/// Returns whether `name` is a valid species name: 1 to [`NAME_LENGTH`] lowercase letters, digits,
/// `-` and `_`.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=NAME_LENGTH).contains(&name.len()) && name.chars().all(allowed)
}

fn read_name(item: &Item, folder: &str) -> Result<String, Diagnostic> {
    let name = item.text()?;
    if !is_name(name) {
        return Err(item.invalid_value(format!(
            "give 1 to {NAME_LENGTH} lowercase letters, digits, `-` and `_`"
        )));
    }
    if name != folder {
        return Err(item.invalid_value(format!(
            "write \"{folder}\", the name of its folder, or rename the folder"
        )));
    }
    Ok(name.to_owned())
}

fn read_kind(item: &Item) -> Result<Kind, Diagnostic> {
    let given = item.text()?;
    let names = || Kind::ALL.into_iter().map(Kind::name);
    Kind::ALL.into_iter().find(|kind| kind.name() == given).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(given, names()));
        item.invalid_value(format!("give one of {}{hint}", spelling::listed(names())))
    })
}

fn read_appearance(
    root: &Section<'_>,
    kind: Kind,
    mature_radius: f32,
) -> Result<Appearance, Diagnostic> {
    let section = root.need("appearance", "[appearance]")?.section()?;
    section.only(&["colour", BodyPlan::KEY, Ears::KEY, Tail::KEY, Horns::KEY])?;
    let item = section.need("colour", "colour = \"#c8a165\"")?;
    let colour = parse_colour(item.text()?)
        .ok_or_else(|| item.invalid_value("give a colour such as \"#c8a165\""))?;
    Ok(Appearance { colour, silhouette: silhouette::read(&section, kind, mature_radius)? })
}

/// Parses red, green and blue of `#rrggbb`; `None` for other texts.
#[must_use]
pub fn parse_colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

fn read_nature(
    root: &Section<'_>,
    kind: Kind,
    context: &SpeciesContext<'_>,
) -> Result<Nature, Diagnostic> {
    let size = root.need("mature_size", "mature_size = 32")?.number_in(MATURE_SIZE, "units")?;
    let mature_radius = to_f32(size / 2.0);
    if kind == Kind::Plant {
        refuse(root, "points", "a plant has no points", "describe it in [plant]")?;
        refuse(root, "behaviour", "a plant has no behaviour", "leave it out")?;
        return read_plant(root, mature_radius, context).map(Nature::Plant);
    }
    refuse(root, "plant", "only plants have this", "describe it in [points]")?;
    let points = root.need("points", "[points]")?.section()?;
    Ok(Nature::Animal(Traits { mature_radius, points: read_points(&points, context)? }))
}

/// Rejects a table that has no meaning for this kind of creature.
pub(super) fn refuse(
    root: &Section<'_>,
    key: &str,
    why: &str,
    remedy: &str,
) -> Result<(), Diagnostic> {
    match root.entries().find(|(name, _)| *name == key) {
        Some((_, entry)) => Err(entry.item.location.error(format!("`{key}`: {why}"), remedy)),
        None => Ok(()),
    }
}

fn read_plant(
    root: &Section<'_>,
    mature_radius: f32,
    context: &SpeciesContext<'_>,
) -> Result<PlantTraits, Diagnostic> {
    let plant = root.need("plant", "[plant]")?.section()?;
    plant.only(&["height", "preferred_light", "seed_spread"])?;
    let height = plant.need("height", "height = 1.5")?;
    let light = plant.need("preferred_light", "preferred_light = 0.9")?;
    let spread = plant.need("seed_spread", "seed_spread = 150")?;
    Ok(PlantTraits {
        mature_radius,
        height: to_f32(height.number_in(PLANT_HEIGHT, "units per unit of radius")?),
        preferred_light: to_f32(light.number_in(0.0..=1.0, "")?),
        seed_spread: to_f32(spread.number_in(0.0..=context.rules.seed_spread, "units")?),
    })
}

fn read_points(
    section: &Section<'_>,
    context: &SpeciesContext<'_>,
) -> Result<[f32; 7], Diagnostic> {
    section.only(&Characteristic::ALL.map(Characteristic::name))?;
    let allowed = context.rules.points;
    let mut points = [0.0; 7];
    for (slot, characteristic) in points.iter_mut().zip(Characteristic::ALL) {
        if let Some(item) = section.get(characteristic.name()) {
            *slot = item.number_in(0.0..=allowed, "points")?;
        }
    }
    // Compared in the precision in which points are stored, so that 33.3 + 33.3 + 33.4 is 100.
    let spent = to_f32(points.iter().sum());
    if spent > to_f32(allowed) {
        return Err(over_budget(section, spent, to_f32(allowed)));
    }
    Ok(points.map(to_f32))
}

fn over_budget(section: &Section<'_>, spent: f32, allowed: f32) -> Diagnostic {
    // Points at the override that caused it rather than at the table.
    let location =
        section.entries().map(|(_, entry)| &entry.item.location).find(|p| p.is_override());
    location.unwrap_or(section.location()).error(
        format!("the points add up to {spent}, but only {allowed} are available"),
        format!("remove {}", to_f32(f64::from(spent) - f64::from(allowed))),
    )
}

fn read_wariness(root: &Section<'_>, kind: Kind) -> Result<f64, Diagnostic> {
    if kind == Kind::Plant {
        refuse(root, "travel", "plants do not travel", "leave it out")?;
    }
    let Some(section) = root.section("travel")? else { return Ok(0.0) };
    let mut known = vec!["wariness", "turn_rate", "acceleration"];
    known.extend(GroundOverrides::KEYS);
    section.only(&known)?;
    section.get("wariness").map_or(Ok(0.0), |item| item.number_in(WARINESS, ""))
}

/// Reads the values that replace those of rules. Unknown keys of the table are found with the wariness.
fn read_ground(root: &Section<'_>) -> Result<GroundOverrides, Diagnostic> {
    let Some(section) = root.section("travel")? else { return Ok(GroundOverrides::default()) };
    let speed = |key| section.get(key).map(|item| item.number_in(rule_range(key), "times"));
    let cost = |key| section.get(key).map(|item| read_ground_cost(item, rule_range(key)));
    Ok(GroundOverrides {
        road_speed: speed("road_speed").transpose()?,
        swamp_speed: speed("swamp_speed").transpose()?,
        road_cost: cost("road_cost").transpose()?,
        swamp_cost: cost("swamp_cost").transpose()?,
    })
}

fn read_ground_cost(item: &Item, range: RangeInclusive<f64>) -> Result<f64, Diagnostic> {
    let most = *range.end();
    let cost = item.number_in(range, "times")?;
    if is_ground_cost(cost) {
        return Ok(cost);
    }
    Err(item.invalid_value(format!("give 0 or a number from {MIN_GROUND_COST} to {most} (times)")))
}

/// The range of the rule called `name`.
fn rule_range(name: &str) -> RangeInclusive<f64> {
    let rule = Rules::ALL.iter().find(|rule| rule.name == name).expect("it is a rule");
    rule.min..=rule.max
}

fn read_steering(root: &Section<'_>) -> Result<Steering, Diagnostic> {
    let Some(section) = root.section("travel")? else { return Ok(Steering::default()) };
    let turn_rate = section.get("turn_rate");
    let turn_rate = turn_rate.map(|item| item.whole_in(TURN_RATE, "headings per tick"));
    let acceleration = section.get("acceleration");
    let acceleration = acceleration.map(|item| item.number_in(ACCELERATION, "units per tick²"));
    Ok(Steering {
        turn_rate: turn_rate.transpose()?.and_then(|rate| u8::try_from(rate).ok()),
        acceleration: acceleration.transpose()?,
    })
}

/// Reads the navigator and its parameters.
fn read_navigation(root: &Section<'_>, kind: Kind) -> Result<Method, Diagnostic> {
    if kind == Kind::Plant {
        refuse(root, "navigator", "plants do not travel", "leave it out")?;
        refuse(root, "navigation", "plants do not travel", "leave it out")?;
    }
    let item = root.get("navigator");
    let name = item.map_or(Ok(Method::DEFAULT), Item::text)?;
    let names = || NAVIGATORS.iter().map(|navigator| navigator.name());
    if let Some(item) = item
        && !names().any(|known| known == name)
    {
        let hint = spelling::hint(spelling::nearest(name, names()));
        return Err(item.invalid_value(format!("give one of {}{hint}", spelling::listed(names()))));
    }
    let parameters = root.section("navigation")?;
    let given = parameters.map(read_parameters).transpose()?.unwrap_or_default();
    Method::new(name, given).map_err(|refusal| {
        let (key, problem, remedy) = match refusal {
            MethodError::Parameter(wrong) => (Some(wrong.key), wrong.problem, wrong.remedy),
            other => (None, other.to_string(), "give another".to_owned()),
        };
        let parameter = key.and_then(|key| parameters?.get(&key));
        let location = parameter.or(item).map_or(root.location(), |item| &item.location);
        location.error(problem, remedy)
    })
}

fn read_behaviour(
    root: &Section<'_>,
    kind: Kind,
    file: Option<&CodeFile>,
    context: &SpeciesContext<'_>,
) -> Result<Option<BehaviourChoice>, Diagnostic> {
    if kind == Kind::Plant {
        return no_behaviour(root, file).map(|()| None);
    }
    let section = root.section("behaviour")?;
    section.map_or(Ok(()), |section| section.only(&["native", "parameters"]))?;
    let native = section.and_then(|section| section.get("native"));
    let parameters = section.map_or(Ok(None), |section| section.section("parameters"))?;
    let code = read_code(root, native, file)?;
    let given = parameters.map(|section| genome_tables::read_parameters(section, root));
    let (values, heritable) = given.transpose()?.unwrap_or_default();
    let mut choice = BehaviourChoice { code, parameters: values, heritable };
    let is_overridden = |item: &Item| item.location.is_override();
    let BehaviourRefusal { key, span, problem, remedy } = loop {
        let Err(refusal) = (context.behaviours)(kind, &choice, context.rules) else {
            return Ok(Some(choice));
        };
        // The file sets the parameters of its own behaviour. Another one, from an override, has those
        // that it knows.
        let of_file = refusal.key.as_deref().filter(|key| {
            let item = parameters.and_then(|parameters| parameters.get(key));
            native.is_some_and(is_overridden) && item.is_some_and(|item| !is_overridden(item))
        });
        match of_file.and_then(|key| choice.parameters.remove(key)) {
            Some(_) => choice.heritable.retain(|name, _| choice.parameters.contains_key(name)),
            None => break refusal,
        }
    };
    let parameter = key.and_then(|key| parameters?.get(&key));
    let location = match (parameter.or(native), file) {
        (Some(item), _) => item.location.clone(),
        (None, Some(file)) => file.location().at(span.unwrap_or_default()),
        (None, None) => root.location().clone(),
    };
    Err(location.error(problem, remedy))
}

/// Rejects a code file of a plant.
fn no_behaviour(root: &Section<'_>, file: Option<&CodeFile>) -> Result<(), Diagnostic> {
    let Some(file) = file else { return Ok(()) };
    let kind = root.need("kind", "kind = \"plant\"")?;
    let problem = format!("a plant has no behaviour, but its folder has {}", file.name);
    Err(kind.location.error(problem, format!("remove {} from the folder", file.name)))
}

/// What is wrong with an animal that has neither a code file nor a native behaviour.
pub(super) const NO_BEHAVIOUR: &str =
    "the animal has no behaviour: neither a code file nor `native`";

/// Returns the code of the behaviour: the code file or the named native behaviour, exactly one of
/// which must be given.
fn read_code(
    root: &Section<'_>,
    native: Option<&Item>,
    file: Option<&CodeFile>,
) -> Result<Code, Diagnostic> {
    match (native, file) {
        (None, Some(file)) => Ok(file.code.clone()),
        (Some(native), Some(file)) => {
            let problem = format!("`native` is given, but the folder also has {}", file.name);
            let remedy = format!("leave out `native`, or remove {} from the folder", file.name);
            Err(native.location.error(problem, remedy))
        }
        (_, None) => {
            let native = root
                .need("behaviour", "[behaviour]")
                .and_then(|item| item.section()?.need("native", "native = \"grazer\""));
            let or_code = |error: Diagnostic| {
                let native = error.remedy.clone().unwrap_or_default();
                let remedy = format!("{native}, or add a behaviour.rhai to the folder");
                Diagnostic { what: NO_BEHAVIOUR.to_owned(), ..error }.remedy(remedy)
            };
            Ok(Code::Native(native.map_err(or_code)?.text()?.to_owned()))
        }
    }
}

fn read_parameters(section: Section<'_>) -> Result<BTreeMap<String, f64>, Diagnostic> {
    let read = |(key, entry): (&str, &Entry)| Ok((key.to_owned(), entry.item.finite()?));
    section.entries().map(read).collect()
}
