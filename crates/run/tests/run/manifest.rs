//! The manifest of a run.

use std::fs;

use terrarium_run::record::manifest::{FORMAT, ScenarioRecord, SnapshotRecord};
use terrarium_run::record::{Ending, MANIFEST, Manifest, Provenance, RunDir, Tally};
use terrarium_testing::small_world;

fn manifest() -> Manifest {
    let world = small_world();
    let outcome = Tally::new(&world).outcome(&world);
    let provenance = Provenance {
        scenario: ScenarioRecord {
            name: "meadow".to_owned(),
            text: "description = \"A \\\"meadow\\\"\"\n".to_owned(),
            overrides: vec!["rules.light=50".to_owned()],
            ..ScenarioRecord::default()
        },
        started_from: Some(SnapshotRecord {
            path: "a.snapshot".into(),
            id: "00ff".to_owned(),
            tick: 7,
        }),
        arguments: vec!["run".to_owned()],
        ticks_asked: 5,
        threads: 2,
    };
    Manifest::new(provenance, 7, &world, Ending::Interrupted, outcome)
}

#[test]
fn a_manifest_reads_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunDir::create(folder.path()).unwrap();
    manifest().write(run.create_file(MANIFEST).unwrap()).unwrap();
    run.finish().unwrap();
    assert_eq!(Manifest::read(folder.path()).unwrap(), manifest());
}

#[test]
fn an_invalid_manifest_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |text: Option<&str>| {
        if let Some(text) = text {
            fs::write(folder.path().join(MANIFEST), text).unwrap();
        }
        let message = Manifest::read(folder.path()).unwrap_err().to_string();
        let message = message.replace(&*folder.path().to_string_lossy(), "DIR");
        message.replace(&format!("reads format {FORMAT};"), "reads format N;")
    };
    let json = serde_json::to_string(&manifest()).unwrap();
    insta::assert_snapshot!(
        [
            refusal(None),
            refusal(Some("[1, 2")),
            refusal(Some("[]")),
            refusal(Some(&json.replacen(&format!("\"format\":{FORMAT}"), "\"format\":1", 1))),
            refusal(Some(&json.replace("interrupted", "lost"))),
        ]
        .join("\n"),
        @"
        DIR/manifest.json: there is no such file; give the directory of a finished run
        DIR/manifest.json: this is not valid JSON: EOF while parsing a list at line 1 column 5; use the unmodified file of the run
        DIR/manifest.json: this is not the manifest of a run; use the unmodified file of the run
        DIR/manifest.json: it is in format 1, but this version reads format N; use the unmodified file of the run
        DIR/manifest.json: invalid manifest: unknown variant `lost`, expected one of `complete`, `decided`, `interrupted`, `incomplete`; use the unmodified file of the run
        "
    );
}
