//! What a turn reports: faults, their places in code, and notes.

use terrarium_creatures::behaviour::{
    CodeFrame, CodePlace, Fault, FaultKind, MAX_NOTE_LENGTH, MAX_NOTES, MAX_REASON_LENGTH, Note,
    Notes, SourceLine,
};

fn frame(name: &str, line: u32) -> CodeFrame {
    let line = SourceLine { file: "src/lib.rs".to_owned(), line, column: None };
    CodeFrame { name: Some(name.to_owned()), index: 1, line: Some(line) }
}

#[test]
fn a_recursion_is_one_caller() {
    let callers = vec![frame("dig", 7), frame("dig", 7), frame("dig", 7), frame("turn", 40)];
    let place = CodePlace { function: frame("dig", 7), callers };
    let expected =
        "in `dig` (src/lib.rs:7), called by `dig` (src/lib.rs:7), `turn` (src/lib.rs:40)";
    assert_eq!(place.to_string(), expected);
    let nameless = CodeFrame { name: None, index: 12, line: None };
    let place = CodePlace { function: nameless, callers: Vec::new() };
    assert_eq!(place.to_string(), "in function 12");
}

#[test]
fn a_reason_is_one_short_line() {
    let fault = Fault::new(FaultKind::Trapped, &"é\n".repeat(MAX_REASON_LENGTH));
    assert_eq!(fault.reason.chars().count(), MAX_REASON_LENGTH);
    assert_eq!(&*fault.reason, "é ".repeat(MAX_REASON_LENGTH / 2));
}

#[test]
fn line_and_column_are_read_from_the_end_of_a_reason() {
    let place = |reason| Fault::new(FaultKind::Trapped, reason).line_and_column();
    assert_eq!(place("no (line 1, column 2) here (line 30, column 9)"), Some((30, 9)));
    assert_eq!(place("no (line 4)"), Some((4, 1)));
    for without in ["no", "", "(line 1, column 2) no", " (line x, column 2)", " (line 1, 2)"] {
        assert_eq!(place(without), None, "{without}");
    }
    let fault =
        Fault::new(FaultKind::Trapped, "lost in a swamp in kit/src/a.rs (line 3, column 9)");
    assert_eq!((fault.file(), fault.line_and_column()), (Some("kit/src/a.rs"), Some((3, 9))));
    assert_eq!(Fault::new(FaultKind::Trapped, "no (line 4)").file(), None);
}

#[test]
fn every_kind_has_a_unique_name() {
    let mut names: Vec<_> = FaultKind::ALL.map(|kind| kind.explanation().0).into();
    names.dedup();
    assert_eq!(names.len(), FaultKind::ALL.len());
}

#[test]
fn notes_are_kept_only_when_wanted() {
    let mut notes = Notes::default();
    notes.take(Note::Log("here".to_owned()));
    assert_eq!(notes.into_list(), []);
}

#[test]
fn notes_beyond_the_limit_are_dropped() {
    let mut notes = Notes::wanted();
    for _ in 0..10_000 {
        notes.take(Note::Log("a\nb".repeat(MAX_NOTE_LENGTH)));
    }
    let list = notes.into_list();
    assert_eq!(list.len(), MAX_NOTES);
    let Note::Log(text) = &list[0] else { panic!("the first note is a log line") };
    assert_eq!((text.chars().count(), text.contains('\n')), (MAX_NOTE_LENGTH, false));
}
