//! Values written as TOML.

use super::{Entry, Item, Value};

/// A TOML string. Its escapes are those of JSON.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string can be written").replace('\u{7f}', "\\u007f")
}

/// A name as a part of a dotted key: quoted unless it is a word.
pub fn key_part(name: &str) -> String {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_word && !name.is_empty() { name.to_owned() } else { quoted(name) }
}

impl Item {
    /// The item as a value on one line.
    pub fn to_toml(&self) -> String {
        let of_all = |members: Vec<String>| members.join(", ");
        match &self.value {
            Value::Text(text) => quoted(text),
            Value::List(members) => {
                format!("[{}]", of_all(members.iter().map(Self::to_toml).collect()))
            }
            Value::Table(entries) => {
                let entry = |(key, Entry { item, .. }): (&String, &Entry)| {
                    format!("{} = {}", key_part(key), item.to_toml())
                };
                format!("{{ {} }}", of_all(entries.iter().map(entry).collect()))
            }
            Value::Whole(_) | Value::Number(_) | Value::Switch(_) | Value::Date => {
                self.location.text().to_owned()
            }
        }
    }
}
