//! Tests of timetables in scenarios, valid and invalid.

use super::{POND, read, refusals};
use crate::geometry::DVec2;
use crate::species::SpeciesId;
use crate::world::{Disc, Intervention, Share, TimedCommand};

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
    let refused = refusals(
        &format!("{POND}{TIMED}"),
        &[
            ("tick = 500", "tik = 500"),
            ("tick = 500\n", ""),
            ("tick = 500", "tick = -1"),
            ("every = 100", "every = 0"),
            ("every = 100\n", ""),
            ("until = 900", "until = 499"),
            ("drought =", "draught ="),
            ("drought = { light = 0.2, at = [400, 300] }", ""),
            ("name = \"cull\"", "reseed = 1"),
            ("name = \"cull\"", "name = \"drought\""),
            ("light = 0.2", "lihgt = 0.2"),
            ("light = 0.2", "light = 2"),
            ("light = 0.2", "ticks = 0"),
            ("at = [400, 300]", "radius = 4"),
            ("at = [400, 300]", "at = 400"),
            ("species = \"hare\"", "species = \"hair\""),
            ("species = \"hare\", ", ""),
            ("share = 0.5", "share = \"half\""),
            ("{ species = \"hare\", share = 0.5 }", "\"hare\""),
            ("moving = 0.004", "movign = 0.004"),
            ("moving = 0.004", "moving = 1e9"),
            ("moving = 0.004", "growing = 30"),
            ("rules = { light = 20, moving = 0.004 }", "rules = {}"),
            ("rules = { light = 20, moving = 0.004 }", "open_link = \"ferry\""),
            ("rules = { light = 20, moving = 0.004 }", "wall = [1, 2, 3]"),
            ("rules = { light = 20, moving = 0.004 }", "fire = {}"),
            (
                "rules = { light = 20, moving = 0.004 }",
                "add = { species = \"hare\", count = 9999 }",
            ),
            ("{ light = 20, moving = 0.004 }", "3"),
            (
                "rules = { light = 20, moving = 0.004 }",
                "paint = { tile = \"swmap\", from = [0, 0], to = [1, 1] }",
            ),
            (
                "rules = { light = 20, moving = 0.004 }",
                "paint = { tile = \"swamp\", from = [2, 0], to = [1, 1] }",
            ),
            (
                "rules = { light = 20, moving = 0.004 }",
                "paint = { tile = \"swamp\", from = [0, 0], to = [999, 999] }",
            ),
        ],
    );
    insta::assert_snapshot!(refused);
}

#[test]
fn overrides_of_unknown_commands_are_refused() {
    let refusal =
        |text: &&str| read(&format!("{POND}{TIMED}"), &[text]).map(drop).unwrap_err().to_string();
    let texts = [
        "command.drougth.tick=3",
        "command.cull.tik=3",
        "command.cull=3",
        "command=3",
        "command.new={ tick = 3 }",
    ];
    insta::assert_snapshot!(texts.iter().map(refusal).collect::<Vec<_>>().join("\n"));
    let bare = read(POND, &["command.dry.tick=3"]).map(drop).unwrap_err().to_string();
    insta::assert_snapshot!(bare);
}
