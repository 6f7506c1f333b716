//! Routes between bases: through walls or around them, and after changes of the ground.

use proptest::prelude::*;
use terrarium::behaviour::{BaseId, Colony, EventKind, OrganismId, Turn};
use terrarium::geometry::DVec2;
use terrarium::navigation::strategic::{
    Answer, Method, Network, Node, NodeId, NodeKind, RouteSearch, StrategicConfig,
    Strategy as Strategic, TEAMS,
};
use terrarium::space::terrain::{Cell, Terrain};
use terrarium::tick::Simulation;
use terrarium::world::{
    Itinerary, Journey, JourneyState, Motion, RestoreError, RouteQuery, SavedNature, SavedOrganism,
    World,
};
use terrarium_testing::state_hashes;
use terrarium_testing::strategic::{forts, ground, real_map};

use crate::arena::Game;
use crate::restored::restored;

const FAR: BaseId = BaseId(0);

/// A map with the ants' nest in the west and a base in the east, with these rows between rows of
/// rock. The termites' nest is below them, unless it is in the rows.
fn map(rows: &[&str]) -> String {
    let width = rows[0].len();
    let column = |letter| {
        let place = |(y, row): (usize, &&str)| Some((row.find(letter)?, y + 1));
        rows.iter().enumerate().find_map(place).expect("the map has a base")
    };
    let ((x, y), rock) = (column('C'), "@".repeat(width));
    let (nest_x, nest_y) = column('1');
    let middle = |tile: usize| tile * 48 + 24;
    let quoted: Vec<_> = rows.iter().map(|row| format!("\"{row}\",\n")).collect();
    format!(
        r#"
description = "A map to travel on"
[terrain]
tile = 48
rows = ["{rock}", {} "{rock}", "@{}{}@", "{rock}"]
[[terrain.base]]
name = "Far"
capture = [{x}, {y}]
polygon = [[{x}, {y}]]
[colonies]
blue = ["ant"]
red = ["termite"]
[rules]
living_animal = 0.01
lifespan_carnivore = 10000
[[population]]
species = "ant"
count = 1
grown = 1
at = [[{}, {}]]
[[population]]
species = "termite"
count = 0
grown = 1
"#,
        quoted.concat(),
        if rows.iter().any(|row| row.contains('2')) { ' ' } else { '2' },
        " ".repeat(width - 3),
        middle(nest_x),
        middle(nest_y),
    )
}

/// A wall across the middle, open in the far south.
const WALLED: [&str; 8] = [
    "@         |         @",
    "@         |         @",
    "@ 1       |       C @",
    "@         |         @",
    "@         |         @",
    "@         |         @",
    "@         |         @",
    "@                   @",
];

fn go(turn: &mut Turn<'_>) {
    let speed = turn.senses.me.max_speed;
    turn.intent.go_to_base(FAR, speed);
}

fn motion(game: &Game) -> (DVec2, Motion) {
    let first = game.organisms().remove(0);
    match first.nature {
        SavedNature::Animal(_, _, _, motion) => (first.body.centre, motion),
        other => panic!("an ant, not {other:?}"),
    }
}

/// Simulates until the ant arrives; returns its positions.
fn walk(mut game: Game) -> (Vec<DVec2>, Game) {
    let mut walked = vec![motion(&game).0];
    let has_arrived =
        |game: &Game| game.events_of().iter().any(|(_, what)| *what == EventKind::Arrived);
    while !has_arrived(&game) {
        assert!(walked.len() < 2000, "it does not arrive: {:?}", motion(&game));
        game.tick();
        walked.push(motion(&game).0);
    }
    (walked, game)
}

fn length(walked: &[DVec2]) -> f64 {
    walked.windows(2).map(|two| two[0].distance(two[1])).sum()
}

fn breaches(game: &Game) -> usize {
    game.conquest().damage.len()
}

#[test]
fn a_wall_is_breached_when_that_is_cheaper_than_the_detour() {
    let game = |overrides: &[&str]| walk(Game::new(&map(&WALLED), overrides, go));
    let (around, unbreached) = game(&["rules.route_wall_cost=100"]);
    assert_eq!(breaches(&unbreached), 0);
    assert!(around.iter().any(|place| place.y > 8.0 * 48.0), "through the gap in the south");
    let (through, breached) = game(&["rules.route_wall_cost=2"]);
    assert_eq!(breached.conquest().damage.keys().collect::<Vec<_>>(), [&Cell::new(10, 3)]);
    assert!(through.iter().all(|place| place.y < 5.0 * 48.0), "in a straight line");
    assert!(length(&through) < 17.0 * 48.0, "{}", length(&through));
}

#[test]
fn a_wall_across_the_only_route_is_breached() {
    let mut rows = WALLED;
    rows[7] = "@         |         @";
    let (_, game) = walk(Game::new(&map(&rows), &["rules.route_wall_cost=10000"], go));
    assert_eq!(breaches(&game), 1, "only the wall on the route");
}

#[test]
fn a_destination_behind_water_is_refused_because_there_is_no_route() {
    let river = WALLED.map(|row| format!("{}.{}", &row[..10], &row[11..]));
    let rows = river.each_ref().map(String::as_str);
    let mut game = Game::new(&map(&rows), &[], go);
    game.tick();
    assert_eq!(game.refusals(), ["no_route"]);
    assert_eq!(motion(&game).1.journey, None);
}

#[test]
fn a_link_leads_to_a_base_behind_water() {
    let river = WALLED.map(|row| format!("{}.{}", &row[..10], &row[11..]));
    let rows = river.each_ref().map(String::as_str);
    let link = "[[links]]\nname = \"ferry\"\nfrom = [450, 300]\nto = [560, 300]\nticks = 15\n";
    let text = format!("{}{link}", map(&rows));
    let mut game = Game::new(&text, &[], go);
    game.until(1500, |game| game.events_of().iter().any(|(_, what)| *what == EventKind::Arrived));
    assert!(motion(&game).0.distance(DVec2::new(18.5, 3.5) * 48.0) < 24.0);
    // The same again; each state of the journey can be stored.
    let (mut game, mut crossed) = (Game::new(&text, &[], go), 0);
    for tick in 0..400 {
        game.tick();
        let is_crossing =
            |(_, what): &(OrganismId, EventKind)| matches!(what, EventKind::Crossed { .. });
        crossed += game.events_of().iter().filter(|it| is_crossing(it)).count();
        if tick % 16 == 0 {
            restored(game.0.world()).check().unwrap();
        }
    }
    assert_eq!(crossed, 1);
}

/// A road through two walls that are not in line, so that the route has corners.
const GATES: [&str; 9] = [
    "@     |      |      @",
    "@     |      |      @",
    "@ 1   #      |      @",
    "@     |      |      @",
    "@     |      |      @",
    "@     |      |      @",
    "@     |      #    C @",
    "@     |      |      @",
    "@     |      |      @",
];

#[test]
fn route_nodes_are_skipped_where_the_straight_path_is_no_longer() {
    let (walked, game) = walk(Game::new(&map(&GATES), &[], go));
    assert_eq!(breaches(&game), 0);
    let strategy = game.0.world().strategy().unwrap();
    let graph = strategy.graph(terrarium::space::terrain::Team::Blue);
    let node = |cell| graph.node_at(Cell::from(cell)).expect("a node");
    let mut search = RouteSearch::new(Method::AStar, node((2, 3)), node((18, 7)));
    let Answer::Found(route) = search.finish(graph) else { panic!("a route") };
    let by_nodes = route.length(graph) * 48.0;
    let straight = walked[0].distance(*walked.last().unwrap());
    assert!(length(&walked) < by_nodes, "{} of {by_nodes}", length(&walked));
    assert!(length(&walked) >= straight);
}

#[test]
fn a_route_is_updated_when_a_wall_is_breached() {
    // A termite breaches the wall in four places while the ant takes the detour around it.
    let mut rows = [WALLED[0]; 16];
    (rows[2], rows[15]) = ("@ 1       |2      C @", WALLED[7]);
    let text = map(&rows).replace("count = 0", "count = 1");
    let breacher = |turn: &mut Turn<'_>| {
        if turn.senses.me.colony == Some(Colony::Blue) {
            return go(turn);
        }
        let walls = turn.senses.walls.iter();
        let near = walls.filter(|wall| wall.gap <= turn.senses.me.reach).map(|wall| wall.cell);
        let wall = near.filter(|wall| (2..=5).contains(&wall.y)).min();
        if let Some(wall) = wall.filter(|_| turn.senses.tick > 0) {
            turn.intent.breach(wall);
        }
    };
    let overrides = [
        "rules.sight_base=1000",
        "rules.wall_health=1",
        "rules.route_wall_cost=10000",
        "rules.reach=99",
    ];
    let mut game = Game::new(&text, &overrides, breacher);
    let nodes_ahead = |game: &Game| {
        let journey = motion(game).1.journey.expect("it is on a journey");
        let strategy = game.0.world().strategy().unwrap();
        let cells = strategy.nodes().iter().map(|node| node.cell).collect::<Vec<_>>();
        let itinerary = journey.itinerary.expect("it has a route");
        itinerary.ahead().iter().map(|&node| cells[node as usize]).collect::<Vec<_>>()
    };
    game.tick();
    let first = nodes_ahead(&game);
    assert!(first.len() > 1, "around the wall: {first:?}");
    game.until(20, |game| game.conquest().damage.len() == 4);
    game.tick();
    let updated = nodes_ahead(&game);
    assert!(updated.len() < first.len() && updated.last() == first.last(), "{updated:?}");
    assert!(motion(&game).0.x < 9.0 * 48.0, "it has not reached the wall yet");
    let (walked, _) = walk(game);
    assert!(walked.iter().all(|place| place.y < 8.0 * 48.0), "not through the gap in the south");
}

// ---------------------------------------------------------------------------------------------
// The search, tick by tick

fn searches(world: &World) -> usize {
    let is_search = |organism: &SavedOrganism| match &organism.nature {
        SavedNature::Animal(_, _, _, Motion { journey: Some(journey), .. }) => {
            matches!(journey.state, JourneyState::Routing(_))
        }
        _ => false,
    };
    world.organisms().filter(is_search).count()
}

/// A conquest in which a route search takes many ticks.
fn slow_searches() -> Simulation {
    crate::shipped::simulation("conquest", &["rules.route_steps=1"], 4)
}

#[test]
fn a_route_search_continues_after_a_snapshot() {
    let mut whole = slow_searches();
    whole.tick();
    assert!(searches(whole.world()) > 20, "one expansion per tick is not enough for most");
    let mut restored = restored(whole.world());
    assert_eq!(searches(restored.world()), searches(whole.world()));
    assert!(state_hashes(&mut restored, 80) == state_hashes(&mut whole, 80));
    restored.check().unwrap();
}

#[test]
fn a_search_and_a_route_are_part_of_the_state() {
    let mut simulation = slow_searches();
    for _ in 0..12 {
        simulation.tick();
    }
    let changed = |change: fn(&mut Journey, &World) -> bool| {
        let world = simulation.world();
        let mut organisms: Vec<_> = world.organisms().collect();
        let journeys = organisms.iter_mut().filter_map(|it| match &mut it.nature {
            SavedNature::Animal(.., motion) => motion.journey.as_mut(),
            _ => None,
        });
        let changed = journeys.into_iter().any(|journey| change(journey, world));
        assert!(changed, "no animal is in such a state");
        let mut changed = World::from_frame(world.frame()).unwrap();
        let mut last = OrganismId::NONE;
        for organism in organisms {
            let id = organism.who.id;
            changed.admit(organism, last).unwrap();
            last = id;
        }
        changed.state_hash()
    };
    let now = simulation.world().state_hash();
    let passed = changed(|journey, _| match &mut journey.itinerary {
        Some(itinerary) if !itinerary.is_at_last_node() => {
            itinerary.pass_node(itinerary.from());
            true
        }
        _ => false,
    });
    let searched = changed(|journey, world| match &mut journey.state {
        JourneyState::Routing(query) => {
            let graph = world.strategy().unwrap().graph(TEAMS[0]);
            query.advance(graph, 1);
            true
        }
        _ => false,
    });
    let stopped = changed(|journey, _| {
        let follows_route =
            matches!(journey.state, JourneyState::Path(..)) && journey.itinerary.is_some();
        if follows_route {
            journey.state = JourneyState::AtNode;
        }
        follows_route
    });
    let all = [now, passed, searched, stopped];
    assert_eq!(std::collections::BTreeSet::from(all.map(|hash| hash.0)).len(), 4);
}

#[test]
fn invalid_routes_are_refused_from_files() {
    let mut simulation = slow_searches();
    (0..12).for_each(|_| simulation.tick());
    let frame = simulation.world().frame();
    let mut tried = [0; 2];
    for saved in simulation.world().organisms() {
        let SavedNature::Animal(life, traits, mind, motion) = &saved.nature else { continue };
        let Some(journey) = &motion.journey else { continue };
        let mut invalid: Vec<Journey> = Vec::new();
        if let Some(itinerary) = &journey.itinerary {
            tried[0] += 1;
            let bytes = postcard::to_stdvec(itinerary).unwrap();
            type Parts = (Cell, (Vec<NodeId>, u32), usize, Option<Cell>);
            let (from, (nodes, cost), next, wall): Parts = postcard::from_bytes(&bytes).unwrap();
            let outside = Cell::new(4000, 0);
            let changed = [
                (outside, (nodes.clone(), cost), next, wall),
                (from, (nodes.clone(), cost), next, Some(outside)),
                (from, (nodes.clone(), cost), nodes.len(), wall),
                (from, (Vec::new(), cost), 0, wall),
                (from, ([&nodes[..], &[NodeId::MAX]].concat(), cost), next, wall),
                (from, ([&nodes[..], &nodes[nodes.len() - 1..]].concat(), cost), next, wall),
            ];
            let itinerary = |other| -> Itinerary {
                postcard::from_bytes(&postcard::to_stdvec(&other).unwrap()).unwrap()
            };
            invalid.extend(changed.map(|other| Journey {
                itinerary: Some(Box::new(itinerary(other))),
                ..Journey::clone(journey)
            }));
            invalid.push(Journey { itinerary: None, ..Journey::clone(journey) });
        }
        if let JourneyState::Routing(query) = &journey.state {
            tried[1] += 1;
            let mut outside = RouteQuery::clone(query);
            outside.from = Cell::new(0, 4000);
            let state = JourneyState::Routing(Box::new(outside));
            invalid.push(Journey { state, ..Journey::clone(journey) });
        }
        for journey in invalid {
            let motion = Motion { journey: Some(Box::new(journey)), ..motion.clone() };
            let nature = SavedNature::Animal(*life, *traits, mind.clone(), motion);
            let organism = terrarium::world::SavedOrganism {
                nature,
                who: saved.who,
                body: saved.body,
                genome: None,
                mating: None,
            };
            let mut world = World::from_frame(frame.clone()).unwrap();
            let refusal = world.admit(organism, terrarium::behaviour::OrganismId::NONE);
            assert_eq!(refusal, Err(RestoreError::Impossible(saved.who.id)));
        }
    }
    assert!(tried[0] > 0 && tried[1] > 0, "{tried:?}");
}

// ---------------------------------------------------------------------------------------------
// Starts of routes between nodes

/// Asserts that searches from a tile find the same costs as searches for which the tile is a node.
fn assert_start_costs(terrain: &Terrain, config: StrategicConfig, from: Cell) {
    let Ok(Network { nodes, .. }) = Network::find(terrain, &config, &[]) else { return };
    let is_there = |node: &Node| node.cell == from;
    let place = Some(Node { cell: from, kind: NodeKind::Place });
    let place = place.filter(|_| !nodes.iter().any(is_there));
    let with_place = nodes.iter().copied().chain(place).collect();
    let strategy = Strategic::with_nodes(terrain, config, nodes).unwrap();
    let oracle = Strategic::with_nodes(terrain, config, with_place).unwrap();
    for team in TEAMS {
        let (graph, all) = (strategy.graph(team), oracle.graph(team));
        let place = all.node_at(from).unwrap();
        for (goal, node) in (0..).zip(strategy.nodes()) {
            let starts: Vec<(NodeId, u32)> = strategy.starts(team, from);
            let mut search = RouteSearch::from_any(Method::AStar, starts.clone(), goal);
            let found = match search.finish(graph) {
                Answer::NoRoute => None,
                Answer::Found(route) => {
                    let first = route.nodes()[0];
                    let there = starts.iter().find(|(node, _)| *node == first).unwrap().1;
                    assert!(route.holds(graph) && search.is_sound(graph));
                    Some(there + route.cost())
                }
            };
            let to = all.node_at(node.cell).unwrap();
            let expected = match RouteSearch::new(Method::Dijkstra, place, to).finish(all) {
                Answer::NoRoute => None,
                Answer::Found(route) => Some(route.cost()),
            };
            assert_eq!(found, expected, "{team} from {from} to {}", node.cell);
        }
    }
}

#[test]
fn a_route_can_start_on_any_tile() {
    let forts = forts();
    for (from, tile) in forts.tiles() {
        if tile.is_passable() {
            assert_start_costs(&forts, StrategicConfig::default(), from);
        }
    }
}

#[test]
fn on_fubar_a_route_can_start_on_any_tile() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    for (from, _) in fubar.tiles().filter(|(_, tile)| tile.is_passable()).step_by(41) {
        assert_start_costs(&fubar, StrategicConfig::default(), from);
    }
}

proptest! {
    #[test]
    fn on_any_terrain_a_route_can_start_on_any_tile(
        (terrain, config) in (ground(), terrarium_testing::strategic::settings()),
        x in 0..40_u32,
        y in 0..40_u32,
    ) {
        let cell = Cell::new(x % terrain.width(), y % terrain.height());
        assert_start_costs(&terrain, config, cell);
    }
}
