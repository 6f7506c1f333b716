//! Properties that authors expect of the values of the host, and those of other languages.

use super::{Row, lookup};

/// What stands for a property of a type here; `None` for one that is not in the tables.
pub(crate) fn remedy(of: &str, name: &str) -> Option<&'static str> {
    let table = match of {
        "me" => ME,
        "world" => WORLD,
        "sighting" => SIGHTING,
        "list" | "string" | "map" => CONTAINER,
        "base" | "wall" | "link" => PLACE,
        _ => return None,
    };
    lookup(table, name)
}

const ME: &[Row] = &[
    (
        &["speed", "velocity", "vel", "pace", "maxSpeed"],
        "`me.max_speed` is its maximum speed, and `me.vx` and `me.vy` are its movement in the last tick",
    ),
    (
        &["position", "pos", "location", "centre", "center", "coords"],
        "its centre is at `me.x` and `me.y`",
    ),
    (
        &["health", "hp", "life", "hitpoints", "wounds"],
        "`me.damage` is its damage, 0 to 1; `me.energy` is its energy",
    ),
    (&["size", "width", "height", "mass", "weight"], "`me.radius` is half the side of its body"),
    (
        &["hunger", "is_hungry", "food", "fed"],
        "ask `me.hungry`, `me.starving` and `me.full`, or compare `me.energy` with `me.max_energy`",
    ),
    (&["vision", "range", "sight_range", "view", "sensor_range"], "`me.sight` is its sensor range"),
    (&["target", "destination", "dest", "path"], "`me.goal` is the destination of its journey"),
    (&["moving", "is_moving", "idle", "busy"], "ask `me.travelling`"),
    (
        &["name", "type", "kind", "species_name"],
        "`me.species` is the number of its species, as `species(\"wolf\")` returns it",
    ),
    (
        &["direction", "angle", "heading", "rotation", "facing"],
        "compute it as `atan2(me.vy, me.vx)`",
    ),
    (&["dead", "alive", "is_alive"], "only living creatures have turns"),
    (
        &["strength", "damage_dealt", "power"],
        "`me.attack` is the maximum damage of one of its blows",
    ),
    (
        &["memory", "state", "data"],
        "what it keeps from turn to turn is `memory`, as in `memory.state`",
    ),
    (
        &["neighbours", "neighbors", "sees", "visible", "nearby"],
        "call `all(\"any\")`, or `nearest(\"plant\")`",
    ),
    (&["tick", "time"], "the tick is `world.tick`"),
    (&["signal"], "it shows a signal with `signal(value)`: remember the value in `memory`"),
    (
        &["parent", "mother", "father", "children"],
        "`on_born(parent)` and `on_gave_birth(child)` receive the ids: remember them in `memory`",
    ),
    (
        &["genes", "genome", "traits"],
        "`me.dna` is what its parent passed on; heritable parameters are read with `param(name)`",
    ),
    (&["params", "parameters"], "call `param(name)`"),
    (&["team", "side", "faction", "owner"], "`me.colony` is its colony"),
    (
        &["fertile", "pregnant", "can_breed", "ready"],
        "ask `me.can_reproduce`, and `me.lacks` for the reason",
    ),
];

const WORLD: &[Row] = &[
    (
        &["width", "height", "size", "w", "h", "bounds"],
        "the world reaches from `world.min_x` and `world.min_y` to `world.max_x` and `world.max_y`",
    ),
    (&["time", "now", "age", "step", "turn", "ticks"], "the tick is `world.tick`"),
    (
        &["creatures", "organisms", "animals", "plants", "population", "all", "agents"],
        "a creature knows what it sees: call `all(\"any\")`",
    ),
    (&["rules", "light"], "call `rule(name)`, as in `rule(\"reach\")`"),
    (&["species"], "call `species(\"wolf\")`, which returns the number of a species"),
    (&["bases"], "call `bases()`"),
];

const SIGHTING: &[Row] = &[
    (
        &["energy", "health", "hp", "life"],
        "the energy of others is not seen: `food` is what can be eaten of it, and `starving`, `hungry`, `full` and `damage` show its condition",
    ),
    (&["max_energy"], "the energy of others is not seen: `food` is what can be eaten of it"),
    (
        &["speed", "velocity", "pace"],
        "`max_speed` is its maximum speed, and `vx` and `vy` are its movement in the last tick",
    ),
    (
        &["distance", "dist", "range"],
        "`gap` is the gap from side to side, and `distance(sighting)` is from centre to centre",
    ),
    (&["position", "pos", "location", "centre", "center"], "its centre is at `x` and `y`"),
    (
        &["type", "diet", "class"],
        "`kind` is \"plant\", \"herbivore\", \"carnivore\" or \"carcass\"",
    ),
    (&["name"], "`species_name` is the name of its species"),
    (&["size", "width", "height", "mass"], "`radius` is half the side of its body"),
    (&["dead", "is_dead", "alive", "is_alive"], "a dead animal is of the `kind` \"carcass\""),
    (
        &["direction", "angle", "heading"],
        "`bearing(sighting)` is the direction to it, and `atan2(it.vy, it.vx)` that of its movement",
    ),
    (
        &["friend", "friendly", "is_kin", "ally", "same_species"],
        "`kin` is true for its own species, and `hostile` for the opposing colony",
    ),
    (&["enemy", "colony", "team"], "`hostile` is true for the opposing colony"),
    (&["hunting", "action", "activity", "state"], "`doing` is what it did in the last tick"),
    (&["age", "lifespan"], "the age of others is not seen: `mature` is"),
    (&["strength", "power"], "`attack` is the maximum damage of one of its blows"),
    (
        &["memory", "dna"],
        "nobody reads the memory of others: they show a number as `signal`, and `tell` texts",
    ),
    (&["is_hungry"], "ask `hungry`"),
];

const CONTAINER: &[Row] = &[
    (&["length", "size", "count", "len"], "call `len(…)`"),
    (&["first", "last"], "write `list[0]` and `list[-1]`, or call `first(list)`"),
    (&["keys", "push", "pop", "trim", "split"], "call it with parentheses, as in `list.pop()`"),
];

const PLACE: &[Row] = &[
    (&["position", "pos", "location", "centre", "center"], "it is at `x` and `y`"),
    (
        &["owner", "team", "colony", "side"],
        "ask a base for its `allegiance`, a wall for its `sentry`",
    ),
    (&["dist"], "ask a base for its `distance`, a wall and a link for their `gap`"),
    (&["hp"], "ask a wall for its `health`"),
];
