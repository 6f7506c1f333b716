//! Walls that push aside what is in their area.

use proptest::prelude::*;
use terrarium::prelude::*;
use terrarium::tick::{Command, CommandRefusal, FARTHEST_PUSH};
use terrarium::world::{SavedNature, SavedOrganism};

use crate::shipped::{SMALL_MEADOW, simulation};

fn living(sim: &Simulation) -> Vec<SavedOrganism> {
    sim.world().organisms().collect()
}

fn is_plant(organism: &SavedOrganism) -> bool {
    matches!(organism.nature, SavedNature::Plant(..))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_wall_does_what_its_plan_says(
        seed in 1..6_u64,
        (x, y) in (0.0..1000.0, 0.0..700.0),
        (width, height) in prop_oneof![(10.0..400.0, 8.0..30.0), (8.0..30.0, 10.0..400.0), (20.0..500.0, 20.0..500.0)],
    ) {
        let mut sim = simulation("meadow", SMALL_MEADOW, seed);
        (0..20).for_each(|_| sim.tick());
        let corner = DVec2::new(x, y);
        let area = Aabb::spanning(corner, corner + DVec2::new(width, height));
        let plan = sim.plan_wall(area).unwrap();
        let before = living(&sim);
        sim.apply(Command::BuildWall { area }).unwrap();
        prop_assert_eq!(sim.check(), Ok(()));
        let walls = &sim.world().command_effects().walls;
        prop_assert_eq!(walls, &plan.parts);
        let after = living(&sim);
        for organism in &before {
            let id = organism.who.id;
            let now = after.iter().find(|it| it.who.id == id);
            let push = plan.pushed.iter().find(|push| push.organism == id);
            let was_inside = organism.body.area().overlaps(&plan.area);
            prop_assert_eq!(now.is_none(), is_plant(organism) && was_inside);
            prop_assert_eq!(now.is_none(), plan.plants.contains(&id));
            let Some(now) = now else { continue };
            prop_assert_eq!(push.map_or(organism.body.centre, |push| push.to), now.body.centre);
            let moved = (now.body.centre - organism.body.centre).abs().max_element();
            prop_assert!(moved <= FARTHEST_PUSH);
            prop_assert_eq!(push.is_some() || plan.staying.contains(&id), was_inside);
            prop_assert!(walls.iter().all(|wall| !wall.overlaps(&now.body.area())));
        }
        // Everything in the area is wall but for those who stay.
        let built: f64 = plan.parts.iter().map(Aabb::area).sum();
        if plan.staying.is_empty() {
            prop_assert!((built - plan.area.area()).abs() < 1e-6);
        }
        for _ in 0..30 {
            sim.tick();
            prop_assert_eq!(sim.check(), Ok(()));
        }
    }
}

#[test]
fn six_walls_across_the_meadow_are_all_built() {
    let mut sim = simulation("meadow", &[], 1);
    (0..50).for_each(|_| sim.tick());
    let animals = |sim: &Simulation| living(sim).iter().filter(|it| !is_plant(it)).count();
    let before = animals(&sim);
    for number in 0..6 {
        let corner = DVec2::new(300.0 + 500.0 * f64::from(number), 600.0);
        let area = Aabb::spanning(corner, corner + DVec2::new(24.0, 900.0));
        sim.apply(Command::BuildWall { area }).unwrap();
        sim.check().unwrap();
    }
    assert_eq!(animals(&sim), before, "no animal dies of a wall");
    let walls = sim.world().command_effects().walls.clone();
    assert_eq!(walls.len(), 6, "all animals had room beside them");
    assert_eq!(sim.apply(Command::BuildWall { area: walls[0] }), Err(CommandRefusal::WallThere));
}

#[test]
fn walls_leave_bases_and_nests_open() {
    let mut sim = simulation("conquest", &[], 1);
    (0..10).for_each(|_| sim.tick());
    let terrain = sim.world().config().terrain.as_ref().unwrap();
    let base = terrain.cell_box(terrain.control_points()[0].capture);
    let area = base.inflated(DVec2::splat(200.0));
    let plan = sim.plan_wall(area).unwrap();
    assert!(plan.sites > 0, "{}", plan.describe());
    assert!(plan.parts.iter().all(|part| !part.overlaps(&base)));
    sim.apply(Command::BuildWall { area }).unwrap();
    for _ in 0..40 {
        sim.tick();
        sim.check().unwrap();
    }
}
