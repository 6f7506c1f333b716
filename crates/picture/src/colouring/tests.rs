use std::sync::Arc;

use terrarium_creatures::species::Characteristic;
use terrarium_playback::Playback;
use terrarium_playback::chronicle::Trait;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::Scene;
use terrarium_run::record::recording::Place;
use terrarium_testing::assert_picture;

use super::*;
use crate::{Camera, Framebuffer, Painter, View};

/// A meadow after some births and deaths.
fn meadow() -> Playback {
    let few = ["world.size=[900, 700]", "population.clover=60", "population.oak=4"];
    let animals = ["population.hare=30", "population.deer=8", "population.lynx=1"];
    let overrides = [&few[..], &animals, &["population.wolf=1"]].concat();
    let mut playback = Playback::live(
        SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap(),
        &Place::Temporary,
    )
    .unwrap();
    (0..600).for_each(|_| playback.step().unwrap());
    playback
}

fn colouring(playback: &Playback, by: &ColourBy, species: Option<SpeciesId>) -> Colouring {
    let world = playback.simulation().world();
    let descent = Descent { founders: playback.founders(), clusters: None };
    Colouring::new(world, descent, by, species).expect("founders are known")
}

fn living(playback: &Playback) -> Vec<Identity> {
    let world = playback.simulation().world();
    world.query::<(&Identity, &Life)>().iter().map(|(who, _)| *who).collect()
}

fn is_plant(playback: &Playback, who: &Identity) -> bool {
    !is_animal(playback.simulation().world().config().species(who.species))
}

#[test]
fn greater_values_have_later_colours() {
    let playback = meadow();
    let tick = playback.tick();
    let colouring = colouring(&playback, &ColourBy::Age, None);
    let mut animals = living(&playback);
    animals.retain(|who| !is_plant(&playback, who));
    animals.sort_by_key(|who| who.age(tick));
    let tints: Vec<u16> = animals.iter().map(|who| colouring.tint(who.id)).collect();
    assert!(tints.is_sorted() && tints.first() < tints.last(), "{tints:?}");
    let Key::Range { least, most } = colouring.key else { panic!("ages have a range") };
    let within = |who: &Identity| (least..=most).contains(&(who.age(tick) as f64));
    assert!(animals.iter().all(within));
}

#[test]
fn members_of_the_largest_lineages_have_the_colour_of_their_founder() {
    let playback = meadow();
    let hare = SpeciesId(2);
    let colouring = colouring(&playback, &ColourBy::Lineage, Some(hare));
    let founders = playback.founders().unwrap();
    let Key::Lineages { largest, count, others } = &colouring.key else { panic!("lineages") };
    assert!(largest.windows(2).all(|pair| pair[0].living >= pair[1].living));
    assert!(*count > GROUPS, "{count} lineages are more than there are colours");
    let mut rest = 0;
    for who in living(&playback) {
        let lineage = largest.iter().find(|it| it.founder == founders.of(who.id));
        rest += u64::from(lineage.is_none() && who.species == hare);
        assert_eq!(colouring.colour(who.id), lineage.map_or(NO_VALUE, |it| it.colour));
    }
    assert_eq!(*others, rest);
    let mut colours: Vec<Rgb> = largest.iter().map(|it| it.colour).collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), GROUPS, "all differ");
}

#[test]
fn only_organisms_with_the_trait_have_colours() {
    let playback = meadow();
    let [speed, height] =
        [Trait::Points(Characteristic::Speed), Trait::Height].map(ColourBy::Trait);
    let grey = |colouring: &Colouring, who: &Identity| colouring.colour(who.id) == NO_VALUE;
    let by_speed = colouring(&playback, &speed, None);
    let by_height = colouring(&playback, &height, None);
    // A hare has no height, so it is not the subject.
    assert_eq!(colouring(&playback, &height, Some(SpeciesId(2))), by_height);
    for who in living(&playback) {
        assert_eq!(grey(&by_speed, &who), is_plant(&playback, &who));
        assert_eq!(grey(&by_height, &who), !is_plant(&playback, &who));
    }
}

#[test]
fn lineages_are_not_coloured_without_founders() {
    let playback = meadow();
    let world = playback.simulation().world();
    assert_eq!(Colouring::new(world, Descent::default(), &ColourBy::Lineage, None), None);
}

#[test]
fn a_name_leads_to_the_choice_and_a_wrong_one_to_all_choices() {
    let playback = meadow();
    let species = &playback.simulation().world().config().species;
    for by in ColourBy::choices(species) {
        assert_eq!(ColourBy::named(&by.name(), species), Ok(by));
    }
    let error = ColourBy::named("points_sped", species).unwrap_err();
    assert_eq!(error.nearest.as_deref(), Some("points_speed"));
    let text = error.to_string();
    assert!(text.contains("lineage, cluster, generation, age, mature_radius"), "{text}");
    assert!(!text.contains("hue"), "no species has a genome: {text}");
}

#[test]
fn colours_match_their_pictures() {
    let playback = meadow();
    let scene = Arc::new(Scene::new(playback.simulation(), None));
    for by in [ColourBy::Lineage, ColourBy::Age] {
        let mut framebuffer = Framebuffer::new(600, 420, [0, 0, 0, 255]);
        let camera = Camera::new(&scene.bounds, framebuffer.area());
        let colouring = Arc::new(colouring(&playback, &by, None));
        let view = View { colouring: Some(&colouring), ..View::new(&camera, &scene) };
        Painter::new(1.0).paint(&mut framebuffer, &view);
        assert_picture!(&format!("coloured_by_{}", by.name()), framebuffer);
    }
}

#[test]
fn traits_have_the_names_of_the_table_of_individuals() {
    use terrarium_studies::phylogeny::{TRAIT_COLUMNS, TraitValues};
    for kind in Kind::ALL {
        let columns = TraitValues::columns(kind).iter().map(|&column| TRAIT_COLUMNS[column]);
        assert!(Trait::of(kind).iter().map(|it| it.column()).eq(columns), "{kind:?}");
    }
}
