//! Timetables in scenarios, valid and invalid.

use terrarium_creatures::species::SpeciesId;
use terrarium_sim::world::{Disc, Intervention, Share, TimedCommand};
use terrarium_space::geometry::DVec2;

use super::{POND, read, refusals};

const TIMED: &str = r#"
[[command]]
tick = 500
every = 100
until = 900
drought = { light = 0.2, at = [400, 300] }

[[command]]
name = "cull"
tick = 20
remove = { species = "hare", share = 0.5 }

[[command]]
tick = 30
rules = { light = 20, moving = 0.004 }
"#;

fn timed(overrides: &[&str]) -> Vec<TimedCommand> {
    let scenario = read(&format!("{POND}{TIMED}"), overrides).unwrap();
    scenario.timetable.into_iter().map(|command| command.timed).collect()
}

#[test]
fn commands_are_read_with_the_usual_strengths() {
    let area = Some(Disc { at: DVec2::new(400.0, 300.0), radius: 600.0 });
    let remove = Share { species: SpeciesId(1), area: None, share: 0.5 };
    let rules = vec![("light".to_owned(), 20.0), ("moving".to_owned(), 0.004)];
    let command = |name: &str, tick, intervention| TimedCommand {
        name: name.to_owned(),
        tick,
        every: None,
        until: None,
        intervention,
    };
    let drought = Intervention::Drought { area, light: 0.2, ticks: 300 };
    let expected = [
        TimedCommand { every: Some(100), until: Some(900), ..command("drought", 500, drought) },
        command("cull", 20, Intervention::Remove(remove)),
        command("rules", 30, Intervention::Rules(rules)),
    ];
    assert_eq!(timed(&[]), expected);
}

#[test]
fn overrides_name_a_command_and_a_key_of_it_or_of_what_it_does() {
    let [drought, cull, rules] = &timed(&[
        "command.drought.tick=600",
        "command.drought.light=0.1",
        "command.drought.drought.ticks=7",
        "command.cull.share=0.25",
        "command.rules.light=30",
    ])[..] else {
        panic!("there are three commands");
    };
    let area = Some(Disc { at: DVec2::new(400.0, 300.0), radius: 600.0 });
    assert_eq!(drought.tick, 600);
    assert_eq!(drought.intervention, Intervention::Drought { area, light: 0.1, ticks: 7 });
    assert!(matches!(cull.intervention, Intervention::Remove(Share { share: 0.25, .. })));
    let expected = vec![("light".to_owned(), 30.0), ("moving".to_owned(), 0.004)];
    assert_eq!(rules.intervention, Intervention::Rules(expected));
    let added =
        timed(&["command.\"a b\"={ tick = 1, reseed = 3 }", "command.cull={tick=2,reseed=4}"]);
    let names: Vec<(&str, u64)> = added.iter().map(|it| (it.name.as_str(), it.tick)).collect();
    assert_eq!(names, [("drought", 500), ("cull", 2), ("rules", 30), ("a b", 1)]);
    assert_eq!(timed(&["command=[]"]), []);
}

#[test]
fn every_mistake_has_a_place_and_a_remedy() {
    let text = format!("{POND}{TIMED}");
    let cases = [
        ("tick = 500", "tik = 500", "there is no key `tik`"),
        ("tick = 500\n", "", "`tick` is missing"),
        ("tick = 500", "tick = -1", "give a whole number from 0"),
        ("every = 100", "every = 0", "give a whole number from 1"),
        ("every = 100\n", "", "is not repeated has no end"),
        ("until = 900", "until = 499", "give a whole number from 500"),
        ("drought =", "draught =", "did you mean `drought`?"),
        ("drought = { light = 0.2, at = [400, 300] }", "", "the command does nothing"),
        ("name = \"cull\"", "reseed = 1", "write a [[command]] for each"),
        ("name = \"cull\"", "name = \"drought\"", "is already at pond.toml:"),
        ("light = 0.2", "lihgt = 0.2", "did you mean `light`?"),
        ("light = 0.2", "light = 2", "give a number from 0 to 1"),
        ("light = 0.2", "ticks = 0", "give a whole number from 1"),
        ("at = [400, 300]", "radius = 4", "there is a radius, but no place"),
        ("at = [400, 300]", "at = 400", "give a list of two numbers"),
        ("species = \"hare\", share", "species = \"hair\", share", "did you mean `hare`?"),
        ("species = \"hare\", share", "share", "`species` is missing"),
        ("share = 0.5", "share = \"half\"", "give a number from 0 to 1"),
        ("moving = 0.004", "movign = 0.004", "did you mean `moving`?"),
        ("moving = 0.004", "moving = 1e99", "give a number from"),
        ("moving = 0.004", "growing = 9", "is fixed when a world is founded"),
        ("rules = { light = 20, moving = 0.004 }", "rules = {}", "no rule is set"),
        (
            "rules = { light = 20, moving = 0.004 }",
            "open_link = \"ferry\"",
            "the scenario has no link `ferry`",
        ),
        (
            "rules = { light = 20, moving = 0.004 }",
            "wall = [1, 2, 3]",
            "give a list of four numbers",
        ),
        ("rules = { light = 20, moving = 0.004 }", "fire = {}", "`at` is missing"),
        (
            "rules = { light = 20, moving = 0.004 }",
            "paint = { tile = \"swmap\", from = [0, 0], to = [1, 1] }",
            "swamp",
        ),
        (
            "rules = { light = 20, moving = 0.004 }",
            "paint = { tile = \"swamp\", from = [2, 0], to = [1, 1] }",
            "not before those of `from`",
        ),
        (
            "rules = { light = 20, moving = 0.004 }",
            "paint = { tile = \"swamp\", from = [0, 0], to = [999, 999] }",
            "choose at most 65536",
        ),
    ];
    for (from, to, expected) in cases {
        let refusal = refusals(&text, &[(from, to)]);
        assert!(refusal.starts_with("pond.toml:"), "{to}: {refusal}");
        assert!(refusal.contains(expected), "{to}: {refusal}");
    }
}

#[test]
fn overrides_of_unknown_commands_are_refused() {
    let cases = [
        ("command.drougth.tick=3", "did you mean `drought`?"),
        ("command.cull.tik=3", "tik"),
        ("command.cull=3", "give a table"),
        ("command=3", "with two brackets"),
        ("command.new={ tick = 3 }", "the command does nothing"),
    ];
    for (text, expected) in cases {
        let refusal = read(&format!("{POND}{TIMED}"), &[text]).map(drop).unwrap_err().to_string();
        assert!(refusal.contains(expected), "{text}: {refusal}");
    }
}
