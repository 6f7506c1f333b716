use super::*;
use crate::RunTicks;

fn species() -> Vec<String> {
    ["hare", "red-ant", "red"].map(str::to_owned).into()
}

fn condition(text: &str) -> Condition {
    Condition::parse(text, &species(), true).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn state(alive: u64) -> Option<SpeciesStanding> {
    Some(SpeciesStanding { kind: Kind::Herbivore, alive, births: 7, deaths: 3 })
}

#[test]
fn conditions_are_evaluated() {
    let species = [state(9), state(20), None];
    let context = ConditionContext { tick: 600, elapsed: 90, species: &species, conquest: None };
    for (text, holds) in [
        ("hare < 10 && tick > 500", true),
        ("hare < 10 && tick > 600", false),
        ("hare < 9 || tick >= 600", true),
        ("!(hare == 9)", false),
        ("hare + red-ant == 29", true),
        ("red-ant - hare == 11 && red-ant-hare == 11", true),
        ("red == 0", true),
        ("2 * hare - 3 > 4 * (hare - 6) + 2", true),
        ("hare / 2 == 4.5", true),
        ("-hare < -8", true),
        ("herbivores == 29 && organisms == 29 && plants == 0", true),
        ("hare.births - hare.deaths == 4", true),
        ("tick == 6_00 && 1 < 2", true),
        ("elapsed == 90 && tick - elapsed == 510", true),
        ("blue.tickets == 0", true),
        ("hare < 1 || hare > 8 && tick < 1", false),
    ] {
        assert_eq!(condition(text).holds(&context), holds, "{text}");
    }
}

#[test]
fn an_invalid_condition_is_refused_with_the_location_and_the_remedy() {
    let refusal = |text: &str| {
        let error = Condition::parse(text, &species(), false).unwrap_err();
        let ExpressionError { span, problem, remedy } = error;
        format!("{text} [{span:?}]: {problem}; {remedy}")
    };
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    let refusals = [
        "",
        "hare",
        "hare < ",
        "har < 10",
        "hare < 10 tick > 5",
        "hare < (10",
        "hare < 10 && 5",
        "(hare < 10) + 1 > 2",
        "hare = 10",
        "hare < 1.2.3",
        "!hare",
        "hare < 10 && é",
        "zebra > 1",
        "1 < hare < 3",
        "blue.tickets < 3",
    ];
    let texts: Vec<_> = refusals.into_iter().map(refusal).collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
     [0..0]: the end was not expected; write a name or a number, such as in `hare < 10 && tick > 500`
    hare [0..4]: `hare` is a number; compare it with another, as in `hare < 10`
    hare <  [7..7]: the end was not expected; write a name or a number, such as in `hare < 10 && tick > 500`
    har < 10 [0..3]: conditions have no name `har`; did you mean `hare`?
    hare < 10 tick > 5 [10..14]: `tick` was not expected; join comparisons with `&&` or `||`
    hare < (10 [7..8]: `(` is never closed; add a `)`
    hare < 10 && 5 [13..14]: `5` is a number; compare it with another, as in `hare < 10`
    (hare < 10) + 1 > 2 [0..13]: `(hare < 10) +` is not a number; join comparisons with `&&` or `||`
    hare = 10 [0..4]: `hare` is a number; compare it with another, as in `hare < 10`
    hare < 1.2.3 [7..12]: `1.2.3` is not a number; write one such as 500 or 0.25
    !hare [1..5]: `hare` is a number; compare it with another, as in `hare < 10`
    hare < 10 && é [13..15]: `é` was not expected; write a name or a number, such as in `hare < 10 && tick > 500`
    zebra > 1 [0..5]: conditions have no name `zebra`; the names are `tick`, `elapsed`, `hare`, `hare.births`, `hare.deaths`, `red-ant`, `red-ant.births`, `red-ant.deaths`, `red`, `red.births`, `red.deaths`, `plants`, `herbivores`, `carnivores`, `organisms`
    1 < hare < 3 [9..10]: `<` was not expected; join comparisons with `&&` or `||`
    blue.tickets < 3 [0..12]: conditions have no name `blue.tickets`; did you mean `tick`?
    "#);
    assert!(refusal(&deep).contains("nested too deep"));
    assert!(refusal(&"1".repeat(1001)).contains("longer than 1000 bytes"));
}

#[test]
fn conditions_that_always_or_never_hold_are_detected() {
    for (text, outlook) in [
        ("hare < 10", Outlook::Open),
        ("hare >= 0", Outlook::Always),
        ("hare < 0", Outlook::Never),
        ("tick > 1000", Outlook::Never),
        ("tick >= 1000", Outlook::Open),
        ("tick < 1001", Outlook::Always),
        ("hare < 10 && hare > 20", Outlook::Never),
        ("hare < 10 && 9 < hare", Outlook::Never),
        ("hare <= 10 && hare >= 10", Outlook::Open),
        ("hare == 3 && tick > 5 && hare == 4", Outlook::Never),
        ("hare < 10 || hare >= 0", Outlook::Always),
        ("1 == 2 || tick > 1000", Outlook::Never),
        ("!(hare < 0)", Outlook::Always),
        ("hare + red < 0", Outlook::Never),
        ("hare * 0 == 1 && hare / red > 2", Outlook::Open),
        ("1 != 1", Outlook::Never),
    ] {
        let ticks = RunTicks::of_new_worlds(1000);
        assert_eq!(condition(text).outlook(ticks), outlook, "{text}");
    }
}

#[test]
fn runs_that_continue_worlds_have_the_ticks_of_these() {
    for (text, outlook) in [
        ("tick > 300", Outlook::Always),
        ("tick > 400", Outlook::Open),
        ("tick >= 600", Outlook::Open),
        ("tick > 600", Outlook::Never),
        ("tick < 301", Outlook::Never),
        ("elapsed >= 1", Outlook::Always),
        ("elapsed >= 100", Outlook::Open),
        ("elapsed > 100", Outlook::Never),
    ] {
        let ticks = RunTicks::continuing((300, 500), 100);
        assert_eq!(condition(text).outlook(ticks), outlook, "{text}");
    }
}
