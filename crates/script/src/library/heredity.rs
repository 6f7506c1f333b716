//! The DNA of children: values mutated, and crossed from two parents.

use rand::{Rng, RngExt};
use rhai::{Array, Dynamic, Map, NativeCallContext};
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::behaviour::heredity::{change, mutated as mutated_number};

use super::super::turn_state::{HostResult, raise};
use super::super::{plain_data, prices};
use super::{Library, charge, number, with_turn};

/// The largest change of a number, as a share of it, if a script gives none.
const SHARE: f64 = 0.05;

pub(super) fn register(library: &mut Library) {
    library.function(
        "mutated(value)",
        "a copy for a child: each number in it changed by at most 5 percent, or by 0.05 if it is smaller than 1",
        |context: NativeCallContext<'_>, value: Dynamic| mutated(&context, &value, SHARE),
    );
    library.function(
        "mutated(value, share)",
        "the same with another largest change, such as 0.1; switches flip with half of this probability",
        |context: NativeCallContext<'_>, value: Dynamic, share: Dynamic| {
            let share = number(&share)?;
            if !(0.0..=1.0).contains(&share) {
                return raise(format!("the largest change is {share}, but must be from 0 to 1"));
            }
            mutated(&context, &value, share)
        },
    );
    library.function(
        "crossed(a, b)",
        "a value for a child of two parents: each number, text and switch in it is that of `a` or of `b`",
        |context: NativeCallContext<'_>, a: Dynamic, b: Dynamic| {
            [&a, &b].into_iter().try_for_each(|it| handed_down(&context, it).map(drop))?;
            with_turn(&context, |state| Ok(cross(&a, &b, state.heredity_rng())))
        },
    );
}

/// Charges for a value, and encodes it; refuses what cannot be handed down.
pub(super) fn handed_down(context: &NativeCallContext<'_>, value: &Dynamic) -> HostResult<Vec<u8>> {
    charge(context, prices::encoding(value)?)?;
    plain_data::encode(value).or_else(|what| raise(format!("{what} cannot be handed down")))
}

fn mutated(context: &NativeCallContext<'_>, value: &Dynamic, share: f64) -> HostResult<Dynamic> {
    handed_down(context, value)?;
    with_turn(context, |state| Ok(mutate(value, share, state.heredity_rng())))
}

fn mutate(value: &Dynamic, share: f64, rng: &mut CreatureRng) -> Dynamic {
    if let Ok(number) = value.as_float() {
        return mutated_number(number, share, rng).into();
    }
    if let Ok(whole) = value.as_int() {
        let change = change(approximate(whole), share, rng);
        return whole.saturating_add(rounded(change, rng)).into();
    }
    if let Ok(switch) = value.as_bool() {
        return (switch ^ (rng.random::<f64>() < share / 2.0)).into();
    }
    if let Some(list) = value.read_lock::<Array>() {
        let mutated: Array = list.iter().map(|item| mutate(item, share, rng)).collect();
        return mutated.into();
    }
    if let Some(map) = value.read_lock::<Map>() {
        let mutated: Map =
            map.iter().map(|(key, item)| (key.clone(), mutate(item, share, rng))).collect();
        return mutated.into();
    }
    value.clone()
}

/// Lists and maps are crossed item by item, and have the items of `a`; values of different types are not crossed.
fn cross(a: &Dynamic, b: &Dynamic, rng: &mut CreatureRng) -> Dynamic {
    if let (Some(own), Some(others)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
        let item = |(index, item): (usize, &Dynamic)| {
            others.get(index).map_or_else(|| item.clone(), |other| cross(item, other, rng))
        };
        let crossed: Array = own.iter().enumerate().map(item).collect();
        return crossed.into();
    }
    if let (Some(own), Some(others)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
        let entry = |(key, item): (&rhai::Identifier, &Dynamic)| {
            let other = others.get(key.as_str());
            (key.clone(), other.map_or_else(|| item.clone(), |other| cross(item, other, rng)))
        };
        let crossed: Map = own.iter().map(entry).collect();
        return crossed.into();
    }
    if rng.random() { a.clone() } else { b.clone() }
}

/// Rounds a change up or down, with the probability that keeps its mean.
#[expect(clippy::cast_possible_truncation, reason = "a share of a whole number")]
fn rounded(change: f64, rng: &mut impl Rng) -> i64 {
    (change + rng.random::<f64>()).floor() as i64
}

#[expect(clippy::cast_precision_loss, reason = "the size of a change need not be exact")]
fn approximate(whole: i64) -> f64 {
    whole as f64
}
