//! What a script does with variables and parameters, found in its syntax tree.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, Stmt};
use terrarium_creatures::species::BehaviourRefusal;
use terrarium_input::spelling;

use super::library;
use super::program::Parsed;

/// Checks that no parameter is given under a name that is almost one that the script reads.
pub(super) fn check_parameters(
    parsed: &Parsed,
    given: &BTreeMap<String, f64>,
) -> Result<(), BehaviourRefusal> {
    let known = parsed.parameters.iter().flatten().map(String::as_str);
    let missing: Vec<&str> = known.filter(|name| !given.contains_key(*name)).collect();
    let is_read = |name: &str| parsed.parameters.as_ref().is_none_or(|known| known.contains(name));
    for name in given.keys().filter(|name| !is_read(name)) {
        if let Some(near) = spelling::nearest(name, missing.iter().copied()) {
            let problem = format!("the script does not read the parameter `{name}`");
            let remedy = format!("it reads `{near}`, which is not given: correct one of them");
            return Err(BehaviourRefusal::new(problem, remedy).with_key(name));
        }
    }
    Ok(())
}

/// The names of the parameters that a script reads; `None` if one is computed.
pub(super) fn parameters_read(ast: &AST) -> Option<BTreeSet<String>> {
    let mut names = Some(BTreeSet::new());
    ast.walk(&mut |path| {
        let call = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => {
                call
            }
            _ => return true,
        };
        if call.name.as_str() == "param" {
            match (call.args.first(), &mut names) {
                (Some(Expr::StringConstant(name, _)), Some(names)) => {
                    names.insert(name.to_string());
                }
                _ => names = None,
            }
        }
        true
    });
    names
}

/// The names of the variables that a script uses other than by reading items, properties or methods of
/// them.
pub(super) fn variables_copied(ast: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    ast.walk(&mut |path| {
        if let [.., parent, ASTNode::Expr(variable @ Expr::Variable(parts, ..))] = path {
            let is_owner = match parent {
                ASTNode::Expr(Expr::Dot(chain, ..) | Expr::Index(chain, ..)) => {
                    std::ptr::eq(&raw const chain.lhs, *variable)
                }
                _ => false,
            };
            if !is_owner {
                names.insert(parts.1.to_string());
            }
        }
        true
    });
    names
}

/// Whether a script may read the condition of a sighting: a property of that name of anything but the
/// global values, or one that it gives to a function by its name.
pub(super) fn reads_conditions(ast: &AST) -> bool {
    let mut reads = false;
    ast.walk(&mut |path| {
        reads = match path {
            [.., parent, ASTNode::Expr(Expr::Property(name, _))] => {
                library::is_condition(&name.2) && !is_of_global(parent)
            }
            [.., ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))]
            | [.., ASTNode::Stmt(Stmt::FnCall(call, _))] => {
                library::takes_property(&call.name)
                    && match call.args.last() {
                        Some(Expr::StringConstant(name, _)) => library::is_condition(name),
                        _ => true,
                    }
            }
            _ => false,
        };
        !reads
    });
    reads
}

/// Whether a chain begins with a global value, such as `me`.
fn is_of_global(chain: &ASTNode<'_>) -> bool {
    let ASTNode::Expr(Expr::Dot(chain, ..)) = chain else { return false };
    match &chain.lhs {
        Expr::Variable(owner, ..) => library::VALUES.contains(&owner.1.as_str()),
        _ => false,
    }
}
