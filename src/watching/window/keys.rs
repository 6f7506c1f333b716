//! The keys of a window, by what is written on them.

use super::super::input::{Held, Key};

/// What is written on a key; with Shift, what is written above it. `None` for keys that mean nothing
/// here.
pub(super) fn key(key: minifb::Key, held: Held) -> Option<Key> {
    named(key).or_else(|| {
        let (plain, shifted) = written(key)?;
        Some(Key::Char(if held.shift { shifted } else { plain }))
    })
}

fn named(key: minifb::Key) -> Option<Key> {
    use minifb::Key as K;
    Some(match key {
        K::Enter | K::NumPadEnter => Key::Enter,
        K::Escape => Key::Escape,
        K::Tab => Key::Tab,
        K::Backspace => Key::Backspace,
        K::Delete => Key::Delete,
        K::Home => Key::Home,
        K::End => Key::End,
        K::PageUp => Key::PageUp,
        K::PageDown => Key::PageDown,
        K::Left => Key::Left,
        K::Right => Key::Right,
        K::Up => Key::Up,
        K::Down => Key::Down,
        K::F1 => Key::Function(1),
        K::F2 => Key::Function(2),
        K::F3 => Key::Function(3),
        K::F4 => Key::Function(4),
        K::F5 => Key::Function(5),
        K::F6 => Key::Function(6),
        K::F7 => Key::Function(7),
        K::F8 => Key::Function(8),
        K::F9 => Key::Function(9),
        K::F10 => Key::Function(10),
        K::F11 => Key::Function(11),
        K::F12 => Key::Function(12),
        _ => return None,
    })
}

/// What is written on a key, and above it. Letters stay small: with Shift they mean the same.
fn written(key: minifb::Key) -> Option<(char, char)> {
    use minifb::Key as K;
    let letter = |letter: char| (letter, letter);
    Some(match key {
        K::A => letter('a'),
        K::B => letter('b'),
        K::C => letter('c'),
        K::D => letter('d'),
        K::E => letter('e'),
        K::F => letter('f'),
        K::G => letter('g'),
        K::H => letter('h'),
        K::I => letter('i'),
        K::J => letter('j'),
        K::K => letter('k'),
        K::L => letter('l'),
        K::M => letter('m'),
        K::N => letter('n'),
        K::O => letter('o'),
        K::P => letter('p'),
        K::Q => letter('q'),
        K::R => letter('r'),
        K::S => letter('s'),
        K::T => letter('t'),
        K::U => letter('u'),
        K::V => letter('v'),
        K::W => letter('w'),
        K::X => letter('x'),
        K::Y => letter('y'),
        K::Z => letter('z'),
        K::Key0 => ('0', ')'),
        K::Key1 => ('1', '!'),
        K::Key2 => ('2', '@'),
        K::Key3 => ('3', '#'),
        K::Key4 => ('4', '$'),
        K::Key5 => ('5', '%'),
        K::Key6 => ('6', '^'),
        K::Key7 => ('7', '&'),
        K::Key8 => ('8', '*'),
        K::Key9 => ('9', '('),
        K::Space => (' ', ' '),
        K::Comma => (',', '<'),
        K::Period => ('.', '>'),
        K::Slash => ('/', '?'),
        K::Minus => ('-', '_'),
        K::Equal => ('=', '+'),
        K::LeftBracket => ('[', '{'),
        K::RightBracket => (']', '}'),
        K::Semicolon => (';', ':'),
        K::Apostrophe => ('\'', '"'),
        K::Backslash => ('\\', '|'),
        K::Backquote => ('`', '~'),
        K::NumPad0 => letter('0'),
        K::NumPad1 => letter('1'),
        K::NumPad2 => letter('2'),
        K::NumPad3 => letter('3'),
        K::NumPad4 => letter('4'),
        K::NumPad5 => letter('5'),
        K::NumPad6 => letter('6'),
        K::NumPad7 => letter('7'),
        K::NumPad8 => letter('8'),
        K::NumPad9 => letter('9'),
        K::NumPadPlus => letter('+'),
        K::NumPadMinus => letter('-'),
        K::NumPadDot => letter('.'),
        K::NumPadSlash => letter('/'),
        K::NumPadAsterisk => letter('*'),
        _ => return None,
    })
}
