//! Calamities that last: fires spread and scorch the ground, the sick die or recover, droughts end, and
//! each counts what it did.

use std::collections::BTreeSet;

use terrarium::prelude::*;
use terrarium::tick::{Calamity, Command, CommandRefusal};
use terrarium::world::{Account, CalamityKind, Disc, SCORCHED_TICKS, SavedNature};

use crate::shipped::{SMALL_MEADOW, simulation};

const CLOVER: SpeciesId = SpeciesId(0);
const HARE: SpeciesId = SpeciesId(2);
const AT: DVec2 = DVec2::new(500.0, 400.0);

fn meadow() -> Simulation {
    simulation("meadow", SMALL_MEADOW, 1)
}

fn begin(sim: &mut Simulation, calamity: Calamity) {
    sim.apply(Command::Calamity(calamity)).unwrap();
}

/// The organisms that died of a cause in the last tick.
fn victims(sim: &Simulation, cause: Death) -> BTreeSet<OrganismId> {
    let died = EventKind::Died { of: cause, by: None };
    let events = sim.world().events().iter().filter(|event| event.what == died);
    events.map(|event| event.to).collect()
}

fn plants(sim: &Simulation) -> Vec<(OrganismId, DVec2)> {
    let plants = sim.world().organisms().filter(|it| matches!(it.nature, SavedNature::Plant(..)));
    plants.map(|it| (it.who.id, it.body.centre)).collect()
}

#[test]
fn a_wildfire_burns_plants_when_its_front_arrives_and_none_beyond_its_radius() {
    let mut sim = meadow();
    let (area, ticks) = (Disc { at: AT, radius: 240.0 }, 24_u64);
    let mut standing = plants(&sim);
    begin(&mut sim, Calamity::Wildfire { area, mortality: 1.0, ticks });
    for tick in 1..=ticks {
        sim.tick();
        sim.check().unwrap();
        let burned = victims(&sim, Death::Burned);
        let front = 240.0 * tick as f64 / ticks as f64;
        for &(id, centre) in &standing {
            let distance = centre.distance(AT);
            if burned.contains(&id) {
                assert!(distance <= front && distance > front - 10.0 - 1e-9, "{tick} {distance}");
            }
        }
        let now: BTreeSet<_> = plants(&sim).into_iter().map(|(id, _)| id).collect();
        let is_passed = |at: &DVec2| at.distance(AT) <= front;
        assert!(!standing.iter().any(|(id, at)| is_passed(at) && now.contains(id)), "{tick}");
        standing.retain(|(id, _)| now.contains(id));
    }
    assert!(standing.iter().all(|(_, at)| at.distance(AT) > 240.0));
    // The ground recovers, and then nothing is left of the fire.
    for _ in 0..SCORCHED_TICKS {
        assert_eq!(sim.world().calamities().len(), 1);
        sim.tick();
    }
    sim.tick();
    assert!(sim.world().calamities().is_empty());
}

#[test]
fn a_fire_counts_its_victims_and_spares_the_share_that_it_should() {
    let mut sim = meadow();
    let area = Disc { at: DVec2::new(575.0, 430.0), radius: 800.0 };
    begin(&mut sim, Calamity::Wildfire { area, mortality: 0.4, ticks: 30 });
    let mut burned = 0;
    let before = sim.world().populations().iter().sum::<u64>();
    for _ in 0..30 {
        sim.tick();
        burned += victims(&sim, Death::Burned).len();
    }
    let fire = &sim.world().calamities()[0];
    assert_eq!(burned, (fire.animals_died + fire.plants_died) as usize);
    let share = burned as f64 / before as f64;
    assert!((0.3..0.5).contains(&share), "{burned} of {before}");
    assert!(fire.account(sim.world().config()).starts_with("fire: "));
}

#[test]
fn the_sick_die_or_recover_and_nobody_else_dies_of_the_plague() {
    for (mortality, least, most) in [(0.0, 0.0, 0.0), (0.5, 0.2, 0.8), (1.0, 1.0, 1.0)] {
        let mut sim = meadow();
        let area = Some(Disc { at: AT, radius: 300.0 });
        begin(&mut sim, Calamity::Epidemic { species: HARE, area, mortality, ticks: 20 });
        let CalamityKind::Plague { sick, .. } = sim.world().calamities()[0].kind.clone() else {
            panic!("a plague")
        };
        let infected: BTreeSet<_> = sick.iter().map(|it| it.organism).collect();
        assert!(infected.len() > 3);
        for organism in sim.world().organisms() {
            let is_near = organism.body.centre.distance(AT) <= 300.0;
            let is_hare = organism.who.species == HARE;
            assert_eq!(infected.contains(&organism.who.id), is_near && is_hare);
        }
        let (mut died, mut last) = (0, None);
        for _ in 0..20 {
            sim.tick();
            let victims = victims(&sim, Death::Sick);
            assert!(victims.is_subset(&infected));
            died += victims.len();
            last = Some(sim.world().calamities()[0].clone());
        }
        let plague = last.unwrap();
        assert_eq!(plague.animals_died as usize, died);
        let resolved = f64::from(plague.animals_died + plague.recovered);
        let share = if resolved > 0.0 { f64::from(plague.animals_died) / resolved } else { 0.0 };
        assert!((least..=most).contains(&share), "{share}");
        let CalamityKind::Plague { sick, .. } = plague.kind else { panic!("a plague") };
        assert!(sick.is_empty(), "nobody is sick after its end");
        sim.tick();
        assert!(sim.world().calamities().is_empty());
    }
}

#[test]
fn a_dry_spell_takes_light_in_its_area_only() {
    let light = |area: Option<Disc>, share: f64| {
        let mut sim = meadow();
        begin(&mut sim, Calamity::DrySpell { area, light: share, ticks: 5 });
        sim.tick();
        let dry = sim.world().ledger().total(Account::Light).units();
        (0..5).for_each(|_| sim.tick());
        let then = sim.world().ledger().total(Account::Light);
        sim.tick();
        (dry, (sim.world().ledger().total(Account::Light) - then).units())
    };
    let half = Some(Disc { at: AT, radius: 400.0 });
    let (full, everywhere, near) = (light(None, 1.0), light(None, 0.5), light(half, 0.5));
    assert!((everywhere.0 / full.0 - 0.5).abs() < 1e-3, "{everywhere:?} {full:?}");
    assert!(near.0 > everywhere.0 * 1.05 && near.0 < full.0 * 0.95, "{near:?}");
    assert!(near.1 > full.1 * 0.9, "it is over");
}

#[test]
fn calamities_with_impossible_values_are_refused() {
    let mut sim = meadow();
    let area = Disc { at: AT, radius: 50.0 };
    let far = Some(Disc { at: DVec2::new(-40.0, 3.0), radius: 5.0 });
    let flat = Disc { at: AT, radius: 0.0 };
    let bare = Some(Disc { at: DVec2::new(2.0, 2.0), radius: 1.0 });
    let refused = [
        Calamity::DrySpell { area: None, light: 1.5, ticks: 9 },
        Calamity::DrySpell { area: far, light: 0.5, ticks: 9 },
        Calamity::DrySpell { area: None, light: 0.5, ticks: 0 },
        Calamity::Wildfire { area, mortality: f64::NAN, ticks: 9 },
        Calamity::Wildfire { area: flat, mortality: 0.5, ticks: 9 },
        Calamity::Wildfire {
            area: Disc { radius: f64::INFINITY, ..area },
            mortality: 0.5,
            ticks: 9,
        },
        Calamity::Epidemic { species: SpeciesId(9), area: None, mortality: 0.5, ticks: 9 },
        Calamity::Epidemic { species: CLOVER, area: bare, mortality: 0.5, ticks: 9 },
    ];
    let before = sim.world().state_hash();
    let refusals = refused
        .map(|calamity| sim.apply(Command::Calamity(calamity)).unwrap_err().to_string())
        .join("\n");
    assert_eq!(sim.world().state_hash(), before);
    insta::assert_snapshot!(refusals, @"
    the share of light cannot be 1.5; choose 0 to 1
    (-40, 3) lies outside the world, which extends from (0, 0) to (1150, 860); choose a point in it
    a calamity cannot last 0 ticks; choose 1 to 1000000
    the mortality cannot be NaN; choose 0 to 1
    a calamity cannot have a radius of 0 units; choose 1 to 16777216
    a coordinate or length is not a finite number; give finite numbers
    there is no species 9; this world has 6, counted from 0
    no clover is alive within 1 units of (2, 2); choose another area
    ");
    let spell = Calamity::DrySpell { area: None, light: 0.9, ticks: 5 };
    (0..256).for_each(|_| begin(&mut sim, spell));
    assert_eq!(
        sim.apply(Command::Calamity(spell)),
        Err(CommandRefusal::TooManyCalamities { most: 256 })
    );
}

#[test]
fn calamities_say_beforehand_what_they_will_strike() {
    let sim = meadow();
    let describe = |calamity: Calamity| calamity.describe(sim.world());
    let hares = sim.world().populations()[HARE.index()];
    let plague = Calamity::Epidemic { species: HARE, area: None, mortality: 0.25, ticks: 90 };
    assert_eq!(
        describe(plague),
        format!("plague among hare, everywhere, 25 % die within 90 ticks: {hares} sick")
    );
    let fire = Calamity::usual_fire(AT);
    let Calamity::Wildfire { area, .. } = fire else { panic!("a fire") };
    let inside = plants(&sim).iter().filter(|(_, at)| area.contains(*at)).count();
    let text = describe(fire);
    assert!(text.contains(&format!("{inside} plants in it")), "{text}");
}

/// The number of seeds with which every species of the meadow is alive after 1500 ticks.
fn survivors(calamity: impl Fn(DVec2) -> Option<Calamity> + Sync) -> u32 {
    let survive = |seed: u64| {
        let mut sim = simulation("meadow", &[], seed);
        let at = sim.world().config().bounds.centre();
        for tick in 0..1500 {
            if let Some(calamity) = calamity(at).filter(|_| tick == 100) {
                begin(&mut sim, calamity);
            }
            sim.tick();
        }
        let populations = sim.world().populations();
        println!("{seed} {populations:?}");
        u32::from(populations.iter().all(|&count| count > 0))
    };
    (1..=5).map(survive).sum()
}

#[test]
#[ignore = "it simulates 40 meadows, which takes minutes; `.ci/fuzz` runs it"]
fn the_meadow_survives_usual_calamities() {
    type Usual = fn(DVec2) -> Calamity;
    let calm = survivors(|_| None);
    println!("calm: {calm} of 5");
    let usual: [(&str, Usual); 7] = [
        ("drought", Calamity::usual_drought),
        ("fire", Calamity::usual_fire),
        ("plague among clover", |at| Calamity::usual_plague(SpeciesId(0), at)),
        ("plague among hare", |at| Calamity::usual_plague(SpeciesId(2), at)),
        ("plague among deer", |at| Calamity::usual_plague(SpeciesId(3), at)),
        ("plague among lynx", |at| Calamity::usual_plague(SpeciesId(4), at)),
        ("plague among wolf", |at| Calamity::usual_plague(SpeciesId(5), at)),
    ];
    for (name, usual) in usual {
        let left = survivors(|at| Some(usual(at)));
        println!("{name}: {left} of 5");
        assert!(left >= calm, "{name}: {left} < {calm}");
    }
}
