//! The commands `terrarium nodes` and `terrarium route`: answers, pictures and errors.

use serde_json::{Value, json};
use terrarium_testing::Workdir;

/// Two bases, a wall with a gate between them, and an island with a third.
const MAP: &str = r##"{"width": 12, "height": 7, "mode": "conquest", "title": "Gate",
  "tiles": [
    " 1      .   ",
    "  c     . o ",
    "        .   ",
    "-S-#-S--.   ",
    "   #    .   ",
    "  2 C   .   ",
    "        .   "],
  "controlPoints": [{"name": "North", "capture": [2, 1], "polygon": [[0, 0], [7, 2]]}]}"##;

const POND: &str = "type octile\nheight 5\nwidth 11\nmap\n\
                    .....@.....\n.....@.....\n...........\n.....@.....\n.....@.....\n";

fn workdir() -> Workdir {
    let workdir = crate::workdir();
    workdir.write("gate.json", MAP);
    workdir.write("pond.map", POND);
    workdir
}

#[test]
fn nodes_are_listed_column_by_column() {
    let workdir = workdir();
    let result = workdir.run("nodes --map gate.json --format json");
    assert_eq!(
        result.out,
        "{\"nodes\":[{\"x\":1,\"y\":0,\"kind\":\"spawn\"},{\"x\":2,\"y\":1,\"kind\":\"capture\"},\
         {\"x\":2,\"y\":5,\"kind\":\"spawn\"},{\"x\":3,\"y\":2,\"kind\":\"gate\"},\
         {\"x\":3,\"y\":4,\"kind\":\"gate\"},{\"x\":4,\"y\":5,\"kind\":\"capture\"},\
         {\"x\":10,\"y\":1,\"kind\":\"capture\"}]}\n"
    );
    let result = workdir.run("nodes --map gate.json --picture nodes.png");
    assert!(
        result.out.ends_with("7 nodes on 84 tiles: 3 capture, 2 spawn, 2 gate.\n"),
        "{}",
        result.out
    );
    let png = workdir.bytes("nodes.png");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1A\n");
    let pond = workdir.json("nodes --map pond.map");
    assert_eq!(
        pond,
        json!({"nodes": [{"x": 4, "y": 2, "kind": "mouth"}, {"x": 6, "y": 2, "kind": "mouth"}]})
    );
}

#[test]
fn every_exact_search_finds_a_route_of_the_same_cost() {
    let workdir = workdir();
    for search in ["dijkstra", "astar", "incremental", "floyd-warshall", "incremental --slice 3"] {
        for (team, cost) in [("blue", 11), ("red", 1), ("none", 1)] {
            let line = format!("--map gate.json --team {team} --search {search}");
            let answer = workdir.json(&format!("route {line} --from 2,1 --to 4,5"));
            assert_eq!(
                (&answer["status"], &answer["cost"]),
                (&json!("found"), &json!(cost)),
                "{line}"
            );
            let nodes = answer["nodes"].as_array().unwrap();
            assert_eq!((&nodes[0], &nodes[nodes.len() - 1]), (&json!([2, 1]), &json!([4, 5])));
            let keys =
                ["cost", "expansions", "max_slice_micros", "micros", "nodes", "slices", "status"];
            assert!(answer.as_object().unwrap().keys().eq(keys), "{answer}");
            let summary = workdir.json(&format!("route {line} --all-pairs"));
            assert_eq!((&summary["pairs"], &summary["disagreements"]), (&json!(42), &json!(0)));
            assert_eq!(summary["no_route"], json!(12), "one of the seven nodes is on an island");
        }
    }
}

#[test]
fn the_slice_size_changes_only_the_number_of_slices() {
    let workdir = workdir();
    let line = "route --map gate.json --team blue --from 0,6 --to 7,0 --search incremental";
    let (one, many) = (workdir.json(line), workdir.json(&format!("{line} --slice 1000")));
    for key in ["status", "cost", "nodes", "expansions"] {
        assert_eq!(one[key], many[key], "{key}");
    }
    assert_eq!(many["slices"], 1);
    assert!(one["slices"].as_u64() > Some(1));
}

#[test]
fn no_route_is_an_answer() {
    let workdir = workdir();
    for search in ["dijkstra", "astar", "astar-manhattan", "incremental", "floyd-warshall"] {
        let line = format!("route --map gate.json --from 2,1 --to 10,1 --search {search}");
        let answer = workdir.json(&line);
        assert_eq!(
            (&answer["status"], &answer["cost"], &answer["nodes"]),
            (&json!("no_route"), &Value::Null, &json!([]))
        );
        assert!(workdir.run(&line).out.starts_with("no route, in "));
    }
    let answer = workdir.json("route --map gate.json --from 2,1 --to 10,1 --fords");
    assert_eq!(answer["cost"], json!(261));
}

#[test]
fn walls_and_constants_can_be_overridden() {
    let workdir = workdir();
    let cost = |rest: &str| {
        workdir.json(&format!("route --map gate.json --from 7,2 --to 7,4 {rest}"))["cost"].clone()
    };
    assert!(cost("--set wall=2").as_u64() <= Some(2));
    assert!(cost("").as_u64() > Some(2));
    assert_eq!(cost("--walls indestructible"), cost("--walls indestructible --set wall=0"));
}

#[test]
fn any_tile_can_be_an_end_and_a_route_can_be_drawn() {
    let workdir = workdir();
    let result =
        workdir.run("route --map pond.map --from 0,0 --to 10,0 --pull --picture route.png");
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    assert!(result.out.starts_with("a route of cost "), "{}", result.out);
    assert!(
        result.out.contains("\n  0,0\n") && result.out.ends_with("\n  10,0\n"),
        "{}",
        result.out
    );
    assert!(workdir.path("route.png").exists());
}

#[test]
fn errors_suggest_a_remedy() {
    let workdir = workdir();
    let route = |rest: &str| workdir.refused(&format!("route {rest}"));
    assert!(route("--map no.json --from 1,1 --to 2,2").contains("no.json: there is no such file"));
    assert!(
        route("--map gate.json --from 8,0 --to 2,2")
            .contains("--from: [8, 0] is water, which is impassable; choose a passable tile")
    );
    assert!(
        route("--map gate.json --from 1,1 --to 12,2")
            .contains("--to: [12, 2] is outside the map; it has columns 0 to 11 and rows 0 to 6")
    );
    assert!(
        route("--map gate.json --from 1,1 --to 0,3 --walls indestructible").contains("is wall")
    );
    assert!(route("--map gate.json --team green --from 1,1 --to 2,2").contains("blue, red, none"));
    assert!(route("--map gate.json --from 1.5,1 --to 2,2").contains("whole numbers from 0"));
    assert!(route("--map gate.json --from -1,1 --to 2,2").contains("whole numbers from 0"));
    assert!(
        route("--map gate.json --from 1,1 --to 2,2 --slice 3").contains("--search incremental")
    );
    assert!(
        route("--map gate.json --from 1,1 --to 2,2 --set wal=3").contains("did you mean `wall`?")
    );
    assert!(route("--map gate.json --from 1,1 --to 2,2 --set wall=-3").contains("a whole number"));
    assert!(
        route("--map gate.json --all-pairs --set wall=20000").contains("it may be 10000 at most")
    );
    assert!(route("--map gate.json").contains("--from"));
    let nodes = |map: &str| {
        workdir.write("bad.json", map);
        workdir.refused("nodes --map bad.json")
    };
    assert!(nodes(&MAP.replace("[2, 1]", "[99, 1]")).contains("`North` is outside the map"));
    assert!(
        nodes(&MAP.replace("[2, 1]", "[8, 1]")).contains("bad.json: the capture tile [8, 1] of")
    );
    assert!(nodes(&crowded(260)).contains("bad.json: the map has 67600 nodes or more"));
}

/// A square map of so many tiles on a side, each of which is a node.
fn crowded(side: usize) -> String {
    let rows = vec![format!("\"{}\"", "o".repeat(side)); side].join(",");
    format!(r#"{{"width":{side},"height":{side},"tiles":[{rows}],"controlPoints":[]}}"#)
}

#[test]
fn maps_with_many_nodes_have_no_tables_of_all_pairs() {
    let workdir = workdir();
    workdir.write("many.json", crowded(70));
    let found = workdir.json("route --map many.json --from 0,0 --to 69,69");
    assert_eq!(found["status"], "found");
    let refused = |options: &str| workdir.refused(&format!("route --map many.json {options}"));
    assert!(refused("--all-pairs").contains(
        "--all-pairs is for maps with up to 4096 nodes, and many.json has 4900; give --from and --to"
    ));
    assert!(refused("--from 0,0 --to 9,9 --search floyd-warshall").contains(
        "--search floyd-warshall is for maps with up to 4096 nodes, and many.json has 4900; choose \
         another search, as in --search astar"
    ));
}

#[test]
fn a_map_without_bases_has_no_pairs() {
    let workdir = workdir();
    workdir.write("bare.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
    assert_eq!(workdir.json("nodes --map bare.map"), json!({"nodes": []}));
    assert_eq!(workdir.run("nodes --map bare.map").out.lines().last(), Some("0 nodes on 3 tiles."));
    assert_eq!(workdir.json("route --map bare.map --all-pairs")["pairs"], json!(0));
    assert_eq!(workdir.json("route --map bare.map --from 0,0 --to 2,0")["cost"], json!(1));
}
