use super::arrays::{Arrays, mean_neighbours, shortest};
use super::{Flock, SIGHT, side};

#[test]
fn cells_find_exactly_those_within_sight() {
    for boids in [20, 500] {
        let mut flock = Arrays::new(boids, 3);
        (0..30).for_each(|_| flock.step());
        let (boids, side) = (flock.boids(), side(boids));
        let mut pairs = 0;
        for (index, a) in boids.iter().enumerate() {
            for b in &boids[..index] {
                let offset = [0, 1].map(|axis| shortest(a.at[axis] - b.at[axis], side));
                let is_near = offset[0].powi(2) + offset[1].powi(2) <= SIGHT * SIGHT;
                pairs += 2 * u32::from(is_near);
            }
        }
        let neighbours = mean_neighbours(&boids, side);
        assert!((neighbours - f64::from(pairs) / boids.len() as f64).abs() < 1e-9);
    }
}
