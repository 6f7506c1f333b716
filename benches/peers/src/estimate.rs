//! How long a measurement will take, from those of smaller sizes.

use crate::flock;
use crate::measurement::Measurement;
use crate::simulator::Model;

/// The time of a measurement that takes the fewest steps, in minutes, from the smaller sizes of the same
/// simulator. `None` if there are none.
pub fn minutes(size: u32, smaller: &[Measurement]) -> Option<f64> {
    let last = smaller.last()?;
    let exponent = match smaller {
        [.., before, _] => {
            let slower = last.seconds_per_step / before.seconds_per_step;
            slower.ln() / (f64::from(last.size) / f64::from(before.size)).ln()
        }
        // Nothing is known of how the time grows: at worst everybody looks at everybody.
        _ => 2.0,
    };
    let ratio = f64::from(size) / f64::from(last.size);
    let step = last.seconds_per_step * ratio.powf(exponent.clamp(1.0, 2.0));
    Some(step * f64::from(flock::WARM_UP + flock::STEPS) / 60.0)
        .filter(|_| last.model == Model::Flocking)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulator::Simulator;

    fn taking(boids: u32, seconds: f64) -> Measurement {
        Measurement::of_flock(Simulator::Mesa, boids, seconds, 9.0)
    }

    #[test]
    fn time_grows_on_as_it_did() {
        assert_eq!(minutes(1000, &[]), None);
        let one = minutes(10_000, &[taking(1000, 0.04)]).unwrap();
        assert!((one - 1.0).abs() < 1e-9, "{one}");
        let linear = minutes(100_000, &[taking(1000, 0.04), taking(10_000, 0.4)]).unwrap();
        assert!((linear - 1.0).abs() < 1e-9, "{linear}");
    }
}
