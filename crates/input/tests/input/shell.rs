//! Words of command lines.

use terrarium_input::shell::quoted;

#[test]
fn words_are_quoted_for_the_shell_only_if_needed() {
    assert_eq!(quoted("rules.roots=0.4"), "rules.roots=0.4");
    assert_eq!(quoted("world.size=[1, 2]"), "'world.size=[1, 2]'");
    assert_eq!(quoted("it's"), r"'it'\''s'");
    assert_eq!(quoted(""), "''");
}
