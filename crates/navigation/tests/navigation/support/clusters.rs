//! The lengths of the outlines of clusters, computed only from the arrangement of all inflated
//! edges.

use terrarium_navigation::geometry::{Aabb, DVec2};

use super::Problem;
use super::flood::Flood;

/// The greatest length that is allowed for a path: the straight distance plus the outlines of the
/// clusters that the path can meet.
///
/// A cluster is first met at a point through which the path to the goal is no longer than the
/// straight distance plus the outlines of all clusters met before.
pub fn longest_allowed(problem: &Problem) -> Option<f64> {
    let target = problem.target()?;
    let mut clusters = clusters(problem)?;
    let mut allowed = target.distance_to(problem.start);
    loop {
        let is_met = |cluster: &Cluster| {
            cluster.edges.iter().any(|edge| {
                let by = edge.distance_to(problem.start) + edge.distance_between(&target);
                by <= allowed + 1e-9
            })
        };
        let Some(met) = clusters.iter().position(is_met) else { return Some(allowed) };
        allowed += clusters.swap_remove(met).length;
    }
}

/// The part of a cluster's outline that borders on the reachable area.
struct Cluster {
    edges: Vec<Aabb>,
    length: f64,
}

/// All clusters that border on the reachable area; `None` when the start is inside one.
fn clusters(problem: &Problem) -> Option<Vec<Cluster>> {
    let flood = Flood::from_start(problem)?;
    let bodies = bodies(problem);
    let cluster_of = numbered(&bodies);
    let mut clusters: Vec<Cluster> =
        bodies.iter().map(|_| Cluster { edges: Vec::new(), length: 0.0 }).collect();
    let mut is_obstacle = vec![false; bodies.len()];
    for (i, j) in flood.reached() {
        // An edge lies on a cut of one axis and between two cuts of the other.
        let (along, across) = match (i % 2, j % 2) {
            (0, 1) => ((0, 1), (1, 0)),
            (1, 0) => ((1, 0), (0, 1)),
            _ => continue,
        };
        let beside = |x, y| flood.place_beside((i, x), (j, y));
        let edge = Aabb::new(beside(-along.0, -along.1), beside(along.0, along.1));
        for cell in [beside(-across.0, -across.1), beside(across.0, across.1)] {
            if let Some(body) = bodies.iter().position(|b| b.contains_inside(cell)) {
                let cluster = &mut clusters[cluster_of[body]];
                cluster.length += edge.size().element_sum();
                cluster.edges.push(edge);
                is_obstacle[cluster_of[body]] |= body >= SIDES;
            }
        }
    }
    // The border alone blocks no path.
    let mut is_obstacle = is_obstacle.into_iter();
    clusters.retain(|_| is_obstacle.next() == Some(true));
    Some(clusters)
}

/// The number of sides of a world.
const SIDES: usize = 4;

/// The four sides of the world, extended outwards, and the inflated boxes.
fn bodies(problem: &Problem) -> Vec<Aabb> {
    let room = problem.room();
    let outer = room.inflated(DVec2::splat(1e4));
    let mut bodies = vec![
        Aabb::new(outer.min, DVec2::new(room.min.x, outer.max.y)),
        Aabb::new(outer.min, DVec2::new(outer.max.x, room.min.y)),
        Aabb::new(DVec2::new(room.max.x, outer.min.y), outer.max),
        Aabb::new(DVec2::new(outer.min.x, room.max.y), outer.max),
    ];
    bodies.extend(problem.inflated());
    bodies
}

/// The number of the cluster to which each body belongs.
fn numbered(bodies: &[Aabb]) -> Vec<usize> {
    let mut cluster_of: Vec<usize> = (0..bodies.len()).collect();
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate().take(i) {
            if a.overlaps(b) && cluster_of[i] != cluster_of[j] {
                let (old, new) = (cluster_of[i], cluster_of[j]);
                cluster_of
                    .iter_mut()
                    .filter(|cluster| **cluster == old)
                    .for_each(|cluster| *cluster = new);
            }
        }
    }
    cluster_of
}
