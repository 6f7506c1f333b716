//! Lessons: the template of each does not pass, for the intended reason, and the solution does.

use std::path::{Path, PathBuf};

use terrarium::lesson::{Lesson, LessonFolder, Score};
use terrarium_testing::with_threads;

use crate::workdir;

/// Seeds besides those that count in a lesson.
const OTHER_SEEDS: std::ops::RangeInclusive<u64> = 11..=12;

/// The first goal that the template of each lesson misses, counted from 0: that which the lesson
/// teaches.
const FIRST_MISSED: [usize; 8] = [0, 0, 0, 0, 1, 0, 0, 2];

fn folder(lesson: &Lesson) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons").join(&lesson.folder)
}

fn creature(lesson: &Lesson, within: &str) -> PathBuf {
    folder(lesson).join(within).join(&lesson.creature)
}

fn score(lesson: &Lesson, creature: &Path, seeds: std::ops::RangeInclusive<u64>) -> Score {
    lesson.score(creature, seeds).unwrap_or_else(|error| panic!("{}: {error}", lesson.folder)).1
}

fn check_solution(number: u32) {
    let lesson = Lesson::find(number).unwrap();
    let solution = creature(lesson, "solution");
    let of_lesson = score(lesson, &solution, lesson.seeds.clone());
    assert!(of_lesson.passed && of_lesson.stars == lesson.goals.len(), "{of_lesson:?}");
    assert_eq!((of_lesson.hint, of_lesson.faults), (None, Vec::new()));
    let others = score(lesson, &solution, OTHER_SEEDS);
    assert!(others.passed, "{others:?}");
}

macro_rules! solutions {
    ($($name:ident: $number:expr),+ $(,)?) => {
        /// One test for each lesson, so that they run side by side.
        mod the_solution_passes_with_the_seeds_that_count_and_with_others {
            $(#[test] fn $name() { super::check_solution($number); })+
        }
    };
}

solutions!(
    survive: 1, food_behind_walls: 2, outrun_a_wolf: 3, herd: 4, ambush: 5, hold_a_base: 6,
    signal: 7, evolve: 8,
);

#[test]
fn the_template_runs_and_misses_what_the_lesson_teaches() {
    assert_eq!(Lesson::all().len(), FIRST_MISSED.len());
    for (lesson, first) in Lesson::all().iter().zip(FIRST_MISSED) {
        let score = score(lesson, &creature(lesson, "template"), lesson.seeds.clone());
        assert_eq!(score.faults, [], "{}", lesson.folder);
        let missed = score.goals.iter().position(|goal| !goal.met);
        assert_eq!(missed, Some(first), "{score:?}");
        assert_eq!(score.hint.as_deref(), Some(lesson.goals[first].hint.as_str()));
        assert_eq!(score.stars, score.goals.iter().filter(|goal| goal.met).count());
    }
}

#[test]
fn a_score_does_not_depend_on_the_number_of_threads() {
    for lesson in Lesson::all() {
        let template = creature(lesson, "template");
        let on = |threads| with_threads(threads, || score(lesson, &template, 1..=1));
        assert_eq!(on(1), on(2), "{}", lesson.folder);
    }
}

/// A mistake that a beginner makes, the goal that it misses, and a word of the hint.
#[test]
fn a_hint_fits_the_mistake() {
    let workdir = workdir();
    let mistakes = [
        (1, "pace(0.3)", "me.max_speed", 1, "pace(0.3)"),
        (3, "WARY = 60", "WARY = 20", 0, "threats(60)"),
        (4, "food.gap < 60", "food.gap < 0", 1, "graze"),
        (6, "pursue(enemy); return;", "", 0, "pursue"),
        (8, "&& me.sight >= parent", "", 2, "me.dna"),
    ];
    for (number, right, wrong, missed, hint) in mistakes {
        let lesson = Lesson::find(number).unwrap();
        workdir.success(&["lesson", &number.to_string(), "--solution"]);
        let solution = format!("lessons/{}/solution/{}", lesson.folder, lesson.creature);
        workdir.edit(&format!("{solution}/behaviour.rhai"), right, wrong);
        let score = score(lesson, &workdir.path(&solution), lesson.seeds.clone());
        assert_eq!(score.goals.iter().position(|goal| !goal.met), Some(missed), "{score:?}");
        assert!(score.hint.as_deref().is_some_and(|text| text.contains(hint)), "{score:?}");
    }
}

#[test]
fn an_author_starts_improves_and_passes_a_lesson() {
    let workdir = workdir();
    let list = workdir.success(&["lesson"]);
    assert!(list.contains("3  Outrun a wolf\n") && !list.contains("started"), "{list}");

    let started = workdir.success(&["lesson", "3"]);
    let path = "lessons/3-outrun-a-wolf";
    for file in ["README.md", "scenario.toml", "creatures/vole/behaviour.rhai"] {
        assert!(started.contains(&format!("{path}/{file}\n")), "{started}");
        assert!(workdir.path(path).join(file).is_file(), "{file}");
    }
    assert!(started.contains("terrarium lesson 3\n"), "{started}");
    assert!(workdir.success(&["lesson"]).contains("3  Outrun a wolf  (started)\n"));

    let first = workdir.run(&["lesson", "3"]);
    assert_eq!(first.code, Some(1));
    assert!(first.out.contains("Lesson 3: Outrun a wolf  ☆☆★\n"), "{}", first.out);
    assert!(first.out.contains("Hint: when the wolf bites it is too late"), "{}", first.out);
    assert!(first.err.contains("lesson 3 is not passed: 1 of 3 goals are met"), "{}", first.err);

    let written = workdir.success(&["lesson", "3", "--solution"]);
    assert!(written.contains(&format!("{path}/solution/vole/behaviour.rhai\n")), "{written}");
    let solution = workdir.read(format!("{path}/solution/vole/behaviour.rhai"));
    workdir.write(format!("{path}/creatures/vole/behaviour.rhai"), &solution);
    let passed = workdir.success(&["lesson", "3"]);
    assert!(passed.contains("★★★") && passed.contains("terrarium lesson 4\n"), "{passed}");

    let score = workdir.json(&["lesson", "3", "--seeds", "20..21"]);
    assert_eq!((&score["passed"], &score["seeds"]), (&true.into(), &serde_json::json!([20, 21])));
    assert_eq!(score["goals"][0]["measure"], "killed");
    assert_eq!(score["goals"][0]["needed"], serde_json::json!({ "at_most": 2.0 }));
    assert_eq!(score["goals"][0]["values"].as_array().unwrap().len(), 2);
}

#[test]
fn existing_files_are_never_changed() {
    let workdir = workdir();
    workdir.write("lessons/1-survive/README.md", "mine");
    let started = workdir.success(&["lesson", "1"]);
    assert!(started.contains("not changed:\n  lessons/1-survive/README.md\n"), "{started}");
    assert_eq!(workdir.read("lessons/1-survive/README.md"), "mine");
    workdir.write("lessons/1-survive/solution/vole/behaviour.rhai", "mine");
    let written = workdir.json(&["lesson", "1", "--solution"]);
    assert_eq!(
        written["kept"],
        serde_json::json!(["lessons/1-survive/solution/vole/behaviour.rhai"])
    );
    assert_eq!(workdir.read("lessons/1-survive/solution/vole/behaviour.rhai"), "mine");
    // A changed scenario is for the author's own runs, and not for the score.
    workdir.write("lessons/1-survive/scenario.toml", "not a scenario");
    let score = workdir.run(&["lesson", "1"]);
    assert_eq!(score.code, Some(1), "{}", score.err);
    assert!(score.out.contains("☆☆☆"), "{}", score.out);
}

#[test]
fn a_broken_creature_is_located_as_by_the_check() {
    let workdir = workdir();
    workdir.success(&["lesson", "1", "--in", "my lessons"]);
    let script = "my lessons/1-survive/creatures/vole/behaviour.rhai";
    let score = || workdir.run(&["lesson", "1", "--in", "my lessons"]);
    workdir.edit(script, "plant.gap", "plant.gpa");
    let failed = score();
    assert_eq!(failed.code, Some(1), "{}", failed.err);
    assert!(failed.message().contains("this sighting has no `gpa`"));
    assert!(failed.message().contains(&format!("{script}:")), "{}", failed.err);
    workdir.edit(script, "nearest(\"plant\")", "nearst(\"plant\")");
    let refused = score();
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{}", refused.err);
    assert!(refused.message().contains(&format!("{script}:")), "{}", refused.err);
}

#[test]
fn invalid_input_is_refused_with_a_remedy() {
    let workdir = workdir();
    let error = workdir.refused(&["lesson", "9"]);
    assert!(error.contains("there is no lesson 9; give a number from 1 to 8"), "{error}");
    assert!(workdir.refused(&["lesson", "0"]).contains("there is no lesson 0"));
    let error = workdir.refused(&["lesson", "1", "--creature", "nowhere"]);
    assert!(error.contains("cannot read the folder nowhere"), "{error}");
    workdir.success(&["creature", "new", "fox", "--kind", "carnivore"]);
    let error = workdir.refused(&["lesson", "1", "--creature", "creatures/fox"]);
    assert!(error.contains("this lesson is about `vole`"), "{error}");
    workdir.success(&["creature", "new", "vole", "--kind", "carnivore"]);
    let error = workdir.refused(&["lesson", "1", "--creature", "creatures/vole"]);
    assert!(error.contains("is a carnivore, and this lesson is about a herbivore"), "{error}");
    let many = "give the first and the last of at most 1000 seeds, such as 1..10";
    let wrong = "give the first and the last seed, such as 1..10";
    for (seeds, told) in [("7", wrong), ("5..1", wrong), ("1..5000", many)] {
        let error = workdir.refused(&["lesson", "1", "--seeds", seeds]);
        assert!(error.contains(told), "{error}");
    }
    assert!(!workdir.path("lessons").exists());
}

/// The world that a task names runs, and its goals are those of the lesson.
#[test]
fn the_task_names_the_goals_and_a_world_that_runs() {
    let workdir = workdir();
    for lesson in Lesson::all() {
        let number = lesson.number.to_string();
        let created = workdir.json(&["lesson", &number]);
        let kept = created["kept"].as_array().unwrap();
        assert!(kept.is_empty() && created["created"].as_array().unwrap().len() >= 4, "{created}");
        let copy = LessonFolder::new(lesson, Path::new("lessons"));
        let task = workdir.read(copy.readme().to_str().unwrap());
        let one_line = task.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(task.starts_with(&format!("# Lesson {number}: {}\n", lesson.title)), "{task}");
        assert!(one_line.contains(&format!("You learn to {}.", lesson.teaches)), "{task}");
        assert!(one_line.contains(&format!("The lesson takes {} ticks.", lesson.ticks)), "{task}");
        for goal in &lesson.goals {
            let line = format!("- **{}**: `{}` {}", goal.title, goal.measure.name(), goal.bound);
            assert!(task.contains(&line), "{line}: {task}");
        }
        let (scenario, creatures) = (copy.scenario(), copy.creatures());
        let check = format!("terrarium creature check {}\n", copy.creature().display());
        assert!(task.contains(&check), "{task}");
        let command = format!("watch {} --creatures {}\n", scenario.display(), creatures.display());
        assert!(task.contains(&command), "{task}");
        let (scenario, creatures) = (scenario.to_str().unwrap(), creatures.to_str().unwrap());
        workdir.success(&["run", scenario, "--creatures", creatures, "--ticks", "3", "--check"]);
    }
}
