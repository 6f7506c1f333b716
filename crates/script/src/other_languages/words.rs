//! Keywords and names of values in other languages.

use super::{Row, lookup};

/// What stands for a word here; `None` for a word that is not in the table.
pub(crate) fn remedy(word: &str) -> Option<&'static str> {
    lookup(WORDS, word)
}

/// What stands here for a name that a script uses and does not define.
pub(crate) fn of_name(name: &str) -> Option<&'static str> {
    lookup(NAMES, name).or_else(|| remedy(name))
}

/// What the reference calls its values.
const NAMES: &[Row] = &[
    (
        &["sighting", "creature", "organism", "animal", "other", "enemy", "neighbour"],
        "search what it sees, as in `let prey = nearest(\"herbivore\")` or `for other in all(\"any\") { … }`",
    ),
    (&["base"], "search it, as in `for base in bases() { … }`"),
    (&["wall"], "search it, as in `for wall in walls() { … }`"),
    (&["link"], "search it, as in `for link in links() { … }`"),
    (&["message"], "receive it, as in `for message in messages() { … }`"),
];

const WORDS: &[Row] = &[
    (
        &["null", "nil", "None", "undefined", "NULL", "nullptr", "void", "Null", "Nothing"],
        "nothing is `()`, as in `if prey == () { … }`",
    ),
    (&["True", "TRUE"], "write `true`"),
    (&["False", "FALSE"], "write `false`"),
    (&["NaN", "Infinity", "inf", "nan"], "ask `is_finite(x)` of a number"),
    (
        &[
            "var", "local", "mut", "val", "auto", "static", "dim", "my", "int", "float", "double",
            "bool", "string", "char", "long", "unsigned", "boolean", "String", "i32", "i64", "f32",
            "f64", "u32", "u64", "usize",
        ],
        "define a variable with `let`, as in `let x = 1`: it can change, and its type is that of its value",
    ),
    (
        &[
            "function", "def", "func", "fun", "sub", "proc", "pub", "async", "export", "public",
            "private",
        ],
        "define a function with `fn`, as in `fn on_tick() { … }`, outside of other functions",
    ),
    (&["lambda"], "functions are no values here: write a loop, as in `for x in list { … }`"),
    (
        &[
            "import",
            "require",
            "use",
            "include",
            "package",
            "module",
            "using",
            "extern",
            "export",
            "__import__",
        ],
        "a script is one file, and all functions of `terrarium creature docs` are there: copy into it what else it needs",
    ),
    (
        &[
            "print", "println", "console", "printf", "puts", "echo", "debug", "dbg", "io",
            "stdout", "cout", "alert",
        ],
        "write to the debug output with `log(value)`, which `--debug` shows",
    ),
    (&["elif", "elseif", "elsif"], "write `else if`"),
    (&["unless"], "write `if !condition { … }`"),
    (&["and"], "write `a && b`"),
    (&["or"], "write `a || b`"),
    (&["not"], "write `!x`, and `!(x in list)` for what a list does not contain"),
    (&["is"], "compare with `==`, and with nothing as in `prey == ()`"),
    (&["mod"], "write `a % b` for the remainder"),
    (&["div"], "write `a / b`, which of two integers is an integer"),
    (&["xor"], "compare two booleans with `!=`; `xor(a, b)` combines the bits of integers"),
    (&["instanceof", "typeof"], "ask `type_of(value)`, which returns a text"),
    (
        &["then", "end", "begin", "endif", "fi", "done", "endfor", "endwhile"],
        "a block stands in braces, as in `if me.hungry { … }`",
    ),
    (&["repeat"], "write `do { … } until condition;`"),
    (
        &["foreach", "of"],
        "write `for x in list { … }`, `for name in keys(map) { … }` or `for i in 0..10 { … }`",
    ),
    (
        &["match", "case", "default", "when", "select"],
        "write `switch value { 1 => …, 2 | 3 => …, _ => … }`",
    ),
    (&["except", "finally", "rescue", "ensure", "pcall"], "write `try { … } catch (error) { … }`"),
    (
        &["raise", "panic", "assert"],
        "write `throw \"text\"`, which fails the turn unless it is caught",
    ),
    (&["pass"], "leave the block empty, as in `{ }`"),
    (
        &["goto", "go"],
        "use `loop`, `break`, `continue` and functions; a creature moves with `go_to(x, y)`",
    ),
    (&["self"], "the creature itself is `me`, as in `me.energy`; what it keeps is `memory`"),
    (&["delete", "del"], "call `memory.remove(\"name\")` or `list.remove(index)`"),
    (
        &[
            "class",
            "struct",
            "enum",
            "impl",
            "trait",
            "interface",
            "typedef",
            "new",
            "super",
            "extends",
            "protected",
        ],
        "there are no classes: a map such as `#{ x: 1, y: 2 }` holds values, and functions take it",
    ),
    (
        &[
            "await",
            "yield",
            "spawn",
            "thread",
            "coroutine",
            "setTimeout",
            "setInterval",
            "sync",
            "shared",
        ],
        "a turn runs to its end: keep what is to be continued in `memory`, and ask `world.tick`",
    ),
    (
        &["global", "globalThis", "window", "nonlocal", "_G"],
        "keep values from turn to turn in `memory`, as in `memory.count = 1`",
    ),
    (
        &["Math", "math", "std", "np", "numpy", "cmath", "libm"],
        "call the functions of mathematics by their names alone, as in `sqrt(x)`, `max(a, b)`, `random()` and `PI`",
    ),
    (&["random", "rand"], "call `random()`, or `random(a, b)` for a number from `a` to `b`"),
    (&["pi", "M_PI", "TAU", "tau"], "write `PI`"),
    (
        &["time", "Date", "datetime", "clock", "os", "Instant"],
        "the time is `world.tick`: scripts read no clock",
    ),
    (
        &["Object", "JSON", "Array", "table", "json", "Vec", "Map", "Set", "HashMap"],
        "lists are `[1, 2]` and maps `#{ x: 1 }`; `terrarium creature docs` lists their functions",
    ),
    (&["tick", "now"], "the tick is `world.tick`"),
    (
        &["with", "as"],
        "a value has its type, and is converted by `int(x)`, `float(x)` and `text(x)`",
    ),
];
