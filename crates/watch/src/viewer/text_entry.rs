//! A line of text that is being typed.

use terrarium_picture::actions::{Key, Stroke};

/// A text with a cursor.
#[derive(Debug, Clone)]
pub(super) struct TextEntry {
    pub text: String,
    /// In bytes.
    pub cursor: usize,
    /// The greatest length, in bytes.
    most: usize,
}

impl TextEntry {
    /// An empty text that takes at most so many bytes.
    pub fn new(most: usize) -> Self {
        Self { text: String::new(), cursor: 0, most }
    }

    /// Moves the cursor or changes the text. Returns whether the text has changed.
    pub fn key(&mut self, stroke: Stroke, text: Option<char>) -> bool {
        match stroke.key {
            Key::Left => self.cursor = self.before(),
            Key::Right => {
                let next = self.text[self.cursor..].chars().next().map_or(0, char::len_utf8);
                self.cursor += next;
            }
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.text.len(),
            Key::Delete => {
                let before = self.before();
                let is_changed = before < self.cursor;
                self.text.replace_range(before..self.cursor, "");
                self.cursor = before;
                return is_changed;
            }
            Key::Space | Key::Char(_) if !stroke.ctrl => {
                let letter = text.filter(|letter| !letter.is_control());
                return letter.is_some_and(|letter| self.insert(letter.encode_utf8(&mut [0; 4])));
            }
            _ => {}
        }
        false
    }

    /// Inserts a text at the cursor, on one line, if there is room for it. Returns whether there is.
    pub fn insert(&mut self, text: &str) -> bool {
        let has_room = self.text.len() + text.len() <= self.most;
        if has_room {
            let line = text.replace(char::is_control, " ");
            self.text.insert_str(self.cursor, &line);
            self.cursor += line.len();
        }
        has_room
    }

    /// Replaces the text, with the cursor at its end.
    pub fn set(&mut self, text: String) {
        (self.cursor, self.text) = (text.len(), text);
    }

    /// The position of the character before the cursor.
    fn before(&self) -> usize {
        self.text[..self.cursor].char_indices().next_back().map_or(0, |(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 500;

    fn typed(text: &str) -> TextEntry {
        let mut entry = TextEntry::new(MOST);
        for letter in text.chars() {
            let stroke = match letter {
                ' ' => Stroke::plain(Key::Space),
                '←' => Stroke::plain(Key::Left),
                '⌫' => Stroke::plain(Key::Delete),
                upper if upper.is_ascii_uppercase() => Stroke::shift(Key::Char(upper)),
                other => Stroke::plain(Key::Char(other.to_ascii_uppercase())),
            };
            entry.key(stroke, stroke.text());
        }
        entry
    }

    #[test]
    fn text_is_typed_at_the_cursor() {
        assert_eq!(typed("me.energy < 5 && aB").text, "me.energy < 5 && aB");
        assert_eq!(typed("ac←b←⌫x").text, "xbc");
        assert_eq!(typed("⌫a←←⌫").text, "a");
        let mut entry = TextEntry::new(MOST);
        assert!(entry.insert("ä€b"));
        entry.key(Stroke::plain(Key::Left), None);
        assert!(entry.key(Stroke::plain(Key::Delete), None));
        assert_eq!(entry.text, "äb");
        assert_eq!(typed(&"x".repeat(2 * MOST)).text.len(), MOST);
    }

    #[test]
    fn what_is_pasted_is_one_line_and_not_too_long() {
        let mut entry = typed("ad");
        entry.key(Stroke::plain(Key::Left), None);
        assert!(entry.insert("b\nc"));
        assert_eq!((entry.text.as_str(), entry.cursor), ("ab cd", 4));
        assert!(!entry.insert(&"x".repeat(MOST)));
        assert_eq!(entry.text, "ab cd");
    }
}
