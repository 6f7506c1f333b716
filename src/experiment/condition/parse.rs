//! The parser of conditions.

use std::ops::Range;

use super::{Compare, ConditionError, LONGEST_CONDITION, Name, Node, Sum};
use crate::behaviour::Colony;
use crate::input::quoted;
use crate::input::spelling;
use crate::species::Kind;

/// The greatest nesting depth of parentheses and unary operators.
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
    let mut parser = Parser { text, at: 0, depth: 0, names };
    let root = parser.disjunction()?;
    parser.expect_truth(&root, 0)?;
    match parser.token() {
        None => Ok(root),
        Some((_, span)) => {
            Err(parser.error(span, "was not expected", "join comparisons with `&&` or `||`"))
        }
    }
}

/// All variables of conditions.
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

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: Vec<(String, Name)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    Operator(&'static str),
    Unknown,
}

const OPERATORS: [&str; 15] =
    ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "!", "(", ")", "+", "-", "*", "/"];

const COMPARES: [(&str, Compare); 6] = [
    ("<=", Compare::AtMost),
    (">=", Compare::AtLeast),
    ("==", Compare::Equal),
    ("!=", Compare::Unequal),
    ("<", Compare::Less),
    (">", Compare::More),
];

type Parsed = Result<Node, ConditionError>;

impl<'a> Parser<'a> {
    fn disjunction(&mut self) -> Parsed {
        self.logical("||", Self::conjunction, |a, b| Node::Or(Box::new(a), Box::new(b)))
    }

    fn conjunction(&mut self) -> Parsed {
        self.logical("&&", Self::comparison, |a, b| Node::And(Box::new(a), Box::new(b)))
    }

    /// One or more operands joined by `operator`. If there are several, each must be a truth value.
    fn logical(
        &mut self,
        operator: &'static str,
        operand: fn(&mut Self) -> Parsed,
        join: fn(Node, Node) -> Node,
    ) -> Parsed {
        let begin = self.at;
        let mut all = operand(self)?;
        while self.take(&[operator]).is_some() {
            self.expect_truth(&all, begin)?;
            let begin = self.at;
            let next = operand(self)?;
            self.expect_truth(&next, begin)?;
            all = join(all, next);
        }
        Ok(all)
    }

    fn comparison(&mut self) -> Parsed {
        let begin = self.at;
        let left = self.sum()?;
        let Some(operator) = self.take(&COMPARES.map(|(name, _)| name)) else { return Ok(left) };
        self.expect_number(&left, begin)?;
        let begin = self.at;
        let right = self.sum()?;
        self.expect_number(&right, begin)?;
        let found = COMPARES.into_iter().find(|(name, _)| *name == operator);
        let (_, comparison) = found.expect("it was taken");
        Ok(Node::Compare(comparison, Box::new(left), Box::new(right)))
    }

    fn sum(&mut self) -> Parsed {
        self.arithmetic(&[("+", Sum::Plus), ("-", Sum::Minus)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.arithmetic(&[("*", Sum::Times), ("/", Sum::By)], Self::unary)
    }

    fn arithmetic(
        &mut self,
        operators: &[(&'static str, Sum)],
        operand: fn(&mut Self) -> Parsed,
    ) -> Parsed {
        let begin = self.at;
        let mut all = operand(self)?;
        let names: Vec<_> = operators.iter().map(|(name, _)| *name).collect();
        while let Some(operator) = self.take(&names) {
            self.expect_number(&all, begin)?;
            let begin = self.at;
            let next = operand(self)?;
            self.expect_number(&next, begin)?;
            let found = operators.iter().find(|(name, _)| *name == operator);
            let (_, operation) = *found.expect("it was taken");
            all = Node::Sum(operation, Box::new(all), Box::new(next));
        }
        Ok(all)
    }

    fn unary(&mut self) -> Parsed {
        self.depth += 1;
        let (token, span) =
            self.token().unwrap_or((Token::Unknown, self.text.len()..self.text.len()));
        if self.depth > DEEPEST {
            return Err(self.error(span, "is nested too deep", "use fewer parentheses"));
        }
        let begin = span.end;
        self.at = span.end;
        let node = match token {
            Token::Operator("(") => {
                let inner = self.disjunction()?;
                if self.take(&[")"]).is_none() {
                    return Err(self.error(span, "is never closed", "add a `)`"));
                }
                inner
            }
            Token::Operator("!") => {
                let inner = self.unary()?;
                self.expect_truth(&inner, begin)?;
                Node::Not(Box::new(inner))
            }
            Token::Operator("-") => {
                let inner = self.unary()?;
                self.expect_number(&inner, begin)?;
                Node::Sum(Sum::Minus, Box::new(Node::Number(0.0)), Box::new(inner))
            }
            Token::Word(word) => self.word(word, span)?,
            _ => {
                let remedy = "write a name or a number, such as in `hare < 10 && tick > 500`";
                return Err(self.error(span, "was not expected", remedy));
            }
        };
        self.depth -= 1;
        Ok(node)
    }

    fn word(&self, word: &str, span: Range<usize>) -> Parsed {
        if let Some((_, name)) = self.names.iter().find(|(name, _)| name == word) {
            return Ok(Node::Name(*name));
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number = word.replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
            return number.map(Node::Number).ok_or_else(|| {
                self.error(span, "is not a number", "write one such as 500 or 0.25")
            });
        }
        let known = || self.names.iter().map(|(name, _)| name.as_str());
        let remedy = match spelling::nearest(word, known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the names are {}", spelling::listed(known())),
        };
        let problem = format!("conditions have no name {}", quoted(word));
        Err(ConditionError { span, problem, remedy })
    }

    /// Takes the next token if it is one of these operators.
    fn take(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let (Token::Operator(operator), span) = self.token()? else { return None };
        operators.contains(&operator).then(|| {
            self.at = span.end;
            operator
        })
    }

    /// The next token and its location, without taking it; `None` at the end.
    fn token(&self) -> Option<(Token<'a>, Range<usize>)> {
        let rest = self.text[self.at..].trim_start();
        let begin = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        if let Some(operator) = OPERATORS.into_iter().find(|name| rest.starts_with(name)) {
            return Some((Token::Operator(operator), begin..begin + operator.len()));
        }
        if !is_in_word(first) {
            return Some((Token::Unknown, begin..begin + first.len_utf8()));
        }
        let length = self.word_length(rest);
        Some((Token::Word(&rest[..length]), begin..begin + length))
    }

    /// The length of the word at the beginning of `rest`: that of the longest matching name,
    /// because names of species may contain `-`; otherwise up to the first character that is not in
    /// a word.
    fn word_length(&self, rest: &str) -> usize {
        let ends = |name: &str| !rest[name.len()..].starts_with(is_in_word);
        let known = self.names.iter().map(|(name, _)| name.as_str());
        let known = known.filter(|name| rest.starts_with(name) && ends(name)).map(str::len).max();
        known.unwrap_or_else(|| rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()))
    }

    fn expect_truth(&self, node: &Node, begin: usize) -> Result<(), ConditionError> {
        if !is_number(node) {
            return Ok(());
        }
        let span = self.span_from(begin);
        Err(self.error(span, "is a number", "compare it with another, as in `hare < 10`"))
    }

    fn expect_number(&self, node: &Node, begin: usize) -> Result<(), ConditionError> {
        if is_number(node) {
            return Ok(());
        }
        let span = self.span_from(begin);
        Err(self.error(span, "is not a number", "join comparisons with `&&` or `||`"))
    }

    /// The text parsed since `begin`, without surrounding spaces.
    fn span_from(&self, begin: usize) -> Range<usize> {
        let text = &self.text[begin..self.at];
        let start = begin + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    }

    fn error(&self, span: Range<usize>, problem: &str, remedy: &str) -> ConditionError {
        let subject = match &self.text[span.clone()] {
            "" => "the end".to_owned(),
            text => quoted(text),
        };
        ConditionError { span, problem: format!("{subject} {problem}"), remedy: remedy.to_owned() }
    }
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn is_number(node: &Node) -> bool {
    matches!(node, Node::Number(_) | Node::Name(_) | Node::Sum(..))
}
