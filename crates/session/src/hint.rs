//! Hints for somebody new: what can be done at first.

use serde::Serialize;
use terrarium_picture::actions::{Display, UiAction};

/// A hint in a bubble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// A click shows the details of an organism.
    World,
    /// The timeline leads back in time.
    Time,
    /// Where all keys are listed.
    Keys,
}

/// A hint as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HintEntry {
    /// What it is about: `world`, `time` or `keys`.
    pub about: &'static str,
    /// Its text.
    pub text: String,
    /// Its text on a touch screen; none where it is of no use.
    pub touch: Option<String>,
}

impl Hint {
    /// All hints.
    pub const ALL: [Self; 3] = [Self::World, Self::Time, Self::Keys];

    /// The text of the bubble.
    #[must_use]
    pub fn text(self) -> String {
        let key = |action: UiAction| action.entry().strokes[0].name();
        match self {
            Self::World => sentence("Click on"),
            Self::Time => "Drag along the timeline to go back in time".to_owned(),
            Self::Keys => keys(&key(UiAction::PlayPause), &key(UiAction::Help)),
        }
    }

    fn in_the_page(self) -> HintEntry {
        let key = |action: UiAction| Display::Page.keys(action).into_iter().next();
        let (about, touch) = match self {
            Self::World => ("world", Some(sentence("Tap"))),
            Self::Time => ("time", Some(self.text())),
            Self::Keys => ("keys", None),
        };
        let text = match (self, key(UiAction::PlayPause), key(UiAction::Help)) {
            (Self::Keys, Some(play), Some(help)) => keys(&play, &help),
            _ => self.text(),
        };
        HintEntry { about, text, touch }
    }
}

/// The hints as the page shows them.
#[must_use]
pub fn hints() -> Vec<HintEntry> {
    Hint::ALL.map(Hint::in_the_page).into()
}

fn sentence(gesture: &str) -> String {
    format!("{gesture} an animal to see what it does, and why")
}

fn keys(play: &str, help: &str) -> String {
    format!("{play} pauses · {help} lists all keys")
}
