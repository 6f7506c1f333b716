//! Whole numbers of what is computed in fractions: ticks, parts.

/// The number without its fraction; at least 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is far too large becomes the most"
)]
pub(super) fn whole(number: f64) -> u64 {
    number as u64
}
