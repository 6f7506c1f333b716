//! The suspension of species whose turns fail.

use terrarium_creatures::rules::Rules;

use crate::turn_account::TurnAccount;

/// The tick in which a species of `creatures` is suspended, if one turn in `rarity` fails.
fn suspended_at(creatures: u64, rarity: u64, ticks: u64) -> Option<u64> {
    let (mut account, rules) = (TurnAccount::default(), Rules::default());
    (0..ticks).find(|tick| {
        let failed = |turns: u64| turns / rarity;
        let faults = failed((tick + 1) * creatures) - failed(tick * creatures);
        account.count(*tick, creatures, faults, &rules);
        assert!(account.is_possible((tick + 1) * creatures), "{account:?}");
        account.is_suspended
    })
}

#[test]
fn what_always_fails_is_suspended_at_once_and_what_seldom_fails_never() {
    assert_eq!(suspended_at(400, 1, 10), Some(0));
    assert_eq!(suspended_at(1, 1, 1000), Some(99));
    assert!(suspended_at(400, 9, 10).is_some());
    assert_eq!(suspended_at(400, 11, 5_000), None);
    assert_eq!(suspended_at(400, 10_000, 100_000), None);
}

#[test]
fn faults_are_forgotten_after_a_thousand_ticks() {
    let (mut account, rules) = (TurnAccount::default(), Rules::default());
    account.count(5, 99, 99, &rules);
    let mut suspended_by = |last: u64| {
        (6..last).for_each(|tick| account.count(tick, 0, 0, &rules));
        let mut account = account.clone();
        account.count(last, 1, 1, &rules);
        (account.faults, account.is_suspended)
    };
    assert_eq!(suspended_by(999), (100, true));
    assert_eq!(suspended_by(1000), (100, false));
}
