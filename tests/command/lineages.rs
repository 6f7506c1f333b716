//! The command `terrarium lineages`, and organisms coloured by lineage and traits in pictures.

use std::collections::BTreeMap;

use terrarium::view::Framebuffer;
use terrarium_testing::Workdir;

use crate::pond::pond;
use crate::tables::rows_of;

/// A workdir with a recorded run of a pond.
fn recorded() -> Workdir {
    let workdir = pond();
    let run = ["run", "pond.toml", "--ticks", "900", "--individuals", "--out", "run"];
    workdir.success(&[&run[..], &["--record", "pond.recording"]].concat());
    workdir
}

/// For each species and founder, the number of the living and their greatest generation, by going up from parent to parent in the
/// table of individuals.
fn expected(workdir: &Workdir) -> BTreeMap<(String, u64), (u64, u64)> {
    let rows = rows_of(&workdir.read("run/individuals.csv"));
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<u64>().ok();
    let parents: BTreeMap<u64, Option<u64>> =
        rows.iter().map(|row| (number(row, "organism").unwrap(), number(row, "parent"))).collect();
    let mut lineages = BTreeMap::new();
    for row in rows.iter().filter(|row| row["died"].is_empty()) {
        let own = number(row, "organism").unwrap();
        let founder = std::iter::successors(Some(own), |it| parents[it]).last().unwrap();
        let lineage = lineages.entry((row["species"].clone(), founder)).or_insert((0, 0));
        lineage.0 += 1;
        lineage.1 = lineage.1.max(number(row, "generation").unwrap());
    }
    lineages
}

#[test]
fn lineages_are_those_of_the_table_of_individuals() {
    let workdir = recorded();
    let expected = expected(&workdir);
    assert!(expected.values().any(|&(living, _)| living > 1), "there are relatives");
    for source in ["run", "pond.recording"] {
        let json = workdir.json(&["lineages", source]);
        let lineages = json["lineages"].as_array().unwrap();
        let found = lineages.iter().map(|it| {
            let name = it["species"].as_str().unwrap().to_owned();
            let [founder, living, generation] =
                ["founder", "living", "generation"].map(|key| it[key].as_u64().unwrap());
            ((name, founder), (living, generation))
        });
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected, "{source}");
        let shares = lineages.iter().filter(|it| it["species"] == "hare");
        let sum: f64 = shares.map(|it| it["share"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
    let text = workdir.success(&["lineages", "run", "--species", "hare", "--most", "1"]);
    assert!(text.starts_with("tick 900, founders of tick 0 and later\n\nhare: "), "{text}");
    let head = "founder  living  share  generation  oldest";
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join("  ");
    assert!(text.lines().any(|line| words(line).starts_with(head)), "{text}");
}

#[test]
fn what_has_no_lineages_or_colours_is_refused_with_the_choices() {
    let workdir = recorded();
    let choices = "the choices are lineage, cluster, generation, age, mature_radius, points_energy";
    let picture = ["render", "run", "--png", "a.png", "--size", "160x120"];
    let with = |more: &[&'static str]| [&picture[..], more].concat();
    let cases: [(Vec<&str>, &str); 8] = [
        (vec!["lineages", "nowhere"], "nowhere: there is no such file or directory"),
        (vec!["lineages", "run", "--tick", "901"], "--tick 901: run holds ticks 0 to 900"),
        (vec!["lineages", "run", "--species", "hair"], "did you mean `hare`?"),
        (with(&["--colour-by", "points_sped"]), "did you mean `points_speed`?"),
        (with(&["--colour-by", "hue"]), choices),
        (with(&["--colour-by", "age", "--colour-species", "wolf"]), "give one of `clover`, `hare`"),
        (with(&["--colour-by", "height", "--colour-species", "hare"]), "hare have none"),
        (with(&["--colour-species", "hare"]), "--colour-by"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(&arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert!(!workdir.path("a.png").exists());
}

#[test]
fn a_run_its_recording_and_its_scenario_are_coloured_alike() {
    let workdir = recorded();
    let size = ["--size", "320x240", "--no-caption", "--ticks", "900"];
    let render = |target: &str, picture: &str, by: &[&str]| {
        workdir.success(&[&["render", target, "--png", picture], &size[..], by].concat());
        workdir.bytes(picture)
    };
    let mut pictures = Vec::new();
    for by in ["lineage", "generation", "age", "points_speed"] {
        let options = ["--colour-by", by, "--colour-species", "hare"];
        let [run, recording, scenario] = ["run", "pond.recording", "pond.toml"]
            .map(|target| render(target, &format!("{target}-{by}.png"), &options));
        assert!(run == recording && run == scenario, "{by}");
        pictures.push(run);
    }
    pictures.push(render("run", "plain.png", &[]));
    for (index, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..index].contains(picture), "all differ");
    }
    // Images that follow each other count all births between them.
    let film = ["render", "run", "--png", "{tick}.png", "--ticks", "300..900", "--every", "300"];
    let by = ["--colour-by", "lineage", "--colour-species", "hare"];
    let gif = ["--gif", "film.gif", "--size", "320x240", "--no-caption"];
    workdir.success(&[&film[..], &by, &gif].concat());
    // Organisms that stand still face as in the image before.
    let [filmed, alone] = [&workdir.bytes("000900.png"), &pictures[0]]
        .map(|bytes| Framebuffer::from_png(bytes).unwrap());
    let differing = filmed.pixels().iter().zip(alone.pixels()).filter(|(a, b)| a != b).count();
    assert!(differing < 900, "{differing}");
}

#[test]
fn a_history_of_traits_is_that_of_the_table_of_individuals() {
    let workdir = recorded();
    workdir.success(&["render", "run", "--species", "hare", "--traits", "table.csv"]);
    let table = workdir.read("table.csv");
    assert!(table.starts_with("tick,trait,organisms,q5,q25,median,q75,q95\n0,mature_radius,"));
    assert!(table.lines().any(|line| line.starts_with("900,points_sight,")), "{table}");
    for source in ["run", "pond.recording"] {
        let chart = ["chart", source, "--kind", "history", "--species", "hare"];
        workdir.success(&[&chart[..], &["--out", "chart.csv"]].concat());
        assert!(workdir.read("chart.csv") == table, "{source}");
    }
}

#[test]
fn clusters_of_a_chart_are_those_of_the_table_of_individuals() {
    let workdir = recorded();
    workdir.success(&["phylogeny", "run", "--species", "hare", "--clusters", "members.csv"]);
    let rows = |name: &str| {
        let text = workdir.read(name);
        let rows = csv::Reader::from_reader(text.as_bytes()).into_records();
        rows.map(Result::unwrap).collect::<Vec<csv::StringRecord>>()
    };
    let mut named: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows("members.csv") {
        *named.entry(row[1].to_owned()).or_default() += 1;
    }
    for source in ["run", "pond.recording"] {
        let chart = ["chart", source, "--kind", "tree", "--species", "hare", "--out", "tree.csv"];
        workdir.success(&chart);
        let tree = rows("tree.csv");
        assert!(!tree.is_empty());
        for row in tree {
            let label = format!("hare-{}", &row[0]);
            let found = named.get(&label).or_else(|| named.get(&row[0]));
            assert_eq!(found, Some(&row[5].parse().unwrap()), "{label}");
        }
        let picture = ["--png", "clusters.png", "--size", "160x120", "--ticks", "600"];
        let colours = ["--colour-by", "cluster", "--colour-species", "hare"];
        workdir.success(&[&["render", source][..], &picture, &colours].concat());
    }
}
