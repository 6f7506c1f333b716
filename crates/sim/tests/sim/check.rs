//! The check reports worlds that violate an invariant. No sequence of ticks leads to such a world.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Energy;
use terrarium_sim::tick::Violation;
use terrarium_sim::world::{Account, Body, Identity, Life, RestoreError, World};
use terrarium_space::geometry::{Aabb, DVec2, lattice};
use terrarium_testing::by_hand::{CELL, Scene, simulation_of};

/// Checks a simulation of a world after `tamper` has changed it.
fn check_tampered(picture: &str, tamper: impl FnOnce(&mut World)) -> Result<(), Violation> {
    let mut world = Scene::new(picture).world();
    tamper(&mut world);
    simulation_of(world, |_| {}).0.check()
}

fn move_body(world: &mut World, id: OrganismId, by: DVec2) {
    for (who, body) in world.insides().organisms.query_mut::<(&Identity, &mut Body)>() {
        if who.id == id {
            body.centre += by;
        }
    }
}

const FIRST: OrganismId = OrganismId(1);
const SECOND: OrganismId = OrganismId(2);

#[test]
fn the_check_names_two_bodies_that_overlap_by_one_lattice_step() {
    let push = |by: f64| check_tampered("hg", |world| move_body(world, FIRST, DVec2::X * by));
    assert_eq!(push(0.0), Ok(()), "touching is allowed");
    assert_eq!(push(lattice::STEP), Err(Violation::Overlap { tick: 0, a: FIRST, b: SECOND }));
}

#[test]
fn the_check_names_the_organism_outside_or_off_the_lattice() {
    for by in [-DVec2::X * lattice::STEP, DVec2::Y * CELL, DVec2::X * lattice::STEP * 0.5] {
        let body = Aabb::square(DVec2::splat(CELL * 0.5) + by, 12.0);
        let found = check_tampered("h", |world| move_body(world, FIRST, by));
        assert_eq!(found, Err(Violation::Outside { tick: 0, who: FIRST, body }));
    }
}

#[test]
fn the_check_names_the_organism_in_impassable_terrain() {
    let body = Aabb::square(DVec2::new(13.0, 12.0), 12.0);
    let found = check_tampered("h~", |world| move_body(world, FIRST, DVec2::X));
    assert_eq!(found, Err(Violation::InTerrain { tick: 0, who: FIRST, body }));
}

#[test]
fn the_check_reports_a_ledger_that_is_off_by_a_single_quantum() {
    let quantum = Energy::from_units(1.0 / 65_536.0);
    for account in Account::ALL {
        let mut stock = Energy::ZERO;
        let found = check_tampered("hg", |world| {
            world.insides().ledger.book(account, quantum);
            stock = world.stock();
        });
        let balance = if account.is_income() { stock + quantum } else { stock - quantum };
        assert_eq!(found, Err(Violation::Ledger { tick: 0, stock, balance }), "{account:?}");
    }
}

/// What reading refuses, the check reports: by the same functions.
#[test]
fn the_check_reports_what_could_not_be_read_from_a_snapshot() {
    let found = check_tampered("hg", |world| {
        for (who, life) in world.insides().organisms.query_mut::<(&Identity, &mut Life)>() {
            if who.id == SECOND {
                life.damage = f64::NAN;
            }
        }
    });
    let why = RestoreError::Impossible(SECOND);
    assert_eq!(found, Err(Violation::Unrestorable { tick: 0, why }));
}
