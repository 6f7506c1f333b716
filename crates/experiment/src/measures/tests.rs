use proptest::prelude::*;

use super::accumulator::Accumulator;
use super::*;
use crate::expression::Function;

fn species() -> Vec<String> {
    ["hare", "lynx"].map(str::to_owned).into()
}

fn result(function: Function, values: &[f64]) -> Option<f64> {
    let mut accumulator = Accumulator::new(function);
    (10..).zip(values).for_each(|(tick, &value)| accumulator.add(tick, value));
    accumulator.result()
}

fn is_near(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() < 1e-9 * (1.0 + b.abs()))
}

proptest! {
    #[test]
    fn functions_agree_with_naive_ones(values in prop::collection::vec(-1e3_f64..1e3, 2..80)) {
        let count = values.len() as f64;
        let sum: f64 = values.iter().sum();
        let mean = sum / count;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let tick_of = |value: f64| 10.0 + values.iter().position(|&it| it == value).unwrap() as f64;
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        let middle = (count - 1.0) / 2.0;
        let later = (0..values.len()).map(|at| at as f64 - middle);
        let products: f64 = later.clone().zip(&values).map(|(t, x)| t * (x - mean)).sum();
        let slope = products / later.map(|t| t * t).sum::<f64>();
        for (function, expected) in [
            (Function::Mean, mean),
            (Function::Sum, sum),
            (Function::Sd, (squares / (count - 1.0)).sqrt()),
            (Function::Min, least),
            (Function::Max, most),
            (Function::Argmin, tick_of(least)),
            (Function::Argmax, tick_of(most)),
            (Function::First, values[0]),
            (Function::Final, *values.last().unwrap()),
            (Function::Slope, slope),
        ] {
            let found = result(function, &values);
            prop_assert!(is_near(found, expected), "{:?}: {:?}, {}", function, found, expected);
        }
    }
}

#[test]
fn ticks_without_a_value_do_not_count_and_nothing_has_no_result_but_the_sum_0() {
    for function in Function::ALL {
        let expected = (function == Function::Sum).then_some(0.0);
        assert_eq!(result(function, &[]), expected, "{function:?}");
        assert_eq!(result(function, &[f64::NAN, f64::INFINITY]), expected, "{function:?}");
    }
    assert_eq!(result(Function::Mean, &[f64::NAN, 2.0, f64::INFINITY, 4.0]), Some(3.0));
    assert_eq!(result(Function::Argmax, &[f64::NAN, 2.0, 2.0]), Some(11.0));
    assert_eq!(result(Function::Sd, &[2.0]), None);
    assert_eq!(result(Function::Slope, &[2.0]), None);
}

#[test]
fn an_invalid_measure_is_refused_with_the_location_and_the_remedy() {
    let refusal = |text: &str| {
        let error = Measures::default()
            .add(text, &species(), false, RunTicks::of_new_worlds(1000))
            .unwrap_err();
        format!("{text:?} [{:?}]: {}; {}", error.span, error.problem, error.remedy)
    };
    let refusals = [
        "",
        "mean",
        "mean(har)",
        "mean(hare.eating)",
        "maen(hare)",
        "median(hare)",
        "mean(max(hare))",
        "mean(hare",
        "mean(hare, tick)",
        "mean(hare, tick > 5, 3)",
        "mean(hare, tick > 1000)",
        "mean(hare) > 3",
        "mean(hare > 3)",
        "mean(hare) lynx",
        "zebra",
    ];
    let texts: Vec<_> = refusals.into_iter().map(refusal).collect();
    insta::assert_snapshot!(texts.join("\n"), @r#"
        "" [0..0]: the end was not expected; write a name, a number or a function, such as in `mean(hare) / 2`
        "mean" [0..4]: measures have no name `mean`; mean is a function: write its argument, as in `mean(hare)`
        "mean(har)" [5..8]: measures have no name `har`; did you mean `hare`?
        "mean(hare.eating)" [5..16]: measures have no name `hare.eating`; did you mean `hare.points.eating`?
        "maen(hare)" [0..4]: measures have no function `maen`; use one of `mean`, `sd`, `sum`, `min`, `max`, `argmin`, `argmax`, `first`, `final`, `slope`, `period` (did you mean `mean`?)
        "median(hare)" [0..6]: measures have no function `median`; use one of `mean`, `sd`, `sum`, `min`, `max`, `argmin`, `argmax`, `first`, `final`, `slope`, `period` (did you mean `mean`?)
        "mean(max(hare))" [5..8]: `max` is inside another function; combine the results of functions, as in `max(hare) / mean(hare)`
        "mean(hare" [0..4]: `mean` is never closed; add a `)`
        "mean(hare, tick)" [11..15]: `tick` is a number; compare it with another, as in `hare < 10`
        "mean(hare, tick > 5, 3)" [19..20]: `,` was not expected; close the function with `)`; it has a quantity and a condition
        "mean(hare, tick > 1000)" [11..22]: this condition can never hold in a run of 1000 ticks; correct the condition or `ticks`
        "mean(hare) > 3" [0..14]: `mean(hare) > 3` is not a number; give it as a condition of a function, as in `mean(tick, hare < 10)`
        "mean(hare > 3)" [5..13]: `hare > 3` is not a number; join comparisons with `&&` or `||`
        "mean(hare) lynx" [11..15]: `lynx` was not expected; join numbers with `+`, `-`, `*` or `/`
        "zebra" [0..5]: measures have no name `zebra`; the names are `tick`, `elapsed`, `hare`, `lynx`, `plants`, `herbivores`, `carnivores`, `organisms`, and those of a species, such as `hare.births`
        "#);
}
