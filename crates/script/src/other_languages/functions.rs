//! Functions and methods of other languages.

use super::{Row, lookup, words};

/// What stands for a function here; `None` for one that is not in the table.
pub(crate) fn remedy(name: &str) -> Option<&'static str> {
    lookup(FUNCTIONS, name).or_else(|| words::remedy(name))
}

const FUNCTIONS: &[Row] = &[
    (
        &["length", "size", "count_of", "strlen", "getn", "is_empty", "isEmpty", "empty"],
        "call `len(list)`",
    ),
    (
        &["append", "add", "push_back", "extend", "concat", "emplace_back"],
        "call `list.push(value)`",
    ),
    (&["unshift", "push_front"], "call `list.insert(0, value)`"),
    (&["pop_front", "popleft"], "call `list.shift()`"),
    (&["splice", "erase", "remove_at", "removeAt", "discard"], "call `list.remove(index)`"),
    (&["last", "back"], "write `list[-1]`"),
    (
        &["includes", "has", "has_key", "hasOwnProperty", "contains_key", "find_key"],
        "call `contains(list, value)`, or write `value in list`",
    ),
    (&["indexOf", "index", "position"], "call `index_of(list, value)`"),
    (
        &["substring", "substr", "sub_string", "sub", "crop", "charAt", "chars"],
        "call `slice(text, from, to)`, or `split(text, \"\")` for its characters",
    ),
    (&["strip", "trimStart", "trimEnd", "lstrip", "rstrip"], "call `trim(text)`"),
    (&["startsWith", "startswith"], "call `starts_with(text, part)`"),
    (&["endsWith", "endswith"], "call `ends_with(text, part)`"),
    (&["toUpperCase", "to_upper", "to_uppercase", "make_upper"], "call `upper(text)`"),
    (&["toLowerCase", "to_lower", "to_lowercase", "make_lower"], "call `lower(text)`"),
    (&["replaceAll", "gsub"], "call `replace(text, part, by)`"),
    (&["explode", "split_at", "splitlines", "lines"], "call `split(text, separator)`"),
    (
        &[
            "str",
            "String",
            "tostring",
            "toString",
            "to_string",
            "format",
            "sprintf",
            "repr",
            "to_str",
        ],
        "write a text with values in it as in `` `energy: ${me.energy}` ``, or call `text(value)`",
    ),
    (
        &[
            "parseInt",
            "parse_int",
            "tonumber",
            "Number",
            "to_int",
            "toInt",
            "as_int",
            "atoi",
            "stoi",
            "trunc",
        ],
        "call `int(x)`, which reads texts, too, or `float(x)`",
    ),
    (
        &["parseFloat", "parse_float", "to_float", "as_float", "atof", "double"],
        "call `float(x)`, which reads texts, too",
    ),
    (&["toFixed", "toPrecision"], "write `round(x * 100) / 100`"),
    (&["isNaN", "isFinite", "isnan", "is_nan", "is_infinite"], "call `is_finite(x)`"),
    (&["power", "powf", "powi", "exp2"], "call `pow(x, y)`"),
    (&["square", "sqr"], "write `x * x`"),
    (&["log10", "log2", "log_e"], "call `ln(x)`, the natural logarithm"),
    (&["asin", "acos", "atan"], "call `atan2(y, x)`"),
    (&["ceiling"], "call `ceil(x)`"),
    (&["fabs", "absolute"], "call `abs(x)`"),
    (
        &["dist", "distance_to", "distanceTo"],
        "call `distance(sighting)` or `distance(x, y)`; `sighting.gap` is from side to side",
    ),
    (&["sign", "signum"], "write `if x < 0 { -1 } else { 1 }`"),
    (&["lerp", "mix"], "write `a + (b - a) * share`"),
    (
        &["radians", "degrees", "to_radians", "to_degrees"],
        "angles are in radians: write `degrees * PI / 180`",
    ),
    (
        &["randint", "randrange", "randf", "rand_int", "random_int", "choice", "uniform", "randi"],
        "call `random(a, b)`, and take a value of a list as in `list[random(0, len(list) - 1)]`",
    ),
    (
        &["sort", "sorted", "order_by", "orderBy"],
        "call `sort_by(list, \"gap\")` with the name of a property",
    ),
    (
        &[
            "forEach",
            "for_each",
            "reduce",
            "fold",
            "some",
            "every",
            "any_of",
            "sum",
            "find_all",
            "flatMap",
            "iter",
            "into_iter",
        ],
        "write a loop, as in `for x in list { … }`",
    ),
    (
        &["range", "xrange", "ipairs", "pairs", "enumerate"],
        "write `for i in 0..10 { … }`, or `for (x, i) in list { … }` for values with their indices",
    ),
    (&["values", "items", "entries"], "write `for name in keys(map) { let value = map[name]; … }`"),
    (&["type", "typeof", "typename"], "call `type_of(value)`, which returns a text"),
    (
        &["unwrap", "expect", "unwrap_or", "is_some", "is_none", "isinstance"],
        "compare with nothing, as in `prey != ()`",
    ),
    (
        &["clone", "copy", "deepcopy", "to_vec", "to_owned"],
        "a value that is assigned is a copy already",
    ),
    (&["list", "dict", "tuple"], "lists are written `[1, 2]`, and maps `#{ x: 1 }`"),
    (&["error"], "write `throw \"text\"`, which fails the turn unless it is caught"),
    (&["exit", "quit", "abort"], "write `return;`"),
    (
        &["sleep", "wait", "delay", "timestamp", "time", "now", "elapsed"],
        "remember a tick, as in `memory.until_tick = world.tick + 10`: scripts read no clock",
    ),
    (&["setattr", "getattr", "set"], "write `memory.name = value`"),
    (
        &["eval", "exec", "call", "apply", "Fn", "curry", "load", "loadstring"],
        "call functions by their names: a script makes no code",
    ),
    (
        &["move", "move_to", "moveTo", "goto", "walk", "go", "travel", "set_destination", "run_to"],
        "call `go_to(x, y)`, `go_beside(whom)` or `roam()`",
    ),
    (&["stop", "stay", "rest", "idle"], "call `halt()`"),
    (
        &["bite", "hit", "strike", "fight", "kill"],
        "call `attack(whom)`, or `pursue(whom)` to go there first",
    ),
    (&["hunt", "chase", "follow"], "call `pursue(whom)`, or `go_beside(whom)` without a blow"),
    (&["feed", "consume", "forage"], "call `graze(what)`, or `eat(what)` within reach"),
    (&["run_away", "escape", "avoid"], "call `flee(from)`"),
    (&["wander", "explore", "random_walk"], "call `roam()`"),
    (
        &["breed", "mate", "spawn", "birth", "clone_self", "give_birth"],
        "call `reproduce()` when `me.can_reproduce`",
    ),
    (
        &["say", "send", "broadcast", "speak", "shout", "emit"],
        "call `tell(text)`, which its kin read with `messages()`, or show a number with `signal(value)`",
    ),
    (
        &[
            "see",
            "look",
            "sense",
            "scan",
            "visible",
            "sightings",
            "neighbours",
            "neighbors",
            "nearby",
        ],
        "call `all(\"any\")` or `nearest(\"plant\")`",
    ),
    (&["closest", "nearest_food", "find_nearest"], "call `nearest(\"plant\")`, or `best_food()`"),
    (&["remember", "store", "save"], "write `memory.name = value`"),
];
