//! Scales of axes.

use terrarium_output::drawing::scale::{Scale, even_steps, grouped};

#[test]
fn labels_are_round_and_few() {
    assert_eq!(even_steps((0, 20_000), 8), [0, 5000, 10_000, 15_000, 20_000]);
    assert_eq!(even_steps((250, 1250), 5), [400, 600, 800, 1000, 1200]);
    assert_eq!(even_steps((0, 3), 5), [0, 1, 2, 3]);
    assert_eq!(even_steps((7, 7), 5), [7]);
    assert_eq!(Scale::new([900, 2].into_iter()).labelled(), [1, 10, 100]);
    assert_eq!(Scale::new([90].into_iter()).labelled(), [0, 20, 40, 60, 80]);
    assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
}

#[test]
fn a_scale_is_logarithmic_only_if_a_curve_would_be_too_low() {
    assert_eq!(Scale::new([100, 5].into_iter()), Scale::Linear(100.0));
    assert_eq!(Scale::new([100, 3].into_iter()), Scale::Logarithmic(100.0));
    assert_eq!(Scale::new([100, 0].into_iter()), Scale::Linear(100.0));
    assert_eq!(Scale::new([0].into_iter()), Scale::Linear(1.0));
}

#[test]
fn every_count_is_within_the_axis() {
    for peaks in [vec![100, 5], vec![100_000, 3], vec![1], vec![0]] {
        let scale = Scale::new(peaks.iter().copied());
        let highest = peaks.iter().copied().max().unwrap();
        let places: Vec<f64> = (0..=highest).filter_map(|count| scale.place(count)).collect();
        assert!(places.iter().all(|place| (0.0..=1.0).contains(place)), "{peaks:?}");
        assert!(places.is_sorted(), "{peaks:?}");
    }
}
