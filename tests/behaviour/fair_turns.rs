//! What a turn may use is counted in operations; here it is compared with the time it takes.

use terrarium_testing::turn_costs::search::{Candidate, Extent, costliest};
use terrarium_testing::turn_costs::{module_grammar, script_grammar};

/// The time of a turn as a multiple of that of a plain loop with the same budget. Far above what
/// the benchmark `turn_costs` finds in an optimised build, because builds for tests and busy machines
/// differ; a host function that is not charged by what it does is far above this.
const BOUND: f64 = 8.0;

/// A small search; the seed is fixed, so that it compares the same programs each time.
const EXTENT: Extent = Extent { random: 60, rounds: 2, kept: 4 };

/// Finds the costliest program, and fails when its turn takes far longer than that of the plain loop.
fn assert_fair<C: Candidate>(plain: &C) {
    let plain = plain.cost(20).expect("it can be loaded").rate();
    let (rate, program) = costliest::<C>(7, EXTENT).swap_remove(0);
    let times = rate / plain;
    assert!(times < BOUND, "{times:.1} times as long as a plain loop: {}", program.text());
}

#[test]
fn no_script_takes_much_longer_than_a_plain_loop() {
    assert_fair(&script_grammar::plain_loop());
}

#[test]
fn no_module_takes_much_longer_than_a_plain_loop() {
    assert_fair(&module_grammar::plain_loop());
}

/// The worst of what earlier searches found, before it was charged for.
#[test]
fn what_was_not_charged_by_its_cost_stays_within_the_bound() {
    let plain = script_grammar::plain_loop().cost(20).expect("it can be loaded").rate();
    for statement in [
        "try { rule(\"caution\"); } catch { }",
        "try { all(\"caution\"); } catch { }",
        "try { \"a\" - 1; } catch (x) { }",
        "`${l}`;",
        "`${m}`;",
        "`${b}`;",
        "`${g}`;",
        "keys(m);",
        "same(m);",
        "l == l;",
        "s in s;",
        "memory.m = m;",
        "tan(1e22);",
    ] {
        for size in 0..3 {
            let candidate = script_grammar::ScriptCandidate::new(size, statement);
            let times = candidate.cost(10).expect("it can be loaded").rate() / plain;
            assert!(times < BOUND, "{times:.1} times as long as a plain loop: {statement}");
        }
    }
}
