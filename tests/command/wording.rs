//! Help texts and manuals use the standard terms of the field.
//!
//! [`REFUSED`] lists the words that are not used, each with the term to use instead. Code, links and
//! comments of a manual are not read. Words that also have an ordinary meaning are refused too;
//! [`ALLOWED`] lists the places where that meaning is intended.
//!
//! Some words are refused only in phrases, since their ordinary meaning is the usual one: `order` (a
//! sequence), `begin`, `look`, `letter`, `struck` (by a blow). `picture` and `sight` are names of options.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Words and phrases that are not used, and the terms to use instead.
const REFUSED: &[(&[&str], &str)] = &[
    (&["live", "lives", "lived", "let live", "relive"], "run, simulate, replay"),
    (&["go on", "goes on", "gone on", "going on", "went on", "live on"], "resume, continue"),
    (&["tell", "tells", "told", "telling"], "report, print, return, show"),
    (&["reckon", "reckons", "reckoned", "reckoning"], "compute"),
    (&["find anew", "finds anew", "found anew", "made anew", "reckoned anew"], "recompute"),
    (&["way", "ways"], "path, route"),
    (&["leg", "legs", "stop of it"], "waypoint, segment"),
    (&["books"], "energy ledger, balance"),
    (&["happening", "happenings", "befall", "befalls", "befell"], "event"),
    (&["wish", "wishes", "wished", "want", "wants", "wanted"], "requested action"),
    (
        &["judge", "judges", "judged", "judgement", "court", "orders", "an order"],
        "validate, intent",
    ),
    (
        &["whoever", "whom", "somebody", "someone", "anybody", "anyone", "nobody"],
        "organism, neighbour",
    ),
    (
        &["a look", "a second look", "looks on", "look on", "looked on", "looking on"],
        "observer, sighting",
    ),
    (&["future", "futures", "past", "pasts"], "branch, timeline"),
    (&["tape", "tapes", "taped", "taping", "reel", "reels"], "recording, track"),
    (&["desk", "desks", "farewell"], "viewer, view state, session summary"),
    (&["onlooker", "onlookers", "lookout", "lookouts", "ear", "ears"], "observer, monitor"),
    (&["hear", "hears", "heard"], "trace"),
    (&["setting", "settings"], "override, configuration"),
    (&["aftermath"], "command effects"),
    (&["sheet", "sheets", "easel", "easels"], "framebuffer, plot, painter context"),
    (&["a letter", "letter to", "reply", "replies"], "encoder, decoder, guest call"),
    (&["whole file", "whole files"], "atomic write"),
    (&["starter", "starters", "begin a creature", "begins a creature"], "scaffold, template"),
    (&["trial", "trials", "drill", "drills"], "creature check"),
    (&["laboratory", "laboratories", "at work"], "navigation benchmark"),
    (&["regard", "regards"], "obstacle filter"),
    (&["asleep", "freeze", "freezes"], "inactive, sleeping"),
    (&["mint", "mints", "minted"], "regenerated, updated"),
    (&["stretch", "stretches", "span of", "spans of"], "interval, range"),
    (&["ends a run early", "end a run early"], "stop condition"),
    (&["struck off", "struck out", "species is struck"], "suspended after N faults"),
    (&["dear", "dearer", "dearest", "misleads", "mislead"], "cost, bound, heuristic"),
    (&["closed in"], "enclosed, unreachable"),
    (&["berth", "berths", "room to spare"], "clearance, agent radius"),
    (&["hang on", "hangs on"], "depends on, follows from"),
];

/// Fragments in which a refused word has its ordinary meaning, and that meaning.
const ALLOWED: &[(&str, &str)] = &[
    ("right of way", "the term of traffic for who may go first"),
    ("Plants live on light", "organisms live"),
    ("summed in different orders", "sequences"),
    ("`lives`", "a value of options and keys: the events in the life of an organism"),
    ("terrarium tape", "the name of a command"),
    ("tape Ask a recorded run", "the name of a command"),
    ("terrarium reel", "the name of a command"),
    ("reel List the moments", "the name of a command"),
    ("Paired futures", "the name of a manual"),
];

/// A text that users read.
struct Text {
    name: String,
    content: String,
}

/// A word of a text, in lower case, and the number of its line.
struct Word {
    text: String,
    line: usize,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The help texts of a command and its subcommands, recursively.
fn helps(command: &[&str], found: &mut Vec<Text>) {
    let content = crate::workdir().success(&[command, &["--help"]].concat());
    let name = ["terrarium"].iter().chain(command).chain(&["--help"]).copied();
    let name = name.collect::<Vec<_>>().join(" ");
    let list = content.split_once("\nCommands:\n").map_or("", |(_, after)| after);
    let list = list.lines().take_while(|line| !line.is_empty());
    // A name is indented by two columns; what continues a line is indented further.
    let names: Vec<String> = list
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split(' ').next())
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect();
    found.push(Text { name, content });
    for name in &names {
        helps(&[command, &[name.as_str()]].concat(), found);
    }
}

/// The manuals and the tasks of lessons, without code, comments and the targets of links.
fn manuals() -> Vec<Text> {
    let own = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    let mut names: Vec<String> = own.map(str::to_owned).into();
    names.push("src/cli/README.md".to_owned());
    for folder in ["docs", "docs/develop"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    for name in fs::read_dir(root().join("crates")).unwrap() {
        let name = name.unwrap().file_name().into_string().unwrap();
        names.push(format!("crates/{name}/README.md"));
    }
    for lesson in fs::read_dir(root().join("lessons")).unwrap() {
        let name = lesson.unwrap().file_name().into_string().unwrap();
        names.push(format!("lessons/{name}/README.md"));
    }
    names.sort();
    let read = |name: String| {
        let content = prose(&fs::read_to_string(root().join(&name)).unwrap());
        Text { name, content }
    };
    names.into_iter().map(read).collect()
}

/// Replaces code, comments and the targets of links by spaces. Line breaks stay.
fn prose(markdown: &str) -> String {
    let mut is_code = false;
    let mut without_blocks = String::new();
    for line in markdown.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if !is_code && !is_fence && !line.starts_with("    ") {
            without_blocks.push_str(line);
        }
        without_blocks.push('\n');
        is_code ^= is_fence;
    }
    let mut text = without_blocks;
    for (begin, end) in [("<!--", "-->"), ("`", "`"), ("](", ")"), ("<http", ">")] {
        text = without(&text, begin, end);
    }
    text
}

/// Replaces everything from each `begin` to the next `end` by spaces.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(begin) {
        let (inside, next) = after.split_once(end).unwrap_or((after, ""));
        out.push_str(before);
        // A full stop keeps the words on both sides from forming a phrase.
        out.push_str(" . ");
        out.extend(inside.chars().filter(|&c| c == '\n'));
        rest = next;
    }
    out + rest
}

/// The words of a text. Punctuation between two words is a word of its own, emphasis is left out.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        let mut rest = line.as_str();
        while let Some(first) = rest.chars().next() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let length = match rest.find(|c: char| !is_part(c)) {
                Some(0) => first.len_utf8(),
                Some(length) => length,
                None => rest.len(),
            };
            let (word, next) = rest.split_at(length);
            if !word.trim().is_empty() && word != "*" {
                words.push(Word { text: word.to_owned(), line: index + 1 });
            }
            rest = next;
        }
    }
    words
}

/// The positions at which the words of a phrase follow each other.
fn positions<'a>(words: &'a [Word], phrase: &'a [Word]) -> impl Iterator<Item = usize> + 'a {
    let is_there =
        |window: &[Word]| window.iter().map(|w| &w.text).eq(phrase.iter().map(|w| &w.text));
    let windows = words.windows(phrase.len()).enumerate();
    windows.filter_map(move |(index, window)| is_there(window).then_some(index))
}

/// Every refused word of a text, and the allowed fragments that it contains.
fn check(text: &Text) -> (Vec<String>, BTreeSet<&'static str>) {
    let all = words(&text.content);
    let lines: Vec<&str> = text.content.lines().collect();
    let mut used = BTreeSet::new();
    let mut is_allowed = vec![false; all.len()];
    for (fragment, _) in ALLOWED {
        let phrase = words(fragment);
        for index in positions(&all, &phrase) {
            is_allowed[index..index + phrase.len()].fill(true);
            used.insert(*fragment);
        }
    }
    let mut hits = BTreeSet::new();
    for (refused, instead) in REFUSED {
        for refused in *refused {
            let phrase = words(refused);
            for index in positions(&all, &phrase).filter(|&index| !is_allowed[index]) {
                let line = all[index].line;
                let quote = lines[line - 1].trim();
                let hit = format!("`{refused}` (say: {instead}): {quote}");
                hits.insert((line, hit));
            }
        }
    }
    let hits = hits.into_iter().map(|(line, hit)| format!("{}:{line}: {hit}", text.name));
    (hits.collect(), used)
}

#[test]
fn help_texts_and_manuals_use_standard_terms() {
    let mut texts = manuals();
    let manuals = texts.len();
    helps(&[], &mut texts);
    assert!(manuals >= 16 && texts.len() - manuals >= 19, "{manuals} of {}", texts.len());
    let checked: Vec<_> = texts.iter().map(check).collect();
    let mut problems: Vec<String> = checked.iter().flat_map(|(hits, _)| hits.clone()).collect();
    for (fragment, meaning) in ALLOWED {
        if !checked.iter().any(|(_, used)| used.contains(fragment)) {
            problems
                .push(format!("no text contains `{fragment}` ({meaning}): remove it from ALLOWED"));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn words_are_found_across_lines_and_not_in_code() {
    let markdown =
        "It goes\non. `way`\n```sh\ntold\n```\n[a](ways.md) <!-- lived --> A no_way_found\nway";
    let text = Text { name: "a.md".to_owned(), content: prose(markdown) };
    let (hits, used) = check(&text);
    let places: Vec<&str> = hits.iter().filter_map(|hit| hit.split(" (say").next()).collect();
    assert_eq!(places, ["a.md:1: `goes on`", "a.md:7: `way`"]);
    assert!(used.is_empty());
}

#[test]
fn an_allowed_fragment_is_no_hit() {
    let content = "Plants live on light; runs live on".to_owned();
    let (hits, used) = check(&Text { name: "a".to_owned(), content });
    assert!(hits.iter().all(|hit| hit.contains("`live")) && hits.len() == 2, "{hits:?}");
    assert!(used.contains("Plants live on light"));
}
