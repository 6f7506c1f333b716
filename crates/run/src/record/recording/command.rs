//! Commands in recordings: JSON, and that of formats 1 and 2.

use serde::Deserialize;
use serde_json::{Error, Map, Value};
use terrarium_sim::tick::Command;

/// Reads a command of a recording in any format.
pub fn read(json: &[u8]) -> Result<Command, Error> {
    let value = match serde_json::from_slice(json)? {
        Value::Object(fields) if !fields.contains_key("command") => of_format_2(fields),
        other => other,
    };
    Command::deserialize(value)
}

/// A command of formats 1 and 2, which have `{"RemoveShare": SHARE}` for `{"command": "remove_share", "of": SHARE}`.
fn of_format_2(named: Map<String, Value>) -> Value {
    let mut commands = named.into_iter().map(|(name, content)| {
        let name = snake_case(&name);
        let mut fields = match (name.as_str(), content) {
            ("calamity", calamity) => Map::from_iter([("calamity".to_owned(), calamity)]),
            ("remove_share" | "feed_share", share) => Map::from_iter([("of".to_owned(), share)]),
            (_, Value::Object(fields)) => fields,
            (_, other) => return other,
        };
        fields.insert("command".to_owned(), name.into());
        Value::Object(fields)
    });
    commands.next().unwrap_or_default()
}

/// The name of a variant as commands have it: `remove_share` for `RemoveShare`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
