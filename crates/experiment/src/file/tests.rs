use super::*;

/// Reads the file in the documentation of this module.
#[test]
fn the_file_in_the_documentation_is_valid() {
    let source = include_str!("mod.rs");
    let blocks = source.split("//! ```toml\n").skip(1);
    let blocks = blocks.map(|block| block.split("//! ```\n").next().unwrap_or_default());
    let blocks: Vec<String> = blocks
        .map(|block| {
            block
                .lines()
                .map(|line| line.trim_start_matches("//!").trim_start().to_owned() + "\n")
                .collect()
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let points = "rules.light,population.wolf\n20,3.4\n30,5.0\n";
    std::fs::write(folder.path().join("points.csv"), points).unwrap();
    let read = |text: &str| {
        // These keys need files that do not exist here, or a conquest.
        let is_usable = |line: &&str| {
            !["map =", "creatures =", "winner ="].iter().any(|key| line.starts_with(key))
        };
        let text: String = text.lines().filter(is_usable).map(|line| format!("{line}\n")).collect();
        let document = Document::parse("light.toml", &text).unwrap();
        Experiment::from_document("light", folder.path(), &document, &Overrides::default())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let experiment = read(&blocks[0]);
    assert_eq!((experiment.runs(), experiment.factors.len()), (270, 3));
    let (head, rest) = blocks[0].split_once("[factors]").unwrap();
    let (_, tail) = rest.split_once("[stop]").unwrap();
    let from_file = read(&format!("{head}{}[stop]{tail}", blocks[1]));
    assert_eq!((from_file.runs(), from_file.design.name()), (20, "list"));
    let listed = read(&format!("{head}{}[stop]{tail}", blocks[2]));
    assert_eq!((listed.runs(), listed.design.name()), (10, "list"));
}

/// Why an experiment with this text is refused.
fn refusal(text: &str, set: &[&str]) -> String {
    let document = Document::parse("light.toml", text).unwrap();
    let overrides = set.iter().map(|text| Override::parse(text).unwrap()).collect();
    let overrides = Overrides { overrides, seeds: None };
    match Experiment::from_document("light", Path::new(""), &document, &overrides) {
        Ok(_) => "it is accepted".to_owned(),
        Err(error) => error.diagnostic().to_string(),
    }
}

#[test]
fn what_an_experiment_contradicts_is_refused() {
    let with = |set: &str, factors: &str| {
        format!("ticks = 400\n[base]\nscenario = \"meadow\"\nset = [{set}]\n[factors]\n{factors}\n")
    };
    let command = |tick: &str, factors: &str| {
        let drought =
            format!("[[command]]\ntick = {tick}\ndrought = {{ light = 0.2, ticks = 30 }}\n");
        format!("ticks = 400\n{drought}[base]\nscenario = \"meadow\"\n[factors]\n{factors}\n")
    };
    let light = "rules.light = [20, 30]";
    let refusals = [
        refusal(&with("\"rules.light=40\"", light), &[]),
        refusal(
            &with("\"rules.crown=1\", \"population.hare=40\"", "population.hare.count = [2, 3]"),
            &[],
        ),
        refusal(&with("\"population.hare.count=40\"", "population.hare = [2, 3]"), &[]),
        refusal(&with("", light), &["rules.light=40"]),
        refusal(&command("401", light), &[]),
        refusal(&command("400", light), &[]),
        refusal(&command("1", "command.drought.tick = [10, 400]"), &[]),
        refusal(
            &command(
                "1",
                "command.drought.tick = { from = 1, to = 1000, steps = 3, whole = true }",
            ),
            &[],
        ),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @"
    light.toml:4:8: `rules.light` is a factor, too, so this value is never used; leave out one of the two
    light.toml:4:25: `population.hare.count` is a factor, too, so this value is never used; leave out one of the two
    light.toml:4:8: `population.hare` is a factor, too, so this value is never used; leave out one of the two
    override `rules.light=40`: `rules.light` is a factor, too, so this value is never used; leave out one of the two
    light.toml:3:8: this command is due after tick 401, and runs end at tick 400; give an earlier tick, or simulate more ticks
    light.toml:3:8: this command is due after tick 400, and runs end at tick 400; give an earlier tick, or simulate more ticks
    light.toml:3:8: this command is due after tick 400, and runs end at tick 400; give an earlier tick, or simulate more ticks
    light.toml:3:8: this command is due after tick 1000, and runs end at tick 400; give an earlier tick, or simulate more ticks
    ");
    for accepted in [
        with("\"rules.crown=1\", \"population.hare.grown=0\"", "population.hare = [2, 3]"),
        command("399", light),
        command("1", "command.drought.tick = [10, 399]\ncommand.drought.light = [0.2, 0.6]"),
    ] {
        assert_eq!(refusal(&accepted, &[]), "it is accepted", "{accepted}");
    }
}
