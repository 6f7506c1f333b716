//! Follows docs/sharing.md: its commands are run in their order with links of small worlds, and a link holds what the
//! text lists. `share.rs` and `serve.rs` test the rest of its claims.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::manual::{Changes, followed, manual, run, section};
use crate::pond::pond;
use crate::share::run_in;

/// They show something, or need the page.
const LEFT_OUT: &[&str] = &["terrarium watch", "terrarium serve", "terrarium export"];

/// The keys in the first column of a table of a text.
fn keys(text: &str) -> BTreeSet<&str> {
    let (_, table) = text.split_once("| key | value |\n").expect("a table of keys");
    let rows = table.lines().take_while(|line| line.starts_with('|')).skip(1);
    rows.map(|row| row.split('`').nth(1).expect("a key")).collect()
}

#[test]
fn the_commands_do_what_the_text_says() {
    let manual = manual("sharing.md");
    let workdir = pond();
    run(&workdir, "terrarium run pond.toml --ticks 40 --out runs/first");
    run(&workdir, "terrarium run pond.toml --ticks 40 --record runs/meadow.recording");
    run(&workdir, "terrarium creature new fox --kind carnivore");
    let link = run(&workdir, "terrarium share runs/first").out;
    let changes = [
        ("http://127.0.0.1:8323/#run=…", link.trim_end()),
        ("--tick 2500", "--tick 25"),
        ("--tick 500", "--tick 5"),
    ];
    let done = followed(&manual, &workdir, &Changes { replaced: &changes, left_out: LEFT_OUT });

    // A link leads to the last tick of a recorded run, and to tick 0 of a scenario.
    let shared = run_in(&done.written("share runs/first").out);
    let hash = |out: &str| out.split_once("state hash ").expect("a hash").1[..32].to_owned();
    let opened = done.written("terrarium run 'http");
    assert!(opened.err.contains("tick 40 is that of the link"), "{}", opened.err);
    assert_eq!((&shared["tick"], &shared["hash"]), (&40.into(), &hash(&opened.out).into()));
    assert_eq!(run_in(&done.written("share runs/meadow.recording").out)["tick"], 25);
    let meadow = run_in(&done.written("share meadow").out);
    assert_eq!(meadow["tick"], 5);
    assert_eq!(meadow["scenario"]["shipped"]["name"], "meadow");
    assert_eq!(meadow["overrides"], serde_json::json!(["population.wolf=0", "seed=7"]));
    let fox = run_in(&workdir.read("fox.link"));
    assert_eq!((&fox["tick"], &fox["creatures"][0]["name"]), (&0.into(), &"fox".into()));
    let creatures = &workdir.read_json("runs/fox/manifest.json")["scenario"]["creatures"];
    assert_eq!(creatures[0]["name"], "fox", "{creatures}");
    assert!(run(&workdir, "terrarium verify runs/fox").out.contains("repeat to the bit"));
}

#[test]
fn a_link_has_the_documented_keys() {
    let manual = manual("sharing.md");
    let workdir = pond();
    run(&workdir, "terrarium creature new fox --kind carnivore");
    let own = "--creatures creatures/fox --set population.fox=2 --tick 10";
    let link = run(&workdir, &format!("terrarium share pond.toml {own}")).out;
    let link = run_in(&link);
    let fields = |value: &Value| -> BTreeSet<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let documented: BTreeSet<String> =
        keys(section(&manual, "## The format")).into_iter().map(str::to_owned).collect();
    // A list without entries is left out, and commands and favourites are given in viewers alone.
    let of_viewers = ["commands", "favourites"].map(str::to_owned);
    let all: BTreeSet<String> = fields(&link).into_iter().chain(of_viewers).collect();
    assert_eq!(all, documented);
    assert_eq!(fields(&link["scenario"]["own"]), ["name", "text"].map(str::to_owned).into());
    let files = fields(&link["creatures"][0]["files"]);
    assert_eq!(files, ["behaviour.rhai", "creature.toml"].map(str::to_owned).into());
}
