use std::fs;

use super::*;
use crate::summary::fixture::{eight_runs, experiment, hares, row, speed, summarize};
use crate::summary::{Measure, Quantity};
use crate::{CaseEnding, Experiment, Factor, FactorValue, Levels, Row, RunMeasure};

#[test]
fn every_factor_has_two_charts_that_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, rows) = eight_runs();
    let (summary, _) = summarize(&experiment, &rows);
    let paths = save(&summary, "How fast is fast enough?", folder.path(), false).unwrap();
    let names: Vec<_> =
        paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    let factor = "species.hare.points.speed";
    assert_eq!(names, [format!("response-{factor}.png"), format!("survival-{factor}.png")]);
    let first: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    save(&summary, "How fast is fast enough?", folder.path(), false).unwrap();
    let second: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(first == second && first[0] != first[1]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary files");
}

/// Two factors, each with two values and two runs, and a measure that is large only if both are.
fn interacting() -> Summary {
    let light = vec![FactorValue::Number(0.5), FactorValue::Number(1.5)];
    let light = Factor { name: "rules.light".into(), levels: Levels::List(light), base: None };
    let measure = RunMeasure { name: "herds".into(), expression: "1".into() };
    let experiment = Experiment {
        measures: vec![measure],
        ..experiment("meadow", vec![speed(&[20, 40]), light], 2)
    };
    let rows = (0..8).map(|case| {
        let run = row(&experiment, case, CaseEnding::Complete, hares(10 + case, None));
        let both = run.point == [FactorValue::Integer(40), FactorValue::Number(1.5)];
        Row { measures: vec![Some(if both { 9.0 } else { 1.0 })], ..run }
    });
    summarize(&experiment, &rows.collect::<Vec<_>>()).0
}

#[test]
fn two_factors_have_a_chart_of_their_points_and_of_their_interaction() {
    let folder = tempfile::tempdir().unwrap();
    let summary = interacting();
    let paths = save(&summary, "both", folder.path(), true).unwrap();
    let names = paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let names: Vec<String> = names.filter(|name| name.ends_with(".svg")).collect();
    let of = |kind: &str| [format!("{kind}-rules.light.svg"), format!("{kind}-points.svg")];
    for name in
        of("response").iter().chain(&of("survival")).chain(["interaction.svg".into()].iter())
    {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    let svg = fs::read_to_string(folder.path().join("interaction.svg")).unwrap();
    for text in [">herds<", ">hare<", ">rules.light<", ">0.5<", ">1.5<", ">20<", ">40<"] {
        assert!(svg.contains(text), "{text}");
    }
    // The mean of runs in which only one factor is large is at the bottom of the panel for both lines.
    let cells = summary.cells.as_ref().unwrap();
    let [one, other] = &summary.responses[..] else { panic!("two factors") };
    let levels =
        |cell| [cells.level_of(cell, one), cells.level_of(cell, other)].map(Option::unwrap);
    let herds = Measure::new(Quantity::Own, "herds");
    for (cell, group) in cells.groups.iter().enumerate() {
        let expected = if levels(cell) == [1, 1] { 9.0 } else { 1.0 };
        assert_eq!(group.mean(&herds).unwrap().0, expected, "{:?}", levels(cell));
    }
}

#[test]
fn charts_are_also_written_as_svg_and_pdf_with_text() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, rows) = eight_runs();
    let (summary, _) = summarize(&experiment, &rows);
    let draw = || {
        let paths = save(&summary, "How fast is fast enough?", folder.path(), true).unwrap();
        paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect::<Vec<_>>()
    };
    let charts = draw();
    let endings: Vec<_> =
        charts.iter().map(|(path, _)| path.extension().unwrap().to_str().unwrap()).collect();
    assert_eq!(endings, ["png", "svg", "pdf", "png", "svg", "pdf"]);
    assert!(charts == draw(), "equal runs give equal bytes");
    let svg = String::from_utf8(charts[1].1.clone()).unwrap();
    assert!(svg.contains("How fast is fast enough?") && svg.contains("width=\"900\""), "{svg}");
    let pdf = &charts[2].1;
    let holds = |text: &str| pdf.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 100_000, "{} bytes", pdf.len());
    // 900 pixels of 0.2 mm are 180 mm.
    assert!(holds("/MediaBox [0 0 510.2362 "));
    assert!(holds("/FontFile2") && holds("/ToUnicode") && holds("/CHARTS+DejaVuSans-Bold"));
    assert!(!holds("/CreationDate") && !holds("/Image"));
}

#[test]
fn experiments_without_runs_factors_or_deaths_have_charts_too() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = experiment("meadow", vec![speed(&[1, 2])], 1);
    let whole = experiment("conquest", vec![], 1);
    let rows = [row(&whole, 0, CaseEnding::Complete, hares(0, None))];
    for (experiment, rows, count) in
        [(&nothing, &[][..], 2), (&whole, &rows[..], 2), (&whole, &[][..], 2)]
    {
        let (summary, _) = summarize(experiment, rows);
        assert_eq!(save(&summary, "none", folder.path(), false).unwrap().len(), count);
    }
    assert!(folder.path().join("response.png").exists());
}

#[test]
fn a_chart_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, _) = summarize(&experiment("meadow", vec![], 1), &[]);
    assert!(save(&summary, "none", &folder.path().join("missing"), false).is_err());
}
