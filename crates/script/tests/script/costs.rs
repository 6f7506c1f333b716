//! What values cost.

use rhai::{Array, Dynamic};

use crate::prices::{
    BYTES_AN_OPERATION, LIST, PLAIN, TEXT, VALUES_PASSED, WRITTEN_VALUE, copying, encoding,
    reading_items, writing,
};

#[test]
fn prices_grow_with_all_that_a_value_contains() {
    let numbers: Dynamic = (0..64_i64).map(Dynamic::from).collect::<Array>().into();
    let nested: Dynamic = vec![numbers.clone(), "x".repeat(320).into()].into();
    assert_eq!(copying(&numbers).unwrap(), LIST + 64 * PLAIN);
    assert_eq!(copying(&nested).unwrap(), 2 * LIST + 64 * PLAIN + TEXT);
    assert_eq!(reading_items(&numbers).unwrap(), 64 / VALUES_PASSED);
    assert_eq!(reading_items(&nested).unwrap(), copying(&nested).unwrap());
    assert_eq!(writing(&nested).unwrap(), 1 + 66 * WRITTEN_VALUE + 320 / BYTES_AN_OPERATION);
    assert_eq!(encoding(&1.5.into()).unwrap(), 1);
}

#[test]
fn a_value_with_too_many_values_in_all_has_no_price() {
    let numbers: Dynamic = (0..100_i64).map(Dynamic::from).collect::<Array>().into();
    let nested: Dynamic = vec![numbers.clone(), numbers].into();
    assert!(copying(&nested).is_err() && writing(&nested).is_err());
}
