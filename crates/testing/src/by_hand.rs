//! Small hand-made worlds, built from pictures, in which a test decides for every creature.

use std::sync::Arc;

use terrarium_creatures::behaviour::{Behaviour, EventKind, OrganismId, Turn};
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{
    Appearance, GroundOverrides, Kind, Nature, PlantTraits, SexualReproduction, Silhouette,
    Species, SpeciesId, Steering, Traits,
};
use terrarium_navigation::Method;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{
    Account, Body, Carcass, CommandEffects, Frame, Growth, Identity, Ledger, Life, Lineage, Mating,
    Mind, Motion, PlanningEffort, SavedNature, SavedOrganism, TurnAccount, World, WorldConfig,
};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::Terrain;

/// The side of one character of a picture, in units. A body fills it.
pub const CELL: f64 = 24.0;

/// The centre of a cell of a picture.
pub fn cell(column: u32, row: u32) -> DVec2 {
    (DVec2::new(column.into(), row.into()) + 0.5) * CELL
}

/// The species of a hand-made world, in the order of its list.
pub const GRASS: SpeciesId = SpeciesId(0);
/// A plant that grows tall.
pub const TREE: SpeciesId = SpeciesId(1);
/// The herbivore, `h` in pictures.
pub const HERBIVORE: SpeciesId = SpeciesId(2);
/// The carnivore, `c` in pictures.
pub const CARNIVORE: SpeciesId = SpeciesId(3);

/// The rules that tests depend on, so that no test fails when a default changes.
const RULES: &[(&str, f64)] = &[
    ("light", 30.0),
    ("crown", 5.0),
    ("shade", 0.3),
    ("crowding", 0.1),
    ("likeness", 0.35),
    ("energy_base", 50.0),
    ("energy_points", 1008.0),
    ("bite_base", 1.0),
    ("bite_points", 100.0),
    ("fight_base", 50.0),
    ("fight_points", 200.0),
    ("carnivore_strength", 2.0),
    ("speed_base", 5.0),
    ("speed_points", 100.0),
    ("speed_min", 2.0),
    ("sight_base", 10_000.0),
    ("camouflage_points", 0.9),
    ("reach", 2.0),
    ("living_animal", 0.05),
    ("living_plant", 0.35),
    ("wood", 0.2),
    ("moving", 0.002),
    ("lifespan_plant", 150.0),
    ("lifespan_herbivore", 50.0),
    ("lifespan_carnivore", 100.0),
    ("leaves", 50.0),
    ("roots", 0.42),
    ("browsing", 8.0),
    ("carcass", 50.0),
];

/// The characters of tiles that are not plain ground.
const TILES: [char; 3] = ['~', ',', '#'];

/// A world to build from a picture.
///
/// Each character is a cell: `.` is ground, `~` is water, `,` is swamp, `#` is road, and a letter is an
/// organism that fills its cell:
///
/// | letters | organism |
/// |---|---|
/// | `g` | grass |
/// | `t` | a tree, twelve times as tall as grass |
/// | `h` to `k` | a herbivore |
/// | `v` to `z` | a carnivore |
/// | `c` to `e` | the carcass of a herbivore |
///
/// All organisms are mature, undamaged, half full and of age 0. All animals see the whole world.
#[derive(Clone)]
pub struct Scene {
    /// The configuration of the world.
    pub config: WorldConfig,
    /// Its organisms, by identity.
    pub organisms: Vec<SavedOrganism>,
    /// Its polygons.
    pub polygons: Vec<Polygon>,
    letters: Vec<char>,
}

impl Scene {
    /// The scene that a picture shows, a letter a cell.
    pub fn new(picture: &str) -> Self {
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let ground = rows.iter().map(|row| row.replace(|c| !TILES.contains(&c), " "));
        let terrain = Terrain::from_rows("picture", ground).unwrap().with_tile_side(CELL).unwrap();
        let mut rules = Rules::default();
        RULES.iter().for_each(|(name, value)| rules.set(name, *value).unwrap());
        let mut scene = Self {
            config: WorldConfig {
                seed: 1,
                bounds: terrain.area(),
                rules,
                terrain: picture.contains(TILES).then_some(terrain),
                species: species(),
                colonies: Vec::new(),
                links: Vec::new(),
                timetable: Vec::new(),
            },
            organisms: Vec::new(),
            polygons: Vec::new(),
            letters: Vec::new(),
        };
        for (y, row) in (0_u32..).zip(&rows) {
            for (x, letter) in (0_u32..).zip(row.chars()).filter(|(_, c)| c.is_alphabetic()) {
                scene.add(letter, cell(x, y));
            }
        }
        scene
    }

    /// Adds an organism to the scene.
    pub fn add(&mut self, letter: char, centre: DVec2) -> OrganismId {
        let id = OrganismId(self.organisms.len() as u64 + 1);
        let (species, nature) = nature(letter, &self.config);
        let (parent, lineage) = (OrganismId::NONE, Lineage(id.0));
        let who = Identity { id, parent, born: 0, generation: 0, species, lineage };
        self.organisms.push(SavedOrganism {
            who,
            body: Body { centre, radius: 12.0 },
            nature,
            genome: None,
            mating: None,
        });
        self.letters.push(letter);
        id
    }

    /// Sets a rule.
    pub fn rule(mut self, name: &str, value: f64) -> Self {
        self.config.rules.set(name, value).unwrap();
        self
    }

    /// Lets a species reproduce sexually.
    pub fn sexual(mut self, species: SpeciesId, reproduction: SexualReproduction) -> Self {
        self.config.species[species.index()].reproduction = Some(reproduction);
        let living = |it: &&mut SavedOrganism| {
            it.who.species == species && !matches!(it.nature, SavedNature::Carcass(_))
        };
        let mates = self.organisms.iter_mut().filter(living);
        mates.for_each(|it| it.mating = Some(Mating::default()));
        self
    }

    /// The first organism of a letter, in reading order.
    pub fn id(&self, letter: char) -> OrganismId {
        let index = self.letters.iter().position(|&l| l == letter);
        self.organisms[index.expect("a letter of the picture")].who.id
    }

    fn organism(&mut self, letter: char) -> &mut SavedOrganism {
        let id = self.id(letter);
        self.organisms.iter_mut().find(|organism| organism.who.id == id).expect("it was added")
    }

    /// Changes the [`Life`] of the first organism of a letter.
    pub fn life(mut self, letter: char, change: impl FnOnce(&mut Life)) -> Self {
        match &mut self.organism(letter).nature {
            SavedNature::Plant(life, _) | SavedNature::Animal(life, ..) => change(life),
            SavedNature::Carcass(_) => panic!("{letter} is a carcass"),
        }
        self
    }

    /// Sets the points of the first animal of a letter.
    pub fn points(mut self, letter: char, points: [f32; 7]) -> Self {
        match &mut self.organism(letter).nature {
            SavedNature::Animal(_, traits, ..) => traits.points = points,
            _ => panic!("{letter} is not an animal"),
        }
        self
    }

    /// Changes the identity and body of the first organism of a letter.
    pub fn form(mut self, letter: char, change: impl FnOnce(&mut Identity, &mut Body)) -> Self {
        let organism = self.organism(letter);
        change(&mut organism.who, &mut organism.body);
        self
    }

    /// Builds the world, with a balanced ledger.
    pub fn world(self) -> World {
        let frame = Frame {
            planning_effort: vec![PlanningEffort::default(); self.config.species.len()],
            turns: vec![TurnAccount::default(); self.config.species.len()],
            config: self.config,
            tick: 0,
            next_id: OrganismId(self.organisms.len() as u64 + 1),
            events: Vec::new(),
            messages: Vec::new(),
            ledger: Ledger::default(),
            conquest: None,
            command_effects: CommandEffects {
                polygons: self.polygons,
                ..CommandEffects::default()
            },
            flow_fields: Vec::new(),
            calamities: Vec::new(),
        };
        let world = |frame: Frame| {
            let mut world = World::from_frame(frame).unwrap();
            let mut last = OrganismId::NONE;
            for organism in &self.organisms {
                world.admit(organism.clone(), last).unwrap();
                last = organism.who.id;
            }
            world
        };
        let mut ledger = Ledger::default();
        ledger.book(Account::Founding, world(frame.clone()).stock());
        world(Frame { ledger, ..frame })
    }

    /// Builds a simulation, in which `decide` runs the turn of every animal.
    pub fn go(self, decide: impl Fn(&mut Turn<'_>) + Send + Sync + 'static) -> Stage {
        simulation_of(self.world(), decide)
    }
}

/// Builds a simulation of a world with the species of a scene.
pub fn simulation_of(
    world: World,
    decide: impl Fn(&mut Turn<'_>) + Send + Sync + 'static,
) -> Stage {
    let closure: Arc<dyn Fn(&mut Turn<'_>) + Send + Sync> = Arc::new(decide);
    let animal = || Some(Box::new(Closure(Arc::clone(&closure))) as Box<dyn Behaviour>);
    Stage(Simulation::new(world, vec![None, None, animal(), animal()]))
}

struct Closure(Arc<dyn Fn(&mut Turn<'_>) + Send + Sync>);

impl Behaviour for Closure {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| (self.0)(turn));
    }
}

/// A running scene. Its invariants are checked after every tick.
pub struct Stage(pub Simulation);

impl Stage {
    /// Simulates a tick, and checks all invariants.
    pub fn tick(&mut self) {
        self.0.tick();
        self.0.check().unwrap();
    }

    /// Simulates so many ticks, each checked.
    pub fn ticks(&mut self, count: u64) {
        (0..count).for_each(|_| self.tick());
    }

    /// The events of an organism in the last tick.
    pub fn events_of(&self, id: OrganismId) -> Vec<EventKind> {
        let events = self.0.world().events().iter();
        events.filter(|event| event.to == id).map(|event| event.what.clone()).collect()
    }

    /// The current state of an organism, or `None` if it does not exist.
    pub fn see(&self, id: OrganismId) -> Option<SavedOrganism> {
        self.0.world().organism(id)
    }

    /// The body of an organism.
    pub fn body(&self, id: OrganismId) -> Aabb {
        self.see(id).expect("it exists").body.area()
    }

    /// The [`Life`] of a living organism.
    pub fn life(&self, id: OrganismId) -> Life {
        match self.see(id).expect("it exists").nature {
            SavedNature::Plant(life, _) | SavedNature::Animal(life, ..) => life,
            SavedNature::Carcass(_) => panic!("{id} is dead"),
        }
    }

    /// The organisms born since the beginning.
    pub fn newcomers(&self, founders: u64) -> Vec<SavedOrganism> {
        self.0.world().organisms().filter(|organism| organism.who.id.0 > founders).collect()
    }
}

fn nature(letter: char, config: &WorldConfig) -> (SpeciesId, SavedNature) {
    let species = match letter {
        'g' => GRASS,
        't' => TREE,
        'h'..='k' | 'c'..='e' => HERBIVORE,
        'v'..='z' => CARNIVORE,
        _ => panic!("there is no organism {letter}"),
    };
    let energy = |most: Energy| Energy::from_units(most.units() * 0.5);
    let life = |most| Life {
        energy: energy(most),
        embryo: Energy::ZERO,
        damage: 0.0,
        grows_at: 0,
        breeds_at: 0,
        incubation: 0,
        mature_radius: 12.0,
        growth: Growth::Grown,
    };
    let nature = match config.species(species).nature {
        _ if ('c'..='e').contains(&letter) => {
            SavedNature::Carcass(Carcass { energy: Energy::from_units(300.0), rots_at: 60 })
        }
        Nature::Plant(traits) => {
            SavedNature::Plant(life(traits.max_energy(12.0, &config.rules)), traits)
        }
        Nature::Animal(traits) => {
            let life = life(traits.max_energy(12.0, &config.rules));
            SavedNature::Animal(life, traits, Mind::default(), Motion::default())
        }
    };
    (species, nature)
}

fn species() -> Vec<Species> {
    let plant = |height| {
        let (preferred_light, seed_spread) = (1.0, 100.0);
        Nature::Plant(PlantTraits { mature_radius: 12.0, height, preferred_light, seed_spread })
    };
    let animal = || {
        let points = [20.0, 20.0, 20.0, 20.0, 20.0, 0.0, 0.0];
        Nature::Animal(Traits { mature_radius: 12.0, points })
    };
    let species = |name: &str, kind, nature| Species {
        name: name.to_owned(),
        description: name.to_owned(),
        kind,
        nature,
        appearance: Appearance { colour: [0; 3], silhouette: Silhouette::usual(kind, 12.0) },
        behaviour: None,
        wariness: 0.0,
        ground: GroundOverrides::default(),
        navigation: Method::default(),
        steering: Steering::default(),
        mutation: None,
        brain: None,
        reproduction: None,
        content_hash: String::new(),
    };
    vec![
        species("grass", Kind::Plant, plant(0.5)),
        species("tree", Kind::Plant, plant(6.0)),
        species("herbivore", Kind::Herbivore, animal()),
        species("carnivore", Kind::Carnivore, animal()),
    ]
}
