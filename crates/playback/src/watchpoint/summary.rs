//! What a search has found, in a sentence.

use terrarium_creatures::behaviour::OrganismId;

use super::search::{Search, ValueChange};

impl Search {
    /// The result for an organism in a sentence: the tick with what the condition reads there, or why there is none.
    #[must_use]
    pub fn summary(&self, organism: OrganismId) -> String {
        if let Some(hit) = &self.hit {
            let values: Vec<String> = hit.values.iter().map(ValueChange::summary).collect();
            let values = values.join(", ");
            let colon = if values.is_empty() { "" } else { ": " };
            return format!("found in tick {}{colon}{values}", hit.tick);
        }
        let Some((first, last)) = self.ticks else {
            return format!("{organism} is not alive in the ticks searched");
        };
        let mut reason = format!("not found in ticks {first} to {last}");
        if let Some((count, why)) = &self.failures {
            reason += &format!("; it could not be evaluated in {count} of them: {why}");
        } else if !self.missing.is_empty() {
            reason += &format!("; {organism} never had {}", self.missing.join(", "));
        }
        reason
    }
}

impl ValueChange {
    fn summary(&self) -> String {
        let after = rounded(&self.after);
        match &self.before {
            Some(before) if *before != self.after => {
                format!("{} {} → {after}", self.name, rounded(before))
            }
            _ => format!("{} {after}", self.name),
        }
    }
}

/// A value as text; a number with a fraction is rounded.
fn rounded(value: &str) -> String {
    match value.parse::<f64>() {
        Ok(number) if value.contains('.') => format!("{number:.1}"),
        _ => value.to_owned(),
    }
}
