//! Creatures that ask for journeys, drawn at random: over every navigator, kind of destination and kind of ground.

use rand::RngExt;
use rand::seq::IndexedRandom;
use terrarium::navigation::NAVIGATORS;
use terrarium::prelude::*;
use terrarium_testing::Workdir;
use terrarium_testing::turn_costs::search::{Candidate, Cost, Rng};

/// The animals of the species.
const ANIMALS: u64 = 1000;

/// The ticks that are measured, after one in which the free ground is computed.
const TICKS: u64 = 4;

/// The number of tiles along each side of the world; odd, for mazes.
const SIDE: usize = 63;

/// The length of a side of a tile, in units.
const TILE: usize = 64;

/// The operations that the species may use in a tick.
const BUDGET: u64 = 1000 * ANIMALS;

/// What creatures can ask for.
const REQUESTS: &[&str] = &[
    "go_to(X, Y);",
    "go_near(X, Y);",
    "go_within(X, Y, 30.0);",
    "go_to(me.x + random(-300.0, 300.0), me.y + random(-300.0, 300.0));",
    "go_near(0.0, 0.0);",
    "go_to(2000.0, 2000.0);",
    "let it = nearest(\"any\"); if it != () { go_beside(it); }",
    "let it = nearest(\"any\"); if it != () { go_in_formation(it, -40.0, 20.0); }",
    "roam();",
    "if !me.travelling { go_to(X, Y); }",
    "if !me.travelling { go_near(X, Y); }",
    "loop { }",
];

/// Kinds of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    Open,
    Maze,
    Boxes,
    Caves,
    Swamps,
    Links,
    Polygons,
}

const GROUNDS: &[Ground] = &[
    Ground::Open,
    Ground::Maze,
    Ground::Boxes,
    Ground::Caves,
    Ground::Swamps,
    Ground::Links,
    Ground::Polygons,
];

/// A species that asks for journeys.
#[derive(Debug, Clone)]
pub struct PlanningCandidate {
    ground: Ground,
    navigator: &'static str,
    /// What its creatures ask for; each draws one of these every tick.
    requests: Vec<&'static str>,
    wariness: u32,
}

impl PlanningCandidate {
    /// A species whose creatures execute an endless loop.
    pub fn empty_loop() -> Self {
        let requests = vec!["loop { }"];
        Self { ground: Ground::Open, navigator: "direct", requests, wariness: 0 }
    }

    fn scenario(&self) -> String {
        let rows: String =
            rows(self.ground).iter().map(|row| format!("    \"{row}\",\n")).collect();
        let links = if self.ground == Ground::Links { LINKS } else { "" };
        let polygons = match self.ground {
            Ground::Polygons => format!("polygons = {}\n", polygons()),
            _ => String::new(),
        };
        format!(
            "description = \"asks\"\nseed = 1\n{polygons}[terrain]\ntile = {TILE}\nrows = [\n{rows}]
            [rules]\nspecies_budget = {}\nstrikes = 1000000000\nswamp_speed = 0.3\n{links}
            [[population]]\nspecies = \"asker\"\ncount = {ANIMALS}\n",
            BUDGET / ANIMALS
        )
    }

    fn manifest(&self) -> String {
        let Self { navigator, wariness, .. } = self;
        format!(
            "name = \"asker\"\ndescription = \"asks for journeys\"\nkind = \"herbivore\"
            mature_size = 24\nnavigator = \"{navigator}\"\n[appearance]\ncolour = \"#808080\"
            [points]\nspeed = 50\nsight = 50\n[travel]\nwariness = {wariness}\n"
        )
    }

    fn script(&self) -> String {
        let mut script = String::from("fn on_tick() {\n    let choice = random(0, 59);\n");
        for (index, request) in self.requests.iter().enumerate() {
            let request = request.replace('X', "random(world.min_x, world.max_x)");
            let request = request.replace('Y', "random(world.min_y, world.max_y)");
            let count = self.requests.len();
            script += &format!("    if choice % {count} == {index} {{ {request} }}\n");
        }
        script + "}\n"
    }
}

impl Candidate for PlanningCandidate {
    fn random(rng: &mut Rng) -> Self {
        let count = rng.random_range(1..=3);
        Self {
            ground: *GROUNDS.choose(rng).expect("there are some"),
            navigator: NAVIGATORS.choose(rng).expect("there are some").name(),
            requests: (0..count).map(|_| *REQUESTS.choose(rng).expect("some")).collect(),
            wariness: rng.random_range(0..2),
        }
    }

    fn mutated(&self, rng: &mut Rng) -> Self {
        let (mut mutated, other) = (self.clone(), Self::random(rng));
        match rng.random_range(0..3) {
            0 => mutated.ground = other.ground,
            1 => mutated.navigator = other.navigator,
            _ => mutated.requests = other.requests,
        }
        mutated
    }

    fn text(&self) -> String {
        let Self { ground, navigator, requests, .. } = self;
        format!("{navigator} on {ground:?}: {}", requests.join(" or "))
    }

    /// The time of some ticks, and the operations that the species might have used in them.
    fn cost(&self, executions: u32) -> Option<Cost> {
        let workdir = Workdir::new();
        workdir.write("asker/creature.toml", self.manifest());
        workdir.write("asker/behaviour.rhai", self.script());
        workdir.write("world.toml", self.scenario());
        let path = workdir.folder().join("world.toml").to_string_lossy().into_owned();
        let builder = SimulationBuilder::new(path).creatures(workdir.folder());
        let mut simulation = builder.build().unwrap_or_else(|error| panic!("{error}"));
        simulation.tick();
        Some(Cost::new(executions.div_ceil(5), || {
            (0..TICKS).for_each(|_| simulation.tick());
            TICKS * BUDGET
        }))
    }
}

const LINKS: &str = "
[[links]]\nname = \"one\"\nfrom = [992, 992]\nto = [3040, 3040]\nticks = 5
[[links]]\nname = \"two\"\nfrom = [3040, 992]\nto = [992, 3040]\nticks = 5
[[links]]\nname = \"three\"\nfrom = [480, 2016]\nto = [3552, 2016]\nticks = 5
";

/// The rows of tiles of a ground.
fn rows(ground: Ground) -> Vec<String> {
    let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(3);
    let mut tiles = vec![vec![' '; SIDE]; SIDE];
    let mut scatter = |tile: char, share: f64| {
        for at in tiles.iter_mut().flatten() {
            if rng.random::<f64>() < share {
                *at = tile;
            }
        }
    };
    match ground {
        Ground::Open | Ground::Polygons => {}
        Ground::Maze => return maze(),
        Ground::Boxes | Ground::Links => scatter('@', 0.12),
        Ground::Caves => scatter('@', 0.35),
        Ground::Swamps => {
            scatter(',', 0.3);
            scatter('@', 0.08);
        }
    }
    // The ends of the links are free.
    for (x, y) in [(15, 15), (47, 47), (47, 15), (15, 47), (7, 31), (55, 31)] {
        tiles[y][x] = ' ';
    }
    tiles.into_iter().map(String::from_iter).collect()
}

/// A maze with corridors that are one tile wide, and one path between any two tiles.
fn maze() -> Vec<String> {
    let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(1);
    let mut tiles = vec![vec!['@'; SIDE]; SIDE];
    let mut branch: Vec<(usize, usize)> = vec![(1, 1)];
    tiles[1][1] = ' ';
    while let Some(&(x, y)) = branch.last() {
        let ends = [(x + 2, y), (x, y + 2), (x.wrapping_sub(2), y), (x, y.wrapping_sub(2))];
        let is_new = |&&(x, y): &&(usize, usize)| x < SIDE && y < SIDE && tiles[y][x] == '@';
        let ends: Vec<(usize, usize)> = ends.iter().filter(is_new).copied().collect();
        match ends.choose(&mut rng) {
            None => drop(branch.pop()),
            Some(&(to_x, to_y)) => {
                tiles[y.midpoint(to_y)][x.midpoint(to_x)] = ' ';
                tiles[to_y][to_x] = ' ';
                branch.push((to_x, to_y));
            }
        }
    }
    tiles.into_iter().map(String::from_iter).collect()
}

/// Triangles on a lattice.
fn polygons() -> String {
    let corners = |x: usize, y: usize| {
        format!("[[{x}, {y}], [{}, {}], [{}, {}]]", x + 90, y + 30, x + 20, y + 100)
    };
    let places = (0..20).flat_map(|row| (0..20).map(move |column| (row, column)));
    let triangles = places.map(|(row, column)| corners(60 + column * 190, 60 + row * 190));
    format!("[{}]", triangles.collect::<Vec<_>>().join(", "))
}
