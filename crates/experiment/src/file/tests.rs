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
