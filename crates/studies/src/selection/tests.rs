use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;

use super::*;
use crate::phylogeny::{INDIVIDUALS_CSV, Phylogeny, TRAIT_COLUMNS};

/// An oak: its identity, its parent, its ticks of birth and death, and its height.
type Oak = (u64, Option<u64>, u64, Option<u64>, f64);

fn read(oaks: &[Oak]) -> Phylogeny {
    read_with_hues(oaks, None)
}

fn read_with_hues(oaks: &[Oak], hues: Option<Vec<f64>>) -> Phylogeny {
    let folder = tempfile::tempdir().unwrap();
    let text = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let rows = oaks.iter().enumerate().map(|(index, &(id, parent, born, died, height))| {
        let (parent, died) = (text(parent), text(died));
        let hue = hues.as_ref().map_or_else(String::new, |hues| format!(",{:?}", hues[index]));
        format!("{id},{parent},{born},{died},oak,plant,20.0,,,,,,,,{height:?},0.5,300.0{hue}\n")
    });
    let hue = if hues.is_some() { ",hue" } else { "" };
    let head = format!("organism,parent,born,died,species,kind,{}{hue}\n", TRAIT_COLUMNS.join(","));
    let path: &Path = &folder.path().join(INDIVIDUALS_CSV);
    fs::write(path, [head, rows.collect()].concat()).unwrap();
    Phylogeny::read(path).unwrap_or_else(|error| panic!("{error:?}"))
}

fn height(cohort: &Cohort) -> &TraitSelection {
    cohort.traits.iter().find(|it| it.column == "height").unwrap()
}

/// ```text
/// tick   0        1 (height 1)    2 (2)      3 (3)
///                 |               |          |  \
/// tick  10        4 (1)           -        5 (4) 6 (5)
/// ```
#[test]
fn the_parts_are_those_computed_by_hand() {
    let tree = read(&[
        (1, None, 0, Some(9), 1.0),
        (2, None, 0, Some(9), 2.0),
        (3, None, 0, Some(20), 3.0),
        (4, Some(1), 10, Some(30), 1.0),
        (5, Some(3), 10, Some(30), 4.0),
        (6, Some(3), 11, Some(30), 5.0),
    ]);
    let selection = Selection::new(&tree, 0, 10);
    let [first, second] = &selection.cohorts[..] else { panic!("{selection:?}") };
    assert_eq!((first.from, first.to, first.organisms, first.children), (0, 10, 3, 3));
    let found = height(first);
    // Parents, by child: (1 + 3 + 3) / 3 = 7/3. Children: (1 + 4 + 5) / 3 = 10/3.
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
    assert_eq!(found.mean, 2.0);
    near(found.sd, (2.0_f64 / 3.0).sqrt());
    near(found.differential.unwrap(), 1.0 / 3.0);
    near(found.transmission.unwrap(), 1.0);
    near(found.response().unwrap(), 4.0 / 3.0);
    // Covariance of (1, 2, 3) and (1, 0, 2): 1/3; variances 2/3 and 2/3; correlation 1/2; times the root of 2.
    near(found.z.unwrap(), 0.5_f64.sqrt());
    // Nobody of the second cohort has a child.
    let last = height(second);
    assert_eq!((last.mean, last.differential, last.z), (10.0 / 3.0, None, None));
    let over = OverCohorts::of(&selection);
    let over = over.iter().find(|it| it.column == "height").unwrap();
    near(over.response_ratio().unwrap(), 4.0);
    near(over.z.unwrap(), 0.5_f64.sqrt());
}

#[test]
fn cohorts_that_may_still_have_children_are_left_out() {
    let tree = read(&[
        (1, None, 0, Some(9), 1.0),
        (2, Some(1), 5, None, 2.0),
        (3, None, 12, Some(14), 3.0),
        (4, None, 25, None, 3.0),
    ]);
    let selection = Selection::new(&tree, 0, 10);
    assert_eq!(selection.unfinished, 2);
    assert_eq!(selection.cohorts.iter().map(|it| (it.from, it.to)).collect::<Vec<_>>(), [(10, 20)]);
    let nothing = Selection { cohorts: Vec::new(), unfinished: 0, heritability: Vec::new() };
    assert_eq!(OverCohorts::of(&nothing), []);
}

/// ```text
/// height of the parent    1      2      3      |    5      7
/// heights of its children 2, 3   3      5      |    8     10
/// ```
/// Around the means of the first cohort, by child 7/4 and 13/4: −3/4·(−5/4 − 1/4) + 1/4·(−1/4) + 5/4·7/4 = 13/4 by
/// 2·9/16 + 1/16 + 25/16 = 11/4; of the second, ±1 and ±1: 2 by 2. Together 21/19.
#[test]
fn heritability_is_the_regression_of_children_on_parents_within_cohorts() {
    let tree = read(&[
        (1, None, 0, Some(9), 1.0),
        (2, None, 0, Some(9), 2.0),
        (3, None, 0, Some(9), 3.0),
        (4, Some(1), 5, Some(30), 2.0),
        (5, Some(1), 5, Some(30), 3.0),
        (6, Some(2), 5, Some(30), 3.0),
        (7, Some(3), 5, Some(30), 5.0),
        (11, None, 10, Some(30), 5.0),
        (12, None, 10, Some(30), 7.0),
        (13, Some(11), 20, Some(30), 8.0),
        (14, Some(12), 20, Some(30), 10.0),
    ]);
    let traits = OverCohorts::of(&Selection::new(&tree, 0, 10));
    let found = traits.iter().find(|it| it.column == "height").unwrap().heritability.unwrap();
    assert!((found.slope - 21.0 / 19.0).abs() < 1e-12, "{found:?}");
    assert_eq!(found.families, 5);
    let (low, high) = found.interval.unwrap();
    assert!(low < found.slope && found.slope < high, "{found:?}");
    let radius = traits.iter().find(|it| it.column == "mature_radius").unwrap();
    assert_eq!(radius.heritability, None, "all are alike");
}

/// Children have a part of what their parent has more than the mean, and chance adds the rest. The interval has the slope in
/// 95 of 100 cases, though children of a parent share their luck.
#[test]
fn the_interval_of_heritability_has_the_truth() {
    let truth = 0.4;
    let mut contains = 0;
    for seed in 0..200 {
        let mut rng = CreatureRng::new(seed);
        let mut oaks: Vec<Oak> = Vec::new();
        let mut noise = || 2.0 * rng.random::<f64>() - 1.0;
        for id in 1..=60 {
            oaks.push((id, None, 0, Some(20), 5.0 + noise()));
        }
        for parent in 1..=60 {
            let luck = noise();
            for _ in 0..parent % 4 {
                let from = oaks[usize::try_from(parent).unwrap() - 1].4 - 5.0;
                let height = 5.0 + truth * from + luck + 0.5 * noise();
                oaks.push((oaks.len() as u64 + 1, Some(parent), 10, Some(20), height));
            }
        }
        let traits = OverCohorts::of(&Selection::new(&read(&oaks), 0, 100));
        let found = traits.iter().find(|it| it.column == "height").unwrap().heritability.unwrap();
        let (low, high) = found.interval.unwrap();
        contains += u32::from(low <= truth && truth <= high);
    }
    // 190 are expected, with a standard deviation of 3.
    assert!((180..=198).contains(&contains), "{contains}");
}

#[test]
fn equal_traits_show_no_selection() {
    let oaks = (1..20).map(|id| (id, (id > 9).then(|| 1 + id % 3), (id > 9).into(), Some(30), 2.0));
    let selection = Selection::new(&read(&oaks.collect::<Vec<_>>()), 0, 1);
    let found = height(&selection.cohorts[0]);
    assert_eq!((found.differential, found.transmission, found.z), (Some(0.0), Some(0.0), None));
    assert_eq!(found.intensity(), None);
}

proptest! {
    /// The differential is the covariance of trait and children by the mean number of children (Robertson 1966), and
    /// with the transmission it adds up to what the children are more than the cohort.
    #[test]
    fn the_equation_of_price_holds(
        parents in prop::collection::vec((0.1_f64..9.0, 0_usize..4), 2..30),
        changes in prop::collection::vec(-1.0_f64..1.0, 90),
    ) {
        let mut oaks: Vec<Oak> = Vec::new();
        for (id, &(height, _)) in (1..).zip(&parents) {
            oaks.push((id, None, 0, Some(50), height));
        }
        let mut changes = changes.iter();
        for (parent, &(height, children)) in (1..).zip(&parents) {
            for _ in 0..children {
                let id = oaks.len() as u64 + 1;
                oaks.push((id, Some(parent), 10, Some(50), height + changes.next().unwrap()));
            }
        }
        let selection = Selection::new(&read(&oaks), 0, 10);
        let cohort = &selection.cohorts[0];
        let found = height(cohort);
        let count = parents.len() as f64;
        let total: usize = parents.iter().map(|it| it.1).sum();
        prop_assert_eq!(cohort.children, total as u64);
        if total == 0 {
            prop_assert!(found.response().is_none());
            return Ok(());
        }
        let mean = parents.iter().map(|it| it.0).sum::<f64>() / count;
        let mean_children = total as f64 / count;
        let products = parents.iter().map(|it| (it.0 - mean) * (it.1 as f64 - mean_children));
        let expected = products.sum::<f64>() / count / mean_children;
        prop_assert!((found.differential.unwrap() - expected).abs() < 1e-9);
        let of_children = oaks[parents.len()..].iter().map(|oak| oak.4).sum::<f64>() / total as f64;
        prop_assert!((found.response().unwrap() - (of_children - mean)).abs() < 1e-9);
    }
}

/// A population of 60 in which one is born and one dies in every tick. Of two candidates for a parent the taller one wins with
/// the probability `bias`. Hues are neutral.
fn marked(seed: u128, bias: f64) -> Phylogeny {
    let mut rng = CreatureRng::new(seed);
    let mut oaks: Vec<(Oak, f64)> = (1..=60).map(|id| ((id, None, 0, None, 2.0), 0.0)).collect();
    let mut living: Vec<usize> = (0..60).collect();
    for tick in 1..=1500 {
        let dying = living.swap_remove(rng.random_range(0..living.len()));
        oaks[dying].0.3 = Some(tick);
        let mut candidate = || living[rng.random_range(0..living.len())];
        let mut pair = [candidate(), candidate()];
        pair.sort_by(|&a, &b| oaks[a].0.4.total_cmp(&oaks[b].0.4));
        let parent = pair[usize::from(rng.random::<f64>() < bias)];
        let height = oaks[parent].0.4 * (1.0 + 0.02 * (rng.random::<f64>() - 0.5));
        let hue = oaks[parent].1 + 0.04 * (rng.random::<f64>() - 0.5);
        living.push(oaks.len());
        let id = oaks.len() as u64 + 1;
        oaks.push(((id, Some(oaks[parent].0.0), tick, None, height), hue - hue.floor()));
    }
    let hues = oaks.iter().map(|(_, hue)| *hue).collect();
    read_with_hues(&oaks.into_iter().map(|(oak, _)| oak).collect::<Vec<_>>(), Some(hues))
}

#[test]
fn selection_is_found_on_what_is_selected_and_not_on_neutral_marks() {
    let mut of_hue = Vec::new();
    for seed in 1..=40 {
        let traits = OverCohorts::of(&Selection::new(&marked(2 * seed + 1, 0.8), 0, 150));
        let z = |column: &str| traits.iter().find(|it| it.column == column).unwrap().z.unwrap();
        assert!(z("height") > 3.0, "{traits:?}");
        of_hue.push(z("hue"));
    }
    // Two are expected beyond 2, and some more since relatives are alike; all near 0 would be wrong, too.
    let beyond = |least: f64| of_hue.iter().filter(|z| z.abs() > least).count();
    assert!(beyond(2.0) <= 8 && beyond(4.0) == 0 && beyond(0.5) >= 15, "{of_hue:?}");
}
