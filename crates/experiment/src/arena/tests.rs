use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium_creatures::species::Kind;

use super::strength::{Results, strengths};
use super::*;
use crate::{CaseEnding, SweepOptions};

fn conditions(ticks: u64, seeds: (u64, u64)) -> Conditions {
    let overrides = ["world.size=[500,400]", "population.clover=20"].map(str::to_owned);
    Conditions { ticks, seeds, overrides: overrides.into() }
}

fn entrants(given: &[String]) -> Entrants {
    let mut entrants = Entrants::new(&conditions(50, (1, 1))).unwrap();
    given.iter().for_each(|given| entrants.add(given).unwrap());
    entrants
}

fn partner(name: &str) -> String {
    format!("{}/sparring/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn names(entrants: &Entrants) -> Vec<&str> {
    entrants.entered.iter().map(|entrant| entrant.name.as_str()).collect()
}

/// Copies a sparring partner into a folder called `name` in a new folder called `parent`.
fn copy_of(partner_name: &str, within: &Path, parent: &str) -> String {
    let folder = within.join(parent).join(partner_name);
    std::fs::create_dir_all(&folder).unwrap();
    for entry in std::fs::read_dir(partner(partner_name)).unwrap().flatten() {
        std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    folder.display().to_string()
}

fn league(format: Format, given: &[String], ticks: u64, seeds: (u64, u64)) -> League {
    League::new(format, conditions(ticks, seeds), entrants(given)).unwrap()
}

fn played(league: &League, dir: &Path) -> (LeagueDir, Played) {
    let dir = LeagueDir::prepare(dir, league, false).unwrap();
    let played = play(league, &dir, SweepOptions::default(), &()).unwrap();
    (dir, played)
}

fn encounter(first: usize, second: usize, winner: usize) -> Encounter {
    Encounter { first, second, winner: Winner::Entrant(winner), lead_changes: 0, margin: 0.0 }
}

#[test]
fn every_sparring_partner_is_built_in_as_it_is_on_the_disk() {
    let mut built_in = Entrants::new(&conditions(50, (1, 1))).unwrap();
    built_in.add_sparring();
    assert_eq!((names(&built_in), &built_in.skipped[..]), (SPARRING.to_vec(), &[][..]));
    let on_disk = entrants(&SPARRING.map(partner));
    for (one, other) in built_in.entered.iter().zip(&on_disk.entered) {
        assert_eq!((&one.content_hash, one.kind), (&other.content_hash, other.kind));
    }
    let kinds: Vec<Kind> = built_in.entered.iter().map(|entrant| entrant.kind).collect();
    assert!(kinds.is_sorted(), "herbivores first: {kinds:?}");
    let folders = std::fs::read_dir(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("sparring"),
    )
    .unwrap();
    assert_eq!(folders.count(), SPARRING.len());
}

#[test]
fn a_taken_name_is_numbered_and_a_folder_enters_once() {
    let folder = tempfile::tempdir().unwrap();
    let copy = copy_of("nibbler", folder.path(), "other");
    let given = [partner("nibbler"), copy.clone(), partner("nibbler")];
    let entrants = entrants(&given);
    assert_eq!(names(&entrants), ["nibbler", "nibbler-2"]);
    assert_eq!(entrants.renamed, [(copy, "nibbler-2".to_owned())]);
    let reason = &entrants.skipped[0].reason;
    assert_eq!(reason, "this folder has entered already, as `nibbler`; name each folder once");
}

#[test]
fn a_shipped_animal_enters_by_name_or_folder_and_a_plant_does_not() {
    let shipped =
        |name: &str| format!("{}/creatures/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let entrants = entrants(&["wolf".to_owned(), shipped("lynx"), "clover".to_owned()]);
    assert_eq!(names(&entrants), ["wolf", "lynx"]);
    assert!(entrants.entered.iter().all(|entrant| entrant.origin == "shipped"));
    let reason = &entrants.skipped[0].reason;
    assert_eq!(reason, "`clover` is a plant, and decides nothing; enter herbivores and carnivores");
}

/// Size costs no points, and neither does speed on roads.
#[test]
fn no_entrant_has_an_advantage_that_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let copy = copy_of("nibbler", folder.path(), "other");
    let file = Path::new(&copy).join("creature.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let large = text.replace("mature_size = 28", "mature_size = 46");
    assert_ne!(text, large);
    std::fs::write(&file, large + "\n[mutation]\nmature_size = [40, 48]\n").unwrap();
    let league = league(Format::Duel, &[partner("nibbler"), copy.clone()], 150, (1, 2));
    let (_, played) = played(&league, &folder.path().join("league"));
    assert!(played.games.iter().all(|game| game.sides.len() == 2), "all games can be played");
    let [one, other] = [0, 1].map(|entrant| {
        let sides = played.games.iter().flat_map(|game| &game.sides);
        sides.filter(|side| side.entrant == entrant).map(|side| side.energy).sum::<f64>()
    });
    assert!((one / other - 1.0).abs() < 0.5, "{one} {other}");
    std::fs::write(&file, text + "\n[travel]\nroad_speed = 4\n").unwrap();
    let entrants = entrants(&[copy]);
    let reason = &entrants.skipped[0].reason;
    assert!(reason.contains("`travel.road_speed` of its own, which costs no points"), "{reason}");
}

#[test]
fn a_format_without_a_game_is_refused() {
    let refusal = |format, given: &[&str]| {
        let given: Vec<String> = given.iter().map(|&name| name.to_owned()).collect();
        let league = League::new(format, conditions(50, (1, 1)), entrants(&given));
        league.unwrap_err().to_string()
    };
    let three = refusal(Format::Duel, &["wolf", "lynx", "ant"]);
    assert!(three.starts_with("a duel is between two creatures, and there are 3"), "{three}");
    let mixed = refusal(Format::Duel, &["wolf", "deer"]);
    assert!(mixed.starts_with("wolf is a carnivore and deer a herbivore"), "{mixed}");
    let one = refusal(Format::RoundRobin, &["wolf", "oak"]);
    assert!(one.contains("needs two creatures, and there are 1 (1 could not enter)"), "{one}");
    let odd = League::new(Format::Duel, conditions(70, (1, 1)), entrants(&[])).unwrap_err();
    assert!(odd.to_string().contains("give a multiple of 50"), "{odd}");
}

/// The same code under two names: what one has in a place, the other has in the mirrored game.
#[test]
fn a_copy_of_an_entrant_has_exactly_its_results_in_mirrored_games() {
    let folder = tempfile::tempdir().unwrap();
    let copy = copy_of("nibbler", folder.path(), "other");
    let league = league(Format::Duel, &[partner("nibbler"), copy], 150, (1, 3));
    let (_, played) = played(&league, &folder.path().join("league"));
    assert_eq!(played.games.len(), 6);
    let energies = |games: &[Game]| -> Vec<[f64; 2]> {
        games.iter().map(|game| [game.sides[0].energy, game.sides[1].energy]).collect()
    };
    assert_eq!(energies(&played.games[..3]), energies(&played.games[3..]));
    assert!(energies(&played.games).iter().all(|[one, other]| one != other && *one > 0.0));
    let matrix = Matrix::new(2, &played.games);
    assert_eq!(matrix.record(0, 1), Record { wins: 3, draws: 0, losses: 3 });
    let ratings = ratings(&league, &played.games);
    assert_eq!(ratings[0][0].record.share_of_wins(), 0.5);
}

#[test]
fn on_the_meadow_each_entrant_has_each_place_once_with_each_seed() {
    let given = ["hare", "deer", "wolf"].map(str::to_owned);
    let league = league(Format::Meadow, &given, 50, (4, 5));
    let dir = LeagueDir::prepare(tempfile::tempdir().unwrap().path(), &league, false).unwrap();
    let stage = stage(&league, &dir, 0, &[]).unwrap();
    let mut seats: Vec<(usize, usize, u64)> = Vec::new();
    for case in stage.experiment.cases() {
        let line_up = stage.line_up(case.number).iter().enumerate();
        seats.extend(line_up.map(|(place, &entrant)| (place, entrant, case.seed)));
    }
    seats.sort_unstable();
    let all =
        (0..3).flat_map(|place| (0..3).flat_map(move |it| [4, 5].map(|seed| (place, it, seed))));
    assert!(seats.into_iter().eq(all));
    assert!(super::stage(&league, &dir, 1, &[]).is_none());
}

#[test]
fn who_wins_a_series_of_king_meets_the_next_challenger() {
    let given = ["ant", "lynx", "termite", "wolf"].map(str::to_owned);
    let league = league(Format::King, &given, 50, (1, 1));
    let dir = LeagueDir::prepare(tempfile::tempdir().unwrap().path(), &league, false).unwrap();
    let mut games = Vec::new();
    let mut met = Vec::new();
    // The later entrant wins, except for the third series, which is even.
    while let Some(stage) = stage(&league, &dir, met.len(), &games) {
        let pair = (stage.line_up(0)[0], stage.line_up(0)[1]);
        let winners = if met.len() == 2 { [pair.0, pair.1] } else { [pair.1, pair.1] };
        games.extend(winners.map(|winner| game(&stage.name, encounter(pair.0, pair.1, winner))));
        met.push(pair);
    }
    assert_eq!(met, [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(schedule::holders(&league, &games), [2]);
}

fn game(stage: &str, encounter: Encounter) -> Game {
    Game {
        stage: stage.to_owned(),
        case: 0,
        seed: 1,
        ticks: 50,
        ending: CaseEnding::Complete,
        state_hash: None,
        sides: Vec::new(),
        encounters: vec![encounter],
    }
}

#[test]
fn the_game_to_watch_has_the_most_lead_changes_and_then_the_smallest_margin() {
    let game =
        |lead_changes, margin| game("x", Encounter { lead_changes, margin, ..encounter(0, 1, 0) });
    let games = [game(2, 0.1), game(3, 0.9), game(3, 0.2), game(3, 0.2), game(0, 0.0)];
    let best = highlights(&games);
    assert_eq!(best.len(), 1);
    assert!(std::ptr::eq(best[0].game, &games[2]), "{best:?}");
}

#[test]
fn a_field_of_a_league_is_a_valid_scenario() {
    for kind in [Kind::Herbivore, Kind::Carnivore] {
        check(&field::Field::of_kind(kind), 2);
    }
    check(&field::Field::meadow(2, 0), 3);
    check(&field::Field::meadow(0, 30), 3);
    check(&field::Field::meadow(1, 1), 2);
    let conquest = field::Field::conquest().unwrap();
    check(&conquest, 0);
    assert!(conquest.text.contains("rotting_ticks"), "{}", conquest.text);
    assert!(!conquest.text.contains("colonies]"), "{}", conquest.text);
}

fn check(field: &field::Field, populations: usize) {
    let document = terrarium_input::document::Document::parse(&field.name, &field.text).unwrap();
    let scenario = terrarium_run::scenario::Scenario::from_document(
        &field.name,
        &PathBuf::new(),
        document,
        &[],
    );
    assert_eq!(scenario.unwrap().populations.len(), populations, "{}", field.text);
}

/// The results of each of these strengths, in points, against each other one in so many games, in which equals draw with the
/// odds `draws` of a win.
fn synthetic(points: &[f64], games: u32, draws: f64, rng: &mut Pcg64Mcg) -> Vec<Results> {
    let mut results = Vec::new();
    for second in 1..points.len() {
        for first in 0..second {
            let mut it = Results { pair: (first, second), won: 0.0, lost: 0.0, drawn: 0.0 };
            let half = libm::pow(10.0, (points[first] - points[second]) / 800.0);
            let [win, loss] = [half, 1.0 / half].map(|odds| odds / (half + 1.0 / half + draws));
            for _ in 0..games {
                match rng.random::<f64>() {
                    drawn if drawn < win => it.won += 1.0,
                    drawn if drawn < win + loss => it.lost += 1.0,
                    _ => it.drawn += 1.0,
                }
            }
            results.push(it);
        }
    }
    results
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn ratings_of_entrants_of_known_strength_are_in_their_order(seed in any::<u64>()) {
        let points = [0.0, 300.0, 600.0, 900.0, 1200.0];
        let results = synthetic(&points, 24, 0.0, &mut Pcg64Mcg::seed_from_u64(seed));
        let found = strengths(points.len(), &results);
        prop_assert!(found.windows(2).all(|pair| pair[0].rating < pair[1].rating), "{found:?}");
        let mean = found.iter().map(|it| it.rating).sum::<f64>() / 5.0;
        prop_assert!((mean - 1500.0).abs() < 1e-6);
    }

    #[test]
    fn ratings_depend_neither_on_the_order_of_games_nor_on_who_is_named_first(seed in any::<u64>()) {
        let results =
            synthetic(&[0.0, 100.0, 200.0], 6, 0.2, &mut Pcg64Mcg::seed_from_u64(seed));
        let swapped = results.iter().rev().map(|it| Results {
            pair: (it.pair.1, it.pair.0), won: it.lost, lost: it.won, drawn: it.drawn
        });
        let swapped: Vec<Results> = swapped.collect();
        for (one, other) in strengths(3, &results).iter().zip(strengths(3, &swapped)) {
            prop_assert!((one.rating - other.rating).abs() < 1e-6);
        }
    }
}

/// Eleven wins are more than nine, whatever the order of the games: odds of 11 to 9 are 400·log10(11/9) = 34.86 points, less
/// what the prior takes from so few games.
#[test]
fn who_wins_more_often_is_rated_higher() {
    let results = Results { pair: (0, 1), won: 11.0, lost: 9.0, drawn: 0.0 };
    let found = strengths(2, &[results]);
    let lead = found[0].rating - found[1].rating;
    assert!((32.0..34.86).contains(&lead), "{lead}");
    assert!(found[0].interval.0 < found[1].interval.1, "they are not clearly apart");
    let tied = strengths(2, &[Results { won: 10.0, lost: 10.0, ..results }]);
    assert!((tied[0].rating - tied[1].rating).abs() < 1e-9);
    // Against a hand-made fit of more games, where the prior hardly counts.
    let many = strengths(2, &[Results { won: 1.1e6, lost: 0.9e6, ..results }]);
    assert!((many[0].rating - many[1].rating - 34.86).abs() < 0.01, "{many:?}");
}

/// Of entrants whose strengths are spread as the prior says, 95 of 100 are within their intervals, around the mean of the group.
#[test]
fn intervals_have_the_true_strengths() {
    for (games, draws) in [(10, 0.0), (40, 0.0), (20, 0.8)] {
        let mut rng = Pcg64Mcg::seed_from_u64(games.into());
        let mut contains = 0;
        for _ in 0..150 {
            // The sum of twelve such numbers is nearly normally distributed.
            let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
            let points: Vec<f64> = (0..4).map(|_| 350.0 * normal()).collect();
            let mean = points.iter().sum::<f64>() / 4.0;
            let results = synthetic(&points, games, draws, &mut rng);
            for (found, points) in strengths(4, &results).iter().zip(&points) {
                let (low, high) = found.interval;
                let truth = 1500.0 + points - mean;
                contains += u32::from(low <= truth && truth <= high);
            }
        }
        // 570 are expected, with a standard deviation of 5.3 if all were independent.
        assert!((550..=592).contains(&contains), "{contains} of 600 with {games} games");
    }
}

#[test]
fn an_extreme_league_has_finite_ratings() {
    let loser = |second| Results { pair: (0, second), won: 400.0, lost: 0.0, drawn: 0.0 };
    let found = strengths(30, &(1..30).map(loser).collect::<Vec<_>>());
    assert!(found.iter().all(|it| it.rating.is_finite() && it.interval.0.is_finite()));
    assert!(found[1..].iter().all(|it| it.rating < found[0].rating));
    assert_eq!(strengths(1, &[])[0].rating, 1500.0);
}
