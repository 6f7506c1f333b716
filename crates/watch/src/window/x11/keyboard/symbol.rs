//! What symbols mean. Their numbers are those of X11's `keysymdef.h`.

use terrarium_picture::actions::Key;
use xkeysym::Keysym;

/// Returns the key that a symbol without a sign stands for.
pub fn named(symbol: u32) -> Option<Key> {
    Some(match symbol {
        0xff1b => Key::Escape,
        0xff0d | 0xff8d => Key::Enter,
        // The second is what Shift makes of it.
        0xff09 | 0xfe20 => Key::Tab,
        0xffff | 0xff08 => Key::Delete,
        0xff50 => Key::Home,
        0xff57 => Key::End,
        0xff51 => Key::Left,
        0xff52 => Key::Up,
        0xff53 => Key::Right,
        0xff54 => Key::Down,
        0xffbe..=0xffc9 => Key::F(u8::try_from(symbol - 0xffbe + 1).ok()?),
        _ => return None,
    })
}

/// Returns the sign that a symbol types. All spaces are the same.
pub fn character(symbol: u32) -> Option<char> {
    match Keysym::new(symbol).key_char()? {
        control if control.is_control() => None,
        space if space.is_whitespace() => Some(' '),
        sign => Some(sign),
    }
}

/// Whether a symbol is a digit of the keypad.
pub fn is_keypad_digit(symbol: u32) -> bool {
    (0xffb0..=0xffb9).contains(&symbol)
}
