//! The tokens of a script, as far as the engine reads them.

use std::sync::{Arc, Mutex};

use rhai::{Engine, Position};

use super::super::limits;
use super::super::turn_state::locked;

/// The tokens of a script up to the error of the parser, and what it has read behind it.
#[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
pub(super) fn of_script(source: &str) -> Vec<Token<'_>> {
    let starts = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&starts);
    let mut engine = Engine::new_raw();
    limits::apply(&mut engine);
    engine.set_strict_variables(false);
    engine.on_parse_token(move |token, at, _| {
        locked(&found).push(at);
        token
    });
    // Its error is known.
    drop(engine.compile(source));
    let starts = std::mem::take(&mut *locked(&starts));
    tokens(source, &starts)
}

/// A token of a script, by its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    pub line: usize,
}

impl Token<'_> {
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    pub fn is_text(&self) -> bool {
        self.text.starts_with(['"', '`', '\''])
    }

    /// What stands here for a symbol of another language.
    pub fn remedy_of_symbol(&self) -> Option<&'static str> {
        let &(_, remedy) = SYMBOLS.iter().find(|(symbol, _)| *symbol == self.text)?;
        (!remedy.is_empty()).then_some(remedy)
    }
}

/// The tokens at these places. A symbol of another language that the engine reads as several is one token.
fn tokens<'a>(source: &'a str, starts: &[Position]) -> Vec<Token<'a>> {
    let mut tokens: Vec<Token<'a>> = Vec::new();
    let mut cursor = Cursor { source, line: 1, column: 1, byte: 0 };
    for (line, column) in starts.iter().filter_map(|at| Some((at.line()?, at.position()?))) {
        let Some(start) = cursor.go_to(line, column) else { continue };
        let is_inside = tokens.last().is_some_and(|last| start < last.start + last.text.len());
        if !is_inside {
            tokens.push(Token { text: text_at(source, start), start, line });
        }
    }
    tokens
}

/// A place in a text that only moves on.
struct Cursor<'a> {
    source: &'a str,
    line: usize,
    column: usize,
    byte: usize,
}

impl Cursor<'_> {
    /// Moves on to a line and column. Returns the byte there; `None` if it is at the end, or before where the cursor is.
    fn go_to(&mut self, line: usize, column: usize) -> Option<usize> {
        while (self.line, self.column) < (line, column) {
            let next = self.source[self.byte..].chars().next()?;
            self.byte += next.len_utf8();
            (self.line, self.column) =
                if next == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        let is_there = (self.line, self.column) == (line, column);
        (is_there && self.byte < self.source.len()).then_some(self.byte)
    }
}

/// The word, the number, the symbol or the first character of a text that begins at a byte.
fn text_at(source: &str, start: usize) -> &str {
    let rest = &source[start..];
    if let Some((symbol, _)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
        return &rest[..symbol.len()];
    }
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    &rest[..word.max(rest.chars().next().map_or(0, char::len_utf8))]
}

/// Symbols that no expression here contains, the longer ones first.
const SYMBOLS: &[(&str, &str)] = &[
    ("===", "compare with `==`"),
    ("!==", "compare with `!=`"),
    ("~=", "compare with `!=`"),
    ("<>", "compare with `!=`"),
    ("**", "call `pow(x, y)`"),
    ("^", "call `pow(x, y)` for powers, and `xor(a, b)` for the bits of integers"),
    ("++", "write `x += 1`"),
    ("--", "write `x -= 1`; a comment begins with `//`"),
    ("->", "write a function as `fn name(a, b) { … }`, and a member with a dot, as in `me.energy`"),
    ("=>", "functions are no values here: write a loop, as in `for x in list { … }`"),
    (":=", "define a variable with `let x = 1`, and change it with `x = 2`"),
    ("<-", "define a variable with `let x = 1`, and change it with `x = 2`"),
    ("::", "call functions by their names alone, as in `max(a, b)`"),
    ("|>", "call functions as methods, one after the other, as in `list.without(ids).first()`"),
    ("~", "the bits of an integer are inverted by `-1 - x`"),
    ("@", "there are no decorators: the host calls handlers such as `on_tick` by their names"),
    ("$", "a variable has no sign before its name; in texts, `` `${x}` `` stands for its value"),
    ("?", "write a condition as `if hungry { 1 } else { 2 }`, which has a value"),
    ("#{", ""),
    ("()", ""),
    (
        "#",
        "a comment begins with `//`; the length of a list is `len(list)`, and a map is `#{ x: 1 }`",
    ),
];
