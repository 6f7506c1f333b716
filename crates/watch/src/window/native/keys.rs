//! The keys of a window.

use terrarium_picture::actions::Key;

/// Translates a key. With Shift, returns the upper sign of a key. Returns `None` for keys without a
/// meaning here.
pub(super) fn key(key: minifb::Key, shift: bool) -> Option<Key> {
    named(key).or_else(|| {
        let (plain, shifted) = characters(key)?;
        Some(Key::Char(if shift { shifted } else { plain }))
    })
}

fn named(key: minifb::Key) -> Option<Key> {
    use minifb::Key as K;
    Some(match key {
        K::Space => Key::Space,
        K::Escape => Key::Escape,
        K::Enter | K::NumPadEnter => Key::Enter,
        K::Tab => Key::Tab,
        K::Delete | K::Backspace => Key::Delete,
        K::Home => Key::Home,
        K::End => Key::End,
        K::Left => Key::Left,
        K::Right => Key::Right,
        K::Up => Key::Up,
        K::Down => Key::Down,
        K::F1 => Key::F(1),
        K::F2 => Key::F(2),
        K::F3 => Key::F(3),
        K::F4 => Key::F(4),
        K::F5 => Key::F(5),
        K::F6 => Key::F(6),
        K::F7 => Key::F(7),
        K::F8 => Key::F(8),
        K::F9 => Key::F(9),
        K::F10 => Key::F(10),
        K::F11 => Key::F(11),
        K::F12 => Key::F(12),
        _ => return None,
    })
}

/// Returns the characters of a key without and with Shift. Letters are the same with both.
fn characters(key: minifb::Key) -> Option<(char, char)> {
    use minifb::Key as K;
    let letter = |letter: char| (letter, letter);
    Some(match key {
        K::A => letter('A'),
        K::B => letter('B'),
        K::C => letter('C'),
        K::D => letter('D'),
        K::E => letter('E'),
        K::F => letter('F'),
        K::G => letter('G'),
        K::H => letter('H'),
        K::I => letter('I'),
        K::J => letter('J'),
        K::K => letter('K'),
        K::L => letter('L'),
        K::M => letter('M'),
        K::N => letter('N'),
        K::O => letter('O'),
        K::P => letter('P'),
        K::Q => letter('Q'),
        K::R => letter('R'),
        K::S => letter('S'),
        K::T => letter('T'),
        K::U => letter('U'),
        K::V => letter('V'),
        K::W => letter('W'),
        K::X => letter('X'),
        K::Y => letter('Y'),
        K::Z => letter('Z'),
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
