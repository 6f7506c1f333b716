//! The power of the rover's two motors.

/// The powers of the left and of the right motor, from −1 (full power backward) to 1 (forward), for
/// a rover whose next waypoint lies at an angle of `error` degrees from its heading, from −180 to
/// 180, positive to the left (y up).
///
/// ```
/// use terrarium_navigation::motors;
///
/// assert_eq!(motors(0.0), (1.0, 1.0), "straight on");
/// assert_eq!(motors(120.0), (-1.0, 1.0), "on the spot");
/// assert_eq!(motors(-120.0), (1.0, -1.0));
/// ```
#[must_use]
pub fn motors(error: f64) -> (f64, f64) {
    (left(error), left(-error))
}

fn left(error: f64) -> f64 {
    if error <= 0.0 {
        1.0
    } else if error <= 90.0 {
        libm::cos((2.0 * error).to_radians())
    } else {
        -1.0
    }
}
