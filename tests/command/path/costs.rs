//! Ground that costs more than other ground.

use super::*;

/// A straight path through a swamp of cost 9, or 2 units longer around it.
const SWAMP: &str = r#"{"boxes":[],"size":[1,1],"start":[0,4],"goal":[10,4],"bounds":[-1,0,11,9],"ground":[{"area":[4,2,6,9],"cost":9}]}"#;

#[test]
fn navigators_that_count_costs_go_around_a_swamp() {
    let workdir = workdir();
    workdir.write("swamp.jsonl", SWAMP);
    let around = 2.0 + 2.0 * 20.0_f64.sqrt();
    for (navigator, least, most) in [
        ("exact", around, around + 1e-9),
        ("perimeter", around, around + 1e-9),
        ("grid-astar:cell=1", around, 12.0),
        ("jump-point:cell=1", around, 12.0),
        ("direct", 26.0, 26.0),
    ] {
        let arguments = ["--problems", "swamp.jsonl", "--format", "json", "--navigator", navigator];
        let result = workdir.run(&arguments);
        let answer: Value = serde_json::from_str(&result.out).unwrap();
        let cost = answer["cost"].as_f64().unwrap();
        assert!((least - 1e-9..=most).contains(&cost), "{navigator}: {cost}");
    }
    let table = workdir.run(&["--problems", "swamp.jsonl", "--picture", "swamp.png"]).out;
    assert!(table.contains("cost 10.9443"), "{table}");
    assert!(picture_size(&workdir, "swamp.png").0 > 0);
}

#[test]
fn tiles_of_a_map_can_have_a_cost() {
    let workdir = workdir();
    let marsh = "type octile\nheight 3\nwidth 7\nmap\n...S...\n...S...\n.......\n";
    workdir.write("marsh.map", marsh);
    let ends = ["--map", "marsh.map", "--from", "0.5,0.5", "--to", "6.5,0.5", "--size", "0.5,0.5"];
    let plain = workdir.run(&ends).out;
    assert!(plain.starts_with("found: a path of length 6.0000, in"), "{plain}");
    let expensive = workdir.run(&[&ends[..], &["--cost", "swamp=9"]].concat()).out;
    assert!(expensive.contains(" and cost 6.8310, in"), "{expensive}");
    let cheap = workdir.run(&[&ends[..], &["--cost", "road=0.5,swamp=1.25"]].concat()).out;
    assert!(cheap.contains(" of length 6.0000 and cost 6.2500, in"), "{cheap}");
}

#[test]
fn invalid_costs_are_rejected() {
    let workdir = workdir();
    for (from, to, expected) in [
        ("9}", "0}", "ground: a unit of path cannot cost 0 (area 1); give a cost between"),
        ("[4,2,6,9]", "[4,2,4,9]", "ground: ground cannot cover an area from (4, 2) to (4, 9)"),
        ("[4,2,6,9]", "[4,2,3,9]", "ground[0].area is [4.0, 2.0, 3.0, 9.0], where x0 is more"),
        ("\"cost\"", "\"price\"", "unknown field `price`, expected `area` or `cost`"),
        (
            "\"size\"",
            "\"polygons\":[[[0,8],[1,8],[1,7]]],\"size\"",
            "--navigator perimeter: the cost of the ground is counted among boxes only",
        ),
    ] {
        workdir.write("wrong.jsonl", SWAMP.replacen(from, to, 1));
        let result = workdir.run(&["--problems", "wrong.jsonl"]);
        assert_eq!(result.code, Some(2), "{}", result.out);
        assert!(result.err.contains(expected), "{}", result.err);
    }
    for (cost, expected) in [
        ("swamp", "write a kind of tile and its cost, as in swamp=4"),
        ("lava=2", "`lava` has no cost of its own; give one of road, swamp"),
        ("swamp=-1", "`-1` is no cost; give a number between"),
    ] {
        let ends = ["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5"];
        let result = workdir.run(&[&ends[..], &["--cost", cost]].concat());
        assert_eq!(result.code, Some(2), "{}", result.out);
        assert!(result.err.contains(expected), "{}", result.err);
    }
}
