use terrarium::world::Mind;

use super::*;
use crate::wolf_sheep::SIZES;
use crate::wolf_sheep::curves::compare;
use crate::wolf_sheep::krabmaga::Krabmaga;

const SMALL: Parameters = SIZES[0];

/// The energy in the memory of each animal of a species, sorted.
fn energies(model: &WolfSheep, species: SpeciesId) -> Vec<f64> {
    let world = model.simulation.world();
    let mut minds = world.query::<(&Identity, &Mind)>();
    let own = minds.iter().filter(|(who, _)| who.species == species);
    let mut energies: Vec<f64> =
        own.filter_map(|(_, mind)| mind.memory.recall::<Option<f64>>()).collect();
    energies.sort_by(f64::total_cmp);
    energies
}

#[test]
fn bodies_never_overlap_and_energy_is_conserved() {
    let mut model = WolfSheep::new(&SMALL, 1).unwrap();
    for _ in 0..STEPS {
        model.step();
        model.simulation.check().unwrap();
    }
    assert!(model.living()[0] > 0);
}

#[test]
fn grass_grows_back_after_as_many_steps_as_the_model_says() {
    let mut model = WolfSheep::new(&SMALL, 1).unwrap();
    let grown: Vec<Vec<bool>> = (0..60)
        .map(|_| {
            model.simulation.tick();
            let mut query = model.simulation.world().query::<(&Identity, &Life)>();
            let grass = query.iter().filter(|(who, _)| who.species == model.ids.grass);
            let mut patches: Vec<_> = grass.map(|(who, life)| (who.id, life.energy)).collect();
            drop(query);
            patches.sort_unstable();
            model.simulation.tick();
            patches.iter().map(|(_, energy)| energy.units() >= model.grass.full()).collect()
        })
        .collect();
    let mut meals = 0;
    for (step, before) in grown.iter().enumerate().take(30) {
        for patch in (0..before.len()).filter(|&patch| before[patch] && !grown[step + 1][patch]) {
            let bare = (step + 1..grown.len()).take_while(|&step| !grown[step][patch]).count();
            assert_eq!(bare, usize::from(SMALL.regrowth), "patch {patch} after step {step}");
            meals += 1;
        }
    }
    assert!(meals > 100, "{meals}");
}

#[test]
fn wolves_without_sheep_starve_when_their_energy_is_used_up() {
    let lonely = Parameters { sheep: 0, wolves: 300, wolf_breeding: 0.0, ..SMALL };
    let mut model = WolfSheep::new(&lonely, 1).unwrap();
    let first = energies(&model, model.ids.wolf);
    for step in 1..=26 {
        let [_, wolves, _] = model.counted_step();
        let expected = first.iter().filter(|&&energy| energy >= f64::from(step)).count();
        assert_eq!(wolves as usize, expected, "after step {step}");
    }
}

#[test]
fn a_child_gets_half_of_the_energy() {
    let fertile = Parameters { sheep: 40, wolves: 0, sheep_breeding: 1.0, ..SMALL };
    let mut model = WolfSheep::new(&fertile, 1).unwrap();
    let founders = energies(&model, model.ids.sheep);
    let [sheep, ..] = model.counted_step();
    // Mothers and lambs have walked for the next step; no lamb has eaten yet.
    let after = energies(&model, model.ids.sheep);
    assert_eq!(after.len(), sheep as usize);
    assert!(sheep.is_multiple_of(2) && sheep > 60, "{sheep}");
    for pair in after.chunks(2) {
        assert_eq!(pair[0], pair[1]);
        let before = 2.0 * (pair[0] + 1.0);
        let is_mother = |&energy: &f64| {
            let meal = before - energy;
            meal.abs().min((meal - fertile.sheep_gain).abs()) < 1e-9
        };
        assert!(founders.iter().any(is_mother), "no mother had {before}");
    }
}

#[test]
fn populations_follow_those_of_krabmaga() {
    let ours: Vec<Curve> = (1..=40).map(|seed| WolfSheep::curve(&SMALL, seed).unwrap()).collect();
    let theirs: Vec<Curve> = (1..=40).map(|seed| Krabmaga::curve(SMALL, seed)).collect();
    let compared = compare(&SMALL, ["krABMaga", "Terrarium"], [&theirs, &ours]);
    compared.agreed().unwrap();
}
