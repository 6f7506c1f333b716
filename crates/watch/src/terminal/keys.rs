//! The keys of a terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use terrarium_picture::actions::{Key, Stroke};

use super::scroll::Movement;

/// Translates a key event; also returns whether it is a repeat. Returns `None` for keys without a
/// meaning here.
pub(super) fn stroke(event: &KeyEvent) -> Option<(Stroke, bool)> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let key = match event.code {
        KeyCode::Char(' ') => Key::Space,
        KeyCode::Char(letter) => Key::Char(letter.to_ascii_uppercase()),
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::Esc => Key::Escape,
        KeyCode::Delete | KeyCode::Backspace => Key::Delete,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::F(number) => Key::F(number),
        _ => return None,
    };
    let is_capital = matches!(event.code, KeyCode::Char(letter) if letter.is_ascii_uppercase());
    let shift = event.modifiers.contains(KeyModifiers::SHIFT) || is_capital;
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    Some((Stroke { key, shift, ctrl }, event.kind == KeyEventKind::Repeat))
}

/// Returns the sign that a key event types.
pub(super) fn text(event: &KeyEvent) -> Option<char> {
    match event.code {
        KeyCode::Char(sign) => Some(sign),
        _ => None,
    }
}

/// The movement through a text that a key stands for; some keys do so only in the help.
pub(super) fn movement(event: &KeyEvent, is_help: bool) -> Option<Movement> {
    let is_plain = event.modifiers.is_empty() && event.kind != KeyEventKind::Release;
    Some(match event.code {
        _ if !is_plain => return None,
        KeyCode::PageUp => Movement::PageUp,
        KeyCode::PageDown => Movement::PageDown,
        KeyCode::Up if is_help => Movement::Up,
        KeyCode::Down if is_help => Movement::Down,
        KeyCode::Home if is_help => Movement::Start,
        KeyCode::End if is_help => Movement::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use terrarium_picture::actions::UiAction;

    use super::*;

    #[test]
    fn keys_trigger_the_same_actions_as_in_a_window() {
        let action = |code, modifiers| {
            stroke(&KeyEvent::new(code, modifiers))
                .and_then(|(stroke, _)| UiAction::from_stroke(stroke))
        };
        let plain = KeyModifiers::NONE;
        assert_eq!(action(KeyCode::Char(' '), plain), Some(UiAction::PlayPause));
        assert_eq!(action(KeyCode::Char('q'), plain), Some(UiAction::Quit));
        assert_eq!(action(KeyCode::Char('b'), plain), Some(UiAction::Branch));
        assert_eq!(action(KeyCode::Char('B'), KeyModifiers::SHIFT), Some(UiAction::NextBranch));
        assert_eq!(action(KeyCode::Char('B'), plain), Some(UiAction::NextBranch));
        assert_eq!(action(KeyCode::Char('?'), plain), Some(UiAction::Help));
        assert_eq!(action(KeyCode::Char('s'), KeyModifiers::CONTROL), Some(UiAction::Snapshot));
        assert_eq!(action(KeyCode::Enter, plain), None);
    }

    #[test]
    fn arrows_scroll_only_the_help() {
        let press = |code| KeyEvent::new(code, KeyModifiers::NONE);
        for is_help in [false, true] {
            let down = movement(&press(KeyCode::PageDown), is_help);
            assert_eq!(down, Some(Movement::PageDown));
            assert_eq!(movement(&press(KeyCode::Up), is_help).is_some(), is_help);
            assert_eq!(movement(&press(KeyCode::Left), is_help), None);
        }
    }
}
