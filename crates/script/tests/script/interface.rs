//! What a script can call, as it is listed.

use std::collections::BTreeSet;

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Kind};
use terrarium_script::{Entry, Script, interface};

/// Compiles a script with these statements, which are not executed.
fn compiled(statements: &str) -> Result<Script, BehaviourRefusal> {
    let source = format!("fn on_tick() {{ {statements} }}");
    Script::new(Kind::Herbivore, &source, &<_>::default(), &Rules::default())
}

#[test]
fn entries_are_unique_and_documented() {
    let forms: BTreeSet<_> = interface().iter().map(|entry| entry.form).collect();
    assert_eq!(forms.len(), interface().len());
    assert!(interface().iter().all(|entry| !entry.meaning.is_empty()));
}

#[test]
fn a_form_has_as_many_arguments_as_its_function_takes() {
    for Entry { form, .. } in interface() {
        let Some((name, rest)) = form.split_once('(') else { continue };
        let arguments = rest.trim_end_matches(')');
        let count = if arguments.is_empty() { 0 } else { arguments.split(',').count() };
        let with = |count| compiled(&format!("{name}({});", vec!["()"; count].join(", ")));
        assert!(with(count).is_ok(), "{form}");
        let refusal = with(12).err().expect("no function takes so many");
        assert!(refusal.problem.contains("is called with 12 arguments"), "{refusal}");
    }
}

#[test]
fn functions_take_the_names_of_properties() {
    let statements = "let l = all(\"any\"); sort_by(l, \"gap\"); filter(l, \"kin\");";
    assert!(compiled(statements).is_ok());
}
