//! Comparison with SciPy 1.17, NumPy 2.4 (the constants) and the crate statrs.

use proptest::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::statistics::Statistics as _;

use super::*;

fn assert_close(found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(off <= 1e-11 * expected.abs().max(1e-3), "{found} is not {expected}");
}

/// `scipy.stats.t.ppf(0.975, freedom)`
const CRITICAL: [(u64, f64); 19] = [
    (1, 12.706204736174694),
    (2, 4.302652729749462),
    (3, 3.1824463052837078),
    (4, 2.7764451051977934),
    (5, 2.5705818356363146),
    (7, 2.364624251592784),
    (9, 2.262157162798205),
    (10, 2.228138851986274),
    (19, 2.0930240544083087),
    (29, 2.045229642132703),
    (30, 2.0422724563012378),
    (99, 1.9842169515864174),
    (100, 1.9839715185235518),
    (399, 1.965927295920882),
    (400, 1.9659123432294627),
    (401, 1.965897465336516),
    (999, 1.9623414611334493),
    (10_000, 1.960201239890626),
    (1_000_000, 1.959966356814107),
];

#[test]
fn the_critical_values_of_student_are_those_of_scipy() {
    for (freedom, expected) in CRITICAL {
        assert_close(critical(freedom), expected);
    }
}

#[test]
fn the_critical_values_of_student_fall_with_every_degree_of_freedom() {
    let values: Vec<f64> = (1..1000).map(critical).collect();
    assert!(values.windows(2).all(|pair| pair[0] > pair[1]));
    assert!(critical(u64::MAX) >= super::proportion::NORMAL);
}

#[test]
fn the_critical_values_of_student_are_those_of_statrs() {
    for freedom in [1, 2, 6, 11, 50, 251, 398, 450] {
        let inside = StudentsT::new(0.0, 1.0, float(freedom)).unwrap();
        let share = inside.cdf(critical(freedom));
        assert!((share - 0.975).abs() < 1e-9, "{freedom}: {share}");
    }
}

/// `mean`, `std(ddof=1)`, `scipy.stats.t.interval(0.95, …)`, `numpy.quantile(…)`
#[test]
fn statistics_are_those_of_scipy() {
    let populations = [412.0, 387.0, 455.0, 401.0, 0.0, 398.0, 420.0, 433.0, 377.0, 409.0];
    let curve = (0..37).map(f64::from).map(|k| 0.1 * k * k - 3.7 * k + 1.0 / (k + 1.0));
    let far_out = (0..7).map(f64::from).map(|k| 1e9 + 0.25 * k);
    let cases = [
        (
            populations.to_vec(),
            (369.2, 131.6373807092803, (275.0322906257268, 463.3677093742732)),
            [169.65, 389.75, 405.0, 418.0, 445.09999999999997],
        ),
        (
            vec![2.0, 1.0],
            (1.5, std::f64::consts::FRAC_1_SQRT_2, (-4.853102368087347, 7.853102368087347)),
            [1.05, 1.25, 1.5, 1.75, 1.95],
        ),
        (
            curve.collect(),
            (-22.686443615572387, 10.484413748177323, (-26.182121199657345, -19.190766031487428)),
            [
                -33.991378446115284,
                -32.13333333333333,
                -25.165517241379312,
                -15.833333333333334,
                -3.4783783783783986,
            ],
        ),
        (
            far_out.collect(),
            (1000000000.75, 0.5400617248673217, (1000000000.2505262, 1000000001.2494738)),
            [1000000000.075, 1000000000.375, 1000000000.75, 1000000001.125, 1000000001.425],
        ),
    ];
    for (mut values, (mean, sd, interval), quantiles) in cases {
        let found = Statistics::new(&mut values).unwrap();
        assert_eq!(found.count, values.len() as u64);
        assert_close(found.mean, mean);
        assert_close(found.sd.unwrap(), sd);
        assert_close(found.interval.unwrap().0, interval.0);
        assert_close(found.interval.unwrap().1, interval.1);
        for (found, expected) in found.quantiles.into_iter().zip(quantiles) {
            assert_close(found, expected);
        }
        assert_eq!(found.median(), found.quantiles[2]);
    }
}

#[test]
fn one_value_has_no_spread_and_no_values_have_no_statistics() {
    assert_eq!(Statistics::new(&mut vec![]), None);
    assert_eq!(Statistics::new(&mut vec![f64::NAN, f64::INFINITY]), None);
    let one = Statistics::new(&mut vec![f64::NAN, 7.0]).unwrap();
    assert_eq!((one.count, one.mean, one.sd, one.interval), (1, 7.0, None, None));
    assert_eq!((one.min, one.quantiles, one.max), (7.0, [7.0; 5], 7.0));
    assert_eq!(Moments::default().mean(), None);
}

/// `scipy.stats.binomtest(hits, count).proportion_ci(0.95, method="wilson")`
#[test]
fn intervals_of_shares_are_those_of_scipy() {
    let cases = [
        (0, 10, 0.0, 0.27753279986288926),
        (10, 10, 0.7224672001371109, 1.0),
        (3, 10, 0.10779126740630102, 0.6032218525388546),
        (1, 3, 0.06149194472039626, 0.7923403991979523),
        (499, 1000, 0.468073488750724, 0.529934164766247),
        (1, 1, 0.20654931437723745, 1.0),
    ];
    for (hits, count, low, high) in cases {
        let found = wilson(hits, count).unwrap();
        assert_close(found.0, low);
        assert_close(found.1, high);
    }
    assert_eq!(wilson(0, 0), None);
}

/// `scipy.stats.ecdf(CensoredData(…)).sf`, and its `confidence_interval(method="log-log")`
#[test]
fn survival_is_that_of_scipy() {
    let mut survival = Survival::default();
    [120, 300, 300, 450, 700, 700, 950].into_iter().for_each(|tick| survival.lost(tick));
    let censored = [200, 300, 700, 1000, 1000, 1000, 1000, 1000];
    censored.into_iter().for_each(|tick| survival.alive_until(tick));
    let expected = [
        (120, 0.9333333333333333, 0.6126412437748717, 0.9903322366500169),
        (300, 0.7897435897435897, 0.47912808815373126, 0.9270702700374062),
        (450, 0.7107692307692307, 0.3982602364569776, 0.881081424600159),
        (700, 0.5528205128205128, 0.2600788317140304, 0.7703883663525912),
        (950, 0.4606837606837607, 0.1846366056274083, 0.7007719778552813),
        (1000, 0.4606837606837607, 0.1846366056274083, 0.7007719778552813),
    ];
    let curve = survival.curve();
    assert_eq!((curve[0].tick, curve[0].at_risk, curve[0].share), (0, 15, 1.0));
    assert_eq!(curve.len(), 1 + expected.len());
    for (step, (tick, share, low, high)) in curve[1..].iter().zip(expected) {
        assert_eq!(step.tick, tick);
        assert_close(step.share, share);
        assert_close(step.interval.unwrap().0, low);
        assert_close(step.interval.unwrap().1, high);
    }
}

#[test]
fn without_censoring_survival_is_the_share_that_is_left() {
    let mut survival = Survival::default();
    for tick in [10, 20, 20, 40] {
        survival.lost(tick);
    }
    let shares: Vec<(u64, f64)> = survival.curve().iter().map(|s| (s.tick, s.share)).collect();
    assert_eq!(shares, [(0, 1.0), (10, 0.75), (20, 0.25), (40, 0.0)]);
    assert!(Survival::default().curve().is_empty());
}

/// `(value - median) / scipy.stats.median_abs_deviation(values, scale="normal")`
#[test]
fn robust_scores_are_those_of_scipy() {
    let mut values = [412.0, 387.0, 455.0, 401.0, 0.0, 398.0, 420.0, 433.0, 377.0, 409.0];
    let centre = Centre::new(&mut values).unwrap();
    assert_eq!(centre.median, 405.0);
    assert_close(centre.score(0.0), -16.555657504812917);
    assert_eq!(centre.score(405.0), 0.0);
}

#[test]
fn a_single_different_value_is_unusual_and_equal_values_are_not() {
    let mut values = [1.0; 12];
    assert_eq!(Centre::new(&mut values).unwrap().score(1.0), 0.0);
    values[5] = 0.5;
    let centre = Centre::new(&mut values).unwrap();
    assert!(centre.score(0.5) < -3.5 && centre.score(1.0) == 0.0);
    assert_eq!(Centre::new(&mut [0.0, 1.0, 2.0, 9.0]), None);
}

/// One death among 27 runs without any had a score of 23, because their spread is 0.
#[test]
fn one_death_is_not_unusual_and_many_are() {
    let mut deaths = [0.0; 28];
    deaths[3] = 1.0;
    assert_eq!(Centre::new(&mut deaths).unwrap().score(1.0), 1.0);
    deaths[27] = 9.0;
    assert!(Centre::new(&mut deaths).unwrap().score(9.0) > 3.5);
    // The standard deviation of a Poisson distribution around 400 is 20.
    let mut births = [400.0; 12];
    births[7] = 430.0;
    assert_eq!(Centre::new(&mut births).unwrap().score(430.0), 1.5);
}

proptest! {
    #[test]
    fn figures_are_finite_in_order_and_those_of_statrs(
        mut values in prop::collection::vec(-1e9..1e9_f64, 1..60),
    ) {
        let found = Statistics::new(&mut values.clone()).unwrap();
        let range = found.min..=found.max;
        prop_assert!(found.quantiles.is_sorted());
        prop_assert!(found.quantiles.iter().all(|quantile| range.contains(quantile)));
        prop_assert!(range.contains(&found.mean));
        let off = |found: f64, expected: f64| (found - expected).abs() / expected.abs().max(1e3);
        prop_assert!(off(found.mean, values.iter().mean()) < 1e-9);
        match found.sd {
            Some(sd) => prop_assert!(off(sd, values.iter().std_dev()) < 1e-9),
            None => prop_assert_eq!(values.len(), 1),
        }
        values.reverse();
        prop_assert_eq!(Statistics::new(&mut values).unwrap(), found, "in any order");
    }

    #[test]
    fn no_figure_is_ever_not_a_number(mut values in prop::collection::vec(any::<f64>(), 0..9)) {
        let Some(found) = Statistics::new(&mut values) else { return Ok(()) };
        let (low, high) = found.interval.unwrap_or_default();
        let all = [found.mean, found.sd.unwrap_or(0.0), low, high, found.min, found.max];
        prop_assert!(all.iter().chain(&found.quantiles).all(|figure| figure.is_finite()));
    }

    #[test]
    fn the_surviving_share_never_rises(
        ends in prop::collection::vec((0..50_u64, any::<bool>()), 0..40),
    ) {
        let mut survival = Survival::default();
        for (tick, was_lost) in ends {
            if was_lost { survival.lost(tick) } else { survival.alive_until(tick) }
        }
        let curve = survival.curve();
        prop_assert!(curve.windows(2).all(|p| p[0].share >= p[1].share && p[0].tick < p[1].tick));
        for step in curve {
            let (low, high) = step.interval.unwrap_or((step.share, step.share));
            prop_assert!(0.0 <= low && low <= step.share && step.share <= high && high <= 1.0);
        }
    }
}
