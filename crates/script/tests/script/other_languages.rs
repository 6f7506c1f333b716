//! What authors used to other languages write, and the errors about it.

use terrarium_creatures::behaviour::SightingKind;
use terrarium_script::interface;
use terrarium_testing::turns::{run, script, sighting, turn};

/// The text that the refusal of a script points at, and its remedy.
fn refusal(source: &str) -> (&str, String) {
    let refusal = script(source).err().unwrap_or_else(|| panic!("{source} was compiled"));
    let span = refusal.span.clone().unwrap_or_else(|| panic!("{source}: {refusal} has no place"));
    (&source[span], refusal.to_string())
}

/// Checks that the functions that a remedy names exist.
fn check_functions(remedy: &str) {
    let words = remedy.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('));
    for name in words.filter_map(|word| word.split_once('(')).map(|(name, _)| name) {
        let is_listed = interface().iter().any(|entry| entry.form.split('(').next() == Some(name));
        let is_of_language =
            ["", "type_of", "catch", "if", "in", "name", "on_tick", "on_born", "on_gave_birth"];
        assert!(is_listed || is_of_language.contains(&name), "`{name}` in: {remedy}");
    }
}

/// What stands in a handler, the text that its refusal points at, and a part of the remedy.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("let x = null;", "null", "nothing is `()`"),
    ("if nearest(\"plant\") == nil { halt(); }", "nil", "nothing is `()`"),
    ("let p = 1; if p != None && p < 3 { }", "None", "nothing is `()`"),
    ("let x = undefined;", "undefined", "nothing is `()`"),
    ("var x = 1;", "var", "with `let`"),
    ("local x = 1\nhalt();", "local", "with `let`"),
    ("let mut x = 1;", "mut", "with `let`"),
    ("int x = 5;", "int", "with `let`"),
    ("let x: f64 = 5;", ":", "leave out the type"),
    ("let x, y = 1, 2;", ",", "one variable with each `let`"),
    ("let [a, b] = [1, 2];", "[", "one variable with each `let`"),
    ("x := 1;", ":=", "`let x = 1`"),
    ("$x = 1;", "$", "no sign before its name"),
    ("function f(x) { return x; }", "function", "`fn on_tick()"),
    ("let f = lambda x: x + 1;", "lambda", "write a loop"),
    ("let f = fn(x) { x };", "fn", "write a loop"),
    ("let f = || 1;", "|", "write a loop"),
    ("let a = [1]; let b = a.map(|p| p + 1);", "|", "write a loop"),
    ("let a = [1].map(x => x + 1);", "=>", "write a loop"),
    ("let a = [1]; a.forEach(function(x) { log(x); });", "function", "write a loop"),
    ("let l = [x for x in [1]];", "for", "l.push("),
    ("print(\"x\");", "print", "`log(value)`"),
    ("console.log(\"x\");", "console", "`log(value)`"),
    ("println!(\"x {}\", 1);", "println", "`log(value)`"),
    ("printf(\"%d\", 1);", "printf", "`log(value)`"),
    ("let x = 2 ** 3;", "**", "`pow(x, y)`"),
    ("let x = 2; x **= 2;", "**", "`pow(x, y)`"),
    ("let x = 2 ^ 3;", "^", "`pow(x, y)`"),
    ("let x = me.x ^ 2;", "^", "`pow(x, y)`"),
    ("if me.hungry { } elif me.full { }", "elif", "`else if`"),
    ("if me.hungry { } elseif me.full { }", "elseif", "`else if`"),
    ("if me.x > 3 and me.y < 4 { halt(); }", "and", "`a && b`"),
    ("if me.hungry or me.full { }", "or", "`a || b`"),
    ("if not me.hungry { }", "not", "`!x`"),
    ("let x = !me.hungry && not me.full;", "not", "`!x`"),
    ("if 3 not in [3] { }", "not", "`!(x in list)`"),
    ("if me.goal is None { }", "is", "`==`"),
    ("let x = 1; if x === 1 { }", "===", "`==`"),
    ("let x = 1; if x !== 1 { }", "!==", "`!=`"),
    ("if 1 ~= 1 { }", "~=", "`!=`"),
    ("if 1 <> 1 { }", "<>", "`!=`"),
    ("let i = 0; i++;", "++", "`x += 1`"),
    ("let i = 0; i--;", "--", "`x -= 1`"),
    ("for (let i = 0; i < 3; i++) { }", "let", "`for i in 0..10"),
    ("for (var i = 0; i < 3; i++) { }", "var", "`for i in 0..10"),
    ("for (const x of [1]) { }", "const", "`for x in list"),
    ("for i = 1, 10 do halt() end", "=", "`for i in 0..10"),
    ("for x, i in [1] { }", ",", "`for i in 0..10"),
    ("for x of [1] { }", "of", "`for x in list"),
    ("for i in range(10) { }", "range", "`for i in 0..10"),
    ("for i in range(10):\n    halt()", ":", "in braces"),
    ("foreach (x in [1]) { }", "foreach", "`for x in list"),
    ("for x in 10 { }", "10", "`for i in 0..10`"),
    ("if me.hungry then halt() end", "then", "in braces"),
    ("while me.hungry do halt() end", "do", "in braces"),
    ("if me.hungry { halt() }\nend", "end", "in braces"),
    ("if me.hungry:\n    halt()", ":", "in braces"),
    ("if (me.hungry) halt();", "halt", "in braces"),
    ("try:\n  halt()", ":", "in braces"),
    ("while 1 { }", "1", "`me.energy > 100`"),
    ("pass", "pass", "`{ }`"),
    ("unless me.hungry { }", "unless", "`if !condition"),
    ("repeat halt(); until true;", "repeat", "`do { … } until"),
    ("return 1 if me.hungry;", "if", "`if condition { return x; }`"),
    ("let x = 1 if me.hungry else 2;", "if", "`if condition { a } else { b }`"),
    ("let x = me.hungry ? 1 : 2;", "?", "`if hungry { 1 } else { 2 }`"),
    ("match me.goal { 1 => 2, _ => 3 }", "match", "`switch value"),
    ("switch (me.species) { case 1: halt(); }", "case", "`switch value"),
    ("try { halt(); } catch e { }", "e", "`try { … } catch (error)"),
    ("try { halt(); } finally { }", "finally", "`try { … } catch (error)"),
    ("throw new Error(\"x\");", "new", "there are no classes"),
    ("raise \"x\";", "raise", "`throw"),
    ("class Foo { }", "class", "there are no classes"),
    ("let x = True;", "True", "`true`"),
    ("let x = False;", "False", "`false`"),
    ("let x = self.energy;", "self", "`me.energy`"),
    ("me.energy = 1;", "energy", "`eat(what)`"),
    ("me.x += 1;", "x", "`go_to(x, y)`"),
    ("me.hunger_level = 1;", "hunger_level", "`memory.count = 1`"),
    ("world.tick = 3;", "tick", "`memory.count = 1`"),
    ("nearest(\"plant\").x = 3;", "nearest", "`memory.count`"),
    ("let x = me.speed;", "speed", "`me.max_speed`"),
    ("let x = me.position.x;", "position", "`me.x` and `me.y`"),
    ("let x = me.health;", "health", "`me.damage`"),
    ("let x = world.width;", "width", "`world.max_x`"),
    ("let x = sighting.energy;", "sighting", "`let prey = nearest("),
    ("let a = [1]; let n = a.length();", "length", "`len(list)`"),
    ("let a = [1]; let n = #a;", "#", "`len(list)`"),
    ("# comment\nhalt();", "#", "begins with `//`"),
    ("halt(); -- comment", "--", "begins with `//`"),
    ("let x = Math.max(1, 2);", "Math", "`max(a, b)`"),
    ("let x = math.sqrt(4);", "math", "`sqrt(x)`"),
    ("let x = std::max(1, 2);", "::", "`max(a, b)`"),
    ("let x = parseInt(\"3\");", "parseInt", "`int(x)`"),
    ("let x = tostring(3);", "tostring", "`text(value)`"),
    ("let x = f\"energy {me.energy}\";", "f", "`` `energy: ${me.energy}` ``"),
    ("let x = \"energy {}\".format(1);", "format", "`` `energy: ${me.energy}` ``"),
    ("let s = 'plant';", "'", "double quotes"),
    ("let m = {a: 1};", ":", "`#{ x: 1, y: 2 }`"),
    ("let a = [1]; let b = a[0:1];", ":", "`slice(list, from, to)`"),
    ("let a = [1]; a:push(2);", ":", "with a dot"),
    ("me->energy;", "->", "with a dot"),
    ("let t = (1, 2);", ",", "`[x, y]`"),
    ("delete memory.x;", "delete", "`memory.remove("),
    ("if let Some(x) = nearest(\"plant\") { }", "let", "`let prey"),
    ("move_to(1, 2);", "move_to", "`go_to(x, y)`"),
    ("sleep(3);", "sleep", "`memory.until_tick"),
    ("go_to([1, 2]);", "go_to", "`go_to(x, y)`, `go_to(x, y, speed)`"),
    ("let x = 1\nlet y = 2;", "1", "`;`"),
    ("memory.until = 1;", "until", "memory[\"until\"]"),
    ("let match = 1;", "match", "choose another name"),
    ("for call in messages() { }", "call", "choose another name"),
    ("eval(\"1\");", "eval", "call functions by their names"),
];

/// Whole scripts.
const SCRIPTS: &[(&str, &str, &str)] = &[
    ("function on_tick() { halt(); }", "function", "`fn on_tick()"),
    ("def on_tick():\n    halt()", "def", "`fn on_tick()"),
    ("void on_tick() { halt(); }", "void", "`fn on_tick()"),
    ("pub fn on_tick() { }", "pub", "`fn on_tick()"),
    ("on_tick = function() { halt(); }\nfn on_idle() { }", "function", "`fn on_tick()"),
    ("fn on_tick():\n    halt()", ":", "in braces"),
    ("fn f(x: f64) { x }\nfn on_tick() { }", ":", "leave out the type"),
    ("fn f(x) -> f64 { x }\nfn on_tick() { }", "->", "`fn name(a, b)"),
    ("import \"x\" as y;\nfn on_tick() { }", "import", "a script is one file"),
    ("use std::collections::HashMap;\nfn on_tick() { }", "use", "a script is one file"),
    ("require(\"x\");\nfn on_tick() { }", "require", "a script is one file"),
    ("const x = require(\"x\");\nfn on_tick() { }", "require", "a script is one file"),
    ("from math import sqrt\nfn on_tick() { }", "math", "`sqrt(x)`"),
    ("local x = 5\nfn on_tick() { }", "local", "with `let`"),
    ("print(\"hi\");\nfn on_tick() { }", "print", "`log(value)`"),
];

#[test]
fn refusals_point_at_what_is_foreign_and_name_what_stands_for_it() {
    let statements = STATEMENTS
        .iter()
        .map(|&(text, at, remedy)| (format!("fn on_tick() {{\n{text}\n}}"), at, remedy));
    let scripts = SCRIPTS.iter().map(|&(text, at, remedy)| (text.to_owned(), at, remedy));
    let mut wrong = Vec::new();
    for (source, at, remedy) in statements.chain(scripts) {
        let (pointed, text) = refusal(&source);
        check_functions(&text);
        if pointed != at || !text.contains(remedy) {
            wrong.push(format!("{source}\n  {pointed}: {text}\n  should be {at}: {remedy}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What fails in a turn, and a part of the reason.
const FAULTS: &[(&str, &str)] = &[
    ("let x = \"a\" + 1;", "`+` does not take a string and an integer: write a text with values"),
    ("let x = 1.5 + \"a\";", "`+` does not take a float and a string: write a text with values"),
    ("let x = \"a\" .. 1;", "write a text with values"),
    ("let x = \"%d\" % 1;", "write a text with values"),
    ("let x = [1] + [2];", "append a value with `list.push(value)`"),
    ("memory.count += 1;", "set it, as in `if memory.count == () { memory.count = 0; }`"),
    ("memory.list.push(1);", "set it first, as in `if memory.list == () { memory.list = []; }`"),
    (
        "let x = nearest(\"plant\").energy;",
        "this sighting has no `energy`: the energy of others is not seen: `food`",
    ),
    ("let x = nearest(\"plant\").distance;", "`distance(sighting)`"),
    ("let x = nearest(\"hostile\").x;", "ask `!= ()` first"),
    ("let p = nearest(\"plant\"); p.x = 3;", "`x` of a sighting is only read"),
    ("let x = this.energy;", "the creature itself is `me`"),
    ("let n = [1].length;", "this list has no `length`: call `len(…)`"),
    ("let n = \"a\".length;", "this string has no `length`: call `len(…)`"),
    ("let p = nearest(\"plant\"); if p { }", "must be a boolean, not a sighting: compare it"),
    ("if !nearest(\"plant\") { }", "`prey != ()`"),
    ("if me.energy { }", "must be a boolean, not a float"),
    ("let a = [1, 2]; a[0..1];", "`slice(list, from, to)`"),
    ("let a = [1, 2]; a[1.0];", "`int(x)`"),
    ("nearest('p');", "double quotes"),
    ("for c in \"text\" { }", "`split(text, \"\")`"),
    ("memory = 3;", "as in `memory.count = 1`"),
    ("memory.a = nearest(\"plant\");", "remember its id, and find it again with `find(id)`"),
    ("attack(\"wolf\");", "must be a sighting or an id, not a string"),
    ("let a = []; for i in 0..200 { a.push(i); }", "a list holds at most 128 values"),
    ("let s = \"x\"; for i in 0..20 { s += s; }", "a text has at most 1024 bytes"),
];

/// The reason of the fault of a handler with these statements, which begin in the second line.
fn reason(statements: &str) -> String {
    let source = format!("fn on_tick() {{\n{statements}\n}}");
    let behaviour = script(&source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
    let sight = [sighting(11, SightingKind::Plant, 10.0)];
    let fault = run(&*behaviour, turn(&sight, &[])).fault;
    fault.unwrap_or_else(|| panic!("{source} succeeds")).reason.to_string()
}

#[test]
fn faults_say_what_to_write_instead() {
    for (statements, part) in FAULTS {
        let reason = reason(statements);
        assert!(reason.contains(part), "{statements}: {reason}");
        assert!(reason.contains("(line 2, column "), "{statements}: {reason}");
        assert!(!reason.contains("i64") && !reason.contains("::"), "{reason}");
        check_functions(&reason);
    }
}

#[test]
fn the_place_of_a_memory_with_too_many_names_is_that_of_the_write() {
    let reason = reason("for i in 0..200 {\n  memory[`k${i}`] = i;\n}");
    assert!(reason.contains("`memory.k64` would be one more than the 64 names"), "{reason}");
    assert!(reason.contains("(line 3, column 9)"), "{reason}");
}

#[test]
fn words_of_other_languages_are_names_where_a_script_defines_them() {
    for statements in [
        "let end = 5; let then = end + 1; log(then);",
        "let list = [1]; for item in list { log(item); }",
        "let function = 1; let x = function;",
        "memory.local = 1; let m = #{ end: 2 }; log(m.end);",
    ] {
        assert!(script(&format!("fn on_tick() {{ {statements} }}")).is_ok(), "{statements}");
    }
    // An error behind such a name is about something else.
    let source = "fn end(local) { local + 1 }\nfn on_tick() { let def = end(2) let y = def; }";
    assert!(refusal(source).1.contains("a statement ends with `;`"), "{:?}", refusal(source));
}

/// Such scripts would take minutes if the search for what is foreign looked back from every word.
#[test]
fn long_lines_are_refused_soon() {
    for word in ["def, ", "x ", "end; ", "local x = 1; ", "f(a, b) "] {
        let source = format!("fn on_tick() {{ {} }}", word.repeat((200 << 10) / word.len()));
        let refusal = script(&source).err();
        assert!(refusal.is_some(), "{word}");
    }
}
