//! From the text of a script to a program, with every diagnostic that can be found beforehand.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, Expr, FnCallExpr, Module, ParseError,
    ParseErrorType, Position, Scope, Stmt,
};

use super::super::SightingKind;
use super::handlers::{self, HANDLERS};
use super::program::Program;
use super::{faults, library, limits};
use crate::input::spelling;
use crate::input::word_at;
use crate::rules::{Rules, whole};
use crate::species::{BehaviourRefusal, Kind};

/// Compiles and checks a script.
pub(super) fn compile(
    kind: Kind,
    source: &str,
    parameters: &BTreeMap<String, f64>,
    rules: &Rules,
) -> Result<Program, BehaviourRefusal> {
    let library = Arc::new(library::module(parameters));
    let mut engine = Engine::new_raw();
    limits::bind(&mut engine);
    library::name_types(&mut engine);
    engine.register_global_module(Arc::clone(&library));
    engine.set_max_operations(whole(rules.turn_budget));
    let text = Text { source };
    let constants = text.constants(&mut engine)?;
    let mut known = Scope::new();
    let names = constants.iter().map(|(name, _)| name.as_str());
    for name in library::VALUES.into_iter().chain(names) {
        known.push_constant(name, ());
    }
    engine.set_strict_variables(true);
    let ast = engine
        .compile_with_scope(&known, source)
        .map_err(|error| text.misspelt(&error, &constants))?;
    text.check_calls(&ast)?;
    let handles = text.check_handlers(&ast)?;
    let mut module = Module::new();
    for (name, value) in constants {
        module.set_var(name, value);
    }
    Ok(Program {
        ast: ast.clone_functions_only(),
        library,
        constants: Arc::new(module),
        handles,
        diet: if kind == Kind::Carnivore { SightingKind::Carcass } else { SightingKind::Plant },
        budget: whole(rules.turn_budget),
        memory_limit: whole(rules.memory_limit),
    })
}

type Constants = Vec<(String, Dynamic)>;

/// The text of a script, to point into.
#[derive(Clone, Copy)]
struct Text<'a> {
    source: &'a str,
}

impl Text<'_> {
    /// The constants that the script defines outside of its functions, which is all that it may do
    /// there. They are reckoned once; functions only read them.
    fn constants(self, engine: &mut Engine) -> Result<Constants, BehaviourRefusal> {
        engine.set_strict_variables(false);
        let ast =
            engine.compile(self.source).map_err(|error| self.misspelt(&error, &Vec::new()))?;
        for statement in ast.statements() {
            if let Stmt::Var(_, flags, position) = statement
                && !flags.intersects(rhai::ASTFlags::CONSTANT)
            {
                let remedy = "write `const`, or keep it in `memory`, as in `memory.count = 1`";
                return Err(self.at(*position, "a variable here would be forgotten", remedy));
            }
            if !matches!(statement, Stmt::Var(..) | Stmt::Noop(_)) {
                let remedy = "put it into a function that is called, such as `fn on_tick() { … }`";
                return Err(self.at(
                    statement.position(),
                    "only constants and functions can stand outside of functions",
                    remedy,
                ));
            }
        }
        let mut scope = Scope::new();
        engine.run_ast_with_scope(&mut scope, &ast).map_err(|error| self.unreckoned(&error))?;
        Ok(scope.iter().map(|(name, _, value)| (name.to_owned(), value)).collect())
    }

    fn unreckoned(self, error: &EvalAltResult) -> BehaviourRefusal {
        let inner = faults::innermost(error);
        let text = inner.to_string();
        let bare = text.rfind(" (line ").map_or(text.as_str(), |end| &text[..end]);
        let problem = format!("this constant cannot be reckoned: {bare}");
        self.at(inner.position(), &problem, "give it a value that does not depend on a turn")
    }

    /// An error of the parser.
    fn misspelt(self, error: &ParseError, constants: &Constants) -> BehaviourRefusal {
        let position = error.position();
        match error.err_type() {
            ParseErrorType::VariableUndefined(name) => {
                let known = library::VALUES.iter().copied();
                let known = known.chain(constants.iter().map(|(name, _)| name.as_str()));
                let hint = spelling::hint(spelling::nearest(name, known));
                self.at(
                    position,
                    &format!("there is no variable or constant `{name}`{hint}"),
                    "define it before with `let`; functions see only their own variables, the \
                     constants of the script, and `me`, `memory` and `world`",
                )
            }
            other => self.at(position, &other.to_string(), "correct the spelling here"),
        }
    }

    /// Every function that is called must be there, with as many values as it is handed.
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
                ) => self.wrong_call(call, call.args.len(), *at, &own),
                Some(ASTNode::Expr(Expr::MethodCall(call, at))) => {
                    self.wrong_call(call, call.args.len() + 1, *at, &own)
                }
                Some(ASTNode::Expr(Expr::Dot(parts, ..))) => self.wrong_property(parts),
                _ => None,
            };
            wrong.is_none()
        });
        wrong.map_or(Ok(()), Err)
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
        let theirs = library::arities(name);
        let counts: BTreeSet<usize> =
            own.get(name).into_iter().flatten().copied().chain(theirs).collect();
        if counts.contains(&count) {
            return None;
        }
        if counts.is_empty() {
            let known = library::FUNCTION_NAMES.iter().map(String::as_str);
            let hint = spelling::hint(spelling::nearest(name, known.chain(own.keys().copied())));
            let problem = format!("there is no function `{name}`{hint}");
            return Some(self.at(at, &problem, "call one that the script or the host defines"));
        }
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let problem = format!("`{name}` is handed {count} values here");
        Some(self.at(at, &problem, &format!("it takes {}", counts.join(" or "))))
    }

    /// The properties of `me` and `world` are known beforehand.
    fn wrong_property(self, parts: &rhai::BinaryExpr) -> Option<BehaviourRefusal> {
        let Expr::Variable(whose, ..) = &parts.lhs else { return None };
        let (property, at) = first_property(&parts.rhs)?;
        let known = library::properties(&whose.1);
        let name = property.2.as_str();
        if known.is_empty() || known.contains(&name) {
            return None;
        }
        let hint = spelling::hint(spelling::nearest(name, known.iter().copied()));
        let problem = format!("`{}` has no `{name}`{hint}", whose.1);
        Some(self.at(*at, &problem, &format!("it has {}", known.join(", "))))
    }

    /// Which handlers there are. One at least must be, and none of a name that is never called.
    fn check_handlers(self, ast: &AST) -> Result<[bool; HANDLERS.len()], BehaviourRefusal> {
        let mut handles = [false; HANDLERS.len()];
        for function in ast.iter_functions().filter(|function| function.name.starts_with("on_")) {
            let name = function.name;
            let at = self.definition(name);
            let Some(place) = handlers::place(name) else {
                let known = HANDLERS.iter().map(|handler| handler.name);
                let hint = spelling::hint(spelling::nearest(name, known.clone()));
                let problem = format!("`{name}` is never called{hint}");
                let remedy = format!("these are: {}", known.collect::<Vec<_>>().join(", "));
                return Err(BehaviourRefusal::new(problem, remedy).at(at));
            };
            let wanted = HANDLERS[place].parameters;
            if function.params.len() != wanted.len() {
                let problem = format!("`{name}` is handed {} values", wanted.len());
                let remedy = format!("write `fn {name}({})`", wanted.join(", "));
                return Err(BehaviourRefusal::new(problem, remedy).at(at));
            }
            handles[place] = true;
        }
        if handles.contains(&true) {
            return Ok(handles);
        }
        let problem = "nothing in this script is ever called";
        Err(BehaviourRefusal::new(problem, "define a handler, such as `fn on_tick() { … }`")
            .at(0..0))
    }

    /// Where a function is defined.
    fn definition(self, name: &str) -> Range<usize> {
        let start = self.source.find(&format!("fn {name}")).map_or(0, |start| start + 3);
        start..(start + name.len()).min(self.source.len())
    }

    fn at(self, position: Position, problem: &str, remedy: &str) -> BehaviourRefusal {
        BehaviourRefusal::new(problem, remedy).at(self.span(position))
    }

    /// The word, or else the character, at a position.
    fn span(self, position: Position) -> Range<usize> {
        let (line, column) = (position.line().unwrap_or(1), position.position().unwrap_or(1));
        word_at(self.source, line, column)
    }
}

/// The property that a chain begins with, if it begins with one.
fn first_property(chain: &Expr) -> Option<(&PropertyName, &Position)> {
    match chain {
        Expr::Property(property, at) => Some((property, at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => first_property(&parts.lhs),
        _ => None,
    }
}

type PropertyName =
    Box<((rhai::ImmutableString, u64), (rhai::ImmutableString, u64), rhai::ImmutableString)>;
