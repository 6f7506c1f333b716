use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_drawing::chart::{Plate, TimeScale};
use terrarium_picture::actions::{ACTIONS, Group, Key, Stroke, UiAction};
use terrarium_picture::{Camera, DensityCache, Font, Framebuffer, Rect};
use terrarium_playback::chronicle::Remark;
use terrarium_playback::inspection::{BrainView, ConnectionView, Layer, NeuronView, ParentBrain};
use terrarium_playback::life_history::{self, LifeHistory};
use terrarium_playback::{
    Chronicle, FounderLineage, History, Inspection, Moment, Pedigree, Playback,
};
use terrarium_run::Ready;
use terrarium_run::record::Provenance;
use terrarium_run::record::recording::Place;
use terrarium_run::record::scene::Scene;
use terrarium_session::MomentPictures;
use terrarium_sim::tick::{Calamity, Command, Simulation, TraceTarget};
use terrarium_studies::charts::descent::{LineageTree, SpeciesDescent};
use terrarium_studies::charts::{
    CensusColumn, CensusHistory, ChartChoice, ChartDetails, ChartKind, ChartPart, Individuals,
    Scale,
};
use terrarium_testing::assert_picture;
use terrarium_testing::{simulation_of, small_world, small_world_with_mutation};

use super::*;

/// A run with two branches.
struct Viewer {
    scene: Arc<Scene>,
    chronicle: Chronicle,
    other: Chronicle,
    inspection: Inspection,
    details: ChartDetails,
    lineages: Vec<FounderLineage>,
    moment_pictures: MomentPictures,
    life: LifeHistory,
    on: BTreeSet<UiAction>,
}

impl Viewer {
    fn new() -> Self {
        let mut sim = simulation_of(small_world());
        let mut chronicle = Chronicle::new(sim.world());
        // Hares and foxes; inspects one that is alive.
        let animals = || (37..=44).map(OrganismId);
        sim.trace(animals().map(TraceTarget::Organism).collect());
        let mut simulate = |sim: &mut Simulation, ticks: u64| {
            for _ in 0..ticks {
                sim.tick();
                chronicle.record(sim.world());
            }
        };
        simulate(&mut sim, 40);
        let scene = Arc::new(Scene::new(&sim, None));
        let mut inspections = animals().filter_map(|id| Inspection::new(&sim, id));
        let inspection = inspections.find(|it| it.animal().is_some()).expect("one is alive");
        simulate(&mut sim, 160);
        let mut sim = simulation_of(small_world());
        let mut other = chronicle.until(90);
        for tick in 0..180 {
            if tick == 90 {
                let plague = Command::Calamity(Calamity::Plague { species: SpeciesId(1) });
                other.remark(Remark::on(&plague, sim.world()).expect("is remarkable"));
                sim.apply(plague).expect("there are hares");
            }
            sim.tick();
            other.record(sim.world());
        }
        let life = life_of_a_dead_hare();
        let details = details_of(CLOVER);
        let mut moment_pictures = MomentPictures::default();
        moment_pictures.see(&scene, &chronicle);
        let lineages = lineages();
        Self {
            scene,
            other,
            chronicle,
            inspection,
            details,
            lineages,
            moment_pictures,
            life,
            on: [UiAction::Paths].into(),
        }
    }

    fn layout(&self, framebuffer: &Framebuffer, scale: f32, panels: &Panels) -> Layout {
        let size = self.scene.bounds.size();
        #[expect(clippy::cast_possible_truncation, reason = "a test")]
        let aspect = (size.y / size.x) as f32;
        let content = Content { species: self.scene.species.len(), aspect, has_scores: false };
        Layout::new(framebuffer.area(), scale, panels, &content)
    }

    fn paint(
        &self,
        framebuffer: &mut Framebuffer,
        scale: f32,
        panels: &mut Panels,
        at: Option<Vec2>,
    ) -> Hits {
        self.paint_with(framebuffer, scale, panels, |context, show, layout, panels| {
            context.pointer = at;
            super::paint(context, show, layout, panels)
        })
    }

    fn paint_with<T>(
        &self,
        framebuffer: &mut Framebuffer,
        scale: f32,
        panels: &mut Panels,
        paint: impl FnOnce(&mut PainterContext<'_>, &Show<'_>, &Layout, &mut Panels) -> T,
    ) -> T {
        let mut font = Font::new(scale);
        let layout = self.layout(framebuffer, scale, panels);
        let mut camera = Camera::new(&self.scene.bounds, layout.world);
        camera.magnify(2.0);
        let branches = [
            BranchShow { name: "small", from: None, chronicle: &self.chronicle },
            BranchShow { name: "small, branch 2", from: Some(90), chronicle: &self.other },
        ];
        let sections = self.life.sections();
        let life =
            LifeShow { organism: self.life.id, known: Some((&self.life, &sections)), note: None };
        let show = Show {
            scene: &self.scene,
            camera: &camera,
            chronicle: &self.chronicle,
            chart_details: &self.details,
            colour_choices: &[],
            colour_by: None,
            colouring: None,
            kin: None,
            lineages: Some(LineagesShow { all: &self.lineages, first_tick: 0, note: None }),
            moment_pictures: &self.moment_pictures,
            branches: &branches,
            present: 0,
            selected: Some(self.inspection.id),
            life: Some(life),
            find: panels.is_life_open().then_some(FIND),
            open: None,
            inspection: Some(&self.inspection),
            site: None,
            followed: Some(self.inspection.id),
            is_paused: false,
            speed: 0.25,
            rate: 7.5,
            is_late: true,
            can_reseed: true,
            on: &self.on,
            tool: Some("Click to place a hare · Esc to cancel"),
            message: Some("saved picture-1.png"),
            hints: &[],
            tour: None,
        };
        let densities = &mut DensityCache::default();
        let mut context = PainterContext { framebuffer, font: &mut font, pointer: None, densities };
        paint(&mut context, &show, &layout, panels)
    }
}

/// The life of an organism that was killed, starved or died of old age.
fn life_of_a_dead_hare() -> LifeHistory {
    let ready =
        Ready { simulation: simulation_of(small_world()), provenance: Provenance::default() };
    let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
    (0..200).for_each(|_| playback.step().unwrap());
    let mut life = |id| life_history::of_organism(&mut playback, OrganismId(id), &mut |_| {});
    let mut lives = (37..=44).map(|id| life(id).unwrap());
    lives.find(|life| life.died.is_some()).expect("one has died")
}

/// Lineages of clover and hares.
fn lineages() -> Vec<FounderLineage> {
    let lineage =
        |species: u16, founder: u64, living: u64, share: f64, generation: u32| FounderLineage {
            founder: OrganismId(founder),
            species: SpeciesId(species),
            eldest: OrganismId(founder),
            living,
            share,
            generation,
            oldest: 400,
            means: if species == 0 { vec![18.0, 1.0, 0.8, 90.0] } else { vec![14.5; 8] },
        };
    let clover = [(7, 9), (3, 8), (12, 4), (20, 3), (21, 2), (30, 1), (31, 1)];
    let clover =
        clover.map(|(founder, living)| lineage(0, founder, living, living as f64 / 28.0, 5));
    let hares = [lineage(1, 38, 3, 0.75, 4), lineage(1, 40, 1, 0.25, 0)];
    clover.into_iter().chain(hares).collect()
}

/// A brain with a new neuron, a changed weight and a connection that founders have and it lacks.
fn brain() -> BrainView {
    let neuron = |name: &str, layer, value, is_of_founders| NeuronView {
        name: name.to_owned(),
        layer,
        value,
        is_of_founders,
    };
    let connection = |from, to, weight, in_founders, is_same| ConnectionView {
        from,
        to,
        weight,
        in_founders,
        is_as_in_parent: Some(is_same),
    };
    BrainView {
        neurons: vec![
            neuron("bias", Layer::Input, 1.0, true),
            neuron("food_near", Layer::Input, 0.4, true),
            neuron("threat_near", Layer::Input, 0.0, true),
            neuron("speed", Layer::Output, -0.8, true),
            neuron("feed", Layer::Output, 0.9, true),
            neuron("n00c0ffee", Layer::Between, -0.3, false),
        ],
        connections: vec![
            connection(0, 3, -1.5, Some(2.0), false),
            connection(0, 4, 1.0, Some(1.0), true),
            connection(1, 5, 3.0, None, true),
            connection(5, 3, -0.6, None, false),
            connection(5, 5, 0.5, None, true),
            connection(4, 3, 0.7, None, true),
        ],
        lost: vec![(2, 4, -2.0)],
        parent: ParentBrain::Alive(0.1),
        from_founders: 0.4,
    }
}

#[test]
fn a_brain_matches_its_picture() {
    let mut framebuffer = Framebuffer::new(320, 160, theme::DOCK);
    let densities = &mut DensityCache::default();
    let mut font = Font::new(1.0);
    let mut context =
        PainterContext { framebuffer: &mut framebuffer, font: &mut font, pointer: None, densities };
    let height = brain::height(&context, &brain());
    assert!(height < 150.0, "{height}");
    brain::paint(&mut context, Rect::new(8.0, 6.0, 300.0, height), &brain());
    assert_picture!("brain", framebuffer);
}

#[test]
fn lineages_match_their_picture_and_open_at_a_click() {
    let viewer = Viewer::new();
    let mut framebuffer = Framebuffer::new(900, 700, [0; 4]);
    let mut panels = Panels { open: [Panel::Bar, Panel::Lineages].into(), ..Panels::default() };
    let hits = viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    let founder = OrganismId(38);
    assert!(hits.all().iter().any(|hit| hit.what == Target::Lineage(founder)));
    panels.click(Target::Lineage(founder));
    viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    assert_picture!("panel_lineages", framebuffer);
    panels.click(Target::Lineage(founder));
    assert_eq!(panels.lineage, None);
}

/// A condition with an error.
const FIND: FindShow<'_> = FindShow {
    label: "Find",
    text: "me.energie < 5",
    cursor: 10,
    error: Some((3, 10)),
    note: "conditions have no name `energie`; did you mean `energy`?",
    is_bad: true,
};

/// Saves a picture to the folder `TERRARIUM_PICTURES`, for inspection by eye.
fn keep(framebuffer: &Framebuffer, name: &str) {
    if let Some(folder) = std::env::var_os("TERRARIUM_PICTURES") {
        framebuffer
            .save(&std::path::Path::new(&folder).join(name))
            .expect("the folder can be written");
    }
}

/// The species of which enough organisms are alive to look at.
const CLOVER: SpeciesId = SpeciesId(0);

/// What charts show of the organisms of a species, and of the census, in the world of the fixture.
fn details_of(species: SpeciesId) -> ChartDetails {
    let mut sim = simulation_of(small_world());
    let mut history = CensusHistory::new(sim.world());
    // The descent is that of a world in which children differ from their parents.
    let mut varied = simulation_of(small_world_with_mutation(20.0));
    let mut pedigree = Pedigree::begin(varied.world());
    let mut individuals = None;
    for tick in 1..=200 {
        sim.tick();
        history.record(sim.world());
        varied.tick();
        pedigree.record(varied.world());
        if tick == 40 {
            individuals = Some(Individuals::new(sim.world(), species).into());
        }
    }
    let series = history.series(CensusColumn::default(), &sim.world().config().species);
    let descent = SpeciesDescent::new(
        &pedigree,
        &sim.world().config().species,
        species,
        LineageTree::SCREEN_ROWS,
    );
    ChartDetails {
        individuals,
        census: Some(series.into()),
        descent: Some(descent.into()),
        why_unknown: None,
    }
}

/// The panels with this chart.
fn showing(kind: ChartKind) -> Panels {
    Panels { chart: ChartChoice { kind, ..ChartChoice::default() }, ..Panels::default() }
}

/// Sizes and scales of framebuffers, from tiny to huge.
const SIZES: [(u32, u32, f32); 9] = [
    (1, 1, 1.0),
    (30, 700, 1.0),
    (200, 150, 2.0),
    (320, 240, 1.0),
    (640, 480, 1.5),
    (1280, 720, 1.0),
    (1920, 1080, 2.0),
    (2560, 1440, 1.25),
    (2000, 1300, 4.0),
];

const GROUND: [u8; 4] = [58, 84, 58, 255];

#[test]
fn the_album_matches_its_picture() {
    let mut viewer = Viewer::new();
    let (hare, fox) = (OrganismId(38), OrganismId(44));
    let album = viewer.chronicle.album_mut();
    album.rename(hare, SpeciesId(1), "Bo").unwrap();
    album.toggle(fox, SpeciesId(2)).unwrap();
    let caption = "hare #39 escapes from fox #44".to_owned();
    album.keep(Moment { tick: 35, at: None, organism: Some(fox), caption });
    viewer.moment_pictures.see(&viewer.scene, &viewer.chronicle);
    let mut framebuffer = Framebuffer::new(900, 700, [0; 4]);
    let mut panels = Panels { open: [Panel::Bar, Panel::Album].into(), ..Panels::default() };
    let hits = viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    assert!(hits.all().iter().any(|hit| hit.what == Target::Organism(hare)));
    assert_picture!("panel_album", framebuffer);
    // It can be scrolled to its end, and no further.
    panels.scroll(Panel::Album, 1e6);
    viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    assert!(panels.album < 2000.0, "{}", panels.album);
}

#[test]
fn panels_are_painted() {
    let viewer = Viewer::new();
    let picture = |name, (width, height, scale), mut panels: Panels, at: Option<[f32; 2]>| {
        let mut framebuffer = Framebuffer::new(width, height, GROUND);
        let hits = viewer.paint(&mut framebuffer, scale, &mut panels, at.map(Vec2::from));
        keep(&framebuffer, name);
        let painted = framebuffer.pixels().iter().filter(|&&pixel| pixel != 0x003A_543A).count();
        assert!(painted > 2000 && hits.all().len() > 10, "{name} is empty");
    };
    let usual = (1280, 720, 1.0);
    picture("panels.png", usual, Panels::default(), Some([20.0, 16.0]));
    let species = Some(SpeciesId(1));
    let births = Panels { species, inspector: 300.0, ..showing(ChartKind::Births) };
    picture("births.png", usual, births, Some([500.0, 690.0]));
    let traits = Panels { species, inspector: 9000.0, ..showing(ChartKind::Traits) };
    picture("traits.png", usual, traits, Some([30.0, 560.0]));
    let life = Panels { inspected: Inspected::Life, ..Panels::default() };
    picture("life.png", usual, life.clone(), Some([1100.0, 400.0]));
    picture("life-small.png", (640, 480, 1.0), life, None);
    let menu = |menu| Panels { menu: Some(menu), ..Panels::default() };
    picture("menu.png", usual, menu(Menu::Of(Group::Time)), Some([260.0, 100.0]));
    picture("species.png", usual, menu(Menu::Add), Some([500.0, 60.0]));
    let mut help = Panels::default();
    help.open.insert(Panel::Help);
    picture("help.png", usual, help.clone(), None);
    picture("help-small.png", (640, 480, 1.0), help, None);
    picture("large.png", (2560, 1440, 2.0), Panels::default(), None);
    picture("small.png", (520, 400, 1.0), Panels::default(), None);
}

#[test]
fn a_small_window_belongs_to_the_world() {
    let viewer = Viewer::new();
    let framebuffer = Framebuffer::new(800, 600, GROUND);
    let world = viewer.layout(&framebuffer, 1.0, &Panels::default()).world;
    assert!(world.width * world.height >= 0.6 * 800.0 * 600.0, "{world:?}");
}

#[test]
fn nothing_is_cut_off_from_small_to_large_displays() {
    let viewer = Viewer::new();
    let displays = [
        ("panels_800x600", (800, 600, 1.0)),
        ("panels_1280x720", (1280, 720, 1.0)),
        ("panels_1280x720_large", (1280, 720, 2.0)),
        ("panels_1920x1080", (1920, 1080, 1.5)),
        ("panels_3840x2160_large", (3840, 2160, 3.0)),
    ];
    for (name, (width, height, scale)) in displays {
        let mut framebuffer = Framebuffer::new(width, height, GROUND);
        viewer.paint(&mut framebuffer, scale, &mut Panels::default(), None);
        assert_picture!(name, framebuffer);
    }
}

#[test]
fn a_conquest_has_a_scoreboard_and_a_card_at_its_end() {
    let mut sim = terrarium_run::SimulationBuilder::new("conquest").build().unwrap();
    let mut chronicle = Chronicle::new(sim.world());
    while chronicle.verdict(u64::MAX).is_none() {
        assert!(sim.world().tick() < 3000, "it is decided before");
        sim.tick();
        chronicle.record(sim.world());
    }
    let scene = Arc::new(Scene::new(&sim, None));
    let mut panels = Panels::default();
    let paint = |panels: &mut Panels| {
        let mut framebuffer = Framebuffer::new(1280, 720, GROUND);
        let content = Content { species: 2, aspect: 0.8, has_scores: true };
        let layout = Layout::new(framebuffer.area(), 1.0, panels, &content);
        let camera = Camera::new(&scene.bounds, layout.world);
        let branches = [BranchShow { name: "conquest", from: None, chronicle: &chronicle }];
        let show = Show {
            kin: None,
            scene: &scene,
            camera: &camera,
            chronicle: &chronicle,
            chart_details: &ChartDetails::default(),
            colour_choices: &[],
            colour_by: None,
            colouring: None,
            lineages: None,
            moment_pictures: &MomentPictures::default(),
            branches: &branches,
            present: 0,
            selected: None,
            life: None,
            find: None,
            open: None,
            inspection: None,
            site: None,
            followed: None,
            is_paused: true,
            speed: 0.5,
            rate: 0.0,
            is_late: false,
            can_reseed: true,
            on: &BTreeSet::new(),
            tool: None,
            message: None,
            hints: &[],
            tour: None,
        };
        let font = &mut Font::new(1.0);
        let densities = &mut DensityCache::default();
        let mut context =
            PainterContext { framebuffer: &mut framebuffer, font, pointer: None, densities };
        let hits = super::paint(&mut context, &show, &layout, panels);
        (framebuffer, hits)
    };
    let (framebuffer, hits) = paint(&mut panels);
    assert_picture!("panels_conquest", framebuffer);
    let is_there = |hits: &Hits, what: &Target| hits.all().iter().any(|hit| hit.what == *what);
    assert!(scene.bases.iter().all(|base| is_there(&hits, &Target::Place(base.middle))));
    let close = Target::CloseVerdict(scene.tick);
    for target in [close, Target::WatchAgain, Target::AnotherSeed] {
        assert!(is_there(&hits, &target), "{target:?}");
    }
    assert_eq!(panels.click(close), None);
    let (_, hits) = paint(&mut panels);
    assert!(!is_there(&hits, &close), "the card is closed");
}

#[test]
fn panels_fold_to_their_headers_and_events_can_be_hidden() {
    let viewer = Viewer::new();
    let mut panels = Panels::default();
    let paint = |panels: &mut Panels| {
        viewer.paint(&mut Framebuffer::new(1280, 720, GROUND), 1.0, panels, None)
    };
    let events = |hits: &Hits| {
        hits.all().iter().filter(|hit| matches!(hit.what, Target::Jump { .. })).count()
    };
    let hits = paint(&mut panels);
    let usual = events(&hits);
    let mute = Target::Mute(terrarium_playback::chronicle::RemarkCategory::Daily);
    assert!(hits.all().iter().any(|hit| hit.what == mute));
    assert_eq!(panels.click(Target::AllEvents), None);
    let all = events(&paint(&mut panels));
    assert!(all > usual, "usual births and kills are shown now");
    assert_eq!(panels.click(mute), None);
    assert!(events(&paint(&mut panels)) < all, "births and kills are hidden");
    assert_eq!(panels.click(mute), None);
    assert_eq!(panels.click(Target::Fold(Panel::Ticker)), None);
    assert_eq!(events(&paint(&mut panels)), 0);
    assert_eq!(panels.click(Target::Fold(Panel::Ticker)), None);
    assert!(events(&paint(&mut panels)) > usual);
    let author = Target::Section(terrarium_playback::inspection::AUTHOR);
    assert!(panels.closed.contains("Author"));
    assert_eq!(panels.click(author), None);
    assert!(panels.closed.is_empty());
}

#[test]
fn panels_never_overlap_or_leave_the_framebuffer() {
    for (width, height, scale) in SIZES.into_iter().chain([(8000, 5000, 1.0), (8000, 40, 1.0)]) {
        for (species, aspect) in [(0, 1.0), (3, 0.75), (40, 30.0), (8, 0.01), (8, f32::NAN)] {
            let all = Rect::new(0.0, 0.0, width as f32, height as f32);
            let layout = Layout::new(
                all,
                scale,
                &Panels::default(),
                &Content { species, aspect, has_scores: false },
            );
            let placed = layout.placed();
            for (index, (panel, area)) in placed.iter().enumerate() {
                assert_eq!(area.within(&all), *area, "{panel:?} of {width} × {height}");
                for (other, beside) in &placed[index + 1..] {
                    let shared = area.within(beside);
                    assert!(shared.is_empty(), "{panel:?}, {other:?} of {width} × {height}");
                }
            }
            assert!(!layout.world.is_empty(), "no room for the world in {width} × {height}");
        }
    }
}

#[test]
fn clickable_areas_lie_inside_the_framebuffer_and_do_not_overlap() {
    let viewer = Viewer::new();
    for (width, height, scale) in SIZES {
        for kind in ChartKind::ALL {
            let mut framebuffer = Framebuffer::new(width, height, GROUND);
            let all = framebuffer.area();
            let mut panels = showing(kind);
            let hits = viewer.paint(&mut framebuffer, scale, &mut panels, Some(all.centre()));
            let is_ground = |hit: &&Hit| matches!(hit.what, Target::Panel(_));
            let above: Vec<&Hit> = hits.all().iter().filter(|hit| !is_ground(hit)).collect();
            for (index, hit) in above.iter().enumerate() {
                assert_eq!(hit.area.within(&all), hit.area, "{hit:?} of {width} × {height}");
                for other in &above[index + 1..] {
                    // Adjacent areas may share the pixel at their edge.
                    let shared = hit.area.within(&other.area).inset(0.6);
                    assert!(shared.is_empty(), "{hit:?} and {other:?} of {width} × {height}");
                }
            }
        }
    }
}

#[test]
fn every_action_is_reachable_by_clicks_and_listed_in_the_help() {
    let viewer = Viewer::new();
    for (width, height) in [(1280, 720), (520, 400), (200, 300)] {
        let shown = |panels: &mut Panels| {
            let mut framebuffer = Framebuffer::new(width, height, GROUND);
            viewer.paint(&mut framebuffer, 1.0, panels, None)
        };
        let (mut reached, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut menus = vec![None];
        while let Some(menu) = menus.pop() {
            let hits = shown(&mut Panels { menu, ..Panels::default() });
            for hit in hits.all() {
                // Covered areas cannot be clicked.
                let is_free = hits.at(hit.area.centre()).is_some_and(|top| top == hit);
                match hit.what {
                    Target::Action(action) if is_free => {
                        reached.insert(action);
                    }
                    Target::Menu(menu) if is_free && seen.insert(menu) => menus.push(Some(menu)),
                    _ => {}
                }
            }
        }
        let all: BTreeSet<UiAction> = ACTIONS.iter().map(|entry| entry.action).collect();
        assert_eq!(reached, all, "{width} × {height}");
        let mut panels = Panels::default();
        assert!(panels.apply(UiAction::Help));
        let mut named = BTreeSet::new();
        let mut scrolled = -1.0;
        while panels.help > scrolled {
            scrolled = panels.help;
            let hits = shown(&mut panels);
            named.extend(hits.all().iter().filter_map(|hit| match hit.what {
                Target::Action(action) => Some(action),
                _ => None,
            }));
            assert!(panels.help_key(Stroke::plain(Key::Down)));
            shown(&mut panels);
        }
        assert_eq!(named, all, "{width} × {height}");
    }
}

#[test]
fn clicks_and_keys_open_and_close_panels() {
    let mut panels = Panels::default();
    assert_eq!(panels.click(Target::Action(UiAction::Step)), Some(Target::Action(UiAction::Step)));
    assert_eq!(panels.click(Target::Menu(Menu::Add)), None);
    assert_eq!(panels.menu, Some(Menu::Add));
    let chosen = Target::Add(SpeciesId(2));
    assert_eq!((panels.click(chosen), panels.menu), (Some(chosen), None));
    assert_eq!(panels.click(Target::Action(UiAction::Charts)), None);
    assert!(!panels.open.contains(&Panel::Charts));
    assert!(panels.apply(UiAction::NextChart) && panels.open.contains(&Panel::Charts));
    assert_eq!(panels.chart.kind, ChartKind::Births);
    // Escape closes the help first; after that it is left to the caller.
    assert!(panels.apply(UiAction::Help) && panels.apply(UiAction::Deselect));
    assert!(!panels.open.contains(&Panel::Help) && !panels.apply(UiAction::Deselect));
    let before = panels.open.clone();
    assert!(panels.apply(UiAction::AllPanels) && panels.open.len() == 1);
    assert!(panels.apply(UiAction::AllPanels) && panels.open == before);
}

#[test]
fn lines_of_a_life_lead_to_their_ticks_and_organisms() {
    let viewer = Viewer::new();
    let mut panels = Panels { inspected: Inspected::Life, ..Panels::default() };
    let mut framebuffer = Framebuffer::new(1280, 2400, GROUND);
    let hits = viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    let died = viewer.life.died.as_ref().unwrap().tick;
    let jumps = hits.all().iter().filter(
        |hit| matches!(hit.what, Target::Jump { tick, at: None, organism: None } if tick == died),
    );
    // The fact of the death, and the event.
    assert!(jumps.count() >= 2, "{:?}", viewer.life);
    let parent = viewer.life.born.parent.as_ref().map(|parent| parent.id);
    let is_linked = |id| hits.all().iter().any(|hit| hit.what == Target::Organism(id));
    assert!(parent.is_none_or(is_linked));
    assert!(panels.apply(UiAction::Life) && !panels.is_life_open());
    assert!(panels.apply(UiAction::Inspector) && panels.apply(UiAction::Life));
    assert!(panels.is_life_open() && panels.open.contains(&Panel::Inspector));
}

#[test]
fn scrolling_stops_at_the_end() {
    let viewer = Viewer::new();
    let mut panels = Panels { inspector: 1e9, ticker: 1_000_000, ..Panels::default() };
    let mut framebuffer = Framebuffer::new(1280, 720, GROUND);
    viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
    assert!((0.0..5000.0).contains(&panels.inspector), "{}", panels.inspector);
    assert!(panels.ticker < viewer.chronicle.remarks().len());
    assert!(!panels.scroll(Panel::Map, 1.0) && panels.scroll(Panel::Inspector, -1e9));
    assert_eq!(panels.inspector, 0.0);
}

/// Paints a chart and returns what it says at the pointer.
fn tip_at(viewer: &Viewer, panels: &mut Panels, at: Vec2) -> Option<Plate> {
    let mut framebuffer = Framebuffer::new(1280, 720, GROUND);
    viewer.paint_with(&mut framebuffer, 1.0, panels, |context, show, layout, panels| {
        context.pointer = Some(at);
        let (_, area) =
            layout.placed().into_iter().find(|(panel, _)| *panel == Panel::Charts).unwrap();
        charts::paint(context, area, show, panels, &mut Hits::default())
    })
}

#[test]
fn an_enlarged_chart_fills_the_world_and_says_what_is_at_the_pointer() {
    let viewer = Viewer::new();
    for kind in ChartKind::ALL.into_iter().filter(|&kind| kind != ChartKind::Conquest) {
        let mut panels = Panels { is_enlarged: true, ..showing(kind) };
        let is_of_one = kind.is_of_individuals() || kind.is_of_descent();
        panels.species = is_of_one.then_some(CLOVER);
        let mut framebuffer = Framebuffer::new(1280, 720, GROUND);
        let hits = viewer.paint(&mut framebuffer, 1.0, &mut panels, None);
        assert_picture!(&format!("chart_{}", kind.name()), framebuffer);
        let is_time = |hit: &&Hit| matches!(hit.what, Target::ChartTime(_));
        let shows_time =
            matches!(kind, ChartKind::Populations | ChartKind::Births | ChartKind::Census)
                || kind.is_of_descent();
        assert_eq!(hits.all().iter().any(|hit| is_time(&hit)), shows_time, "{kind:?}");
        if let Some(hit) = hits.all().iter().find(is_time) {
            let least = if kind == ChartKind::TraitHistory { 150.0 } else { 400.0 };
            assert!(hit.area.width > least, "{:?}", hit.area);
        }
        // Somewhere in the chart, most likely in its middle, the pointer finds something.
        let layout = viewer.layout(&framebuffer, 1.0, &panels);
        let (across, down) = (100, 50);
        let rows = (0..down).map(|row| (row + down / 2) % down);
        let places = rows.flat_map(|y| (1..across).map(move |x| Vec2::new(x as f32, y as f32)));
        let (corner, size) = (layout.world.corner(), layout.world.size());
        let step = size / Vec2::new(across as f32, down as f32);
        let mut places = places.map(|place| corner + place * step);
        let says_something = places
            .any(|at| tip_at(&viewer, &mut panels, at).is_some_and(|plate| plate.lines.len() > 1));
        assert!(says_something, "{kind:?}");
    }
}

#[test]
fn a_plate_shows_the_values_of_the_curves_at_the_tick_of_the_pointer() {
    let viewer = Viewer::new();
    let mut panels = Panels { is_enlarged: true, ..Panels::default() };
    let hits = viewer.paint(&mut Framebuffer::new(1280, 720, GROUND), 1.0, &mut panels, None);
    let scale = hits.all().iter().find_map(|hit| match hit.what {
        Target::ChartTime(scale) => Some(scale),
        _ => None,
    });
    let scale = scale.expect("populations are over time");
    for tick in [0, 33, 90, 150, 199] {
        let at = Vec2::new(scale.x_of(tick), scale.area.centre().y);
        let plate = tip_at(&viewer, &mut panels, at).expect("there are curves");
        let shown: u64 = plate.lines[0].0.strip_prefix("tick ").unwrap().parse().unwrap();
        assert!(shown.abs_diff(tick) <= 1, "{tick}: {plate:?}");
        for (info, count) in
            viewer.chronicle.species().iter().zip(viewer.chronicle.populations(shown))
        {
            let line = format!("{}: {count}", info.name);
            assert!(plate.lines.iter().any(|(text, _)| *text == line), "{line}: {plate:?}");
        }
    }
}

/// The areas of a history of traits that lead to ticks, in a framebuffer of this size.
fn plots_of_a_history(viewer: &Viewer, panels: &mut Panels, size: (u32, u32)) -> Vec<TimeScale> {
    let mut framebuffer = Framebuffer::new(size.0, size.1, GROUND);
    let hits = viewer.paint(&mut framebuffer, 1.0, panels, None);
    keep(&framebuffer, &format!("history_{}x{}_{}.png", size.0, size.1, panels.is_enlarged));
    let scales = hits.all().iter().filter_map(|hit| match hit.what {
        Target::ChartTime(scale) => Some(scale),
        _ => None,
    });
    scales.collect()
}

#[test]
fn a_history_of_traits_says_the_quantiles_at_the_tick_of_the_pointer() {
    let viewer = Viewer::new();
    let species = Some(CLOVER);
    let enlarged = Panels { is_enlarged: true, species, ..showing(ChartKind::TraitHistory) };
    let scales = plots_of_a_history(&viewer, &mut enlarged.clone(), (1280, 720));
    let history = &viewer.details.descent.as_ref().unwrap().traits;
    assert_eq!(scales.len(), history.panels.len());
    for (scale, panel) in scales.iter().zip(&history.panels) {
        let at = Vec2::new(scale.x_of(90), scale.area.centre().y);
        let plate = tip_at(&viewer, &mut enlarged.clone(), at).expect("organisms are alive");
        let shown: u64 = plate.lines[0].0.strip_prefix("tick ").unwrap().parse().unwrap();
        assert!(shown.abs_diff(90) <= 1, "{plate:?}");
        let index = history.ticks.iter().position(|&tick| tick == shown).unwrap();
        let living = format!(": {} alive", history.living[index]);
        assert!(plate.lines[1].0.ends_with(&living), "{plate:?}");
        let medians = [index, 0].map(|index| panel.quantiles[index].unwrap()[2]);
        for (line, median) in [&plate.lines[2], plate.lines.last().unwrap()].iter().zip(medians) {
            let said: f64 = line.0.rsplit(' ').next().unwrap().parse().unwrap();
            assert!((said - median).abs() < 0.001, "{median}: {plate:?}");
        }
    }
}

#[test]
fn a_small_panel_has_all_plots_of_a_history_or_says_how_many_are_left_out() {
    let viewer = Viewer::new();
    let mut panels = Panels {
        species: Some(CLOVER),
        unfolded: Some(Panel::Charts),
        ..showing(ChartKind::TraitHistory)
    };
    for size in [(1920, 1080), (1280, 720), (800, 600)] {
        let scales = plots_of_a_history(&viewer, &mut panels, size);
        assert_eq!(scales.len(), 4, "{size:?}");
        for (scale, index) in scales.iter().zip(1..) {
            assert!(scale.area.width >= 50.0 && scale.area.height >= 24.0, "{:?}", scale.area);
            let is_apart = |it: &TimeScale| it.area.within(&scale.area).is_empty();
            assert!(scales[index..].iter().all(is_apart), "{size:?}");
        }
    }
}

#[test]
fn keys_and_clicks_change_what_a_chart_shows() {
    let mut panels = Panels::default();
    let scale = |panels: &Panels| panels.chart.scale;
    assert_eq!(scale(&panels), None);
    // Populations are shown by their roots at first.
    for expected in [Scale::Log, Scale::Linear, Scale::Root] {
        assert!(panels.apply(UiAction::ChartScale));
        assert_eq!(scale(&panels), Some(expected));
    }
    assert!(panels.apply(UiAction::EnlargeChart) && panels.shows_enlarged_chart());
    assert!(panels.apply(UiAction::Deselect) && !panels.shows_enlarged_chart());
    assert!(!panels.apply(UiAction::Deselect));
    panels.apply(UiAction::Charts);
    assert!(panels.apply(UiAction::EnlargeChart) && panels.shows_enlarged_chart());
    assert!(panels.apply(UiAction::EnlargeChart) && !panels.shows_enlarged_chart());
    assert!(panels.open.contains(&Panel::Charts));
    // Each entry of each list is chosen by a click on it.
    let viewer = Viewer::new();
    let lists = [
        (ChartKind::Phase, ChartPart::Horizontal),
        (ChartKind::Phase, ChartPart::Vertical),
        (ChartKind::Scatter, ChartPart::Horizontal),
        (ChartKind::Scatter, ChartPart::Vertical),
        (ChartKind::Census, ChartPart::Column),
    ];
    for (kind, list) in lists {
        let mut panels = showing(kind);
        let paint = |panels: &mut Panels| {
            viewer.paint(&mut Framebuffer::new(1280, 720, GROUND), 1.0, panels, None)
        };
        let button = Target::Menu(Menu::Chart(list));
        assert!(paint(&mut panels).all().iter().any(|hit| hit.what == button), "{list:?}");
        assert_eq!(panels.click(button), None);
        let hits = paint(&mut panels);
        let entries = hits.all().iter().filter(|hit| matches!(hit.what, Target::Set(_)));
        let mut seen = Vec::new();
        for hit in entries {
            let is_on_top = hits.at(hit.area.centre()) == Some(hit);
            assert!(is_on_top && hit.area.height > 14.0, "{hit:?}");
            let mut chosen = panels.clone();
            assert_eq!((chosen.click(hit.what), chosen.menu), (None, None));
            seen.push(chosen.chart);
        }
        let count = seen.len();
        seen.dedup();
        assert!(count > 5 && seen.len() == count, "{list:?}: {count}");
    }
}

#[test]
fn scales_convert_both_ways() {
    let time = TimeScale { area: Rect::new(10.0, 0.0, 300.0, 20.0), first: 50, last: 100_050 };
    for tick in [50, 51, 777, 50_000, 100_050] {
        assert!(time.tick_at(time.x_of(tick)).abs_diff(tick) <= 2, "{tick}");
    }
    assert_eq!((time.tick_at(-9e9), time.tick_at(9e9)), (50, 100_050));
    assert_eq!(time.tick_at(f32::NAN), 50);
    let world = terrarium_space::geometry::Aabb::new(
        glam::DVec2::splat(-40.0),
        glam::DVec2::new(560.0, 80.0),
    );
    let map = MapScale { area: Rect::new(5.0, 9.0, 60.0, 12.0), world };
    let place = glam::DVec2::new(200.0, 20.0);
    assert!(map.place_at(map.pixel_of(place)).distance(place) < 1e-3);
    assert_eq!(map.place_at(Vec2::splat(1e9)), world.max);
}
