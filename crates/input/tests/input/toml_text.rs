//! Values written as TOML.

use terrarium_input::document::Document;

#[test]
fn a_written_value_is_read_as_the_same() {
    let text = "a = 0x1F\nb = \"a \\\" \\u007f #\"\n[c]\n\"d e\" = [1.5e3, true, [[]]]\nf.g = {}\n";
    let mut document = Document::parse("x.toml", text).unwrap();
    let written = document.root_mut().to_toml();
    let mut again = Document::parse("y.toml", &format!("again = {written}")).unwrap();
    assert_eq!(again.root_mut().to_toml(), format!("{{ again = {written} }}"));
    assert_eq!(
        written,
        r#"{ a = 0x1F, b = "a \" \u007f #", c = { "d e" = [1.5e3, true, [[]]], f = { g = {  } } } }"#
    );
}
