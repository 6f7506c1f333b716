//! Keys, and how they are struck.

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// What it writes: a capital letter, a digit or a sign.
    Char(char),
    /// The space bar.
    Space,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Delete.
    Delete,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// A function key, from 1.
    F(u8),
}

/// A key that is struck, maybe with others held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// Whether Shift is held. Of signs it is left out: how they are written differs by keyboard.
    pub shift: bool,
    /// Whether Control is held.
    pub ctrl: bool,
}

impl Stroke {
    /// A key by itself.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    /// A key with Shift.
    #[must_use]
    pub const fn shift(key: Key) -> Self {
        Self { key, shift: true, ctrl: false }
    }

    /// A key with Control.
    #[must_use]
    pub const fn ctrl(key: Key) -> Self {
        Self { key, shift: false, ctrl: true }
    }

    /// Its name for people: `Shift+B`.
    #[must_use]
    pub fn name(self) -> String {
        let key = match self.key {
            Key::Char(letter) => letter.to_string(),
            Key::Space => "Space".to_owned(),
            Key::Tab => "Tab".to_owned(),
            Key::Escape => "Esc".to_owned(),
            Key::Delete => "Del".to_owned(),
            Key::Left => "←".to_owned(),
            Key::Right => "→".to_owned(),
            Key::Up => "↑".to_owned(),
            Key::Down => "↓".to_owned(),
            Key::Home => "Home".to_owned(),
            Key::End => "End".to_owned(),
            Key::F(number) => format!("F{number}"),
        };
        let held = |name: &str, is: bool| if is { format!("{name}+") } else { String::new() };
        format!("{}{}{key}", held("Ctrl", self.ctrl), held("Shift", self.shift))
    }
}
