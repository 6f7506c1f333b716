//! The text of a condition, read.

use std::ops::Range;

use super::{Compare, ConditionError, LONGEST_CONDITION, Name, Node, Sum};
use crate::behaviour::Colony;
use crate::input::quoted;
use crate::input::spelling;
use crate::species::Kind;

/// How deep parentheses and signs may be nested.
const DEEPEST: usize = 64;

pub(super) fn parse(
    text: &str,
    species: &[String],
    is_conquest: bool,
) -> Result<Node, ConditionError> {
    if text.len() > LONGEST_CONDITION {
        let problem = format!("the condition is longer than {LONGEST_CONDITION} bytes");
        return Err(ConditionError {
            span: 0..text.len(),
            problem,
            remedy: "shorten it".to_owned(),
        });
    }
    let names = names(species, is_conquest);
    let mut reader = Reader { text, at: 0, depth: 0, names };
    let root = reader.either()?;
    reader.truth(&root, 0)?;
    match reader.token() {
        None => Ok(root),
        Some((_, span)) => {
            Err(reader.complain(span, "was not expected", "join comparisons with `&&` or `||`"))
        }
    }
}

/// Everything that a condition can name.
fn names(species: &[String], is_conquest: bool) -> Vec<(String, Name)> {
    let mut names = vec![("tick".to_owned(), Name::Tick)];
    for (place, species) in species.iter().enumerate() {
        names.push((species.clone(), Name::Alive(place)));
        names.push((format!("{species}.births"), Name::Births(place)));
        names.push((format!("{species}.deaths"), Name::Deaths(place)));
    }
    for kind in Kind::ALL {
        names.push((format!("{}s", kind.name()), Name::Kind(kind)));
    }
    names.push(("organisms".to_owned(), Name::Organisms));
    if is_conquest {
        for colony in Colony::ALL {
            names.push((format!("{}.tickets", colony.name()), Name::Tickets(colony)));
            names.push((format!("{}.bases", colony.name()), Name::Bases(colony)));
        }
    }
    names
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: Vec<(String, Name)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    Sign(&'static str),
    Strange,
}

const SIGNS: [&str; 15] =
    ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "!", "(", ")", "+", "-", "*", "/"];

const COMPARES: [(&str, Compare); 6] = [
    ("<=", Compare::AtMost),
    (">=", Compare::AtLeast),
    ("==", Compare::Equal),
    ("!=", Compare::Unequal),
    ("<", Compare::Less),
    (">", Compare::More),
];

type Read = Result<Node, ConditionError>;

impl<'a> Reader<'a> {
    fn either(&mut self) -> Read {
        self.joined("||", Self::both, |a, b| Node::Or(Box::new(a), Box::new(b)))
    }

    fn both(&mut self) -> Read {
        self.joined("&&", Self::comparison, |a, b| Node::And(Box::new(a), Box::new(b)))
    }

    /// Parts that `sign` joins, each of which must be true or false if there are several.
    fn joined(
        &mut self,
        sign: &'static str,
        part: fn(&mut Self) -> Read,
        join: fn(Node, Node) -> Node,
    ) -> Read {
        let begin = self.at;
        let mut all = part(self)?;
        while self.take(&[sign]).is_some() {
            self.truth(&all, begin)?;
            let begin = self.at;
            let next = part(self)?;
            self.truth(&next, begin)?;
            all = join(all, next);
        }
        Ok(all)
    }

    fn comparison(&mut self) -> Read {
        let begin = self.at;
        let left = self.sum()?;
        let Some(sign) = self.take(&COMPARES.map(|(sign, _)| sign)) else { return Ok(left) };
        self.number(&left, begin)?;
        let begin = self.at;
        let right = self.sum()?;
        self.number(&right, begin)?;
        let how = COMPARES.into_iter().find(|(name, _)| *name == sign).expect("it was taken").1;
        Ok(Node::Compare(how, Box::new(left), Box::new(right)))
    }

    fn sum(&mut self) -> Read {
        self.computed(&[("+", Sum::Plus), ("-", Sum::Minus)], Self::product)
    }

    fn product(&mut self) -> Read {
        self.computed(&[("*", Sum::Times), ("/", Sum::By)], Self::single)
    }

    fn computed(&mut self, signs: &[(&'static str, Sum)], part: fn(&mut Self) -> Read) -> Read {
        let begin = self.at;
        let mut all = part(self)?;
        let texts: Vec<_> = signs.iter().map(|(sign, _)| *sign).collect();
        while let Some(sign) = self.take(&texts) {
            self.number(&all, begin)?;
            let begin = self.at;
            let next = part(self)?;
            self.number(&next, begin)?;
            let how = signs.iter().find(|(name, _)| *name == sign).expect("it was taken").1;
            all = Node::Sum(how, Box::new(all), Box::new(next));
        }
        Ok(all)
    }

    fn single(&mut self) -> Read {
        self.depth += 1;
        let (token, span) =
            self.token().unwrap_or((Token::Strange, self.text.len()..self.text.len()));
        if self.depth > DEEPEST {
            return Err(self.complain(span, "is nested too deep", "have fewer parentheses"));
        }
        let begin = span.end;
        self.at = span.end;
        let node = match token {
            Token::Sign("(") => {
                let inner = self.either()?;
                if self.take(&[")"]).is_none() {
                    return Err(self.complain(span, "is never closed", "add a `)`"));
                }
                inner
            }
            Token::Sign("!") => {
                let inner = self.single()?;
                self.truth(&inner, begin)?;
                Node::Not(Box::new(inner))
            }
            Token::Sign("-") => {
                let inner = self.single()?;
                self.number(&inner, begin)?;
                Node::Sum(Sum::Minus, Box::new(Node::Number(0.0)), Box::new(inner))
            }
            Token::Word(word) => self.word(word, span)?,
            _ => {
                let remedy = "write a name or a number, such as in `hare < 10 && tick > 500`";
                return Err(self.complain(span, "was not expected", remedy));
            }
        };
        self.depth -= 1;
        Ok(node)
    }

    fn word(&self, word: &str, span: Range<usize>) -> Read {
        if let Some((_, name)) = self.names.iter().find(|(name, _)| name == word) {
            return Ok(Node::Name(*name));
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number = word.replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
            return number.map(Node::Number).ok_or_else(|| {
                self.complain(span, "is no number", "write one such as 500 or 0.25")
            });
        }
        let known = || self.names.iter().map(|(name, _)| name.as_str());
        let remedy = match spelling::nearest(word, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", spelling::listed(known())),
        };
        let problem = format!("there is nothing called {} to count", quoted(word));
        Err(ConditionError { span, problem, remedy })
    }

    /// Takes the next token if it is one of these signs.
    fn take(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let (Token::Sign(sign), span) = self.token()? else { return None };
        signs.contains(&sign).then(|| {
            self.at = span.end;
            sign
        })
    }

    /// The next token and where it stands, which stays where it is; `None` at the end.
    fn token(&self) -> Option<(Token<'a>, Range<usize>)> {
        let rest = self.text[self.at..].trim_start();
        let begin = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            return Some((Token::Sign(sign), begin..begin + sign.len()));
        }
        if !is_in_word(first) {
            return Some((Token::Strange, begin..begin + first.len_utf8()));
        }
        let length = self.word_length(rest);
        Some((Token::Word(&rest[..length]), begin..begin + length))
    }

    /// How long the word is at the beginning of `rest`: as long as the longest name that is there,
    /// since names of species may hold a `-`; else up to what is in no word.
    fn word_length(&self, rest: &str) -> usize {
        let ends = |name: &str| !rest[name.len()..].starts_with(is_in_word);
        let known = self.names.iter().map(|(name, _)| name.as_str());
        let known = known.filter(|name| rest.starts_with(name) && ends(name)).map(str::len).max();
        known.unwrap_or_else(|| rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()))
    }

    fn truth(&self, node: &Node, begin: usize) -> Result<(), ConditionError> {
        if !is_number(node) {
            return Ok(());
        }
        let span = self.since(begin);
        Err(self.complain(span, "is a number", "compare it with another, as in `hare < 10`"))
    }

    fn number(&self, node: &Node, begin: usize) -> Result<(), ConditionError> {
        if is_number(node) {
            return Ok(());
        }
        let span = self.since(begin);
        Err(self.complain(span, "is no number", "join comparisons with `&&` or `||`"))
    }

    /// What was read since, without the spaces around it.
    fn since(&self, begin: usize) -> Range<usize> {
        let text = &self.text[begin..self.at];
        let start = begin + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }

    fn complain(&self, span: Range<usize>, problem: &str, remedy: &str) -> ConditionError {
        let what = match &self.text[span.clone()] {
            "" => "the end".to_owned(),
            text => quoted(text),
        };
        ConditionError { span, problem: format!("{what} {problem}"), remedy: remedy.to_owned() }
    }
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn is_number(node: &Node) -> bool {
    matches!(node, Node::Number(_) | Node::Name(_) | Node::Sum(..))
}
