//! The manuals agree with the code: their tables are generated from it and their examples are run.
//!
//! A table between `<!-- generated: NAME -->` and `<!-- end -->` is compared with the one generated
//! from the code. To update the tables: `UPDATE_DOCS=1 cargo test --test command documentation`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use terrarium::arena;
use terrarium::behaviour::manual;
use terrarium::behaviour::native::NATIVES;
use terrarium::comparison;
use terrarium::creature_check;
use terrarium::document::Document;
use terrarium::experiment::{self, Experiment, Overrides, Plan, paired, summary, tables};
use terrarium::genome::brain::{Input, Output};
use terrarium::input::parameter::Parameter;
use terrarium::lesson::{Goal, Lesson, Measure};
use terrarium::navigation::{Guarantee, Method, NAVIGATORS};
use terrarium::navigation_benchmark::{
    GENERATORS, Gauge, ProblemSet, Spread, Summary, Verdict, measure_all,
};
use terrarium::prelude::*;
use terrarium::record::table::Column;
use terrarium::record::{census, conquest, events, individuals, ledger};
use terrarium::rules::Rule;
use terrarium::run;
use terrarium::run_link::limits;
use terrarium::space::terrain::Alphabet;
use terrarium::species::{BehaviourChoice, Characteristic, Code, Traits};
use terrarium::tick::PHASES;
use terrarium::view::actions::{ACTIONS, Display, UiAction};
use terrarium::watchpoint;
use terrarium::world::Account;
use terrarium_testing::Workdir;

use crate::manual::blocks;

/// All manuals: those at the root and in `docs/`, and the README of each room. The specification of modules has
/// tables of another test.
fn manuals() -> Vec<String> {
    let mut manuals: Vec<String> =
        ["", "docs", "docs/develop"].iter().flat_map(|folder| markdown_in(folder)).collect();
    let rooms = ["src/cli", "web", "python", "benches", "sdk"].map(str::to_owned);
    let crates = crates().into_iter().map(|name| format!("crates/{name}"));
    manuals.extend(crates.chain(rooms).map(|room| format!("{room}/README.md")));
    manuals.retain(|manual| manual != "docs/abi.md");
    manuals
}

/// The names of the folders in `crates/`.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn markdown_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    let path = |name| if folder.is_empty() { name } else { format!("{folder}/{name}") };
    names.into_iter().map(path).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(manual: &str) -> String {
    fs::read_to_string(root().join(manual)).unwrap_or_else(|error| panic!("{manual}: {error}"))
}

// ---------------------------------------------------------------------------------------------
// Tables

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    text
}

fn code(word: impl std::fmt::Display) -> String {
    format!("`{word}`")
}

fn columns(columns: &[Column]) -> String {
    let rows = columns.iter().map(|column| {
        let holds = format!("{:?}", column.holds).to_lowercase();
        vec![code(&column.name), holds, column.meaning.clone()]
    });
    table(&["column", "holds", "meaning"], rows)
}

/// The names in the prelude, by the module that they come from.
fn prelude() -> String {
    let text = text_of("src/prelude.rs");
    let statements = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let rows = statements.map(|statement| {
        let (module, names) = statement.rsplit_once("::").expect("a path");
        let list = match statement.split_once("::{") {
            Some((_, list)) => list.trim_end_matches('}'),
            None => names,
        };
        let module = statement.split_once("::{").map_or(module, |(module, _)| module);
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        vec![
            code(module.replace("crate", "terrarium")),
            names.map(code).collect::<Vec<_>>().join(", "),
        ]
    });
    table(&["from", "names"], rows)
}

/// The actions of viewers in each display: their keys, or why it does not have them.
fn actions() -> String {
    let cell = |display: Display, action: UiAction| match display.lacks(action) {
        Some(reason) => format!("– {reason}"),
        None => display.keys(action).iter().map(code).collect::<Vec<_>>().join(" "),
    };
    let rows = ACTIONS.iter().map(|entry| {
        let cells = Display::ALL.map(|display| cell(display, entry.action));
        [vec![entry.help.to_owned()], cells.to_vec()].concat()
    });
    table(&["action", "window", "terminal", "page"], rows)
}

/// The actions that the page has a handler for, by its source.
fn handled_by_the_page() -> BTreeSet<String> {
    let building = text_of("web/src/page/building.ts");
    let (_, handlers) = building.split_once("const handlers").expect("there are handlers");
    let (handlers, _) = handlers.split_once("\n  };").expect("they end");
    let overlays = text_of("web/src/page/overlays.ts");
    let (_, overlays) = overlays.split_once("OVERLAY_ACTIONS").expect("there are overlays");
    let (overlays, _) = overlays.split_once("\n};").expect("they end");
    let switches = text_of("web/src/page/switches.ts");
    let (_, panels) = switches.split_once("PANEL_ACTIONS").expect("there are panels");
    let (panels, _) = panels.split_once("\n};").expect("they end");
    let tools = text_of("web/src/page/tool_table.ts");
    let tools = tools.split("action: \"").skip(1).filter_map(|it| it.split('"').next());
    let tools: Vec<String> = tools.map(str::to_owned).collect();
    let names = |text: &str, indent: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(indent)?.split_once(':'));
        let names = lines.map(|(name, _)| name.to_owned());
        names.filter(|name| name.chars().all(|it| it.is_ascii_alphabetic())).collect()
    };
    let tables = [names(handlers, "    "), names(overlays, "  "), names(panels, "  "), tools];
    tables.concat().into_iter().collect()
}

#[test]
fn the_page_has_the_actions_that_it_is_said_to_have() {
    let handled = handled_by_the_page();
    for entry in ACTIONS {
        let is_handled = handled.contains(&format!("{:?}", entry.action));
        assert_eq!(is_handled, Display::Page.lacks(entry.action).is_none(), "{}", entry.name);
    }
}

fn phases() -> String {
    let rows = PHASES.iter().map(|phase| {
        let file = code(phase.file.trim_end_matches("mod.rs"));
        [phase.name, &file, phase.what, phase.order].map(str::to_owned).to_vec()
    });
    table(&["phase", "file", "what happens", "order"], rows)
}

fn rules() -> String {
    let rows = Rules::ALL.iter().map(|rule| {
        let Rule { name, unit, default, min, max, meaning, .. } = rule;
        let range = format!("{min} to {max}");
        vec![code(name), default.to_string(), range, (*unit).to_owned(), meaning.trim().to_owned()]
    });
    table(&["rule", "default", "range", "unit", "meaning"], rows)
}

fn link_limits() -> String {
    let mebibytes = |bytes: u64| format!("{} MiB", bytes >> 20);
    let rows = [
        ("the link from `#run=` on", format!("{} bytes", limits::MAX_TEXT)),
        ("what it is decompressed to", mebibytes(limits::MAX_PLAIN)),
        ("ticks", limits::MAX_TICKS.to_string()),
        ("organisms, as founders and at any later tick", limits::MAX_ORGANISMS.to_string()),
        ("memory that the founders take at least", mebibytes(limits::MAX_MEMORY)),
        ("creatures", limits::MAX_CREATURES.to_string()),
        ("commands", limits::MAX_COMMANDS.to_string()),
        ("overrides", limits::MAX_OVERRIDES.to_string()),
        ("favourites", limits::MAX_FAVOURITES.to_string()),
    ];
    table(&["what", "maximum"], rows.map(|(what, most)| vec![what.to_owned(), most]))
}

fn tiles() -> String {
    let rows = Alphabet::PICTURE.letters.chunk_by(|a, b| a.1 == b.1).map(|letters| {
        let tile = letters[0].1;
        let names = letters.iter().map(|&(letter, _)| match letter {
            ' ' => "space".to_owned(),
            _ => code(letter),
        });
        let passable = if tile.is_passable() { "yes" } else { "no" };
        vec![names.collect::<Vec<_>>().join(", "), tile.to_string(), passable.to_owned()]
    });
    table(&["character", "tile", "can be entered"], rows)
}

fn points() -> String {
    let rules = Rules::default();
    let rows = Characteristic::ALL.map(|what| {
        let of = |points: f32| {
            let mut traits = Traits { mature_radius: 12.0, points: [0.0; 7] };
            traits.points[what as usize] = points;
            match what {
                Characteristic::Energy => traits.max_energy(1.0, &rules).units(),
                Characteristic::Eating => traits.bite(Kind::Herbivore, 1.0, &rules).units(),
                Characteristic::Attack => traits.attack(1.0, &rules),
                Characteristic::Defence => traits.defence(1.0, &rules),
                Characteristic::Speed => traits.speed(&rules),
                Characteristic::Camouflage => traits.camouflage(&rules) * 100.0,
                Characteristic::Sight => traits.sight(&rules),
            }
        };
        let meaning = match what {
            Characteristic::Energy => "greatest energy, per unit of radius",
            Characteristic::Eating => "energy of one bite, per unit of radius",
            Characteristic::Attack => "greatest damage of a blow, per unit of radius",
            Characteristic::Defence => "greatest damage warded off, per unit of radius",
            Characteristic::Speed => "greatest speed, in units per tick",
            Characteristic::Camouflage => "probability of being overlooked, in percent",
            Characteristic::Sight => "sensor range, in units",
        };
        let number = |points: f32| format!("{:.0}", of(points));
        vec![code(what.name()), number(0.0), number(20.0), number(100.0), meaning.to_owned()]
    });
    table(&["characteristic", "0 points", "20 points", "100 points", "meaning"], rows)
}

fn behaviours() -> String {
    let mut text = String::new();
    for native in NATIVES {
        let kind = native.kind.name();
        writeln!(text, "**`{}`**, for a {kind}: {}.\n", native.name, native.about).unwrap();
        text.push_str(&parameters(native.parameters));
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// A table of parameters.
fn parameters(all: &[Parameter]) -> String {
    let rows = all.iter().map(|p| {
        let range = format!("{} to {}", p.min, p.max);
        let (unit, meaning) = (p.unit.to_owned(), p.meaning.to_owned());
        vec![code(p.name), p.default.to_string(), range, unit, meaning]
    });
    table(&["parameter", "default", "range", "unit", "meaning"], rows)
}

fn navigators() -> String {
    let mut text = String::new();
    for navigator in NAVIGATORS {
        let promise = match navigator.guarantee() {
            Guarantee::Shortest => "the shortest path",
            Guarantee::Complete => "a path, or a proof that there is none",
            Guarantee::ShortestOnGrid => "the shortest path on its grid",
            Guarantee::CompleteOnGrid => "a path on its grid",
            Guarantee::Nothing => "nothing",
        };
        let (name, about) = (navigator.name(), navigator.about());
        writeln!(text, "**`{name}`**: {about}. Promises {promise}.\n").unwrap();
        if !navigator.parameters().is_empty() {
            writeln!(text, "{}", parameters(navigator.parameters())).unwrap();
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// The results of `terrarium lab --limit 10`, without the times.
fn lab() -> String {
    let sets: Vec<ProblemSet> = GENERATORS.iter().map(|recipe| recipe.set(1, 10)).collect();
    let methods = NAVIGATORS.iter().map(|navigator| navigator.name().parse().unwrap());
    let methods: Vec<Method> = methods.collect();
    let gauge = Gauge { budget: 1_000_000, clock: &|| 0.0, stop: &|| false };
    let uninterrupted = || std::ops::ControlFlow::Continue(());
    let results = measure_all(&sets, &methods, gauge, &uninterrupted).expect("no interruption");
    let rows = Summary::of_all(&results).into_iter().map(|summary| {
        assert_eq!(summary.broken, 0, "{summary:?}");
        let of = |spread: Option<Spread>, of: fn(&Spread) -> f64, digits: usize| {
            spread.map_or_else(String::new, |spread| format!("{:.digits$}", of(&spread)))
        };
        let verdicts = [Verdict::Found, Verdict::Unreachable, Verdict::Failed];
        let [found, none, failed] = verdicts.map(|verdict| summary.verdicts(verdict).to_string());
        let turning = of(summary.turning, |spread| spread.mean, 0);
        vec![
            sets[summary.set].name.clone(),
            code(&methods[summary.method]),
            found,
            none,
            failed,
            of(summary.ratio, |spread| spread.mean, 3),
            of(summary.ratio, |spread| spread.max, 3),
            if turning.is_empty() { turning } else { turning + "°" },
            of(summary.steps, |spread| spread.p50, 0),
        ]
    });
    let head =
        ["set", "navigator", "found", "none", "failed", "length", "longest", "turning", "steps"];
    table(&head, rows)
}

/// A table of the reference that the command prints.
fn of_manual(reference: manual::Table) -> String {
    let rows = reference.rows.into_iter().map(|mut row| {
        row[0] = code(&row[0]);
        row
    });
    table(&reference.head, rows)
}

/// The columns of the tables of the shortest shipped experiment.
fn runs() -> String {
    let path = root().join("experiments/quick.toml");
    let experiment = Experiment::read(&path, &Overrides::default()).unwrap();
    columns(&tables::columns(&experiment, &["hare".to_owned()]))
}

/// The columns after those with which every table of runs begins.
fn evolution() -> String {
    let file = root().join("experiments/quick.toml");
    let experiment = Experiment::read(&file, &Overrides::default()).unwrap();
    let head = 2 + experiment.factors.len();
    columns(&experiment::evolution::columns(&experiment)[head..])
}

fn meanings(columns: &[(&str, &str)]) -> String {
    let rows = columns.iter().map(|(name, meaning)| vec![code(name), (*meaning).to_owned()]);
    table(&["column", "meaning"], rows)
}

fn generated(name: &str) -> String {
    match name {
        "phases" => phases(),
        "prelude" => prelude(),
        "rules" => rules(),
        "actions" => actions(),
        "link-limits" => link_limits(),
        "tiles" => tiles(),
        "points" => points(),
        "behaviours" => behaviours(),
        "lab" => lab(),
        "navigators" => navigators(),
        "handlers" => of_manual(manual::handlers()),
        "script" => of_manual(manual::library()),
        "refusals" => of_manual(manual::refusals()),
        "wishes" => of_manual(manual::actions()),
        "faults" => of_manual(manual::faults()),
        "limits" => of_manual(manual::limits()),
        "census" => columns(&census::columns()),
        "ledger" => columns(&ledger::columns()),
        "events" => columns(&events::columns()),
        "individuals" => {
            let parameters = ["NAME".to_owned()].into();
            let genomes =
                individuals::GenomeColumns { genomes: true, parameters, brains: true, mates: true };
            columns(&individuals::columns(&genomes))
        }
        "inputs" => {
            let rows = Input::ALL.map(|it| vec![code(it.name()), it.meaning().to_owned()]);
            table(&["input", "from −1 to 1"], rows)
        }
        "outputs" => {
            let rows = Output::ALL.map(|it| vec![code(it.name()), it.meaning().to_owned()]);
            table(&["output", "from −1 to 1"], rows)
        }
        "conquest" => columns(&conquest::columns()),
        "runs" => runs(),
        "evolution" => evolution(),
        "summary" => meanings(&summary::COLUMNS),
        "watchpoints" => {
            let rows = watchpoint::NAMES.iter();
            let rows = rows.map(|(name, meaning)| vec![code(name), (*meaning).to_owned()]);
            table(&["name", "value"], rows)
        }
        "survival" => meanings(&summary::SURVIVAL_COLUMNS),
        "incidence" => meanings(&summary::INCIDENCE_COLUMNS),
        "anova" => meanings(&summary::ANOVA_COLUMNS),
        "log_rank" => meanings(&summary::LOG_RANK_COLUMNS),
        "paired.csv" => columns(&paired::columns()),
        "similarity.csv" => columns(&comparison::similarity_columns()),
        "differences.csv" => columns(&comparison::differences_columns()),
        "sparring" => sparring(),
        "lessons" => lessons(),
        "lesson-measures" => {
            let rows = Measure::ALL
                .map(|measure| vec![code(measure.name()), measure.meaning().to_owned()]);
            table(&["measure", "value"], rows)
        }
        file if !arena::columns(file).is_empty() => columns(&arena::columns(file)),
        other => panic!("nothing is generated for `{other}`"),
    }
}

/// The lessons, with what each needs.
fn lessons() -> String {
    let rows = Lesson::all().iter().map(|lesson| {
        let goal = |goal: &Goal| format!("{} {}", code(goal.measure.name()), goal.bound);
        let goals: Vec<_> = lesson.goals.iter().map(goal).collect();
        let Lesson { number, title, teaches, .. } = lesson;
        vec![number.to_string(), title.clone(), teaches.clone(), goals.join(", ")]
    });
    table(&["lesson", "title", "you learn to", "to pass"], rows)
}

/// The sparring partners of the arena, in their order.
fn sparring() -> String {
    let rows = arena::SPARRING.map(|name| {
        let folder = root().join("sparring").join(name);
        let species = creature_check::subject(&folder).unwrap();
        let source = [
            "rust/examples/NAME/src/lib.rs",
            "c/examples/NAME.c",
            "assemblyscript/examples/NAME.ts",
        ];
        let languages = ["Rust", "C", "AssemblyScript"].into_iter().zip(source);
        let found = languages.map(|(language, path)| (language, path.replace("NAME", name)));
        let module = found.into_iter().find(|(_, path)| root().join("sdk").join(path).exists());
        let (language, path) = match &module {
            Some((language, path)) => (*language, format!("../sdk/{path}")),
            None => ("Rhai", format!("../sparring/{name}/behaviour.rhai")),
        };
        let link = format!("[{language}]({path})");
        vec![code(name), species.kind.name().to_owned(), link, species.description]
    });
    table(&["name", "kind", "written in", "what it is like"], rows)
}

/// A manual with its generated parts regenerated, and their names.
fn regenerated(text: &str) -> (String, Vec<&str>) {
    const BEGIN: &str = "<!-- generated: ";
    const END: &str = "<!-- end -->";
    let (mut out, mut names, mut rest) = (String::new(), Vec::new(), text);
    while let Some(at) = rest.find(BEGIN) {
        let (name, after) = rest[at + BEGIN.len()..].split_once(" -->").expect("a closed comment");
        let end = after.find(END).unwrap_or_else(|| panic!("`{name}` has no end"));
        out.push_str(&rest[..at]);
        write!(out, "{BEGIN}{name} -->\n\n{}\n{END}", generated(name)).unwrap();
        names.push(name);
        rest = &after[end + END.len()..];
    }
    out.push_str(rest);
    (out, names)
}

#[test]
fn the_tables_of_the_manuals_match_the_code() {
    let mut found = BTreeSet::new();
    for manual in manuals() {
        let text = text_of(&manual);
        let (meant, names) = regenerated(&text);
        found.extend(names.into_iter().map(str::to_owned));
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(root().join(manual), &meant).unwrap();
        } else {
            let differs = text.lines().zip(meant.lines()).find(|(is, should)| is != should);
            assert!(
                text == meant,
                "{manual} is out of date: {differs:?}; \
                 update it with UPDATE_DOCS=1 cargo test --test command documentation"
            );
        }
    }
    let all = [
        "actions",
        "anova",
        "behaviours",
        "census",
        "conquest",
        "differences.csv",
        "events",
        "evolution",
        "faults",
        "games.csv",
        "handlers",
        "incidence",
        "individuals",
        "inputs",
        "lab",
        "ledger",
        "lesson-measures",
        "lessons",
        "limits",
        "link-limits",
        "log_rank",
        "matrix.csv",
        "navigators",
        "outputs",
        "paired.csv",
        "phases",
        "points",
        "prelude",
        "ratings.csv",
        "refusals",
        "rules",
        "runs",
        "script",
        "similarity.csv",
        "sparring",
        "summary",
        "survival",
        "tiles",
        "watch.csv",
        "watchpoints",
        "wishes",
    ];
    assert!(found.iter().map(String::as_str).eq(all), "{found:?}");
}

// ---------------------------------------------------------------------------------------------
// Examples

fn catalogue(folders: &[&Path]) -> Catalogue {
    let rules = Rules::default();
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours: &behaviour::check };
    Catalogue::load(folders, &context).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_scenarios_of_the_manual_can_be_run() {
    let scenarios = blocks(&text_of("docs/scenarios.md"), "toml");
    assert!(scenarios.len() >= 2);
    for text in scenarios {
        let document = Document::parse("example.toml", &text).unwrap();
        let scenario = Scenario::from_document("example", Path::new(""), document, &[]).unwrap();
        let world =
            run::create_world(&scenario, &[], &[]).unwrap_or_else(|error| panic!("{error}"));
        let founders: u64 = scenario.populations.iter().map(|p| p.count).sum();
        assert_eq!(world.populations().iter().sum::<u64>(), founders);
        let behaviours =
            behaviour::make_all(&world.config().species, &world.config().rules).unwrap();
        let mut simulation = Simulation::new(world, behaviours);
        simulation.tick();
        simulation.check().unwrap();
    }
}

#[test]
fn the_experiments_of_the_manual_can_be_planned() {
    let manual = text_of("docs/batch.md");
    let pairs = blocks(&text_of("docs/paired_futures.md"), "toml");
    let experiments = [blocks(&manual, "toml"), pairs].concat();
    assert!(!experiments.is_empty());
    let workdir = Workdir::new();
    let points = manual.lines().skip_while(|line| *line != "    rules.light,population.wolf");
    let points: Vec<&str> = points.map_while(|line| line.strip_prefix("    ")).collect();
    workdir.write("points.csv", points.join("\n"));
    for text in experiments {
        let document = Document::parse("example.toml", &text).unwrap();
        let overrides = Overrides::default();
        let folder = workdir.folder();
        let experiment = Experiment::from_document("example", folder, &document, &overrides);
        let plan = Plan::new(experiment.unwrap_or_else(|error| panic!("{error}"))).unwrap();
        assert!(plan.runs() > 1);
    }
}

#[test]
fn the_creatures_of_the_manual_are_valid() {
    let creatures = blocks(&text_of("docs/creatures.md"), "toml");
    assert!(creatures.len() >= 2);
    let workdir = Workdir::new();
    for text in &creatures {
        let name = text.split('"').nth(1).expect("a name");
        workdir.write(format!("{name}/creature.toml"), text);
        assert!(catalogue(&[&workdir.path(name)]).get(name).is_some());
    }
}

#[test]
fn the_scripts_of_the_manual_compile() {
    let scripts = blocks(&text_of("docs/creatures.md"), "rhai");
    assert!(!scripts.is_empty());
    for source in scripts {
        let choice = BehaviourChoice { code: Code::script(source), ..BehaviourChoice::native("") };
        let made = behaviour::make(Kind::Herbivore, &choice, &Rules::default());
        assert!(made.is_ok(), "{:?}", made.err());
    }
}

#[test]
fn the_rabbit_of_the_manuals_is_valid() {
    let command = r#"s/"hare"/"rabbit"/; s/^speed = .*/speed = 30/; s/^eating = .*/eating = 25/"#;
    assert!(
        ["docs/first_steps.md", "docs/creatures.md"]
            .map(text_of)
            .iter()
            .all(|t| t.contains(command))
    );
    let hare = text_of("creatures/hare/creature.toml");
    let lines = hare.lines().map(|line| match line.split_once(" = ") {
        Some(("speed", _)) => "speed = 30".to_owned(),
        Some(("eating", _)) => "eating = 25".to_owned(),
        _ => line.replace("\"hare\"", "\"rabbit\""),
    });
    let workdir = Workdir::new();
    workdir.write("rabbit/creature.toml", lines.collect::<Vec<_>>().join("\n"));
    assert!(catalogue(&[&workdir.path("rabbit")]).get("rabbit").is_some());
}

#[test]
fn every_shipped_species_and_scenario_is_named_in_the_manuals() {
    let readme = text_of("README.md");
    for species in catalogue(&[]).species() {
        assert!(readme.contains(&species.name), "{}", species.name);
    }
    for scenario in Scenario::shipped() {
        assert!(text_of("docs/scenarios.md").contains(&code(scenario)), "{scenario}");
    }
}

#[test]
fn every_navigator_is_explained() {
    let manual = text_of("docs/navigation.md");
    for navigator in NAVIGATORS {
        let heading = format!("\n### `{}`\n", navigator.name());
        assert!(manual.contains(&heading), "{heading}");
    }
    for recipe in GENERATORS {
        assert!(manual.contains(&format!("| {} |", recipe.name)), "{}", recipe.name);
    }
}

// ---------------------------------------------------------------------------------------------
// Files and keys

#[test]
fn every_file_and_key_that_a_run_leaves_is_in_the_manual() {
    let manual = text_of("docs/results.md");
    let overrides = ["world.size=[900, 600]", "population.clover=40", "population.oak=0"];
    let mut overrides: Vec<_> = overrides.map(|text| Override::parse(text).unwrap()).into();
    for animal in ["hare", "deer", "lynx", "wolf"] {
        overrides.push(Override::parse(&format!("population.{animal}=3")).unwrap());
    }
    let start =
        Start::Scenario { name: "meadow".to_owned(), overrides, creature_folders: Vec::new() };
    let Ready { mut simulation, provenance } = start.ready().unwrap();
    let workdir = Workdir::new();
    let every = std::num::NonZeroU64::new(250);
    let options = Options { snapshot_every: every, ..Options::default() };
    let dir = workdir.path("run");
    let recorder = Recorder::new(&dir, simulation.world(), provenance, options).unwrap();
    let options = RunOptions { ticks: 250, check: false };
    run(&mut simulation, options, Some(recorder), &mut []).unwrap();

    let all = workdir.files();
    let of_run = all.iter().filter_map(|name| name.strip_prefix("run/"));
    let files: Vec<&str> = of_run.filter(|name| dir.join(name).is_file()).collect();
    assert!(files.len() >= 6, "{files:?}");
    for file in files {
        assert!(manual.contains(&code(file)), "{file} is not in docs/results.md");
    }

    let manifest = workdir.read_json("run/manifest.json");
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().expect("a table").keys().cloned().collect()
    };
    let outcome = &manifest["outcome"];
    let known = [&manifest, &manifest["scenario"], outcome, &outcome["species"][0]].map(keys);
    let known = known.into_iter().flatten().chain(keys(&outcome["deaths"]));
    for key in known.chain(keys(&outcome["kinds"])) {
        assert!(manual.contains(&code(&key)), "{key} is not in docs/results.md");
    }
    for account in Account::ALL {
        let direction = if account.is_income() { "in" } else { "out" };
        let row = format!("| `{}` | {direction} |", account.name());
        assert!(manual.contains(&row), "{row}");
    }
}

#[test]
fn every_crate_is_in_the_architecture_and_has_a_readme() {
    let architecture = text_of("ARCHITECTURE.md");
    assert!(architecture.len() <= 12 << 10, "it is {} bytes long", architecture.len());
    for name in crates() {
        let link = format!("**[`crates/{name}/`](crates/{name}/README.md)**");
        assert!(architecture.contains(&link), "{name} is not in ARCHITECTURE.md");
        let readme = text_of(&format!("crates/{name}/README.md"));
        let title = readme.lines().next().unwrap_or_default().to_owned();
        assert!(title.contains(&name), "the README of {name} begins with {title}");
    }
}

#[test]
fn the_architecture_lists_each_crate_below_those_that_it_uses() {
    let architecture = text_of("ARCHITECTURE.md");
    let place =
        |name: &str| architecture.find(&format!("**[`crates/{name}/`]")).expect("it is listed");
    for name in crates() {
        let manifest = text_of(&format!("crates/{name}/Cargo.toml"));
        let manifest: toml::Table = manifest.parse().unwrap();
        let used = manifest.get("dependencies").and_then(toml::Value::as_table);
        for used in used
            .into_iter()
            .flat_map(toml::Table::keys)
            .filter_map(|package| package.strip_prefix("terrarium-"))
        {
            assert!(used != "testing", "{name} uses it in more than tests");
            assert!(place(used) < place(&name), "{name} uses {used}, which is listed below it");
        }
    }
}

#[test]
fn nothing_is_announced() {
    // What was announced would be false from the day on which it is built.
    for manual in manuals() {
        let text = text_of(&manual).to_lowercase();
        for claim in ["planned:", "not yet implemented"] {
            let place = text.find(claim);
            assert!(place.is_none(), "{manual} says `{claim}`");
        }
    }
}

/// The files of this repository that a manual names: links, and paths in code.
fn paths(manual: &str, text: &str) -> Vec<PathBuf> {
    let folder = Path::new(manual).parent().expect("a manual has a folder");
    let links = text.split("](").skip(1).filter_map(|part| part.split(')').next());
    let links = links.filter(|link| !link.contains("://"));
    let links = links.map(|link| link.split('#').next().expect("a first part"));
    let folders =
        ["src/", "crates/", "creatures/", "scenarios/", "benches/", "examples/", "tests/", "docs/"];
    let quoted = text.split('`').skip(1).step_by(2);
    let quoted = quoted.filter(|code| folders.iter().any(|folder| code.starts_with(folder)));
    let plain =
        quoted.filter(|code| !code.contains(['*', '<', ' ', '\n']) && !code.contains("NAME"));
    links.map(|link| root().join(folder).join(link)).chain(plain.map(|p| root().join(p))).collect()
}

#[test]
fn every_path_in_the_manuals_exists() {
    let mut count = 0;
    for manual in manuals() {
        for path in paths(&manual, &text_of(&manual)) {
            assert!(path.exists(), "{manual} names {}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
