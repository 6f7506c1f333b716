//! Conditions: parsed, checked, and evaluated on the values of two ticks.

use std::collections::BTreeSet;
use std::ops::Range;

use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, Expr, OptimizationLevel, ParseErrorType,
    Position, Scope,
};
use terrarium_input::{spelling, word_at};

use super::values::{NAMES, VARIABLES, Values};

/// The greatest number of operations of one evaluation.
const OPERATIONS: u64 = 10_000;

/// A condition about one organism.
pub struct Watchpoint {
    engine: Engine,
    ast: AST,
    text: String,
    reads: Vec<String>,
}

/// An error in the text of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchpointError {
    /// The location in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

impl Watchpoint {
    /// Parses a condition and checks its names.
    ///
    /// # Errors
    /// When the text is no expression, or has an unknown name.
    pub fn parse(text: &str) -> Result<Self, WatchpointError> {
        let mut engine = Engine::new();
        engine
            .set_strict_variables(true)
            // Otherwise the values of the scope below would become part of the condition.
            .set_optimization_level(OptimizationLevel::None)
            .set_max_operations(OPERATIONS)
            .set_max_expr_depths(64, 64)
            .set_max_string_size(4096)
            .set_max_array_size(1024)
            .set_max_map_size(1024);
        for symbol in ["eval", "print", "debug", "Fn", "call", "curry"] {
            engine.disable_symbol(symbol);
        }
        let registered =
            engine.register_custom_syntax(["changed", "(", "$expr$", ")"], false, changed);
        registered.expect("the syntax is valid");
        let mut scope = Scope::new();
        for name in VARIABLES {
            scope.push_constant(name, ());
        }
        let at = |position: Position| {
            word_at(text, position.line().unwrap_or(1), position.position().unwrap_or(1))
        };
        let ast = engine.compile_expression_with_scope(&scope, text).map_err(|error| {
            let span = at(error.position());
            match error.err_type() {
                ParseErrorType::VariableUndefined(name) => unknown(name, &VARIABLES, span),
                other => WatchpointError {
                    span,
                    problem: other.to_string(),
                    remedy: "write a condition such as `me.energy < 5 && !moving`".to_owned(),
                },
            }
        })?;
        let reads = reads(&ast).map_err(|(property, position)| {
            let known: Vec<&str> =
                NAMES.iter().filter_map(|(name, _)| name.strip_prefix("me.")).collect();
            unknown(&property, &known, at(position))
        })?;
        Ok(Self { engine, ast, text: text.trim().to_owned(), reads })
    }

    /// The text of the condition.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that it reads, such as `me.energy`, in the order of the text.
    #[must_use]
    pub fn reads(&self) -> &[String] {
        &self.reads
    }

    /// Whether the condition holds after a tick. `before` are the values of the tick before.
    ///
    /// # Errors
    /// When it cannot be evaluated with these values.
    pub(super) fn holds(&mut self, now: &Values, before: Option<&Values>) -> Result<bool, String> {
        let before = before.map_or(Dynamic::UNIT, |before| {
            before.variables().map(|(_, value)| value.clone()).collect::<rhai::Array>().into()
        });
        self.engine.set_default_tag(before);
        let mut scope = Scope::new();
        for (name, value) in now.variables() {
            scope.push_constant_dynamic(name, value.clone());
        }
        let value = self.engine.eval_ast_with_scope::<Dynamic>(&mut scope, &self.ast);
        match value {
            Ok(value) => value.as_bool().map_err(|of| {
                format!("it is not true or false but of the type {of}; compare it with a value")
            }),
            Err(error) => Err(message(&error)),
        }
    }
}

/// `changed(X)`: whether X differs from its value in the tick before.
fn changed(
    context: &mut rhai::EvalContext<'_, '_, '_, '_, '_, '_>,
    inputs: &[rhai::Expression<'_>],
) -> Result<Dynamic, Box<EvalAltResult>> {
    let now = context.eval_expression_tree(&inputs[0])?;
    let Ok(before) = context.tag().clone().into_typed_array::<Dynamic>() else {
        return Ok(false.into());
    };
    let length = context.scope().len();
    for (name, value) in VARIABLES.into_iter().zip(before) {
        context.scope_mut().push_constant_dynamic(name, value);
    }
    let before = context.eval_expression_tree(&inputs[0]);
    context.scope_mut().rewind(length);
    // Floats print with all their digits.
    Ok((format!("{now:?}") != format!("{:?}", before?)).into())
}

/// The names that a condition reads. An unknown property of `me` is an error.
fn reads(ast: &AST) -> Result<Vec<String>, (String, Position)> {
    let (mut reads, mut unknown) = (Vec::new(), None);
    let mut add = |name: String| {
        if !reads.contains(&name) {
            reads.push(name);
        }
    };
    let mut owners = BTreeSet::new();
    ast.walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Expr(Expr::Dot(parts, ..))) => {
                if let Expr::Variable(owner, _, at) = &parts.lhs
                    && let Some((property, position)) = first_property(&parts.rhs)
                {
                    let name = format!("{}.{property}", owner.1);
                    let is_known = NAMES.iter().any(|(known, _)| *known == name);
                    if &*owner.1 == "me" && !is_known {
                        unknown.get_or_insert((property, position));
                    }
                    owners.insert((at.line(), at.position()));
                    add(name);
                }
            }
            Some(ASTNode::Expr(Expr::Variable(variable, _, at)))
                if !owners.contains(&(at.line(), at.position())) =>
            {
                add(variable.1.to_string());
            }
            _ => {}
        }
        true
    });
    unknown.map_or(Ok(reads), Err)
}

/// The first property of a chain, if the chain begins with one.
fn first_property(chain: &Expr) -> Option<(String, Position)> {
    match chain {
        Expr::Property(property, at) => Some((property.2.to_string(), *at)),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => first_property(&parts.lhs),
        _ => None,
    }
}

fn unknown(name: &str, known: &[&str], span: Range<usize>) -> WatchpointError {
    let remedy = match spelling::nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the names are {}", spelling::listed(known.iter().copied())),
    };
    WatchpointError { span, problem: format!("conditions have no name `{name}`"), remedy }
}

/// The message of an error without its position, which is in a single line.
fn message(error: &EvalAltResult) -> String {
    let text = error.to_string();
    text.rfind(" (line ").map_or_else(|| text.clone(), |end| text[..end].to_owned())
}
