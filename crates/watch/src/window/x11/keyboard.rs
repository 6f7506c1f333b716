//! The keyboard: from the number of a key to its meaning, in the layout of the user.

use terrarium_picture::actions::Key;
use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::ConnectionExt;
use x11rb::rust_connection::RustConnection;

/// The symbols of all keys. Names and numbers of symbols are those of X11's `keysymdef.h`.
pub struct Keyboard {
    first: u8,
    symbols_per_key: usize,
    symbols: Vec<u32>,
}

/// The column of the symbols with AltGr: after two groups of two.
const THIRD: usize = 4;

impl Keyboard {
    /// Asks the display for its layout.
    pub fn new(connection: &RustConnection) -> Result<Self, ReplyError> {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let mapping = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        let symbols_per_key = mapping.keysyms_per_keycode.into();
        Ok(Self { first, symbols_per_key, symbols: mapping.keysyms })
    }

    /// The key with this number. With Shift or AltGr, the upper or the third sign of a key that has one.
    /// `None` for keys without a meaning here.
    pub fn key(&self, number: u8, shift: bool, alt_graph: bool) -> Option<Key> {
        let start = usize::from(number.checked_sub(self.first)?) * self.symbols_per_key;
        let symbols = self.symbols.get(start..start + self.symbols_per_key)?;
        let third = symbols.get(THIRD).copied().filter(|&symbol| alt_graph && symbol != 0);
        if let Some(key) = third.and_then(character).map(Key::Char) {
            return Some(key);
        }
        let plain = *symbols.first()?;
        let shifted = symbols.get(1).copied().filter(|&symbol| symbol != 0).unwrap_or(plain);
        // The digits of the keypad are its shifted symbols.
        let symbol = if shift || is_keypad_digit(shifted) { shifted } else { plain };
        named(symbol).or_else(|| character(symbol).map(Key::Char))
    }
}

fn is_keypad_digit(symbol: u32) -> bool {
    (0xffb0..=0xffb9).contains(&symbol)
}

fn named(symbol: u32) -> Option<Key> {
    Some(match symbol {
        0x0020 => Key::Space,
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

/// The character of a symbol. Letters are the same with and without Shift.
fn character(symbol: u32) -> Option<char> {
    let code = match symbol {
        0x21..=0x7e | 0xa1..=0xff => symbol,
        // The keypad: its signs and digits are at a fixed distance from ASCII.
        0xffaa..=0xffb9 => symbol - 0xff80,
        // Other characters of Unicode.
        0x0100_0100..=0x0110_ffff => symbol - 0x0100_0000,
        _ => return None,
    };
    char::from_u32(code).map(|character| character.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyboard with these symbols, two a key, from number 8 on.
    fn keyboard(symbols: &[[u32; 2]]) -> Keyboard {
        Keyboard { first: 8, symbols_per_key: 2, symbols: symbols.concat() }
    }

    #[test]
    fn keys_have_the_signs_of_the_layout() {
        let (a, seven, sharp_s) = ([0x61, 0x41], [0x37, 0x2f], [0xdf, 0x3f]);
        let german = keyboard(&[a, seven, sharp_s, [0xffbe, 0], [0xff95, 0xffb7], [0xffab, 0]]);
        let key = |number, shift| german.key(number, shift, false);
        assert_eq!((key(8, false), key(8, true)), (Some(Key::Char('A')), Some(Key::Char('A'))));
        assert_eq!((key(9, false), key(9, true)), (Some(Key::Char('7')), Some(Key::Char('/'))));
        assert_eq!(key(10, true), Some(Key::Char('?')));
        assert_eq!((key(11, false), key(11, true)), (Some(Key::F(1)), Some(Key::F(1))));
        assert_eq!((key(12, false), key(13, false)), (Some(Key::Char('7')), Some(Key::Char('+'))));
        assert_eq!((key(7, false), key(99, false)), (None, None));
    }

    #[test]
    fn the_third_sign_of_a_key_is_typed_with_alt_graph() {
        let symbols = [[0x3c, 0x3e, 0x3c, 0x3e, 0x7c], [0x61, 0x41, 0x61, 0x41, 0]].concat();
        let german = Keyboard { first: 8, symbols_per_key: 5, symbols };
        assert_eq!(german.key(8, false, true), Some(Key::Char('|')));
        assert_eq!(german.key(8, false, false), Some(Key::Char('<')));
        assert_eq!(german.key(9, false, true), Some(Key::Char('A')), "it has no third sign");
        assert_eq!(keyboard(&[[0x61, 0x41]]).key(8, false, true), Some(Key::Char('A')));
    }
}
