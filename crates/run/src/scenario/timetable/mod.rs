//! The timetable of a scenario: tables `[[command]]`.

mod intervention;
mod overriding;
mod writing;

use terrarium_creatures::rules::Rules;
use terrarium_input::document::{Document, Item, Override, Section};
use terrarium_input::{Diagnostic, Located, Location, quoted, spelling};
use terrarium_sim::tick::changed_rules;
use terrarium_sim::world::{Intervention, MAX_TIMED, TimedCommand, World, WorldConfig};
use terrarium_space::geometry::DVec2;

pub(super) use overriding::apply as apply_override;
pub use overriding::command_name;
pub use writing::{command_table, factor_keys};

use super::{FoundingError, Scenario};

/// The key of the tables.
pub const COMMAND: &str = "command";

/// The keys that every command has.
const COMMON: [&str; 4] = ["name", "tick", "every", "until"];

/// The keys that name what a command does.
const KINDS: [&str; 14] = [
    "drought",
    "plague",
    "fire",
    "add",
    "remove",
    "feed",
    "rules",
    "open_link",
    "close_link",
    "wall",
    "polygon",
    "remove_walls",
    "paint",
    "reseed",
];

/// The last tick of a timetable.
const LATEST: u64 = 1_000_000_000_000;

/// A command of the timetable, with its location in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioCommand {
    /// The command.
    pub timed: TimedCommand,
    /// Where the file says what it does.
    pub location: Location,
}

/// What commands can refer to.
pub(super) struct Surroundings<'a> {
    pub species: Vec<&'a str>,
    pub links: Vec<&'a str>,
    pub rules: &'a Rules,
}

/// Reads the list `[[command]]`.
pub(super) fn read_commands(
    root: &Section<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<Vec<ScenarioCommand>, Diagnostic> {
    let Some(list) = root.get(COMMAND) else { return Ok(Vec::new()) };
    let tables = list.list("tables: write `[[command]]`, with two brackets")?;
    if tables.len() > MAX_TIMED {
        let problem = format!("there are {} commands", tables.len());
        return Err(list.location.error(problem, format!("give at most {MAX_TIMED}")));
    }
    let mut names: Vec<Located<String>> = Vec::new();
    let mut commands = Vec::new();
    for table in tables {
        let (name, command) = read_command(&table.section()?, surroundings)?;
        if let Some(first) = names.iter().find(|other| other.value == name.value) {
            let (name, location) = (name, &first.location);
            let problem = format!("the command {} is already at {location}", quoted(&name.value));
            let remedy = "give each command a name of its own, such as `name = \"second drought\"`";
            return Err(name.location.error(problem, remedy));
        }
        names.push(name);
        commands.push(command);
    }
    check_rules(&commands, surroundings.rules)?;
    Ok(commands)
}

fn read_command(
    section: &Section<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<(Located<String>, ScenarioCommand), Diagnostic> {
    section.only(&[&COMMON[..], &KINDS].concat())?;
    let (kind, item) = read_kind(section)?;
    let name = match section.get("name") {
        Some(item) => Located { value: item.line(40)?.to_owned(), location: item.location.clone() },
        None => Located { value: kind.to_owned(), location: item.location.clone() },
    };
    let tick = section.need("tick", "tick = 5000")?.whole_in(0..=LATEST, "")?;
    let every = section.get("every");
    let every = every.map(|item| item.whole_in(1..=LATEST, "ticks")).transpose()?;
    let until = read_until(section, tick, every)?;
    let intervention = intervention::read(kind, item, surroundings)?;
    let timed = TimedCommand { name: name.value.clone(), tick, every, until, intervention };
    Ok((name, ScenarioCommand { timed, location: item.location.clone() }))
}

/// The only key of a command that says what it does.
fn read_kind<'a>(section: &Section<'a>) -> Result<(&'static str, &'a Item), Diagnostic> {
    let mut kinds = KINDS.into_iter().filter_map(|kind| Some((kind, section.get(kind)?)));
    let Some(first) = kinds.next() else {
        let remedy = format!("add one of {}", spelling::listed(KINDS));
        return Err(section.location().error("the command does nothing", remedy));
    };
    match kinds.next() {
        None => Ok(first),
        Some((second, item)) => Err(item.location.error(
            format!("the command has both `{}` and `{second}`", first.0),
            "write a [[command]] for each of them",
        )),
    }
}

fn read_until(
    section: &Section<'_>,
    tick: u64,
    every: Option<u64>,
) -> Result<Option<u64>, Diagnostic> {
    let Some(item) = section.get("until") else { return Ok(None) };
    if every.is_none() {
        let remedy = "add `every = 1000`, or leave out `until`";
        return Err(item.location.error("a command that is not repeated has no end", remedy));
    }
    item.whole_in(tick..=LATEST, "").map(Some)
}

/// Rejects rules that contradict those in force when the command is due.
fn check_rules(commands: &[ScenarioCommand], rules: &Rules) -> Result<(), Diagnostic> {
    let mut in_order: Vec<&ScenarioCommand> = commands.iter().collect();
    in_order.sort_by_key(|command| command.timed.tick);
    let mut rules = rules.clone();
    for ScenarioCommand { timed, location } in in_order {
        let Intervention::Rules(changes) = &timed.intervention else { continue };
        rules = changed_rules(&rules, changes).map_err(|refusal| {
            let remedy = "`terrarium rules` lists the rules and their ranges";
            location.error(refusal.to_string(), remedy)
        })?;
    }
    Ok(())
}

impl Scenario {
    /// The names of its species, in the order of the world.
    pub fn species_names(&self) -> Vec<&str> {
        self.populations.iter().map(|population| population.species.value.as_str()).collect()
    }

    /// Rejects commands outside the world.
    pub(super) fn check_timetable(&self, config: &WorldConfig) -> Result<(), FoundingError> {
        check_places(&self.timetable, config).map_err(FoundingError::Misplaced)
    }
}

fn check_places(commands: &[ScenarioCommand], config: &WorldConfig) -> Result<(), Diagnostic> {
    let bounds = config.bounds;
    for ScenarioCommand { timed, location } in commands {
        let is_inside = match &timed.intervention {
            Intervention::Wall(area) | Intervention::RemoveWalls(area) => bounds.overlaps(area),
            Intervention::Polygon(polygon) => bounds.contains_box(&polygon.bounds()),
            other => other.area().is_none_or(|area| bounds.nearest_point(area.at) == area.at),
        };
        if !is_inside {
            let DVec2 { x, y } = bounds.max;
            let problem = format!("the command {} is outside the world", quoted(&timed.name));
            let remedy = format!("give places from [0, 0] to [{x}, {y}]");
            return Err(location.error(problem, remedy));
        }
    }
    Ok(())
}

/// Reads what a single command does to a world: a document with one of the keys that say what a command of a
/// timetable does, such as `drought = { light = 0.2, ticks = 500 }`.
///
/// ```
/// use terrarium_input::document::Document;
/// use terrarium_run::scenario::read_intervention;
/// use terrarium_run::SimulationBuilder;
/// use terrarium_sim::tick::Command;
///
/// let mut simulation = SimulationBuilder::new("meadow").build()?;
/// let hares = simulation.world().population("hare");
/// let document = Document::parse("hares", "add = { species = \"hare\", count = 5 }")?;
/// let world = simulation.world();
/// let command = Command::new(&read_intervention(&document, world)?, world);
/// simulation.apply(command)?;
/// assert_eq!(simulation.world().population("hare"), hares.map(|count| count + 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the document has no such key or several, a value is invalid, or a place is outside the world.
pub fn read_intervention(document: &Document, world: &World) -> Result<Intervention, Diagnostic> {
    let config = world.config();
    let section = document.root()?;
    section.only(&KINDS)?;
    let (kind, item) = read_kind(&section)?;
    let intervention = intervention::read(kind, item, &Surroundings::new(config))?;
    let timed =
        TimedCommand { name: kind.to_owned(), tick: 0, every: None, until: None, intervention };
    let command = ScenarioCommand { timed, location: item.location.clone() };
    check_places(std::slice::from_ref(&command), config)?;
    Ok(command.timed.intervention)
}

impl<'a> Surroundings<'a> {
    /// What the commands of a world can refer to.
    fn new(config: &'a WorldConfig) -> Self {
        Self {
            species: config.species.iter().map(|species| species.name.as_str()).collect(),
            links: config.links.iter().map(|link| link.name.as_str()).collect(),
            rules: &config.rules,
        }
    }
}

/// The timetable of a stored world after overrides such as `command.drought.tick=7000`.
///
/// # Errors
/// When an override is invalid, or a command that it adds or changes is due in the past.
pub fn changed_timetable(
    world: &World,
    overrides: &[&Override],
) -> Result<Vec<TimedCommand>, Diagnostic> {
    let config = world.config();
    let surroundings = Surroundings::new(config);
    let species = &surroundings.species;
    let tables = config.timetable.iter().map(|timed| command_table(timed, species));
    let text = match config.timetable.is_empty() {
        true => format!("{COMMAND} = []"),
        false => tables.collect(),
    };
    let mut document = Document::parse("the stored world", &text).map_err(|e| e.diagnostic())?;
    for key_override in overrides {
        apply_override(key_override, document.root_mut())?;
    }
    let commands = read_commands(&document.root()?, &surroundings)?;
    check_places(&commands, config)?;
    let tick = world.tick();
    let is_late = |command: &&ScenarioCommand| {
        command.timed.tick < tick && !config.timetable.contains(&command.timed)
    };
    if let Some(ScenarioCommand { timed, location }) = commands.iter().find(is_late) {
        let problem = format!(
            "the command {} is due after tick {}, but the stored world is at tick {tick}",
            quoted(&timed.name),
            timed.tick
        );
        return Err(location.error(problem, format!("give a tick from {tick} on")));
    }
    Ok(commands.into_iter().map(|command| command.timed).collect())
}
