//! What is foreign in a script that the parser refuses.

use super::tokens::{self, Token};
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
/// in the same line and the one before it.
pub(crate) fn first(source: &str, refused: usize) -> Option<Foreign<'_>> {
    let tokens = tokens::of_script(source);
    let end = tokens.partition_point(|token| token.start <= refused);
    let tokens = Refused { tokens: &tokens[..end], next: tokens.get(end).copied() };
    tokens.pattern().or_else(|| tokens.symbol()).or_else(|| tokens.word())
}

const BLOCK: &str = "a block stands in braces, as in `if me.hungry { … }`";
const CATCH: &str = "write `try { … } catch (error) { … }`";
const CLOSURE: &str = "functions are no values here: write a loop, as in `for x in list { … }`, or name a property, as in \
                       `sort_by(list, \"gap\")`";
const IF: &str =
    "write `if condition { return x; }`, or `if condition { a } else { b }` as a value";
const LOOP: &str = "write `for i in 0..10 { … }`, or `for x in list { … }`";
const MADE_LIST: &str = "make a list in a loop: `let l = []; for x in list { l.push(x.id); }`";
const MAP: &str = "write a map as `#{ x: 1, y: 2 }`";
const METHOD: &str =
    "call a method with a dot, as in `list.push(1)`, and write a map as `#{ x: 1 }`";
const ONE_VARIABLE: &str = "define one variable with each `let`";
const VALUES_IN_TEXT: &str = "write a text with values in it as in `` `energy: ${me.energy}` ``";

/// The number of tokens before the refused one among which a word is looked for.
const WORDS_BACK: usize = 24;

/// The tokens up to the one that the parser refuses, which is the last, and the one after it.
struct Refused<'t, 'a> {
    tokens: &'t [Token<'a>],
    next: Option<Token<'a>>,
}

impl<'a> Refused<'_, 'a> {
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
        if let Some(remedy) = self.remedy_at_refused(here.text) {
            return Some(Foreign { text: here.text, start: here.start, remedy });
        }
        let before = self.back(1)?;
        let is_prefix = matches!(before.text, "f" | "r" | "b" | "u") && here.is_text();
        let remedy = match here.text {
            "!" if before.is_word() => words::remedy(before.text)
                .unwrap_or("call a function without `!`, as in `log(value)`"),
            _ if is_prefix => VALUES_IN_TEXT,
            _ => return None,
        };
        Some(Foreign { text: before.text, start: before.start, remedy })
    }

    /// What to write instead of the refused token, because of those before it.
    fn remedy_at_refused(&self, here: &str) -> Option<&'static str> {
        let before = self.back(1).map_or("", |token| token.text);
        Some(match here {
            "'" => "write a text in double quotes, as in `\"plant\"`",
            "|" | "||" => CLOSURE,
            "=" | "," if self.is(2, "for") => LOOP,
            "do" => BLOCK,
            "fn" if matches!(before, "(" | "," | "=") => CLOSURE,
            _ if self.is_in_head_of("for") => LOOP,
            _ if before == "catch" || self.is_in_head_of("catch") => CATCH,
            "let" if matches!(before, "if" | "while") => {
                "define it before, as in `let prey = nearest(\"herbivore\"); if prey != () { … }`"
            }
            "[" | "(" | "{" if before == "let" => ONE_VARIABLE,
            "," if self.is(2, "let") => ONE_VARIABLE,
            "for" if self.is_in_brackets() => MADE_LIST,
            "void" if self.next.is_some_and(|next| next.is_word()) => words::remedy("function")?,
            "if" if self.follows_a_value() => IF,
            ":" => self.remedy_at_colon(),
            "{" if before == "=" => MAP,
            _ => return None,
        })
    }

    /// What to write instead of a colon.
    fn remedy_at_colon(&self) -> &'static str {
        if self.is(2, "let") || self.is(2, "const") || self.is_in_parameters() {
            "leave out the type: that of a variable is that of its value"
        } else if self.is_in_brackets() {
            "call `slice(list, from, to)`"
        } else if self.begins_block() {
            BLOCK
        } else if self.is(2, "{") {
            MAP
        } else {
            METHOD
        }
    }

    /// A symbol that is refused, or stands beside what is.
    fn symbol(&self) -> Option<Foreign<'a>> {
        let beside = [self.back(0), self.back(1), self.next].into_iter().flatten();
        let mut symbols = beside.filter_map(|token| Some((token, token.remedy_of_symbol()?)));
        symbols.next().map(|(Token { text, start, .. }, remedy)| Foreign { text, start, remedy })
    }

    /// The last word of another language before the refused token, unless the script uses it as a name.
    fn word(&self) -> Option<Foreign<'a>> {
        let line = self.back(0)?.line;
        let end = self.tokens.len();
        let near = (end.saturating_sub(WORDS_BACK)..end)
            .rev()
            .filter(|&index| self.tokens[index].line + 1 >= line);
        let words = near.filter_map(|index| {
            let token = self.tokens[index];
            let remedy = words::remedy(token.text).filter(|_| !self.is_name(index))?;
            let before = index.checked_sub(1).map_or("", |before| self.tokens[before].text);
            let is_value = token.text == "function" && matches!(before, "(" | ",");
            Some((token, if is_value { CLOSURE } else { remedy }))
        });
        let next = self.next.filter(|next| next.line == line);
        let next = next.and_then(|token| Some((token, words::remedy(token.text)?)));
        let (Token { text, start, .. }, remedy) = words.chain(next).next()?;
        Some(Foreign { text, start, remedy })
    }

    /// Whether a token is a name: that of a member, a definition, or one that was defined before.
    fn is_name(&self, index: usize) -> bool {
        let text = self.tokens[index].text;
        let is_called = self.tokens.get(index + 1).is_some_and(|next| next.text == "(");
        let is_of_library = is_called && super::super::library::arities(text).next().is_some();
        is_of_library || (1..=index).any(|at| self.tokens[at].text == text && self.defines(at))
    }

    /// Whether a token is a name by what stands before it.
    fn defines(&self, at: usize) -> bool {
        const PARAMETERS_BACK: usize = 48;
        let before = &self.tokens[..at];
        let is_named = before.last().is_some_and(|it| {
            matches!(it.text, "let" | "const" | "for" | "." | "fn") && self.tokens[at].text != "mut"
        });
        let is_in_list = |it: &&Token<'_>| it.is_word() || matches!(it.text, "," | "(");
        let mut list = before.iter().rev().take(PARAMETERS_BACK).take_while(is_in_list);
        is_named || list.any(|it| it.text == "fn")
    }

    /// Whether the refused token stands behind a value in its line, rather than at the beginning of a statement.
    fn follows_a_value(&self) -> bool {
        let (Some(here), Some(before)) = (self.back(0), self.back(1)) else { return false };
        before.line == here.line && !matches!(before.text, ";" | "}")
    }

    /// Whether the refused token stands at the beginning of the parentheses after a keyword.
    fn is_in_head_of(&self, keyword: &str) -> bool {
        (1..=3).any(|back| self.is(back, "(") && self.is(back + 1, keyword))
    }

    /// Whether one of these texts stands before the refused token, with none of the others between.
    fn is_after(&self, texts: &[&str], others: &[&str]) -> bool {
        let before = self.tokens.iter().rev().skip(1);
        let mut inside = before.take_while(|token| !others.contains(&token.text));
        inside.any(|token| texts.contains(&token.text))
    }

    fn is_in_parameters(&self) -> bool {
        self.is_after(&["fn"], &[")", "()", "{", ";", "}"])
    }

    fn is_in_brackets(&self) -> bool {
        self.is_after(&["["], &["]", "{", ";", "}", "#{"])
    }

    /// Whether the statement begins with a keyword that has a block.
    fn begins_block(&self) -> bool {
        self.is_after(&["if", "else", "while", "for", "try", "fn", "loop"], &["{", "}", ";"])
    }
}
