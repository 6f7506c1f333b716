//! Equality of values with all that they contain.

use rhai::{Array, Dynamic, ImmutableString, Map, NativeCallContext};

use super::super::prices;
use super::super::turn_state::HostResult;
use super::bases::{BaseRef, WallRef};
use super::links::LinkRef;
use super::me::Me;
use super::memory::Memory;
use super::messages::Heard;
use super::sight::Sight;
use super::world::World;
use super::{Library, charge, number};

pub(super) fn register(library: &mut Library) {
    of_contents(library, "==", |is_equal| is_equal);
    of_contents(library, "!=", |is_equal| !is_equal);
    of_type::<Me>(library);
    of_type::<Memory>(library);
    of_type::<World>(library);
    of_type::<Sight>(library);
    of_type::<BaseRef>(library);
    of_type::<WallRef>(library);
    of_type::<LinkRef>(library);
    of_type::<Heard>(library);
}

/// An operator of lists and of maps.
fn of_contents(library: &mut Library, operator: &'static str, result: fn(bool) -> bool) {
    library.overload(
        operator,
        move |context: NativeCallContext<'_>, a: &mut Array, b: Array| -> HostResult<bool> {
            let mut comparison = Comparison::default();
            let is_equal = comparison.lists(a, &b);
            charge(&context, comparison.price())?;
            Ok(result(is_equal))
        },
    );
    library.overload(
        operator,
        move |context: NativeCallContext<'_>, a: &mut Map, b: Map| -> HostResult<bool> {
            let mut comparison = Comparison::default();
            let is_equal = comparison.maps(a, &b);
            charge(&context, comparison.price())?;
            Ok(result(is_equal))
        },
    );
}

/// The operators of a host type, whose values are small.
fn of_type<T: PartialEq + Clone + Send + Sync + 'static>(library: &mut Library) {
    library.overload("==", |a: T, b: T| a == b);
    library.overload("!=", |a: T, b: T| a != b);
}

/// The number of values that are compared for one operation.
const COMPARED: u64 = 4;

/// Compares values, and counts what it looks at.
#[derive(Default)]
pub(super) struct Comparison {
    values: u64,
    bytes: usize,
}

impl Comparison {
    /// What the comparisons so far cost, beside the call.
    pub fn price(&self) -> u64 {
        self.values / COMPARED + prices::reading_text(self.bytes)
    }

    /// Whether two values are equal: numbers by their value, and lists and maps by what they contain.
    pub fn values(&mut self, a: &Dynamic, b: &Dynamic) -> bool {
        self.values += 1;
        if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
            return a == b;
        }
        let is_number = |value: &Dynamic| value.is_int() || value.is_float();
        if is_number(a) && is_number(b) {
            return matches!((number(a), number(b)), (Ok(a), Ok(b)) if a == b);
        }
        if a.type_id() != b.type_id() {
            return false;
        }
        let text = |value: &Dynamic| value.read_lock::<ImmutableString>().map(|it| it.clone());
        if let (Some(a), Some(b)) = (text(a), text(b)) {
            return self.texts(&a, &b);
        }
        if let (Some(a), Some(b)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
            return self.lists(&a, &b);
        }
        if let (Some(a), Some(b)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
            return self.maps(&a, &b);
        }
        is_same_plain(a, b) || is_same_of_host(a, b)
    }

    pub fn lists(&mut self, a: &Array, b: &Array) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.values(a, b))
    }

    pub fn maps(&mut self, a: &Map, b: &Map) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|((key, value), (other_key, other_value))| {
                self.texts(key, other_key) && self.values(value, other_value)
            })
    }

    fn texts(&mut self, a: &str, b: &str) -> bool {
        let is_as_long = a.len() == b.len();
        self.bytes += if is_as_long { a.len() } else { 0 };
        is_as_long && a == b
    }
}

/// Whether two values of one type are the same boolean or character, or both `()`.
fn is_same_plain(a: &Dynamic, b: &Dynamic) -> bool {
    a.is_unit()
        || a.as_bool().is_ok_and(|a| b.as_bool() == Ok(a))
        || a.as_char().is_ok_and(|a| b.as_char() == Ok(a))
}

/// Whether two values of one type are the same value of the host.
fn is_same_of_host(a: &Dynamic, b: &Dynamic) -> bool {
    fn is_same<T: PartialEq + Clone + Send + Sync + 'static>(a: &Dynamic, b: &Dynamic) -> bool {
        a.read_lock::<T>().is_some_and(|a| b.read_lock::<T>().is_some_and(|b| *a == *b))
    }
    is_same::<Sight>(a, b)
        || is_same::<BaseRef>(a, b)
        || is_same::<WallRef>(a, b)
        || is_same::<LinkRef>(a, b)
        || is_same::<Heard>(a, b)
        || is_same::<Me>(a, b)
        || is_same::<Memory>(a, b)
        || is_same::<World>(a, b)
}
