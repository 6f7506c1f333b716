//! The parser of expressions.

use std::ops::Range;

use terrarium_input::quoted;
use terrarium_input::spelling;

use super::{Call, Compare, ExpressionError, Function, LONGEST_EXPRESSION, Name, Node, Sum};

/// The greatest nesting depth of parentheses and unary operators.
const DEEPEST: usize = 64;

/// What expressions are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Stop conditions, which are truth values.
    Conditions,
    /// Measures of runs, which are numbers, and have more names, and functions.
    Measures,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Self::Conditions => "conditions",
            Self::Measures => "measures",
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Conditions => "write a name or a number, such as in `hare < 10 && tick > 500`",
            Self::Measures => "write a name, a number or a function, such as in `mean(hare) / 2`",
        }
    }
}

/// Parses a stop condition.
pub(crate) fn parse(
    text: &str,
    language: Language,
    species: &[String],
    is_conquest: bool,
) -> Result<Node, ExpressionError> {
    let mut parser = Parser::new(text, Name::all(language, species, is_conquest), language)?;
    let root = parser.disjunction()?;
    parser.expect_truth(&root, 0)?;
    parser.expect_end("join comparisons with `&&` or `||`")?;
    Ok(root)
}

/// Parses a measure. Its functions are added to `calls`.
pub(crate) fn parse_measure(
    text: &str,
    species: &[String],
    is_conquest: bool,
    calls: &mut Vec<Call>,
) -> Result<Node, ExpressionError> {
    let names = Name::all(Language::Measures, species, is_conquest);
    let mut parser = Parser::new(text, names, Language::Measures)?;
    parser.calls_before = calls.len();
    let root = parser.disjunction()?;
    if !is_number(&root) {
        let remedy = "give it as a condition of a function, as in `mean(tick, hare < 10)`";
        return Err(parser.error(parser.span_from(0), "is not a number", remedy));
    }
    parser.expect_end("join numbers with `+`, `-`, `*` or `/`")?;
    calls.append(&mut parser.calls);
    Ok(root)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: Vec<(String, Name)>,
    language: Language,
    calls: Vec<Call>,
    /// The number of functions of earlier expressions.
    calls_before: usize,
    is_in_call: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    Operator(&'static str),
    Unknown,
}

const OPERATORS: [&str; 16] =
    ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "!", "(", ")", "+", "-", "*", "/", ","];

const COMPARES: [(&str, Compare); 6] = [
    ("<=", Compare::AtMost),
    (">=", Compare::AtLeast),
    ("==", Compare::Equal),
    ("!=", Compare::Unequal),
    ("<", Compare::Less),
    (">", Compare::More),
];

type Parsed = Result<Node, ExpressionError>;

impl<'a> Parser<'a> {
    fn new(
        text: &'a str,
        names: Vec<(String, Name)>,
        language: Language,
    ) -> Result<Self, ExpressionError> {
        if text.len() > LONGEST_EXPRESSION {
            let problem = format!("the expression is longer than {LONGEST_EXPRESSION} bytes");
            let remedy = "shorten it".to_owned();
            return Err(ExpressionError { span: 0..text.len(), problem, remedy });
        }
        let calls = Vec::new();
        Ok(Self {
            text,
            at: 0,
            depth: 0,
            names,
            language,
            calls,
            calls_before: 0,
            is_in_call: false,
        })
    }

    fn expect_end(&self, remedy: &str) -> Result<(), ExpressionError> {
        match self.token() {
            None => Ok(()),
            Some((_, span)) => Err(self.error(span, "was not expected", remedy)),
        }
    }

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
                return Err(self.error(span, "was not expected", self.language.example()));
            }
        };
        self.depth -= 1;
        Ok(node)
    }

    fn word(&mut self, word: &str, span: Range<usize>) -> Parsed {
        let is_function = self.language == Language::Measures
            && matches!(self.token(), Some((Token::Operator("("), _)));
        if is_function {
            return self.call(word, span);
        }
        if let Some((_, name)) = self.names.iter().find(|(name, _)| name == word) {
            return Ok(Node::Name(*name));
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number = word.replace('_', "").parse::<f64>().ok().filter(|n| n.is_finite());
            return number.map(Node::Number).ok_or_else(|| {
                self.error(span, "is not a number", "write one such as 500 or 0.25")
            });
        }
        let problem = format!("{} have no name {}", self.language.name(), quoted(word));
        Err(ExpressionError { span, problem, remedy: self.other_names(word) })
    }

    /// What else an unknown name may have been meant to be.
    fn other_names(&self, word: &str) -> String {
        if self.language == Language::Measures && Function::named(word).is_some() {
            return format!("{word} is a function: write its argument, as in `{word}(hare)`");
        }
        let known = || self.names.iter().map(|(name, _)| name.as_str());
        // `hare.eating` is nearer to `hare.eaten` by its letters than to `hare.points.eating`.
        let ends_alike = word.split_once('.').and_then(|(species, last)| {
            let (head, tail) = (format!("{species}."), format!(".{last}"));
            known().find(|name| name.starts_with(&head) && name.ends_with(&tail))
        });
        if let Some(near) = ends_alike.or_else(|| spelling::nearest(word, known())) {
            return format!("did you mean `{near}`?");
        }
        let short =
            known().filter(|name| self.language == Language::Conditions || !name.contains('.'));
        let more = match self.language {
            Language::Conditions => "",
            Language::Measures => ", and those of a species, such as `hare.births`",
        };
        format!("the names are {}{more}", spelling::listed(short))
    }

    /// A function, whose name was taken, with its arguments.
    fn call(&mut self, word: &str, span: Range<usize>) -> Parsed {
        let Some(function) = Function::named(word) else {
            let known = Function::ALL.map(Function::name);
            let hint = spelling::hint(spelling::nearest(word, known));
            let problem = format!("measures have no function {}", quoted(word));
            let remedy = format!("use one of {}{hint}", spelling::listed(known));
            return Err(ExpressionError { span, problem, remedy });
        };
        if self.is_in_call {
            let remedy = "combine the results of functions, as in `max(hare) / mean(hare)`";
            return Err(self.error(span, "is inside another function", remedy));
        }
        self.take(&["("]);
        self.is_in_call = true;
        let begin = self.at;
        let quantity = self.disjunction()?;
        self.expect_number(&quantity, begin)?;
        let mut condition = None;
        if self.take(&[","]).is_some() {
            let begin = self.at;
            let node = self.disjunction()?;
            self.expect_truth(&node, begin)?;
            condition = Some((node, self.span_from(begin)));
        }
        self.is_in_call = false;
        match self.token() {
            None => return Err(self.error(span, "is never closed", "add a `)`")),
            Some((Token::Operator(")"), end)) => self.at = end.end,
            Some((_, other)) => {
                let remedy = "close the function with `)`; it has a quantity and a condition";
                return Err(self.error(other, "was not expected", remedy));
            }
        }
        self.calls.push(Call { function, quantity, condition });
        Ok(Node::Name(Name::Result(self.calls_before + self.calls.len() - 1)))
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

    fn expect_truth(&self, node: &Node, begin: usize) -> Result<(), ExpressionError> {
        if !is_number(node) {
            return Ok(());
        }
        let span = self.span_from(begin);
        Err(self.error(span, "is a number", "compare it with another, as in `hare < 10`"))
    }

    fn expect_number(&self, node: &Node, begin: usize) -> Result<(), ExpressionError> {
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

    fn error(&self, span: Range<usize>, problem: &str, remedy: &str) -> ExpressionError {
        let subject = match &self.text[span.clone()] {
            "" => "the end".to_owned(),
            text => quoted(text),
        };
        ExpressionError { span, problem: format!("{subject} {problem}"), remedy: remedy.to_owned() }
    }
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn is_number(node: &Node) -> bool {
    matches!(node, Node::Number(_) | Node::Name(_) | Node::Sum(..))
}
