//! Tests of the tables `[mutation]` and `[brain]`, and of heritable parameters.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Species, SpeciesContext, manifest};
use terrarium_input::document::Document;

const LEMMING: &str = include_str!("../../../../creatures/lemming/creature.toml");
const HARE: &str = include_str!("../../../../creatures/hare/creature.toml");

fn read_creature(folder: &str, text: &str) -> Result<Species, String> {
    let (rules, behaviours) = (Rules::default(), &terrarium_sim::behaviours::check);
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours };
    let document = Document::parse("creature.toml", text).map_err(|error| error.to_string())?;
    manifest::read(&document, folder, None, &context).map_err(|error| error.to_string())
}

fn lemming(from: &str, to: &str) -> Result<Species, String> {
    assert!(LEMMING.contains(from), "{from}");
    read_creature("lemming", &LEMMING.replacen(from, to, 1))
}

fn hare(nerve: &str, more: &str) -> Result<Species, String> {
    read_creature("hare", &format!("{}{more}", HARE.replacen("nerve = 40", nerve, 1)))
}

#[test]
fn wrong_brains_and_mutations_are_refused_with_their_place() {
    let eat = "feed = { bias = 1 }";
    let wrong = [
        (
            eat,
            "fed = { bias = 1 }",
            "creature.toml:22:1: the neuron `fed` leads nowhere (did you mean `feed`?)",
        ),
        (
            eat,
            "feed = { bais = 1 }",
            "creature.toml:22:10: there is no neuron `bais` (did you mean `bias`?)",
        ),
        (eat, "bias = { feed = 1 }", "creature.toml:22:1: `bias` is an input"),
        (
            eat,
            "feed = { bias = 9 }",
            "creature.toml:22:17: `brain.feed.bias` is `9`; give a number from -8 to 8",
        ),
        (
            "colour = 2",
            "colur = 2",
            "there is no key `colur` in [mutation]; did you mean `colour`?",
        ),
        ("colour = 2", "rate = 2", "`mutation.rate` is `2`; give a number from 0 to 1"),
        ("colour = 2", "mature_size = [30, 40]", "include 26, the `mature_size` of founders"),
        ("native = \"neural\"", "native = \"grazer\"", "its behaviour has no brain"),
        ("[brain]", "[brains]", "there is no key `brains`"),
    ];
    for (from, to, expected) in wrong {
        let message = lemming(from, to).unwrap_err();
        assert!(message.contains(expected), "{message}\nis not: {expected}");
    }
}

#[test]
fn heritable_parameters_need_a_range_and_a_mutation() {
    let nerve =
        |min, max| format!("nerve = {{ value = 40, heritable = true, min = {min}, max = {max} }}");
    let species = hare(&nerve(0, 90), "\n[mutation]\nparameters = 4\n").unwrap();
    assert_eq!(species.genome().unwrap().parameters, [40.0]);
    assert_eq!(species.mutation().parameters, 4.0);
    // Without `heritable`, it is a parameter like all others.
    let plain = hare("nerve = { value = 40 }", "").unwrap();
    assert_eq!(
        (plain.genome(), &plain.behaviour),
        (None, &hare("nerve = 40", "").unwrap().behaviour)
    );
    let wrong = [
        (nerve(0, 90), "", "is heritable, but the species has no mutation"),
        (nerve(50, 90), "\n[mutation]\n", "give at most 40, the value of founders"),
        (nerve(0, 30), "\n[mutation]\n", "give at least 40, the value of founders"),
        // The range of the behaviour itself ends at 10,000.
        (nerve(0, 20_000), "\n[mutation]\n", "`nerve` must lie between 0 and 10000 units"),
    ];
    for (nerve, more, expected) in wrong {
        let message = hare(&nerve, more).unwrap_err();
        assert!(message.contains(expected), "{message}\nis not: {expected}");
    }
}

#[test]
fn sexual_reproduction_is_read_and_wrong_tables_are_refused_with_their_place() {
    let with = |table: &str| hare("nerve = 40", &format!("\n[reproduction]\n{table}\n"));
    let read = with("sexual = true\ndistance = 0.1").unwrap().reproduction.unwrap();
    assert_eq!((read.reach, read.distance), (24.0, Some(0.1)));
    assert_eq!(with("sexual = false").unwrap().reproduction, None);
    let lines = HARE.lines().count();
    for (table, expected) in [
        ("reach = 5", "`sexual` is missing in [reproduction]".to_owned()),
        ("sexual = 1", "`reproduction.sexual` is `1`; give true or false".to_owned()),
        (
            "sexual = true\nreach = -1",
            "`reproduction.reach` is `-1`; give a number from 0".to_owned(),
        ),
        ("sexual = true\nraech = 1", "there is no key `raech` in [reproduction]".to_owned()),
        (
            "sexual = false\nreach = -5",
            format!("creature.toml:{}:9: `reproduction.reach` is `-5`", lines + 4),
        ),
    ] {
        let message = with(table).unwrap_err();
        assert!(message.contains(&expected), "{message}\nis not: {expected}");
    }
    assert_eq!(with("sexual = false\nreach = 5").unwrap().reproduction, None);
}
