//! Charges for caught errors.
//!
//! An error of the engine takes much longer than the operations that it counts, and the engine offers no
//! place to charge for one that is caught. So a call of a host function is inserted at the beginning of
//! each `catch` block, before a script is parsed for the last time. Scripts cannot call that function, as
//! its name is not a word. Places in the script are those without the calls.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use rhai::{AST, Engine, ParseError, Position, Scope, Token};

use super::prices;
use super::turn_state::{Meter, locked};

/// The name of the host function.
const CAUGHT: &str = "caught error";

/// What is inserted; the name is replaced by [`CAUGHT`].
const CALL: &str = "c();";

/// A line and a column, both from 1.
type Place = (usize, usize);

/// The beginnings of the `catch` blocks of a script.
#[derive(Debug, Default)]
pub(super) struct CatchBlocks {
    places: BTreeSet<Place>,
}

/// Lets an engine charge for caught errors.
pub(super) fn charge(engine: &mut Engine, meter: Arc<Meter>) {
    engine.register_fn(CAUGHT, move || meter.charge(prices::CAUGHT_ERROR));
}

/// Parses a script again, with a charge for each error that is caught; `ast` is that of the script itself.
///
/// # Errors
/// Those of the engine.
#[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
pub(super) fn compile(
    engine: &mut Engine,
    known: &Scope<'_>,
    source: &str,
    ast: AST,
) -> Result<(AST, CatchBlocks), ParseError> {
    if !source.contains("catch") {
        return Ok((ast, CatchBlocks::default()));
    }
    let finder = Arc::new(Mutex::new(Finder::default()));
    let own = Arc::clone(&finder);
    engine.on_parse_token(move |token, at, _| {
        locked(&own).take(&token, at);
        token
    });
    engine.compile_with_scope(known, source)?;
    let blocks = CatchBlocks { places: std::mem::take(&mut locked(&finder).found) };
    let calls: BTreeSet<Place> = blocks.calls().collect();
    engine.on_parse_token(move |token, at, _| match token {
        Token::Identifier(_) if place(at).is_some_and(|at| calls.contains(&at)) => {
            Token::Identifier(Box::new(CAUGHT.into()))
        }
        other => other,
    });
    let ast = engine.compile_with_scope(known, blocks.insert_calls(source))?;
    Ok((ast, blocks))
}

impl CatchBlocks {
    /// The place in the script of a place in the text with the calls.
    pub fn in_script(&self, position: Position) -> Position {
        let Some((line, column)) = place(position) else { return position };
        let calls = self.calls().filter(|&(at, call)| at == line && call < column).count();
        let column = u16::try_from(column - calls * CALL.len()).unwrap_or(u16::MAX);
        Position::new(u16::try_from(line).unwrap_or(u16::MAX), column)
    }

    /// The places of the calls in the text with them.
    fn calls(&self) -> impl Iterator<Item = Place> {
        let before = |&(line, column): &Place| self.places.range((line, 0)..(line, column)).count();
        self.places.iter().map(move |at| (at.0, at.1 + before(at) * CALL.len()))
    }

    fn insert_calls(&self, source: &str) -> String {
        let mut text = String::with_capacity(source.len() + self.places.len() * CALL.len());
        for (line, content) in (1..).zip(source.split_inclusive('\n')) {
            for (column, character) in (1..).zip(content.chars()) {
                if self.places.contains(&(line, column)) {
                    text.push_str(CALL);
                }
                text.push(character);
            }
        }
        text
    }
}

/// Finds the beginnings of `catch` blocks: what follows the first brace after each `catch`.
#[derive(Default)]
struct Finder {
    is_after_catch: bool,
    found: BTreeSet<Place>,
}

impl Finder {
    fn take(&mut self, token: &Token, at: Position) {
        match token {
            Token::Catch => self.is_after_catch = true,
            Token::LeftBrace if self.is_after_catch => {
                self.is_after_catch = false;
                self.found.extend(place(at).map(|(line, column)| (line, column + 1)));
            }
            _ => {}
        }
    }
}

fn place(position: Position) -> Option<Place> {
    Some((position.line()?, position.position()?))
}
