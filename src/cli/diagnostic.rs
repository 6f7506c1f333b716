//! Errors on a terminal: what is wrong, the line that causes it, and what to do about it.

use std::io::{IsTerminal, stderr};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::output;
use crate::input::Diagnostic;

/// Prints an error on standard error.
pub(super) fn print(error: &Diagnostic) {
    output::note(format_args!("{}", render(error)));
}

/// Renders an error as text for standard error, in colours if that is a terminal and `NO_COLOR` is unset.
pub(super) fn render(error: &Diagnostic) -> String {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let renderer =
        if stderr().is_terminal() && !is_plain { Renderer::styled() } else { Renderer::plain() };
    rendered(error, &renderer)
}

/// The text with a visible sign for each control character, so that a name cannot command the terminal.
fn printable(text: &str) -> String {
    let sign = |c: char| match c {
        '\n' | '\t' => c,
        '\u{7f}' => '␡',
        c if u32::from(c) < 0x20 => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(sign).collect()
}

fn rendered(error: &Diagnostic, renderer: &Renderer) -> String {
    let source = error.location.as_ref().filter(|location| !location.source().is_empty());
    let title = match (&error.location, source) {
        (Some(location), None) => format!("{location}: {}", error.what),
        _ => error.what.clone(),
    };
    let title = printable(&title);
    let title = Level::ERROR.primary_title(&title);
    let remedy = error.remedy.as_deref().map(printable);
    let remedy = remedy.as_ref();
    match source {
        None => {
            let remedy = remedy.map(|remedy| Level::HELP.secondary_title(remedy));
            let lines = [title].into_iter().chain(remedy);
            let lines = lines.map(|line| renderer.render(&[Group::with_title(line)]));
            lines.collect::<Vec<_>>().join("\n")
        }
        Some(location) => {
            let name = printable(location.file_name().unwrap_or("override"));
            let mark = AnnotationKind::Primary.span(location.span());
            let lines = Snippet::source(location.source()).path(&name).annotation(mark);
            let remedy = remedy.map(|remedy| Level::HELP.message(remedy));
            renderer.render(&[title.element(lines).elements(remedy)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Location;

    fn plain(error: &Diagnostic) -> String {
        rendered(error, &Renderer::plain())
    }

    #[test]
    fn an_error_in_a_file_shows_the_line() {
        let file = Location::in_file("hare/creature.toml", "name = \"hare\"\nsped = 3\n");
        let error = file.at(14..18).error("there is no key `sped`", "did you mean `speed`?");
        insta::assert_snapshot!(plain(&error), @"
        error: there is no key `sped`
         --> hare/creature.toml:2:1
          |
        2 | sped = 3
          | ^^^^
          |
          = help: did you mean `speed`?
        ");
    }

    #[test]
    fn an_error_in_an_override_shows_the_override() {
        let location = Location::for_override("rules.light=dark");
        let error = location.at(12..16).error("`light` is not a number", "give a number");
        insta::assert_snapshot!(plain(&error), @"
        error: `light` is not a number
         --> override:1:13
          |
        1 | rules.light=dark
          |             ^^^^
          |
          = help: give a number
        ");
    }

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        let file = Location::in_file("evil\u{1b}[31m.toml", "name = \"\u{1b}[2J\"\n");
        let error = file.at(7..13).error("the name is \u{7}", "give \u{9b}another");
        let text = plain(&error);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        assert!(text.contains("evil␛[31m.toml:1:8") && text.contains("name is ␇"), "{text}");
    }

    #[test]
    fn an_error_without_source_text_is_one_line() {
        let error = Diagnostic::new("there is no such file").at(Location::file("river.map"));
        insta::assert_snapshot!(plain(&error.remedy("check the path")), @"
        error: river.map: there is no such file
        help: check the path
        ");
        insta::assert_snapshot!(plain(&Diagnostic::new("the disk is full")), @"error: the disk is full");
    }
}
