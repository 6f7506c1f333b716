//! The keyboard: from the number of a key to its meaning, in the layout that is active.

mod keymap;
mod position;
mod symbol;
#[cfg(test)]
mod tests;

use terrarium_picture::actions::Key;
use x11rb::connection::RequestConnection;
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::xkb::{self, ConnectionExt as _, EventType, ID, MapPart, SelectEventsAux};
use x11rb::protocol::xproto::KeyButMask;
use x11rb::rust_connection::RustConnection;

use keymap::{KeySymbols, Keymap, LAYOUTS};
use symbol::{character, is_keypad_digit, named};

/// The keys of a display, in all layouts of the user.
pub struct Keyboard {
    keymap: Keymap,
    /// The layouts with Latin letters, by their index.
    is_latin: [bool; LAYOUTS],
}

/// A key that is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// What the key stands for, in a layout with Latin letters.
    pub key: Key,
    /// The sign that it types in the active layout.
    pub text: Option<char>,
}

/// Asks a display to report changes of its layouts. Returns whether it has the extension XKEYBOARD, without which there
/// is one layout.
pub fn begin(connection: &RustConnection) -> Result<bool, ReplyError> {
    if connection.extension_information(xkb::X11_EXTENSION_NAME)?.is_none() {
        return Ok(false);
    }
    if !connection.xkb_use_extension(1, 0)?.reply()?.supported {
        return Ok(false);
    }
    let events = EventType::NEW_KEYBOARD_NOTIFY | EventType::MAP_NOTIFY | EventType::NAMES_NOTIFY;
    let parts = MapPart::KEY_TYPES | MapPart::KEY_SYMS;
    let (keyboard, no_details) = (ID::USE_CORE_KBD.into(), SelectEventsAux::new());
    let none = EventType::default();
    connection.xkb_select_events(keyboard, none, events, parts, parts, &no_details)?.check()?;
    Ok(true)
}

/// Whether an event reports another keymap.
pub fn is_change(event: &Event) -> bool {
    matches!(
        event,
        Event::MappingNotify(_)
            | Event::XkbNewKeyboardNotify(_)
            | Event::XkbMapNotify(_)
            | Event::XkbNamesNotify(_)
    )
}

impl Keyboard {
    /// Asks a display for its keymap.
    pub fn new(connection: &RustConnection, has_layouts: bool) -> Result<Self, ReplyError> {
        let keymap = match has_layouts {
            true => Keymap::of_layouts(connection)?,
            false => Keymap::of_core(connection)?,
        };
        Ok(Self::of(keymap))
    }

    fn of(keymap: Keymap) -> Self {
        let is_latin = std::array::from_fn(|layout| has_latin_letters(&keymap, layout));
        Self { keymap, is_latin }
    }

    /// The meaning of the key with this number, with modifiers and in the layout that the state of an event names. `None`
    /// for keys without a meaning here.
    pub fn press(&self, number: u8, state: KeyButMask) -> Option<Press> {
        let key = self.keymap.key(number)?;
        let layout = layout_of(state);
        let levels = key.group(layout)?;
        // The digits of the keypad are digits without Num Lock, too.
        if let Some(&digit) = levels.symbols.iter().find(|&&symbol| is_keypad_digit(symbol)) {
            let digit = character(digit)?;
            return Some(Press { key: Key::Char(digit), text: Some(digit) });
        }
        let symbol = levels.nearest_symbol(state)?;
        if let Some(key) = named(symbol) {
            return Some(Press { key, text: None });
        }
        let text = levels.symbol(state).and_then(character);
        let sign = character(symbol);
        let sign = if self.is_latin[layout] { sign } else { self.acting_sign(key, state, sign) };
        let key = match sign? {
            ' ' => Key::Space,
            // Letters are the same with and without Shift.
            sign => Key::Char(sign.to_ascii_uppercase()),
        };
        Some(Press { key, text })
    }

    /// The sign for which a key stands that types another one, or none, in a layout without Latin letters.
    fn acting_sign(
        &self,
        key: &KeySymbols,
        state: KeyButMask,
        typed: Option<char>,
    ) -> Option<char> {
        let first_latin = self.is_latin.iter().position(|&it| it);
        let latin = match first_latin {
            Some(layout) => key.group(layout)?.nearest_symbol(state).and_then(character),
            None => position::sign_at(key.name, state.contains(KeyButMask::SHIFT)),
        };
        let is_letter = latin.is_some_and(|sign| sign.is_ascii_alphabetic());
        match typed {
            // Such as the full stop, which is elsewhere in each layout.
            Some(sign) if sign.is_ascii() && !is_letter => typed,
            _ => latin.or(typed),
        }
    }
}

/// The index of the layout in the state of an event of the keyboard.
fn layout_of(state: KeyButMask) -> usize {
    usize::from(u16::from(state) >> 13 & 0x03)
}

/// Whether the keys type most Latin letters in a layout.
fn has_latin_letters(keymap: &Keymap, layout: usize) -> bool {
    let symbols = keymap.keys.iter().filter_map(|key| key.group(layout)?.symbols.first());
    let typed: Vec<char> = symbols.filter_map(|&symbol| character(symbol)).collect();
    ('a'..='z').filter(|letter| typed.contains(letter)).count() > 13
}
