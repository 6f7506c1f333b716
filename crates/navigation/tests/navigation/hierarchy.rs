//! Long paths over a hierarchy of regions, against shortest paths, and hierarchies that follow changes.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_navigation::geometry::{Aabb, DVec2, Segment, lattice};
use terrarium_navigation::regions::{FarSearch, Hierarchy, NoPath, Regions, WithRegions};
use terrarium_navigation::{
    Goal, ObstacleField, ObstacleKey, Obstacles, Outcome, Request, Search, SweptBox, navigator,
    path_length,
};

/// A room with inflated obstacles.
struct World {
    room: Aabb,
    boxes: Vec<Aabb>,
    regions: Regions,
}

impl World {
    fn new(size: DVec2, boxes: Vec<Aabb>) -> Self {
        let room = Aabb::new(DVec2::ZERO, size);
        let regions = Regions::new(room, boxes.iter().copied());
        Self { room, boxes, regions }
    }

    /// Boxes that cover about a quarter of the ground.
    fn strewn(size: DVec2, seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut share = || DVec2::new(random.random::<f64>(), random.random::<f64>());
        let boxes = (0..(size.x * size.y / 100.0) as usize).map(|_| {
            let side = lattice::snap_point(share() * 6.0 + 2.4);
            let at = lattice::snap_point(share() * (size - side));
            Aabb::new(at, at + side)
        });
        Self::new(size, boxes.collect())
    }

    /// The same, and walls across it with a gap each, at one end and the other by turns.
    fn walled(size: DVec2, seed: u64) -> Self {
        let Self { boxes, .. } = Self::strewn(size, seed);
        let walls = (1..(size.x / 300.0) as u32).map(|number| {
            let low = if number.is_multiple_of(2) { 0.0 } else { 40.0 };
            let x = f64::from(number) * 300.0;
            Aabb::new(DVec2::new(x, low), DVec2::new(x + 4.0, low + size.y - 40.0))
        });
        let walls: Vec<Aabb> = walls.collect();
        let is_clear =
            |it: &Aabb| !walls.iter().any(|wall| wall.inflated(DVec2::splat(30.0)).touches(it));
        let boxes = boxes.into_iter().filter(is_clear).chain(walls.iter().copied());
        Self::new(size, boxes.collect())
    }

    /// Tiles, of which this share is impassable.
    fn tiled(side: usize, share: f64, seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut boxes = Vec::new();
        for row in 0..side {
            for column in 0..side {
                if random.random_bool(share) {
                    let centre = DVec2::new(column as f64, row as f64) + 0.5;
                    boxes.push(Aabb::square(centre, 1.0));
                }
            }
        }
        let room = Aabb::new(DVec2::splat(0.5), DVec2::splat(side as f64 - 0.5));
        let regions = Regions::new(room, boxes.iter().copied());
        Self { room, boxes, regions }
    }

    /// Places between which a path leads.
    fn pairs(&self, count: usize, seed: u64) -> Vec<[DVec2; 2]> {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut place = || {
            let share = DVec2::new(random.random::<f64>(), random.random::<f64>());
            lattice::snap_point(self.room.min + share * self.room.size())
        };
        let pairs = std::iter::repeat_with(|| [place(), place()]);
        pairs.filter(|&[a, b]| self.regions.check(a, b).is_ok()).take(count).collect()
    }

    fn is_free(&self, segment: Segment) -> bool {
        self.room.contains_box(&segment.bounds()) && !self.boxes.iter().any(|it| segment.enters(it))
    }

    /// How much longer paths are than the shortest, sorted. All have to be free, and to lead to their goals.
    fn ratios(&self, pairs: &[[DVec2; 2]]) -> Vec<f64> {
        let hierarchy = Hierarchy::new(&self.regions);
        let ratio = |&[start, goal]: &[DVec2; 2]| {
            let path = hierarchy.path(&self.regions, start, goal).expect("they are connected");
            let from = std::iter::once(&start).chain(&path);
            for (&from, &to) in from.zip(&path) {
                assert!(self.is_free(Segment::new(from, to)), "from {from} to {to}");
            }
            assert_eq!(path.last(), Some(&goal));
            let shortest = self.regions.shortest_path(start, goal).expect("they are connected");
            path_length(start, &path) / path_length(start, &shortest)
        };
        let mut ratios: Vec<f64> = pairs.iter().map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        assert!(ratios[0] > 1.0 - 1e-9, "nothing is shorter than the shortest: {}", ratios[0]);
        ratios
    }
}

fn mean(ratios: &[f64]) -> f64 {
    ratios.iter().sum::<f64>() / ratios.len() as f64
}

#[test]
fn long_paths_among_strewn_obstacles_are_a_little_longer_than_the_shortest() {
    for seed in 1..=3 {
        let world = World::strewn(DVec2::new(3200.0, 400.0), seed);
        let ratios = world.ratios(&world.pairs(60, seed));
        assert!(mean(&ratios) < 1.01, "mean {}", mean(&ratios));
        assert!(ratios[59] < 1.04, "longest {}", ratios[59]);
    }
}

#[test]
fn long_paths_between_walls_lead_through_the_gaps() {
    let world = World::walled(DVec2::new(2400.0, 600.0), 4);
    let ratios = world.ratios(&world.pairs(40, 4));
    assert!(mean(&ratios) < 1.02, "mean {}", mean(&ratios));
    assert!(ratios[39] < 1.15, "longest {}", ratios[39]);
}

#[test]
fn long_paths_over_random_tiles_are_a_little_longer_than_the_shortest() {
    for (share, means, longest) in [(0.1, 1.015, 1.05), (0.25, 1.02, 1.08), (0.37, 1.05, 1.25)] {
        let world = World::tiled(400, share, 5);
        let ratios = world.ratios(&world.pairs(40, 5));
        assert!(mean(&ratios) < means, "{share}: mean {}", mean(&ratios));
        assert!(ratios[39] < longest, "{share}: longest {}", ratios[39]);
    }
}

#[test]
fn a_dense_part_of_an_empty_world_has_sectors_of_its_size() {
    let World { boxes, .. } = World::strewn(DVec2::splat(1000.0), 14);
    let at = DVec2::splat(4000.0);
    let boxes = boxes.into_iter().map(|it| Aabb::new(it.min + at, it.max + at)).collect();
    let world = World::new(DVec2::splat(9000.0), boxes);
    let ratios = world.ratios(&world.pairs(60, 14));
    assert!(mean(&ratios) < 1.01, "mean {}", mean(&ratios));
    assert!(ratios[59] < 1.05, "longest {}", ratios[59]);
    assert!(Hierarchy::new(&world.regions).sector_side() < 500.0);
}

#[test]
fn paths_to_places_near_by_are_the_shortest() {
    let world = World::strewn(DVec2::splat(800.0), 6);
    let hierarchy = Hierarchy::new(&world.regions);
    for [start, goal] in world.pairs(60, 6) {
        if start.distance(goal) < 300.0 {
            assert!(!hierarchy.is_far([start, goal]));
            let shortest = world.regions.shortest_path(start, goal);
            assert_eq!(hierarchy.path(&world.regions, start, goal), shortest);
        }
    }
}

#[test]
fn there_is_a_path_exactly_where_places_are_connected() {
    let mut world = World::walled(DVec2::new(1600.0, 400.0), 7);
    world.boxes.push(Aabb::new(DVec2::new(700.0, -1.0), DVec2::new(710.0, 401.0)));
    let world = World::new(world.room.max, world.boxes);
    let hierarchy = Hierarchy::new(&world.regions);
    let mut random = Pcg64::seed_from_u64(8);
    let mut place = || DVec2::new(random.random::<f64>(), random.random::<f64>()) * world.room.max;
    for _ in 0..100 {
        let [start, goal] = [place(), place()];
        let found = hierarchy.path(&world.regions, start, goal).map(drop);
        assert_eq!(found, world.regions.check(start, goal));
    }
    let [start, goal] = [DVec2::new(-1.0, 5.0), DVec2::new(1599.0, 5.0)];
    assert_eq!(hierarchy.path(&world.regions, start, goal), Err(NoPath::StartCovered));
    assert_eq!(hierarchy.path(&world.regions, goal, start), Err(NoPath::GoalCovered));
}

#[test]
fn how_steps_are_grouped_changes_no_path() {
    let world = World::walled(DVec2::new(2400.0, 400.0), 9);
    let hierarchy = Hierarchy::new(&world.regions);
    for [start, goal] in world.pairs(10, 9) {
        let mut whole = FarSearch::new(start, goal);
        let path = whole.advance(&world.regions, &hierarchy, u32::MAX);
        for steps in [1, 7, 100] {
            let mut search = FarSearch::new(start, goal);
            let found =
                std::iter::repeat_with(|| search.advance(&world.regions, &hierarchy, steps));
            assert_eq!(found.flatten().next(), path);
            assert_eq!(search.steps(), whole.steps());
        }
    }
}

#[test]
fn a_hierarchy_follows_changes_as_if_it_were_built_anew() {
    let World { room, mut boxes, mut regions } = World::strewn(DVec2::new(1200.0, 500.0), 10);
    let mut hierarchy = Hierarchy::new(&regions);
    let mut random = Pcg64::seed_from_u64(11);
    for change in 0..40 {
        // Boxes are removed, some of them many at a time, and others are put up, long ones too.
        let mut outdate = |regions: &mut Regions, changed: Aabb, boxes: &[Aabb]| {
            let changed = regions.refresh(changed, boxes.iter().copied());
            hierarchy.outdate(regions, changed);
        };
        if change % 3 == 0 {
            let at = DVec2::new(random.random::<f64>(), random.random::<f64>()) * room.max;
            let size = DVec2::new(random.random_range(1.0..150.0), random.random_range(1.0..9.0));
            let wall =
                Aabb::new(at, at + if change % 2 == 0 { size } else { DVec2::new(size.y, size.x) });
            boxes.push(wall);
            outdate(&mut regions, wall, &boxes);
        } else {
            for _ in 0..change % 5 + 1 {
                let removed = boxes.swap_remove(random.random_range(0..boxes.len()));
                outdate(&mut regions, removed, &boxes);
            }
        }
        assert!(!hierarchy.is_complete(&regions));
        if change % 2 == 0 {
            while !hierarchy.advance(&regions, 1) {}
        } else {
            hierarchy.advance(&regions, 5);
            hierarchy.finish(&regions);
        }
        let anew = Regions::new(room, boxes.iter().copied());
        assert!(hierarchy == Hierarchy::new(&anew), "change {change}");
    }
}

/// So many boxes disappear at once that the sectors are no longer of the right size.
#[test]
fn a_hierarchy_changes_its_sectors_with_the_number_of_regions() {
    let World { room, boxes, mut regions } = World::strewn(DVec2::splat(800.0), 15);
    let mut hierarchy = Hierarchy::new(&regions);
    let side = hierarchy.sector_side();
    let cleared = Aabb::new(DVec2::ZERO, DVec2::new(800.0, 760.0));
    let left: Vec<Aabb> = boxes.iter().copied().filter(|it| !it.touches(&cleared)).collect();
    for standing in [&left, &boxes] {
        let changed =
            regions.refresh(cleared.inflated(DVec2::splat(9.0)), standing.iter().copied());
        hierarchy.outdate(&regions, changed);
        while !hierarchy.advance(&regions, 7) {}
        let anew = Hierarchy::new(&Regions::new(room, standing.iter().copied()));
        assert!(hierarchy == anew);
        assert_eq!(hierarchy.sector_side() == side, standing.len() == boxes.len());
    }
}

#[test]
fn an_unfinished_hierarchy_leaves_searches_to_themselves() {
    let world = World::strewn(DVec2::new(1600.0, 400.0), 12);
    let hierarchy = Hierarchy::unfinished(&world.regions);
    assert!(!hierarchy.is_complete(&world.regions));
    for [start, goal] in world.pairs(20, 12) {
        let path = hierarchy.path(&world.regions, start, goal).expect("they are connected");
        let shortest = world.regions.shortest_path(start, goal).expect("they are connected");
        assert!(path_length(start, &path) <= path_length(start, &shortest) * 1.05);
    }
}

#[test]
fn sectors_may_be_few_or_without_regions() {
    let empty = World::new(DVec2::splat(100.0), Vec::new());
    let hierarchy = Hierarchy::new(&empty.regions);
    let goal = DVec2::splat(99.0);
    assert_eq!(hierarchy.path(&empty.regions, DVec2::ONE, goal), Ok(vec![goal]));
    let full = World::new(DVec2::splat(100.0), vec![Aabb::square(DVec2::splat(50.0), 200.0)]);
    let hierarchy = Hierarchy::new(&full.regions);
    assert!(hierarchy.is_empty());
    assert_eq!(hierarchy.path(&full.regions, DVec2::ONE, goal), Err(NoPath::StartCovered));
    let line = Regions::new(Aabb::new(DVec2::ZERO, DVec2::new(50.0, 0.0)), []);
    let hierarchy = Hierarchy::new(&line);
    let goal = DVec2::new(49.0, 0.0);
    assert_eq!(hierarchy.path(&line, DVec2::ZERO, goal), Ok(vec![goal]));
}

#[test]
fn the_perimeter_follower_goes_far_through_the_hierarchy_that_it_is_offered() {
    let world = World::walled(DVec2::new(2400.0, 400.0), 13);
    let boxes = (0..).map(ObstacleKey).zip(world.boxes.iter().copied()).collect();
    let field = ObstacleField::new(world.room, boxes);
    let field = WithRegions::new(field, DVec2::ZERO).with_hierarchy();
    let hierarchy = field.hierarchy(DVec2::ZERO).expect("it is offered");
    assert!(field.hierarchy(DVec2::ONE).is_none(), "for agents of this size only");
    let far = |ends: &[DVec2; 2]| hierarchy.is_far(*ends);
    for [start, goal] in world.pairs(40, 13).into_iter().filter(far) {
        let request = Request::new(start, Goal::Point(goal), DVec2::ZERO);
        let mut search = navigator("perimeter").unwrap().begin(request);
        let mut outcome = None;
        while outcome.is_none() {
            // It can be saved and restored at any time.
            let stored = postcard::to_allocvec(&search).unwrap();
            let restored: Search = postcard::from_bytes(&stored).unwrap();
            assert!(restored == search && restored.is_sound());
            search = restored;
            outcome = search.advance(&field, 200);
        }
        let path = hierarchy.path(&world.regions, start, goal).unwrap();
        assert_eq!(outcome, Some(Outcome::Found(path)));
    }
}

/// An empty field whose regions nobody may ask for.
struct Unasked(ObstacleField);

impl Obstacles for Unasked {
    fn bounds(&self) -> Aabb {
        self.0.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.0.visit(swept, visitor);
    }

    fn regions(&self, _: DVec2) -> Option<&Regions> {
        panic!("a search that goes straight needs no regions");
    }
}

#[test]
fn without_a_hierarchy_the_perimeter_follower_asks_for_no_regions_before_it_is_lost() {
    let room = Aabb::new(DVec2::ZERO, DVec2::splat(1000.0));
    let field = Unasked(ObstacleField::new(room, Vec::new()));
    let goal = DVec2::splat(990.0);
    let request = Request::new(DVec2::splat(10.0), Goal::Point(goal), DVec2::ONE);
    let outcome = navigator("perimeter").unwrap().find(request, &field);
    assert_eq!(outcome, Outcome::Found(vec![goal]));
}
