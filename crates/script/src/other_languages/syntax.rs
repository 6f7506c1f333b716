//! What is foreign in a script that the parser refuses.

use std::sync::{Arc, Mutex};

use rhai::{Engine, Position};

use super::super::limits;
use super::super::turn_state::locked;
use super::words;

/// Something of another language in a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Foreign<'a> {
    /// The word or symbol.
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// What to write instead.
    pub remedy: &'static str,
}

/// Finds what is foreign before the byte at which the parser refuses a script, or there. It is looked for from there back,
/// in the same line.
#[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
pub(crate) fn first(source: &str, refused: usize) -> Option<Foreign<'_>> {
    let starts = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&starts);
    let mut engine = Engine::new_raw();
    limits::apply(&mut engine);
    engine.set_strict_variables(false);
    engine.on_parse_token(move |token, at, _| {
        locked(&found).push(at);
        token
    });
    // Only the tokens before its error count.
    drop(engine.compile(source));
    let starts = std::mem::take(&mut *locked(&starts));
    let tokens = tokens(source, &starts);
    let end = tokens.partition_point(|token| token.start <= refused);
    Statement { tokens: &tokens[..end], next: tokens.get(end).copied() }.foreign()
}

/// A token of a script, by its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    start: usize,
    line: usize,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_text(&self) -> bool {
        self.text.starts_with(['"', '`', '\''])
    }
}

/// The tokens at these places. A symbol of another language that the engine reads as several is one token.
fn tokens<'a>(source: &'a str, starts: &[Position]) -> Vec<Token<'a>> {
    let line_starts: Vec<usize> =
        std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut tokens: Vec<Token<'a>> = Vec::new();
    for (line, column) in starts.iter().filter_map(|at| Some((at.line()?, at.position()?))) {
        let Some(rest) = line_starts.get(line - 1).and_then(|&start| source.get(start..)) else {
            continue;
        };
        let Some((offset, _)) = rest.char_indices().nth(column - 1) else { continue };
        let start = line_starts[line - 1] + offset;
        let is_inside = tokens.last().is_some_and(|last| start < last.start + last.text.len());
        if !is_inside {
            tokens.push(Token { text: text_at(source, start), start, line });
        }
    }
    tokens
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

const CLOSURE: &str = "functions are no values here: write a loop, as in `for x in list { … }`, or name a property, as in \
                       `sort_by(list, \"gap\")`";
const LOOP: &str = "write `for i in 0..10 { … }`, or `for x in list { … }`";

/// The tokens up to the one that the parser refuses, which is the last, and the one after it.
struct Statement<'t, 'a> {
    tokens: &'t [Token<'a>],
    next: Option<Token<'a>>,
}

impl<'a> Statement<'_, 'a> {
    fn foreign(&self) -> Option<Foreign<'a>> {
        self.pattern().or_else(|| self.symbol()).or_else(|| self.word())
    }

    /// The token that is so many before the refused one.
    fn back(&self, count: usize) -> Option<Token<'a>> {
        let index = self.tokens.len().checked_sub(count + 1)?;
        Some(self.tokens[index])
    }

    fn is(&self, back: usize, text: &str) -> bool {
        self.back(back).is_some_and(|token| token.text == text)
    }

    /// Several tokens that together are of another language.
    fn pattern(&self) -> Option<Foreign<'a>> {
        let here = self.back(0)?;
        let before = self.back(1);
        let found = |token: Token<'a>, remedy| {
            Some(Foreign { text: token.text, start: token.start, remedy })
        };
        match here.text {
            "'" => return found(here, "write a text in double quotes, as in `\"plant\"`"),
            "|" | "||" => return found(here, CLOSURE),
            "=" | "," if self.is(2, "for") => return found(here, LOOP),
            "do" => return found(here, "a block stands in braces, as in `if me.hungry { … }`"),
            "fn" if before.is_some_and(|it| matches!(it.text, "(" | "," | "=")) => {
                return found(here, CLOSURE);
            }
            _ if self.is_in_head_of("for") => return found(here, LOOP),
            _ if self.is(1, "catch") || self.is_in_head_of("catch") => {
                return found(here, "write `try { … } catch (error) { … }`");
            }
            "let" if self.is(1, "if") || self.is(1, "while") => {
                return found(
                    here,
                    "define it before, as in `let prey = nearest(\"herbivore\"); if prey != () { … }`",
                );
            }
            "[" | "(" | "{" if self.is(1, "let") => {
                return found(here, "define one variable with each `let`");
            }
            "for" if self.is_in_brackets() => {
                return found(
                    here,
                    "make a list in a loop: `let l = []; for x in list { l.push(x.id); }`",
                );
            }
            "void" if self.next.is_some_and(|next| next.is_word()) => {
                return found(here, words::remedy("function")?);
            }
            "if" if before
                .is_some_and(|it| it.line == here.line && it.text != ";" && it.text != "}") =>
            {
                let remedy = "write `if condition { return x; }`, or `if condition { a } else { b }` as a value";
                return found(here, remedy);
            }
            ":" if self.is(2, "let") || self.is(2, "const") || self.is_parameter() => {
                return found(here, "leave out the type: that of a variable is that of its value");
            }
            ":" if self.is_in_brackets() => {
                return found(here, "call `slice(list, from, to)`");
            }
            ":" if self.begins_block() => {
                return found(here, "a block stands in braces, as in `if me.hungry { … }`");
            }
            ":" if self.is(2, "{") => return found(here, "write a map as `#{ x: 1, y: 2 }`"),
            ":" => {
                return found(
                    here,
                    "call a method with a dot, as in `list.push(1)`, and write a map as `#{ x: 1 }`",
                );
            }
            "!" if before.is_some_and(|it| it.is_word()) => {
                return found(
                    before?,
                    words::remedy(before?.text)
                        .unwrap_or("call a function without `!`, as in `log(value)`"),
                );
            }
            "{" if self.is(1, "=") => return found(here, "write a map as `#{ x: 1, y: 2 }`"),
            "," if self.is(2, "let") => return found(here, "define one variable with each `let`"),
            _ => {}
        }
        if here.is_text() && before.is_some_and(|it| matches!(it.text, "f" | "r" | "b" | "u")) {
            return found(
                before?,
                "write a text with values in it as in `` `energy: ${me.energy}` ``",
            );
        }
        None
    }

    /// A symbol that is refused, or stands before what is.
    fn symbol(&self) -> Option<Foreign<'a>> {
        [self.back(0), self.back(1), self.next].into_iter().flatten().find_map(|token| {
            let &(_, remedy) = SYMBOLS.iter().find(|(symbol, _)| *symbol == token.text)?;
            let is_ours = remedy.is_empty();
            (!is_ours).then_some(Foreign { text: token.text, start: token.start, remedy })
        })
    }

    /// The last word of another language in the line, unless the script uses it as a name.
    fn word(&self) -> Option<Foreign<'a>> {
        let line = self.back(0)?.line;
        let first =
            self.tokens.iter().rposition(|token| token.line + 1 < line).map_or(0, |at| at + 1);
        let words = (first..self.tokens.len()).rev().filter(|&index| !self.is_name(index));
        let next = self.next.filter(|next| next.line == line);
        let tokens = words.map(|index| self.tokens[index]).chain(next);
        let mut tokens = tokens.filter(Token::is_word);
        let foreign = tokens.find_map(|token| Some((token, words::remedy(token.text)?)));
        foreign.map(|(token, remedy)| {
            let is_value = matches!(token.text, "function" | "lambda" | "fn")
                && self.before(token).is_some_and(|it| matches!(it.text, "(" | ","));
            let remedy = if is_value { CLOSURE } else { remedy };
            Foreign { text: token.text, start: token.start, remedy }
        })
    }

    /// The token before another one.
    fn before(&self, token: Token<'a>) -> Option<Token<'a>> {
        self.tokens.iter().rev().find(|it| it.start < token.start).copied()
    }

    /// Whether the refused token stands at the beginning of the parentheses after a keyword.
    fn is_in_head_of(&self, keyword: &str) -> bool {
        (1..=3).any(|back| self.is(back, "(") && self.is(back + 1, keyword))
    }

    /// Whether a token is a name: that of a member, a definition, or one that was defined before.
    fn is_name(&self, index: usize) -> bool {
        let token = self.tokens[index];
        let defines = |at: usize| {
            matches!(self.tokens[at].text, "let" | "const" | "for" | "." | "fn")
                && token.text != "mut"
        };
        let is_called = self.tokens.get(index + 1).is_some_and(|next| next.text == "(");
        let is_parameter = |at: usize| {
            let before = self.tokens[..at].iter().rev();
            let opened =
                before.take_while(|it| it.is_word() || matches!(it.text, "," | "(")).count();
            self.tokens[at - opened..at].iter().any(|it| it.text == "fn")
        };
        index > 0 && (defines(index - 1) || is_parameter(index))
            || is_called && super::super::library::arities(token.text).next().is_some()
            || (1..index).any(|at| {
                self.tokens[at].text == token.text && (defines(at - 1) || is_parameter(at))
            })
    }

    /// Whether the refused token follows a parameter of a function.
    fn is_parameter(&self) -> bool {
        let before = self.tokens.iter().rev().skip(1);
        let mut inside =
            before.take_while(|token| !matches!(token.text, ")" | "()" | "{" | ";" | "}"));
        inside.any(|token| token.text == "fn")
    }

    /// Whether the refused token stands in brackets that the line has opened.
    fn is_in_brackets(&self) -> bool {
        let before = self.tokens.iter().rev().skip(1);
        let mut inside =
            before.take_while(|token| !matches!(token.text, "]" | "{" | ";" | "}" | "#{"));
        inside.any(|token| token.text == "[")
    }

    /// Whether the line begins with a keyword that has a block.
    fn begins_block(&self) -> bool {
        const KEYWORDS: [&str; 7] = ["if", "else", "while", "for", "try", "fn", "loop"];
        let Some(here) = self.back(0) else { return false };
        let statement =
            self.tokens.iter().rev().take_while(|token| {
                token.line == here.line && !matches!(token.text, "{" | "}" | ";")
            });
        statement.into_iter().any(|token| KEYWORDS.contains(&token.text))
    }
}
