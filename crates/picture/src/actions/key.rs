//! Keys and keystrokes.

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A key that types a character: a capital letter, a digit or a sign.
    Char(char),
    /// The space bar.
    Space,
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Delete.
    Delete,
    /// The left arrow.
    Left,
    /// The right arrow.
    Right,
    /// The up arrow.
    Up,
    /// The down arrow.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// A function key, from 1.
    F(u8),
}

/// A key press with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// Whether Shift is held. Ignored for signs, since keyboards differ in how signs are typed.
    pub shift: bool,
    /// Whether Control is held.
    pub ctrl: bool,
}

impl Stroke {
    /// Returns a key without modifiers.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    /// Returns a key with Shift.
    #[must_use]
    pub const fn shift(key: Key) -> Self {
        Self { key, shift: true, ctrl: false }
    }

    /// Returns a key with Control.
    #[must_use]
    pub const fn ctrl(key: Key) -> Self {
        Self { key, shift: false, ctrl: true }
    }

    /// Returns the sign that it types where keys have Latin letters.
    #[must_use]
    pub fn text(self) -> Option<char> {
        match self.key {
            _ if self.ctrl => None,
            Key::Space => Some(' '),
            Key::Char(letter) if self.shift => Some(letter),
            Key::Char(letter) => Some(letter.to_ascii_lowercase()),
            _ => None,
        }
    }

    /// Returns its name as shown to users: `Shift+B`.
    #[must_use]
    pub fn name(self) -> String {
        let key = match self.key {
            Key::Char(letter) => letter.to_string(),
            Key::Space => "Space".to_owned(),
            Key::Enter => "Enter".to_owned(),
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
        let modifier = |name: &str, is: bool| if is { format!("{name}+") } else { String::new() };
        format!("{}{}{key}", modifier("Ctrl", self.ctrl), modifier("Shift", self.shift))
    }
}
