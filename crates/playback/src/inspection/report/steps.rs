//! The steps of the last turn as lines of text.

use super::super::steps::{StepView, StepsView};
use super::{Line, Severity};

/// What indents a change below its line.
const CHANGE: &str = "\u{a0}\u{a0}\u{a0}\u{a0}";

/// The steps of a turn by this behaviour, function by function: line, cost and text, and below it what it changed.
pub(super) fn steps(view: Option<&StepsView>, behaviour: &str) -> Vec<Line> {
    let Some(view) = view else {
        return vec![Line::new("", "Known once the turn was replayed: pause, or step.")];
    };
    if view.steps.is_empty() {
        let none = match behaviour.starts_with("native") {
            true => "A native behaviour is not executed line by line.",
            false => "No handler was called, or the species is suspended.",
        };
        return vec![Line::new("", none)];
    }
    let mut lines = vec![Line::new("line · cost", "").of(Severity::Faint)];
    let mut function = None;
    for step in &view.steps {
        let here = step.place.as_ref().map(|(_, name)| (step.depth, name));
        if let Some((depth, name)) = here.filter(|_| here != function) {
            let text = format!("{}{name}:", indent(depth));
            lines.push(Line::new(" ", text).of(Severity::Faint));
        }
        function = here;
        lines.extend(of_step(step));
    }
    let more = view.count - view.steps.len() as u64;
    if more > 0 {
        lines.push(Line::new("", format!("… and {more} more steps: `terrarium turn` prints them")));
    }
    lines
}

/// No-break spaces, at which no panel wraps a line.
fn indent(depth: usize) -> String {
    "\u{a0}\u{a0}".repeat(depth)
}

fn of_step(step: &StepView) -> Vec<Line> {
    let indent = indent(step.depth);
    let label = match &step.place {
        Some((line, _)) => format!("{line} · {}", step.cost),
        None => step.cost.to_string(),
    };
    let mut lines = vec![Line::new(label, format!("{indent}{}", step.text))];
    lines.extend(step.changes.iter().map(|change| {
        let text = format!("{indent}{CHANGE}{} = {}", change.name, change.value);
        Line::new(" ", text).of(Severity::Good)
    }));
    lines
}

#[cfg(test)]
mod tests {
    use terrarium_creatures::behaviour::{LineCosts, ScriptLine, Step, StepKind, Steps};
    use terrarium_creatures::species::Code;

    use super::*;

    const SOURCE: &str = "fn on_tick() {
    memory.n = one();
}
fn one() { 1 }";

    fn text(view: Option<&StepsView>, behaviour: &str) -> String {
        let line = |line: Line| format!("{:<12}{}", line.label, line.value).trim_end().to_owned();
        steps(view, behaviour)
            .into_iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
            .replace('\u{a0}', " ")
    }

    fn step(line: usize, function: &str, depth: usize, cost: u64) -> Step {
        let kind = StepKind::Line(ScriptLine { line, function: function.to_owned() });
        Step { kind, depth, cost, changes: Vec::new() }
    }

    fn script() -> Code {
        Code::Script { source: SOURCE.to_owned(), engine: String::new() }
    }

    #[test]
    fn steps_are_nested_as_their_functions() {
        let mut second = step(2, "on_tick", 0, 9);
        second.changes.push(terrarium_creatures::behaviour::Change::new("memory.n", "1"));
        let list = vec![step(1, "on_tick", 0, 2), second, step(4, "one", 1, 3)];
        let view = StepsView::new(&Steps::Each(list, 0), Some(&script()));
        insta::assert_snapshot!(text(view.as_ref(), "script"), @r"
        line · cost
                    on_tick:
        1 · 2       fn on_tick() {
        2 · 9       memory.n = one();
                        memory.n = 1
                      one:
        4 · 3         fn one() { 1 }
        ");
    }

    #[test]
    fn what_is_missing_is_said() {
        assert!(text(None, "script").contains("once the turn was replayed"));
        assert_eq!(StepsView::new(&Steps::Lines(LineCosts::new()), Some(&script())), None);
        let none = StepsView::default();
        assert!(text(Some(&none), "native: grazer").contains("native"));
        assert!(text(Some(&none), "script").contains("No handler"));
        let many = vec![step(2, "on_tick", 0, 1); 300];
        let view = StepsView::new(&Steps::Each(many, 20), Some(&script())).expect("steps");
        assert!(
            text(Some(&view), "script")
                .ends_with("… and 120 more steps: `terrarium turn` prints them")
        );
    }
}
