//! What editors need to complete scripts: definitions for the Rhai language server, and snippets for
//! Visual Studio Code.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use terrarium_script::{HANDLERS, interface};

/// The host functions and values as a definition file of Rhai, `NAME.d.rhai`.
#[must_use]
pub fn definitions() -> String {
    let mut text = "module static;\n".to_owned();
    for name in ["me", "memory", "world"] {
        let _ = writeln!(text, "\nlet {name};");
    }
    for entry in interface() {
        let meaning = entry.meaning;
        if entry.form.contains('(') {
            let _ = writeln!(text, "\n/// {meaning}\nfn {};", entry.form);
        } else if let Some((owner, property)) = entry.form.split_once('.') {
            let _ = writeln!(
                text,
                "\n/// `{owner}.{property}`: {meaning}\nfn get {property}(_: {owner});"
            );
        }
    }
    text
}

/// A snippet for each handler, as Visual Studio Code reads them.
#[must_use]
pub fn snippets() -> Value {
    let snippet = |name: &str, parameters: &[&str], when: &str| {
        let body = [format!("fn {name}({}) {{", parameters.join(", ")), "\t$0".into(), "}".into()];
        json!({ "scope": "rhai", "prefix": name, "body": body, "description": format!("Called when: {when}") })
    };
    let all = HANDLERS.iter().map(|handler| {
        (handler.name.to_owned(), snippet(handler.name, handler.parameters, handler.when))
    });
    Value::Object(all.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_functions_properties_and_handlers_are_there() {
        let (text, snippets) = (definitions(), snippets());
        for entry in interface().iter().filter(|entry| entry.form.contains('(')) {
            assert!(text.contains(&format!("\nfn {};\n", entry.form)), "{}", entry.form);
        }
        assert!(text.contains("fn get energy(_: me);"));
        assert_eq!(snippets.as_object().unwrap().len(), HANDLERS.len());
        assert_eq!(snippets["on_attacked"]["body"][0], "fn on_attacked(by, damage) {");
    }
}
