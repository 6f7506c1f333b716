use super::*;

/// The file in the documentation of this module is read by the program as it stands there.
#[test]
fn the_file_of_the_documentation_is_sound() {
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
    let read = |text: &str| {
        // What it names besides is not there.
        let there = |line: &&str| {
            !["map =", "creatures =", "winner ="].iter().any(|key| line.starts_with(key))
        };
        let text: String = text.lines().filter(there).map(|line| format!("{line}\n")).collect();
        let document = Document::parse("light.toml", &text).unwrap();
        Experiment::from_document("light", folder.path(), &document, &Overrides::default())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let experiment = read(&blocks[0]);
    assert_eq!((experiment.runs(), experiment.factors.len()), (270, 3));
    let (head, rest) = blocks[0].split_once("[factors]").unwrap();
    let (_, tail) = rest.split_once("[stop]").unwrap();
    let listed = read(&format!("{head}{}[stop]{tail}", blocks[1]));
    assert_eq!((listed.runs(), listed.design.name()), (10, "list"));
}
