//! The colours and sizes of panels.

use terrarium_creatures::behaviour::Colony;
use terrarium_drawing::chart::Ink;
use terrarium_playback::chronicle::RemarkCategory;
use terrarium_playback::inspection::Severity;
use terrarium_run::palette::Rgb;

use crate::{Colour, TextStyle};

pub use terrarium_drawing::opaque as of_species;
pub use terrarium_drawing::pale;

/// The background of panels: dark and slightly transparent.
pub const PANEL: Colour = [22, 26, 33, 236];
/// The background of docks and of the headers in them.
pub const DOCK: Colour = [22, 26, 33, 255];
/// The background of the headers of panels in docks.
pub const HEADER: Colour = [34, 40, 50, 255];
/// The background of menus, tooltips and the help overlay.
pub const ABOVE: Colour = [30, 35, 44, 252];
/// Dims everything below the help overlay.
pub const DIM: Colour = [8, 10, 14, 150];
/// The edges of panels.
pub const EDGE: Colour = [70, 80, 96, 255];
/// The lines of grids.
pub const LINE: Colour = [50, 58, 70, 255];
/// The ground of a button.
pub const BUTTON: Colour = [44, 51, 63, 255];
/// The ground of a button at the pointer.
pub const POINTED: Colour = [64, 75, 93, 255];
/// The ground of a button that is on.
pub const ACTIVE: Colour = [58, 92, 40, 255];
/// Text.
pub const TEXT: Colour = [228, 233, 240, 255];
/// Text of less importance.
pub const FAINT: Colour = [154, 165, 181, 255];
/// What is pointed out.
pub const ACCENT: Colour = [156, 204, 111, 255];
/// What is good.
pub const GOOD: Colour = [126, 200, 132, 255];
/// What needs attention.
pub const WARNING: Colour = [236, 188, 88, 255];
/// What is bad.
pub const BAD: Colour = [238, 122, 112, 255];
/// The blue colony.
pub const BLUE: Colour = [112, 168, 250, 255];
/// The red colony.
pub const RED: Colour = [246, 124, 112, 255];

/// The style of most text.
pub const BODY: TextStyle = TextStyle::new(13.0, TEXT);
/// The style of labels and notes.
pub const SMALL: TextStyle = TextStyle::new(11.0, FAINT);
/// The style of titles of panels.
pub const TITLE: TextStyle = TextStyle::new(13.0, TEXT).bold();
/// The style of the headings of sections.
pub const HEAD: TextStyle = TextStyle::new(11.5, ACCENT).bold();

/// The ink of charts.
pub const CHARTS: Ink = Ink {
    text: TEXT,
    faint: FAINT,
    accent: ACCENT,
    warning: WARNING,
    edge: EDGE,
    line: LINE,
    ground: [ABOVE[0], ABOVE[1], ABOVE[2]],
    is_print: false,
};

/// Returns the colour of a severity.
#[must_use]
pub fn of_severity(severity: Severity) -> Colour {
    match severity {
        Severity::Plain => TEXT,
        Severity::Faint => FAINT,
        Severity::Good => GOOD,
        Severity::Warning => WARNING,
        Severity::Bad => BAD,
    }
}

/// Returns the colour of a kind of event.
#[must_use]
pub fn of_category(category: RemarkCategory) -> Colour {
    match category {
        RemarkCategory::Daily => [150, 161, 176, 255],
        RemarkCategory::Story => [250, 214, 140, 255],
        RemarkCategory::Days => [196, 204, 214, 255],
        RemarkCategory::Close => [255, 224, 130, 255],
        RemarkCategory::Population => [112, 190, 230, 255],
        RemarkCategory::Species => [238, 122, 112, 255],
        RemarkCategory::Conquest => [190, 150, 240, 255],
        RemarkCategory::Fault => [240, 150, 70, 255],
        RemarkCategory::Command => [130, 214, 160, 255],
    }
}

/// Returns a colour for text about a species: its own, or the nearest lighter one that is readable.
#[must_use]
pub fn text_of_species(colour: Rgb) -> Colour {
    CHARTS.name_of(colour)
}

/// Returns the colour of a colony, or of what belongs to none.
#[must_use]
pub fn of_colony(colony: Option<Colony>) -> Colour {
    match colony {
        Some(Colony::Blue) => BLUE,
        Some(Colony::Red) => RED,
        None => FAINT,
    }
}

#[cfg(test)]
mod tests {
    use terrarium_run::palette::contrast;

    use super::*;

    /// The least contrast of text.
    const READABLE: f32 = 4.5;

    fn rgb([r, g, b, _]: Colour) -> Rgb {
        [r, g, b]
    }

    #[test]
    fn all_text_is_readable_on_all_panels() {
        let severities =
            [Severity::Plain, Severity::Faint, Severity::Good, Severity::Warning, Severity::Bad];
        let mut inks = vec![TEXT, FAINT, ACCENT, GOOD, WARNING, BAD, BLUE, RED];
        inks.extend(severities.map(of_severity));
        inks.extend(RemarkCategory::ALL.map(of_category));
        inks.extend([None, Some(Colony::Blue), Some(Colony::Red)].map(of_colony));
        for ground in [DOCK, PANEL, ABOVE, HEADER, BUTTON] {
            for &ink in &inks {
                let contrast = contrast(rgb(ink), rgb(ground));
                assert!(contrast >= READABLE, "{ink:?} on {ground:?}: {contrast:.2}");
            }
        }
        for colour in [[0, 0, 0], [16, 100, 102], [120, 60, 36], [255, 255, 255]] {
            let ink = text_of_species(colour);
            assert!(contrast(rgb(ink), rgb(ABOVE)) >= READABLE, "{colour:?}");
            assert!(contrast(rgb(ink), rgb(DOCK)) >= READABLE, "{colour:?}");
        }
        assert_eq!(text_of_species([190, 220, 120]), [190, 220, 120, 255], "it is readable");
        for ground in [POINTED, ACTIVE] {
            assert!(contrast(rgb(TEXT), rgb(ground)) >= 4.5, "{ground:?}");
        }
    }
}
