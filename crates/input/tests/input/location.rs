//! Locations in files and overrides.

use terrarium_input::{Location, quoted};

#[test]
fn lines_and_columns_count_characters_from_one() {
    let file = Location::in_file("a.toml", "é = 1\nü = 2\n");
    assert_eq!(file.to_string(), "a.toml:1:1");
    let second = file.source().find('2').unwrap();
    assert_eq!(file.at(second..second + 1).line_and_column(), (2, 5));
    assert_eq!(file.at(second..second + 1).text(), "2");
}

#[test]
fn a_word_is_found_by_line_and_column() {
    let file = Location::in_file("a.rhai", "é = 1;\n  flée(x);");
    assert_eq!(file.word_at(2, 3).text(), "flée");
    assert_eq!(file.word_at(2, 7).text(), "(");
    assert_eq!(file.word_at(1, 1).text(), "é");
    assert_eq!((file.word_at(2, 99).text(), file.word_at(9, 1).text()), ("", ""));
}

#[test]
fn a_place_beyond_the_end_is_the_end() {
    let location = Location::in_file("a.toml", "a\n").at(90..99);
    assert_eq!((location.line_and_column(), location.text()), ((2, 1), ""));
}

#[test]
fn an_override_is_quoted_whole() {
    let location = Location::for_override("seed=x").at(5..6);
    assert_eq!((location.to_string().as_str(), location.text()), ("override `seed=x`", "x"));
}

#[test]
fn what_is_quoted_stays_on_one_line_and_short() {
    assert_eq!(quoted("a\nb"), "`a b`");
    assert_eq!(quoted(&"ü".repeat(41)), format!("`{}…`", "ü".repeat(40)));
    assert_eq!(quoted(&"ü".repeat(40)), format!("`{}`", "ü".repeat(40)));
}
