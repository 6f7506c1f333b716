//! A grammar of scripts: endless loops of statements drawn at random, over every operator, every form of
//! value and every host function.

use rand::RngExt;
use rand::seq::IndexedRandom;
use terrarium_script as script;

use super::search::Rng;

/// The greatest depth of nested expressions.
const DEPTH: u32 = 2;

/// Definitions that every script has, before its loop.
const FUNCTIONS: &str = "
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24];
const TABLE = #{a: 1, b: [1, 2, 3], c: \"see\", d: #{e: 1.5}};
const TEXT = \"0123456789012345678901234567890123456789012345678901234567890123456789\";
fn same(x) { x }
fn nothing() { }
fn sum(x, y) { x + y }
fn deep(n) { if n > 0 { deep(n - 1) } else { n } }
";

/// The variables of the loop, at one of three sizes.
fn variables(size: usize) -> String {
    let (list, map) = [(4, 4), (40, 24), (60, 60)][size];
    format!(
        "let i = 7; let f = 1.5; let b = true; let c = 'c'; let l = []; let m = #{{}}; let n = [];
    let s = \"\"; let k = \"k0\"; let e = ();
    for x in 0..{list} {{ l.push(x * 1.25); }}
    for x in 0..{map} {{ m[`k${{x}}`] = x; }}
    for x in 0..8 {{ n.push([x, `t${{x}}`, #{{a: x}}]); }}
    s = LONG;
    memory.l = l; memory.m = m; memory.s = s; memory.i = 1;
    let v = all(\"any\"); let g = find(10); let w = bases(); let u = walls(); let h = messages();
"
    )
}

/// A script: the size of its variables, and the statements of its loop.
#[derive(Debug, Clone)]
pub struct ScriptCandidate {
    size: usize,
    statements: Vec<String>,
}

impl ScriptCandidate {
    /// Draws a script of one to three statements.
    pub fn random(rng: &mut Rng) -> Self {
        let count = rng.random_range(1..=3);
        let statements = (0..count).map(|_| statement(rng, DEPTH)).collect();
        Self { size: rng.random_range(0..3), statements }
    }

    /// The script with a statement in its loop.
    pub fn new(size: usize, statement: &str) -> Self {
        Self { size, statements: vec![statement.to_owned()] }
    }

    /// A script that differs in one statement, or in the size of its variables.
    pub fn mutated(&self, rng: &mut Rng) -> Self {
        let mut mutated = self.clone();
        let index = rng.random_range(0..mutated.statements.len());
        match rng.random_range(0..5) {
            0 => mutated.size = rng.random_range(0..3),
            1 if mutated.statements.len() > 1 => drop(mutated.statements.remove(index)),
            2 => mutated.statements[index] = statement(rng, DEPTH),
            3 => mutated.statements.insert(index, statement(rng, DEPTH)),
            _ => {
                let repeated = mutated.statements[index].clone();
                mutated.statements.insert(index, repeated);
            }
        }
        mutated.statements.truncate(6);
        mutated
    }

    /// The statements of the loop.
    pub fn text(&self) -> String {
        format!("size {}: {}", self.size, self.statements.join(" "))
    }

    /// The source of the script.
    pub fn source(&self) -> String {
        let (variables, statements) = (variables(self.size), self.statements.join("\n        "));
        let long = "0123456789".repeat([1, 20, 100][self.size]);
        format!(
            "const LONG = \"{long}\";{FUNCTIONS}fn on_tick() {{\n    {variables}    while true {{\n        {statements}\n    }}\n}}\n"
        )
    }
}

/// The cheapest loop: the engine executes nothing in it.
pub fn empty_loop() -> ScriptCandidate {
    ScriptCandidate::new(0, "")
}

/// A loop of common statements.
pub fn plain_loop() -> ScriptCandidate {
    ScriptCandidate::new(0, "if i > 1000 { i = 0; } i += 1;")
}

fn pick<'a>(rng: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices.choose(rng).expect("there are choices")
}

fn statement(rng: &mut Rng, depth: u32) -> String {
    let e = |rng: &mut Rng| expression(rng, depth);
    match rng.random_range(0..18) {
        0..=4 => format!("{};", e(rng)),
        5 => format!("let t = {};", e(rng)),
        6 => format!("{} = {};", pick(rng, &["e", "f", "i", "k", "b"]), e(rng)),
        7 => format!(
            "{} = {};",
            pick(rng, &["l[3]", "m.k1", "m[k]", "n[2][0]", "n[1]", "memory.i"]),
            e(rng)
        ),
        8 => format!("{} = {};", pick(rng, &["s[3]", "s[-1]"]), pick(rng, &["'x'", "'é'"])),
        9 => format!(
            "s {} {};",
            pick(rng, &["+=", "=", "-="]),
            pick(rng, &["\"x\"", "'y'", "s", "TEXT"])
        ),
        10 => format!("{} += {};", pick(rng, &["i", "f", "l[2]", "m.k2", "l", "n", "m"]), e(rng)),
        11 => format!(
            "for x in {} {{ {} }}",
            pick(rng, &["l", "n", "v", "0..9", "NUMBERS", "keys(m)"]),
            body(rng, depth)
        ),
        12 => format!("if {} {{ {} }} else {{ {} }}", e(rng), body(rng, depth), body(rng, depth)),
        13 => format!("try {{ {} }} catch (x) {{ {} }}", body(rng, depth), body(rng, depth)),
        14 => format!("try {{ throw {}; }} catch {{ }}", e(rng)),
        15 => format!("switch {} {{ 1 => {}, \"x\" => 2, _ => {} }}", e(rng), e(rng), e(rng)),
        16 => format!("l.push({}); l.shift();", e(rng)),
        _ => format!("memory.{} = {};", pick(rng, &["i", "l", "m", "s"]), e(rng)),
    }
}

fn body(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 { String::new() } else { statement(rng, depth - 1) }
}

const LEAVES: [&str; 38] = [
    "i",
    "f",
    "b",
    "c",
    "l",
    "m",
    "n",
    "s",
    "k",
    "e",
    "v",
    "g",
    "w",
    "u",
    "1",
    "2.5",
    "\"text\"",
    "'q'",
    "()",
    "true",
    "NUMBERS",
    "TABLE",
    "TEXT",
    "memory.l",
    "memory.m",
    "memory.s",
    "me.dna",
    "me.energy",
    "world.max_x",
    "memory",
    "me",
    "g.gap",
    "g.kind",
    "g.damage",
    "g.doing",
    "h",
    "PI",
    "world",
];

fn expression(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.random_range(0..6) == 0 {
        return pick(rng, &LEAVES).to_owned();
    }
    let e = |rng: &mut Rng| expression(rng, depth - 1);
    match rng.random_range(0..17) {
        0 | 1 => {
            let operators = [
                "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "&", "|",
                "^", "<<", ">>", "in", "!in", "??",
            ];
            format!("({} {} {})", e(rng), pick(rng, &operators), e(rng))
        }
        2 => format!("`${{{}}}`", e(rng)),
        3 => format!("`x${{{}}}y${{{}}}`", e(rng), e(rng)),
        4 => format!("[{}, {}]", e(rng), e(rng)),
        5 => format!("#{{a: {}, b: {}}}", e(rng), e(rng)),
        6 => pick(
            rng,
            &[
                "l[3]",
                "n[2][1]",
                "m.k1",
                "m[k]",
                "s[5]",
                "s[2..5]",
                "n[3][2].a",
                "TEXT[9]",
                "NUMBERS[3]",
                "TABLE.d.e",
                "m?.x",
                "l[-1]",
                "v[0]",
            ],
        )
        .to_owned(),
        7 => format!("{}({})", pick(rng, &["same", "type_of", "text", "len", "!"]), e(rng)),
        8 => pick(rng, &["nothing()", "deep(5)", "sum(i, f)", "sum(s, k)"]).to_owned(),
        9 => format!("if {} {{ {} }} else {{ {} }}", e(rng), e(rng), e(rng)),
        10 => format!("{{ let q = {}; q }}", e(rng)),
        _ => call(rng, depth),
    }
}

/// A call of any host function, with arguments that mostly fit the names of its parameters.
fn call(rng: &mut Rng, depth: u32) -> String {
    let forms: Vec<&str> = script::interface()
        .iter()
        .map(|entry| entry.form)
        .filter(|form| form.contains('('))
        .collect();
    let form = pick(rng, &forms);
    let (name, rest) = form.split_once('(').expect("it has arguments");
    let parameters = rest.trim_end_matches(')').split(", ").filter(|name| !name.is_empty());
    let arguments: Vec<String> = parameters.map(|name| argument(rng, name, depth)).collect();
    format!("{name}({})", arguments.join(", "))
}

fn argument(rng: &mut Rng, parameter: &str, depth: u32) -> String {
    if rng.random_range(0..8) == 0 {
        return expression(rng, depth.saturating_sub(1));
    }
    let choices: &[&str] = match parameter {
        "kind" => &["\"any\"", "\"plant\"", "\"food\"", "\"kin\"", "\"prey\""],
        "list" => &["l", "n", "v", "all(\"any\")", "s", "NUMBERS"],
        "ids" | "shunned" => &["[2, 3, 4]", "NUMBERS", "shunned()"],
        "map" => &["m", "memory", "TABLE"],
        "name" => &["\"caution\"", "k"],
        "from" => &["v", "g", "all(\"any\")"],
        "whom" | "what" | "against" | "sighting" => &["g", "11", "v[1]", "nearest(\"any\")"],
        "place" => &["0", "5", "k"],
        "value" | "dna" => &["l", "m", "n", "s", "i", "f", "v", "g", "memory.l", "TABLE"],
        "base" => &["0", "w[0]"],
        "wall" => &["u[0]"],
        "point" => &["[900, 100]", "[20, 980.5]", "l"],
        "x" | "y" => &["i", "f", "20", "900.5", "g.x", "1e9"],
        "ticks" => &["5"],
        "text" | "message" => &["s", "TEXT", "k"],
        _ => &["i", "f", "2.5", "100", "g.gap", "1e9"],
    };
    pick(rng, choices).to_owned()
}
