//! What is shown of a world at first.

use super::pond_at;
use crate::{hints, opening, scenarios};

#[test]
fn at_first_an_animal_is_followed_from_near() {
    let mut session = pond_at(3);
    session.resize(600, 600, 1.0);
    let whole = session.view_area();
    let organism = session.look_first().expect("there are animals");
    let state = session.state();
    assert_eq!((state.selected, state.followed), (Some(organism.0), Some(organism.0)));
    let near = session.view_area();
    // The world is wider than the view, which it fills before it is magnified.
    assert!(near.scale > whole.scale * 3.0, "{} after {}", near.scale, whole.scale);
    let place = session.scene.figure(organism).unwrap().centre;
    assert!((near.left..near.right).contains(&place.x));
    assert!((near.top..near.bottom).contains(&place.y));
}

#[test]
fn the_page_opens_a_shipped_scenario_and_hints_at_what_can_be_done() {
    let names: Vec<String> = scenarios().unwrap().into_iter().map(|it| it.name).collect();
    assert!(names.iter().any(|name| name == opening().scenario));
    let texts: Vec<String> = hints().into_iter().map(|it| it.text).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[2], "Space pauses · F1 lists all keys");
    let touch: Vec<Option<String>> = hints().into_iter().map(|it| it.touch).collect();
    assert!(touch[0].as_ref().is_some_and(|text| text.starts_with("Tap ")));
    assert_eq!(touch[2], None, "there are no keys");
}
