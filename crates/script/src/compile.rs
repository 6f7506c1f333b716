//! The compilation of a script, with all checks that are possible before it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, Expr, FnCallExpr, LexError, ParseError,
    ParseErrorType, Position, Scope, Stmt,
};
use terrarium_creatures::behaviour::{CodeCache, SightingKind};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Kind};
use terrarium_input::spelling;
use terrarium_input::word_at;

use super::handlers::{self, HANDLERS};
use super::program::{Parsed, Program};
use super::{analysis, caught_errors, engine_errors, faults, library, limits, other_languages};

/// The scripts of this process. The abstract syntax tree of a script takes up to some ten times as
/// much memory as its source.
static PARSED: CodeCache<Parsed> = CodeCache::new(|source, _| (16 << 10) + 32 * source.len());

/// Compiles and checks a script. Only what depends on the parameters and rules is computed again for
/// a script that was compiled before.
pub(super) fn compile(
    kind: Kind,
    source: &str,
    parameters: &BTreeMap<String, f64>,
    rules: &Rules,
) -> Result<Program, BehaviourRefusal> {
    let mut own = library::of_species(parameters, rules);
    let mut engine = Engine::new_raw();
    limits::apply(&mut engine);
    library::name_types(&mut engine);
    engine.register_global_module(library::module());
    // The module registered last is searched first.
    engine.register_global_module(Arc::new(own.clone()));
    engine.set_max_operations(u64::from(rules.turn_budget));
    let text = Text { source };
    let parsed = PARSED.get_or_compile(source.as_bytes(), || text.parse(&mut engine))?;
    for (name, value) in text.evaluate(&engine, &parsed.constants)? {
        own.set_var(name, value);
    }
    Ok(Program {
        parsed,
        own: Arc::new(own),
        diet: if kind == Kind::Carnivore { SightingKind::Carcass } else { SightingKind::Plant },
        budget: u64::from(rules.turn_budget),
        keeps_decisions: rules.keep_decisions,
        memory_limit: u64::from(rules.memory_limit),
    })
}

type Constants = Vec<(String, Dynamic)>;

/// The places of the handlers of a script.
type Handlers = [Option<Position>; HANDLERS.len()];

/// The text of a script, which errors refer to.
#[derive(Clone, Copy)]
struct Text<'a> {
    source: &'a str,
}

impl<'a> Text<'a> {
    /// Parses and checks the script.
    fn parse(self, engine: &mut Engine) -> Result<Parsed, BehaviourRefusal> {
        let constants = self.definitions(engine)?;
        // Their values are not part of the result, but their errors come before those of functions.
        let values = self.evaluate(engine, &constants)?;
        let mut known = Scope::new();
        let names = values.iter().map(|(name, _)| name.as_str());
        for name in library::VALUES.into_iter().chain(names) {
            known.push_constant(name, ());
        }
        engine.set_strict_variables(true);
        let ast = engine
            .compile_with_scope(&known, self.source)
            .map_err(|error| self.parse_error(&error, &values))?;
        self.check_calls(&ast)?;
        self.check_literals(&ast.clone_functions_only())?;
        let handlers = self.check_handlers(&ast)?;
        let (parameters, copied) =
            (analysis::parameters_read(&ast), analysis::variables_copied(&ast));
        let reads_conditions = analysis::reads_conditions(&ast);
        let loops = self.first_loops(&ast);
        let (ast, catch_blocks) = caught_errors::compile(engine, &known, self.source, ast)
            .map_err(|error| self.parse_error(&error, &values))?;
        let functions = ast.clone_functions_only();
        Ok(Parsed {
            constants,
            functions,
            parameters,
            copied,
            reads_conditions,
            loops,
            catch_blocks,
            handlers,
        })
    }

    /// Parses the definitions outside of functions. Nothing but constants is allowed there.
    fn definitions(self, engine: &mut Engine) -> Result<AST, BehaviourRefusal> {
        engine.set_strict_variables(false);
        let ast =
            engine.compile(self.source).map_err(|error| self.parse_error(&error, &Vec::new()))?;
        for statement in ast.statements() {
            if let Stmt::Var(_, flags, position) = statement
                && !flags.intersects(rhai::ASTFlags::CONSTANT)
            {
                let problem = "variables are not allowed outside of functions";
                let remedy = "use `const`, or keep the value in `memory`, as in `memory.count = 1`";
                return Err(self.at(*position, problem, remedy));
            }
            if !matches!(statement, Stmt::Var(..) | Stmt::Noop(_)) {
                let problem = "only constants and functions are allowed outside of functions";
                let word = self.word(statement.position());
                let foreign = other_languages::of_function(word)
                    .filter(|_| library::arities(word).next().is_none());
                let remedy =
                    foreign.unwrap_or("move this into a handler, such as `fn on_tick() { … }`");
                return Err(self.at(statement.position(), problem, remedy));
            }
        }
        Ok(ast)
    }

    /// Evaluates the constants.
    fn evaluate(self, engine: &Engine, definitions: &AST) -> Result<Constants, BehaviourRefusal> {
        let mut scope = Scope::new();
        engine
            .run_ast_with_scope(&mut scope, definitions)
            .map_err(|error| self.constant_error(&error))?;
        Ok(scope.iter().map(|(name, _, value)| (name.to_owned(), value)).collect())
    }

    fn constant_error(self, error: &EvalAltResult) -> BehaviourRefusal {
        let inner = faults::innermost(error);
        let message = engine_errors::text(inner, std::iter::empty());
        let problem = format!("this constant cannot be evaluated: {message}");
        self.at(inner.position(), &problem, "give it a value that does not depend on a turn")
    }

    /// Converts an error of the parser.
    fn parse_error(self, error: &ParseError, constants: &Constants) -> BehaviourRefusal {
        let position = error.position();
        match error.err_type() {
            ParseErrorType::VariableUndefined(name) => {
                let known = library::VALUES.iter().copied();
                let known = known.chain(constants.iter().map(|(name, _)| name.as_str()));
                let foreign = other_languages::of_name(name);
                let near = spelling::nearest(name, known).filter(|_| foreign.is_none());
                let hint = spelling::hint(near);
                let remedy = foreign.unwrap_or(
                    "define it first with `let`; a function can use only its own variables, the \
                     constants of the script, and `me`, `memory` and `world`",
                );
                let problem = format!("there is no variable or constant `{name}`{hint}");
                self.at(position, &problem, remedy)
            }
            ParseErrorType::AssignmentToConstant(name) => self.change_of_a_constant(name, position),
            // What is no name after a dot, but looks like one, is reserved.
            ParseErrorType::PropertyExpected if is_word(self.word(position)) => {
                self.reserved(self.word(position), position)
            }
            ParseErrorType::Reserved(word)
            | ParseErrorType::BadInput(LexError::ImproperSymbol(word, _))
                if is_word(word) && self.is_to_be_a_name(position) =>
            {
                self.reserved(word, position)
            }
            other => self.syntax_error(other, position),
        }
    }

    /// The refusal of what the parser does not understand.
    fn syntax_error(self, error: &ParseErrorType, position: Position) -> BehaviourRefusal {
        let refused =
            if position.is_none() { self.source.len() } else { self.span(position).start };
        if let Some(foreign) = other_languages::in_syntax(self.source, refused) {
            let other_languages::Foreign { text, start, remedy } = foreign;
            let problem = format!("`{text}` is not understood here");
            return BehaviourRefusal::new(problem, remedy).at(start..start + text.len());
        }
        match error {
            ParseErrorType::Reserved(word) if is_word(word) => self.reserved(word, position),
            ParseErrorType::BadInput(LexError::ImproperSymbol(word, _)) if is_word(word) => {
                let remedy = other_languages::of_function(word);
                let remedy = remedy.unwrap_or("`terrarium creature docs` lists what is");
                self.at(position, &format!("`{word}` is not available"), remedy)
            }
            ParseErrorType::MissingToken(token, _) if token == ";" => {
                let before = self.source[..refused].trim_end();
                let last = before.char_indices().next_back().map_or(0, |(start, _)| start);
                let problem = "a statement ends with `;`, and this one does not";
                BehaviourRefusal::new(problem, "write `;` behind it").at(last..before.len())
            }
            ParseErrorType::MissingToken(token, _) if token == "{" => {
                let problem = "here begins a block, which stands in braces";
                self.at(position, problem, "write it as in `if me.hungry { roam(); }`")
            }
            ParseErrorType::MissingToken(token, _)
                if token == ")" && self.word(position) == "," =>
            {
                self.at(position, "several values are a list", "write it as in `[x, y]`")
            }
            ParseErrorType::AssignmentToInvalidLHS(_) => {
                let remedy =
                    "assign to a variable, an item of a list, or an entry such as `memory.count`";
                self.at(position, "this is only read", remedy)
            }
            ParseErrorType::MismatchedType(expected, _) if expected.contains("boolean") => {
                let remedy = "compare it, as in `me.energy > 100` or, with nothing, `prey != ()`";
                self.at(position, "a condition is true or false", remedy)
            }
            ParseErrorType::MismatchedType(expected, _) if expected.contains("iterable") => {
                let remedy = "write it as in `for i in 0..10`; of a map take `keys(map)`";
                self.at(position, "a loop needs a list or a range", remedy)
            }
            other => self.at(position, &other.to_string(), "correct the syntax here"),
        }
    }

    /// Whether a word stands where a name is defined, or that of a member.
    fn is_to_be_a_name(self, position: Position) -> bool {
        let before = self.source[..self.span(position).start].trim_end();
        ["let", "const", "fn", "for", "."].iter().any(|definition| before.ends_with(definition))
    }

    /// The refusal of an assignment to a constant, or to a value of the host.
    fn change_of_a_constant(self, name: &str, position: Position) -> BehaviourRefusal {
        self.at(position, &format!("`{name}` is a constant"), engine_errors::changed(name))
    }

    /// The refusal of a reserved word as a name.
    fn reserved(self, word: &str, position: Position) -> BehaviourRefusal {
        let problem = format!("`{word}` is a reserved word of the language");
        let remedy =
            format!("choose another name; in `memory`, `memory[\"{word}\"]` is possible, too");
        self.at(position, &problem, &remedy)
    }

    /// Checks that every called function exists and takes as many arguments as it is given.
    fn check_calls(self, ast: &AST) -> Result<(), BehaviourRefusal> {
        let own: BTreeMap<&str, BTreeSet<usize>> =
            ast.iter_functions().fold(BTreeMap::new(), |mut all, function| {
                all.entry(function.name).or_default().insert(function.params.len());
                all
            });
        let mut wrong = None;
        ast.walk(&mut |path| {
            wrong = match path.last() {
                Some(
                    ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)),
                ) => self
                    .wrong_call(call, call.args.len(), *at, &own)
                    .or_else(|| self.change_of_a_copy(call, *at, &own)),
                Some(ASTNode::Expr(Expr::MethodCall(call, at))) => {
                    self.wrong_call(call, call.args.len() + 1, *at, &own)
                }
                Some(ASTNode::Expr(Expr::Dot(parts, ..))) => self.wrong_property(parts),
                Some(ASTNode::Stmt(Stmt::Assignment(assignment))) => {
                    self.change_of_a_property(&assignment.1.lhs)
                }
                _ => None,
            };
            wrong.is_none()
        });
        wrong.map_or(Ok(()), Err)
    }

    /// A call as a function that is to change an entry or an item of something, such as `push(memory.path, here)`: it
    /// would change a copy. As a method it changes the value itself.
    fn change_of_a_copy(
        self,
        call: &FnCallExpr,
        at: Position,
        own: &BTreeMap<&str, BTreeSet<usize>>,
    ) -> Option<BehaviourRefusal> {
        let name = call.name.as_str();
        let is_own = own.get(name).is_some_and(|counts| counts.contains(&call.args.len()));
        if is_own || !library::changes_its_value(name) {
            return None;
        }
        let value = match call.args.first()? {
            Expr::Dot(chain, ..) => match (&chain.lhs, &chain.rhs) {
                (Expr::Variable(owner, ..), Expr::Property(entry, _)) => {
                    format!("{}.{}", owner.1, entry.2)
                }
                _ => "VALUE".to_owned(),
            },
            Expr::Index(..) => "VALUE".to_owned(),
            _ => return None,
        };
        let rest = if call.args.len() > 1 { "…" } else { "" };
        let problem = format!("`{name}` changes only a copy here");
        let remedy = format!("call it as a method, as in `{value}.{name}({rest})`");
        Some(self.at(at, &problem, &remedy))
    }

    /// Checks the length of the strings in functions. Unlike constants, their use is not charged for.
    fn check_literals(self, ast: &AST) -> Result<(), BehaviourRefusal> {
        let mut long = None;
        ast.walk(&mut |path| {
            if let [.., ASTNode::Expr(Expr::StringConstant(text, at))] = path
                && text.len() > limits::LITERAL_LENGTH
            {
                long = Some(*at);
            }
            long.is_none()
        });
        let Some(at) = long else { return Ok(()) };
        let most = limits::LITERAL_LENGTH;
        let problem = format!("this string is longer than {most} bytes");
        Err(self.at(at, &problem, "make it a constant outside of functions, or shorten it"))
    }

    fn wrong_call(
        self,
        call: &FnCallExpr,
        count: usize,
        at: Position,
        own: &BTreeMap<&str, BTreeSet<usize>>,
    ) -> Option<BehaviourRefusal> {
        let name = call.name.as_str();
        if call.op_token.is_some() || library::is_keyword(name) {
            return None;
        }
        let of_host = library::arities(name);
        let counts: BTreeSet<usize> =
            own.get(name).into_iter().flatten().copied().chain(of_host).collect();
        if counts.contains(&count) {
            return None;
        }
        if counts.is_empty() {
            let foreign = other_languages::of_function(name);
            let known = library::FUNCTION_NAMES.iter().map(String::as_str);
            let near = spelling::nearest(name, known.chain(own.keys().copied()));
            let hint = spelling::hint(near.filter(|_| foreign.is_none()));
            let problem = format!("there is no function `{name}`{hint}");
            let remedy = foreign.unwrap_or(
                "call a function that the script defines or that `terrarium creature docs` lists",
            );
            return Some(self.at(at, &problem, remedy));
        }
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let plural = if count == 1 { "" } else { "s" };
        let problem = format!("`{name}` is called with {count} argument{plural}");
        let forms = library::forms(name);
        let remedy = if forms.is_empty() || own.contains_key(name) {
            format!("it takes {}", counts.join(" or "))
        } else {
            format!("write it as {}", spelling::listed(forms))
        };
        Some(self.at(at, &problem, &remedy))
    }

    /// Checks a property of `me` or `world`, whose properties are known beforehand.
    fn wrong_property(self, parts: &rhai::BinaryExpr) -> Option<BehaviourRefusal> {
        let Expr::Variable(owner, ..) = &parts.lhs else { return None };
        let (property, at) = first_property(&parts.rhs)?;
        let known = library::properties(&owner.1);
        let name = property.2.as_str();
        if known.is_empty() || known.contains(&name) {
            return None;
        }
        let foreign = other_languages::of_property(&owner.1, name);
        let near = spelling::nearest(name, known.iter().copied()).filter(|_| foreign.is_none());
        let problem = format!("`{}` has no `{name}`{}", owner.1, spelling::hint(near));
        let remedy = foreign.map_or_else(|| format!("it has {}", known.join(", ")), str::to_owned);
        Some(self.at(*at, &problem, &remedy))
    }

    /// An assignment to a property of `me` or `world`, which are only read.
    fn change_of_a_property(self, target: &Expr) -> Option<BehaviourRefusal> {
        let Expr::Dot(parts, ..) = target else { return None };
        let Expr::Variable(owner, ..) = &parts.lhs else { return None };
        let (property, at) = first_property(&parts.rhs)?;
        let (owner, name) = (owner.1.as_str(), property.2.as_str());
        if library::properties(owner).is_empty() {
            return None;
        }
        let remedy = match (owner, name) {
            ("me", "x" | "y" | "vx" | "vy") => "a creature moves with `go_to(x, y)`",
            ("me", "max_speed") => {
                "give the speed of a journey with it, as in `go_to(x, y, pace(0.5))`"
            }
            ("me", "energy" | "hungry" | "full") => {
                "a creature gains energy with `eat(what)` or `graze(what)`"
            }
            ("me", "goal") => "a creature sets out with `go_to(x, y)` or `go_beside(whom)`",
            ("me", "dna") => "pass a value to a child with `reproduce(value)`",
            _ => "keep a value of your own in `memory`, as in `memory.count = 1`",
        };
        Some(self.at(*at, &format!("`{owner}.{name}` is only read"), remedy))
    }

    /// Returns the places of the handlers that the script defines. There must be at least one, and no function that
    /// is named like a handler but is none.
    fn check_handlers(self, ast: &AST) -> Result<Handlers, BehaviourRefusal> {
        let mut handlers = [None; HANDLERS.len()];
        for function in ast.iter_functions().filter(|function| function.name.starts_with("on_")) {
            let name = function.name;
            let at = self.definition(name);
            let place = self.position(at.start);
            let Some(index) = handlers::index_of(name) else {
                let known = HANDLERS.iter().map(|handler| handler.name);
                let hint = spelling::hint(spelling::nearest(name, known.clone()));
                let problem = format!("there is no handler `{name}`{hint}");
                let remedy = format!("the handlers are {}", known.collect::<Vec<_>>().join(", "));
                return Err(BehaviourRefusal::new(problem, remedy).at(at));
            };
            let expected = HANDLERS[index].parameters;
            if function.params.len() != expected.len() {
                let problem = format!("the handler `{name}` has the wrong number of parameters");
                let remedy = format!("write `fn {name}({})`", expected.join(", "));
                return Err(BehaviourRefusal::new(problem, remedy).at(at));
            }
            handlers[index] = Some(place);
        }
        if handlers.iter().any(Option::is_some) {
            return Ok(handlers);
        }
        let problem = "the script defines no handler";
        Err(BehaviourRefusal::new(problem, "define one, such as `fn on_tick() { … }`").at(0..0))
    }

    /// The span of the name in the definition of a function.
    fn definition(self, name: &str) -> Range<usize> {
        let start = self.source.find(&format!("fn {name}")).map_or(0, |start| start + 3);
        start..(start + name.len()).min(self.source.len())
    }

    /// The place of the first loop of each function that has one.
    fn first_loops(self, ast: &AST) -> BTreeMap<String, Position> {
        let key = |place: Position| (place.line(), place.position());
        let functions = ast.iter_functions();
        let mut functions: Vec<_> = functions
            .map(|function| (self.position(self.definition(function.name).start), function.name))
            .collect();
        functions.sort_by_key(|&(place, _)| key(place));
        let mut loops = BTreeMap::new();
        ast.walk(&mut |path| {
            if let Some(ASTNode::Stmt(Stmt::While(_, at) | Stmt::Do(_, _, at) | Stmt::For(_, at))) =
                path.last()
            {
                let after = functions.partition_point(|&(place, _)| key(place) < key(*at));
                if let Some((_, name)) = after.checked_sub(1).map(|index| functions[index]) {
                    loops.entry(name.to_owned()).or_insert(*at);
                }
            }
            true
        });
        loops
    }

    /// The line and column of a byte of the script.
    fn position(self, byte: usize) -> Position {
        let before = &self.source[..byte.min(self.source.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        Position::new(number(line), number(column))
    }

    fn at(self, position: Position, problem: &str, remedy: &str) -> BehaviourRefusal {
        BehaviourRefusal::new(problem, remedy).at(self.span(position))
    }

    /// The word, or else the character, at a position.
    fn word(self, position: Position) -> &'a str {
        self.source.get(self.span(position)).unwrap_or_default()
    }

    /// The span of the word, or else the character, at a position.
    fn span(self, position: Position) -> Range<usize> {
        let (line, column) = (position.line().unwrap_or(1), position.position().unwrap_or(1));
        word_at(self.source, line, column)
    }
}

/// Whether a reserved symbol is a word, such as `until`.
fn is_word(symbol: &str) -> bool {
    symbol.starts_with(|c: char| c.is_ascii_alphabetic())
        && symbol.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The first property of a chain, if the chain begins with one.
fn first_property(chain: &Expr) -> Option<(&PropertyName, &Position)> {
    match chain {
        Expr::Property(property, at) => Some((property, at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => first_property(&parts.lhs),
        _ => None,
    }
}

type PropertyName =
    Box<((rhai::ImmutableString, u64), (rhai::ImmutableString, u64), rhai::ImmutableString)>;
