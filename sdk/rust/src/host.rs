//! What the terrarium does for a creature: chance, mathematics, the map, and word to its author.

use crate::senses::GroundKind;

#[link(wasm_import_module = "terrarium")]
unsafe extern "C" {
    #[link_name = "random"]
    safe fn raw_random() -> u64;
    #[link_name = "ground_at"]
    safe fn raw_ground_at(x: f64, y: f64) -> i32;
    #[link_name = "budget_left"]
    safe fn raw_budget_left() -> u64;
    #[link_name = "abort"]
    fn raw_abort(address: *const u8, length: usize);
    #[link_name = "log_number"]
    fn raw_log_number(address: *const u8, length: usize, number: f64);
    #[link_name = "log"]
    fn raw_log(address: *const u8, length: usize);
    #[link_name = "mark_text"]
    fn raw_mark_text(x: f64, y: f64, address: *const u8, length: usize);
    #[link_name = "mark_point"]
    safe fn raw_mark_point(x: f64, y: f64);
    #[link_name = "mark_line"]
    safe fn raw_mark_line(x1: f64, y1: f64, x2: f64, y2: f64);
}

/// The next 64 bits of the creature's own stream of chance.
pub fn random_bits() -> u64 {
    raw_random()
}

/// A number at random, at least 0 and less than 1, out of the creature's own stream of chance.
pub fn random() -> f64 {
    (raw_random() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

/// The ground at a point; `None` outside the world.
pub fn ground_at(x: f64, y: f64) -> Option<GroundKind> {
    u8::try_from(raw_ground_at(x, y)).ok().map(GroundKind)
}

/// The instructions left for this turn.
pub fn budget_left() -> u64 {
    raw_budget_left()
}

/// Fails the turn with a reason. A panic does so too, with its message and place.
pub fn abort(reason: &str) -> ! {
    // SAFETY: the host reads the text, and does not return.
    unsafe { raw_abort(reason.as_ptr(), reason.len()) }
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    unreachable!()
}

/// Writes a name and a number to the debug output, as in `energy 61.5`.
pub fn log_number(name: &str, number: f64) {
    // SAFETY: the host reads the text, and keeps nothing of it.
    unsafe { raw_log_number(name.as_ptr(), name.len(), number) }
}

/// Tells the author a line; nothing unless somebody asks for it.
pub fn log(text: &str) {
    // SAFETY: the host reads the text, and keeps nothing of it.
    unsafe { raw_log(text.as_ptr(), text.len()) }
}

/// Marks a point for the author.
pub fn mark_point(x: f64, y: f64) {
    raw_mark_point(x, y);
}

/// Marks a line for the author.
pub fn mark_line(x1: f64, y1: f64, x2: f64, y2: f64) {
    raw_mark_line(x1, y1, x2, y2);
}

/// Writes a text beside a point for the author.
pub fn mark_text(x: f64, y: f64, text: &str) {
    // SAFETY: the host reads the text, and keeps nothing of it.
    unsafe { raw_mark_text(x, y, text.as_ptr(), text.len()) }
}

/// Mathematics that gives the same to the last bit on every machine.
pub mod math {
    #[link(wasm_import_module = "terrarium")]
    unsafe extern "C" {
        /// The sine of an angle in radians.
        pub safe fn sin(x: f64) -> f64;
        /// The cosine of an angle in radians.
        pub safe fn cos(x: f64) -> f64;
        /// The tangent of an angle in radians.
        pub safe fn tan(x: f64) -> f64;
        /// The angle whose sine it is.
        pub safe fn asin(x: f64) -> f64;
        /// The angle whose cosine it is.
        pub safe fn acos(x: f64) -> f64;
        /// The angle whose tangent it is.
        pub safe fn atan(x: f64) -> f64;
        /// The angle of the direction (x, y).
        pub safe fn atan2(y: f64, x: f64) -> f64;
        /// e to the power of x.
        pub safe fn exp(x: f64) -> f64;
        /// The natural logarithm.
        pub safe fn ln(x: f64) -> f64;
        /// The logarithm to base 2.
        pub safe fn log2(x: f64) -> f64;
        /// The logarithm to base 10.
        pub safe fn log10(x: f64) -> f64;
        /// x to the power of y.
        pub safe fn pow(x: f64, y: f64) -> f64;
        /// The cube root.
        pub safe fn cbrt(x: f64) -> f64;
        /// The length of (x, y).
        pub safe fn hypot(x: f64, y: f64) -> f64;
    }
    unsafe extern "C" {
        /// The square root, which every machine takes alike by itself.
        pub safe fn sqrt(x: f64) -> f64;
    }
}
