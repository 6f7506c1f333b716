//! The help: all keys, and the signs of terminals without colours.

use terrarium_picture::actions::{ACTIONS, Display, Entry, Group, UiAction};

use super::cells::Cells;
use super::layout::{Area, Layout};
use super::scroll::Scroll;
use super::sign::Sign;
use super::text::{ACCENT, FAINT, INK, MARK, PAPER, clear};
use super::wrap::wrapped;

/// The width of the column of keys, with the gap after it.
const KEYS: u16 = 16;

/// The greatest width of the text.
const MOST_WIDTH: u16 = 100;

const COLOURING: &str = "After Shift+K: choose what organisms are coloured by";

/// Keys and gestures that only terminals have, or that differ there.
const OTHERS: [(&str, &str); 8] = [
    ("PgUp PgDn", "Scroll this help, or the text beside the world; so does the wheel above it"),
    ("1 to 9", "After A or Shift+P: choose a species"),
    ("1 to 9, A to Z", COLOURING),
    ("Click", "Select the organism there; twice to follow it"),
    ("Drag", "Move the view"),
    ("Wheel", "Zoom at the pointer; with a calamity, change its radius"),
    ("Timeline", "Click or drag there to go to that tick"),
    ("Ctrl+C", "End the program; everything is saved"),
];

/// Writes the help over everything else.
pub(super) fn write(cells: &mut Cells, layout: &Layout, is_plain: bool, scroll: &mut Scroll) {
    let (width, height) = layout.size;
    clear(cells, Area { left: 0, top: 0, width, height });
    let lines = lines(width, is_plain);
    let rows = height.saturating_sub(2).max(1);
    let shown = scroll.lines(lines.len(), usize::from(rows));
    let mark = scroll.mark();
    let more = if mark.is_empty() { mark } else { format!(" · {mark} (PgUp PgDn)") };
    cells.write(1, 0, width, "Keys · Esc to close", ACCENT, PAPER);
    cells.write(20, 0, width, &more, FAINT, PAPER);
    for (row, (keys, text)) in (2..).zip(&lines[shown]) {
        cells.write(1, row, width, keys, MARK, PAPER);
        cells.write(1 + KEYS, row, width, text, INK, PAPER);
    }
}

/// The actions that terminals have, with colours or without.
pub(super) fn entries(is_plain: bool) -> impl Iterator<Item = &'static Entry> {
    let is_here = |action| Display::Terminal.lacks(action).is_none();
    ACTIONS.iter().filter(move |it| is_here(it.action) && !(is_plain && needs_colours(it)))
}

/// Whether an action shows nothing in a terminal without colours. Marks have texts.
pub(super) fn needs_colours(entry: &Entry) -> bool {
    entry.group == Group::Overlays && entry.action != UiAction::Marks
}

/// The lines of the help in a terminal of this width: keys, and what they do.
fn lines(width: u16, is_plain: bool) -> Vec<(String, String)> {
    let room = usize::from(width.min(MOST_WIDTH).saturating_sub(KEYS + 2)).max(8);
    let mut lines = Vec::new();
    let mut add = |keys: &str, text: &str| {
        let keys = wrapped(keys, usize::from(KEYS - 1));
        let text = wrapped(text, room);
        for row in 0..keys.len().max(text.len()) {
            let part = |of: &[String]| of.get(row).cloned().unwrap_or_default();
            lines.push((part(&keys), part(&text)));
        }
    };
    for entry in entries(is_plain) {
        let keys: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
        add(&keys.join(" "), entry.help);
    }
    for (keys, text) in OTHERS.into_iter().filter(|it| !(is_plain && it.1 == COLOURING)) {
        add(keys, text);
    }
    if is_plain {
        add("", "");
        add(
            "a b C",
            "A plant or a herbivore of the species with this letter; capitals: carnivores",
        );
        for sign in Sign::ALL {
            add(&sign.letter().to_string(), sign.meaning());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_fits_and_no_word_is_lost() {
        for (width, is_plain) in [(80, false), (80, true), (60, false), (200, true)] {
            let lines = lines(width, is_plain);
            for (keys, text) in &lines {
                assert!(keys.chars().count() < usize::from(KEYS), "{keys}");
                assert!(text.chars().count() + usize::from(KEYS) < usize::from(width), "{text}");
            }
            let all: String = lines.iter().flat_map(|(_, text)| text.split_whitespace()).collect();
            for entry in entries(is_plain) {
                assert!(all.contains(&entry.help.replace(' ', "")), "{}", entry.help);
            }
        }
    }
}
