//! Tools: from their JSON and a stroke to what was done.

use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;

use super::pond_at;
use crate::Session;
use crate::tool::Tool;

fn tool(json: &str) -> Tool {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn places(places: &[[f64; 2]]) -> Vec<DVec2> {
    places.iter().copied().map(DVec2::from_array).collect()
}

/// What a tool would do after a stroke, which is what it does then.
fn used(session: &mut Session, json: &str, stroke: &[[f64; 2]]) -> String {
    let (tool, stroke) = (tool(json), places(stroke));
    let plan = session.plan_tool(tool, &stroke).unwrap();
    let done = session.use_tool(tool, &stroke);
    assert_eq!(done.is_err(), plan.refused, "{json}: {} {done:?}", plan.text);
    done.unwrap_or_else(|refusal| {
        assert_eq!(refusal.to_string(), plan.text);
        plan.text
    })
}

#[test]
fn every_tool_of_the_page_does_something() {
    let mut session = pond_at(5);
    let area = r#""area": {"at": [0, 0], "radius": 400}"#;
    let stroke = [[100.0, 100.0], [140.0, 150.0], [100.0, 150.0]];
    for (json, expected) in [
        (r#"{"tool": "wall"}"#.to_owned(), "wall"),
        (r#"{"tool": "remove_walls"}"#.to_owned(), "wall"),
        (r#"{"tool": "polygon"}"#.to_owned(), "polygon with 3 corners"),
        (r#"{"tool": "add", "species": 0, "radius": 0, "count": 8}"#.to_owned(), "clover"),
        (r#"{"tool": "add", "species": 0, "radius": 20, "count": 3}"#.to_owned(), "clover"),
        (r#"{"tool": "paint", "tile": "Swamp", "radius": 0}"#.to_owned(), "swamp"),
        (
            format!(r#"{{"tool": "calamity", "DrySpell": {{{area}, "light": 0.5, "ticks": 9}}}}"#),
            "drought",
        ),
        (
            format!(
                r#"{{"tool": "calamity", "Epidemic": {{"species": 1, {area}, "mortality": 0.5, "ticks": 9}}}}"#
            ),
            "plague",
        ),
        (
            format!(
                r#"{{"tool": "calamity", "Wildfire": {{{area}, "mortality": 0.5, "ticks": 9}}}}"#
            ),
            "fire",
        ),
    ] {
        let text = used(&mut session, &json, &stroke);
        assert!(text.contains(expected), "{json}: {text}");
    }
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut session = pond_at(5);
    let click = [[150.0, 150.0]];
    for (json, stroke, expected) in [
        (r#"{"tool": "wall"}"#, &click[..], "drag a rectangle to build a wall"),
        (
            r#"{"tool": "remove_walls"}"#,
            &click[..],
            "there is no wall here; click on a wall, or drag a rectangle over some",
        ),
        (r#"{"tool": "polygon"}"#, &click[..], "a polygon has at least three corners"),
        (r#"{"tool": "wall"}"#, &[][..], "a stroke has at least one place"),
    ] {
        assert_eq!(used(&mut session, json, stroke), expected);
    }
}

#[test]
fn a_click_on_a_wall_removes_the_whole_wall() {
    let mut session = pond_at(5);
    used(&mut session, r#"{"tool": "wall"}"#, &[[60.0, 60.0], [120.0, 90.0]]);
    let removal = tool(r#"{"tool": "remove_walls"}"#);
    let command = removal.command(&places(&[[100.0, 70.0]]), &session.scene).unwrap();
    let Command::RemoveWalls { area } = command else { panic!("{command:?}") };
    assert_eq!([area.min, area.max], [DVec2::new(60.0, 60.0), DVec2::new(120.0, 90.0)]);
}

#[test]
fn strokes_have_no_gaps() {
    let session = pond_at(1);
    let stroke = places(&[[20.0, 20.0], [380.0, 20.0]]);
    let paint = tool(r#"{"tool": "paint", "tile": "Road", "radius": 0}"#);
    let Ok(Command::PaintTiles { cells, .. }) = paint.command(&stroke, &session.scene) else {
        panic!("the pond can be painted");
    };
    let columns: Vec<u32> = cells.iter().map(|cell| cell.x).collect();
    assert!(
        columns.len() > 3 && columns.windows(2).all(|pair| pair[1] == pair[0] + 1),
        "{columns:?}"
    );
    let add = tool(r#"{"tool": "add", "species": 0, "radius": 30, "count": 2}"#);
    let Ok(Command::Scatter { places, count, .. }) = add.command(&stroke, &session.scene) else {
        panic!("it is a scatter");
    };
    assert!(places.windows(2).all(|pair| (pair[0].distance(pair[1]) - 30.0).abs() < 1e-9));
    assert_eq!((places.len(), count), (13, 26));
}
