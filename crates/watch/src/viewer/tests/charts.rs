//! Charts, colours, lineages and relatives.

use super::*;

#[test]
fn a_chart_over_time_leads_to_its_ticks() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::plain(Key::Char('.')));
    (0..20).for_each(|_| fixture.press(Stroke::plain(Key::Char('.'))));
    fixture.wait("steps", |viewer| viewer.view_state.time.tick == 21);
    let at = fixture.middle_of(|what| matches!(what, Target::ChartTime(_)));
    fixture.click(at);
    fixture.wait("the middle", |viewer| viewer.view_state.time.tick.abs_diff(10) <= 2);
}

#[test]
fn charts_of_organisms_and_of_the_census_get_their_data_while_they_are_shown() {
    let mut fixture = fixture((1280, 720), &FEW);
    for _ in 0..30 {
        fixture.press(Stroke::plain(Key::Char('.')));
    }
    fixture.wait("steps", |viewer| viewer.view_state.time.tick == 30);
    let details = |viewer: &Viewer| viewer.view_state.chart_details.clone();
    assert_eq!(details(&fixture.viewer), terrarium_studies::charts::ChartDetails::default());
    fixture.viewer.click(Target::Chart(ChartKind::Scatter));
    fixture.wait("organisms", |viewer| details(viewer).individuals.is_some());
    let individuals = details(&fixture.viewer).individuals.unwrap();
    let count = fixture.viewer.scene().populations()[individuals.species.index()];
    assert_eq!((individuals.tick, individuals.all.len() as u64), (30, count));
    fixture.viewer.click(Target::Chart(ChartKind::Census));
    let rows = |viewer: &Viewer| details(viewer).census.map(|census| census.rows.len());
    fixture.wait("the census", |viewer| rows(viewer) == Some(31));
    assert_eq!(details(&fixture.viewer).individuals, None, "only what is shown is computed");
    // New ticks are counted, too.
    fixture.press(Stroke::plain(Key::Char('.')));
    fixture.wait("the new tick", |viewer| rows(viewer) == Some(32));
    fixture.press(Stroke::plain(Key::Char('C')));
    fixture.wait("no data", |viewer| {
        details(viewer).census.is_none() && viewer.chart_needs.column.is_none()
    });
}

#[test]
fn a_chart_is_saved_as_two_pictures_and_a_table() {
    let mut fixture = fixture((1280, 720), &FEW);
    for _ in 0..2 {
        fixture.press(Stroke::shift(Key::F(12)));
    }
    let message = |viewer: &Viewer| viewer.message().unwrap_or_default().to_owned();
    fixture.wait("a message", |viewer| message(viewer).ends_with(".png, .svg and .csv"));
    let Fixture { viewer, _folder: folder, .. } = fixture;
    let (session, saved) = viewer.finish();
    drop(session);
    let name = |ending: &str| folder.path().join(format!("pond-population-tick-0{ending}"));
    let mut expected: Vec<_> = ["", "-2"]
        .iter()
        .flat_map(|n| ["png", "svg", "csv"].map(|ending| name(&format!("{n}.{ending}"))))
        .collect();
    let mut saved = saved;
    saved.sort();
    expected.sort();
    assert_eq!(saved, expected);
    let table = fs::read_to_string(name(".csv")).unwrap();
    assert!(table.starts_with("tick,clover,oak,hare,deer,lynx,wolf\n0,40,2,12,3,1,2\n"), "{table}");
}

#[test]
fn organisms_are_coloured_by_what_is_chosen_in_the_menu() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.wait("the choices", |viewer| !viewer.view_state.colours.choices.is_empty());
    fixture.press(Stroke::shift(Key::Char('K')));
    let lineage = fixture.middle_of(|what| *what == Target::Colour(1));
    fixture.click(lineage);
    let is_by_lineage = |viewer: &Viewer| {
        let colouring = viewer.view_state.colours.colouring.as_ref();
        colouring.is_some_and(|it| it.by == ColourBy::Lineage && it.subject == "animals")
    };
    fixture.wait("lineages", is_by_lineage);
    let coloured = fixture.framebuffer.clone();
    // A species that is chosen in the legend has the colours alone.
    let hare = fixture
        .middle_of(|what| *what == Target::Species(terrarium_creatures::species::SpeciesId(2)));
    fixture.click(hare);
    fixture.wait("hares alone", |viewer| {
        let colouring = viewer.view_state.colours.colouring.as_ref();
        colouring.is_some_and(|it| it.subject == "hare")
    });
    fixture.click(hare);
    fixture.wait("all animals", is_by_lineage);
    fixture.press(Stroke::shift(Key::Char('K')));
    let species = fixture.middle_of(|what| *what == Target::Colour(0));
    fixture.click(species);
    fixture.wait("species", |viewer| viewer.view_state.colours.colouring.is_none());
    let differing = coloured.pixels().iter().zip(fixture.framebuffer.pixels());
    assert!(differing.filter(|(a, b)| a != b).count() > 500, "the colours differ");
}

#[test]
fn lineages_are_listed_while_their_panel_is_open() {
    let mut fixture = fixture((1280, 720), &FEW);
    fixture.press(Stroke::shift(Key::Char('I')));
    fixture.wait("lineages", |viewer| viewer.view_state.lineages.is_some());
    let lineages = fixture.viewer.view_state.lineages.clone().unwrap();
    let populations = fixture.viewer.view_state.now.populations();
    for (species, living) in (0..).map(terrarium_creatures::species::SpeciesId).zip(populations) {
        let of_species = lineages.all.iter().filter(|it| it.species == species);
        assert_eq!(of_species.map(|it| it.living).sum::<u64>(), living);
    }
    fixture.press(Stroke::shift(Key::Char('I')));
    fixture.wait("no lineages", |viewer| viewer.view_state.lineages.is_none());
}

#[test]
fn a_tree_of_clusters_leads_to_splits_and_relatives_are_followed_up() {
    let mut fixture = fixture((1600, 1000), &[&FEW[..], &["rules.mutation=9"]].concat());
    fixture.simulate(400);
    fixture.viewer.click(Target::Chart(ChartKind::Tree));
    fixture.press(Stroke::plain(Key::Char('Z')));
    let tree = |viewer: &Viewer| viewer.view_state.chart_details.descent.clone();
    // The ticks before are replayed.
    fixture.wait("the tree", |viewer| tree(viewer).is_some());
    let rows = tree(&fixture.viewer).unwrap().tree.rows.clone();
    let split = rows.iter().find(|row| row.parent.is_some()).expect("clusters split").clone();
    let leads_there = |what: &Target| matches!(what, Target::Jump { organism, .. } if *organism == Some(split.first));
    let line = fixture.middle_of(leads_there);
    fixture.click(line);
    fixture.wait("the split", |viewer| viewer.view_state.time.tick == split.origin);
    assert_eq!(fixture.viewer.selected(), Some(split.first));
    fixture.press(Stroke::shift(Key::Char('R')));
    let kin = |viewer: &Viewer| viewer.view_state.kin.clone();
    fixture.wait("its relatives", |viewer| {
        kin(viewer).is_some_and(|kin| kin.organism == split.first && !kin.sections.is_empty())
    });
    assert!(kin(&fixture.viewer).unwrap().is_alive);
    // Colours need no other replay.
    let choices = fixture.viewer.view_state.colours.choices.clone();
    let cluster = choices.iter().position(|by| by.name() == "cluster").unwrap();
    fixture.viewer.colour_by_choice(cluster + 1);
    fixture.wait("colours", |viewer| viewer.view_state.colours.colouring.is_some());
    // New ticks are added.
    let last = fixture.grow();
    fixture.wait("the new ticks", |viewer| {
        let frontier = viewer.view_state.time.frontier;
        frontier > last && tree(viewer).is_some_and(|it| it.tree.ticks.1 == frontier)
    });
}

#[test]
fn a_history_of_traits_leads_to_its_ticks_and_grows() {
    let more = ["rules.mutation=9", "population.lemming=20"];
    let mut fixture = fixture((1600, 1000), &[&FEW[..], &more].concat());
    fixture.simulate(300);
    let history = |viewer: &Viewer| {
        let descent = viewer.view_state.chart_details.descent.clone();
        descent.map(|it| it.traits.clone())
    };
    assert!(history(&fixture.viewer).is_none(), "it is computed only while it is shown");
    fixture.viewer.click(Target::Chart(ChartKind::TraitHistory));
    fixture.press(Stroke::plain(Key::Char('Z')));
    let names = |viewer: &Viewer| -> Vec<String> {
        history(viewer).into_iter().flat_map(|it| it.panels).map(|it| it.name).collect()
    };
    fixture.wait("the traits of hares", |viewer| {
        names(viewer).last().is_some_and(|name| name == "points_sight")
    });
    // Lemmings have genomes and brains as well.
    let species = fixture.viewer.view_state.chronicle().species();
    let lemming = species.iter().position(|it| it.name == "lemming").unwrap();
    let lemming = terrarium_creatures::species::SpeciesId(u16::try_from(lemming).unwrap());
    fixture.viewer.click(Target::Species(lemming));
    fixture.wait("the traits of lemmings", |viewer| {
        ["points_sight", "hue", "connections"]
            .iter()
            .all(|it| names(viewer).iter().any(|of| of == it))
    });
    let middle = fixture.middle_of(|what| matches!(what, Target::ChartTime(_)));
    fixture.click(middle);
    let half = fixture.viewer.view_state.time.frontier / 2;
    fixture.wait("the middle", |viewer| viewer.view_state.time.tick.abs_diff(half) <= 2);
    let last = fixture.grow();
    fixture.wait("the new ticks", |viewer| {
        let frontier = viewer.view_state.time.frontier;
        let known = history(viewer).and_then(|it| it.ticks.last().copied());
        frontier > last && known == Some(frontier)
    });
}
