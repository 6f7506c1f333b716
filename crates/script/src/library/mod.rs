//! The host functions and values that scripts can use. [`interface`] lists them.

mod actions;
mod bases;
mod comparisons;
mod condition;
mod debug;
mod equality;
mod heredity;
mod links;
mod lists;
mod me;
mod memory;
mod messages;
mod numbers;
mod ordering;
mod selection;
mod shunned;
mod sight;
mod texts;
mod vectors;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, LazyLock};

use rhai::{Dynamic, Engine, FuncRegistration, Module, NativeCallContext, RhaiNativeFunc};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Rules;
use terrarium_input::spelling;

pub(super) use condition::is_condition;
pub(super) use debug::text_of_value;
pub(super) use lists::changes_its_value;
pub(super) use ordering::takes_property;

use super::turn_state::{HostResult, SharedState, TurnState, locked, raise};

/// A host function, property or value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its syntax, such as `nearest(kind)` or `me.energy`.
    pub form: &'static str,
    /// What it does or holds.
    pub meaning: &'static str,
}

/// Lists all host functions, properties and values, in groups.
#[must_use]
pub fn interface() -> &'static [Entry] {
    &LIBRARY.entries
}

/// The names of the global values.
pub(super) const VALUES: [&str; 4] = ["me", "memory", "world", "PI"];

/// The names of all host functions.
pub(super) static FUNCTION_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names: BTreeSet<&str> = LIBRARY.arities.keys().copied().collect();
    names.into_iter().map(str::to_owned).collect()
});

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);

static MODULE: LazyLock<Arc<Module>> = LazyLock::new(|| Arc::new(LIBRARY.module.clone()));

/// The numbers of arguments that the host function with this name takes; empty if there is none.
pub(super) fn arities(name: &str) -> impl Iterator<Item = usize> {
    LIBRARY.arities.get(name).into_iter().flatten().copied()
}

/// The forms of the host function with this name, for messages.
pub(super) fn forms(name: &str) -> Vec<&'static str> {
    let is_of = |form: &&str| form.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    LIBRARY.entries.iter().map(|entry| entry.form).filter(is_of).collect()
}

/// The properties of `me` or `world`; empty for other names.
pub(super) fn properties(of: &str) -> Vec<&'static str> {
    if matches!(of, "me" | "world") { properties_of_type(of) } else { Vec::new() }
}

/// The properties of a host type; empty if there is no such type.
pub(super) fn properties_of_type(name: &str) -> Vec<&'static str> {
    let of = format!("{name}.");
    LIBRARY.entries.iter().filter_map(|entry| entry.form.strip_prefix(&of)).collect()
}

/// Whether a function with this name is part of the language.
pub(super) fn is_keyword(name: &str) -> bool {
    name == "type_of"
}

/// Returns the module of host functions, which all engines share: it holds no state. Its `param`
/// knows no parameters.
pub(super) fn module() -> Arc<Module> {
    Arc::clone(&MODULE)
}

/// Creates the module with the functions that read `parameters` and `rules`, which must be searched
/// before [`module`].
pub(super) fn of_species(parameters: &BTreeMap<String, f64>, rules: &Rules) -> Module {
    let mut library = Library::empty();
    numbers::register_parameters(&mut library, parameters.clone());
    numbers::register_rules(&mut library, rules.clone());
    library.module
}

/// Registers the names of the host types with an engine.
pub(super) fn name_types(engine: &mut Engine) {
    for (path, name) in host_types() {
        engine.register_type_with_name_raw(path, name);
    }
}

/// The name of a value's type, as scripts know it.
pub(super) fn type_name(value: &Dynamic) -> &'static str {
    name_of_type(value.type_name())
}

/// The name of a type, as scripts know it, by the name that the engine gives it.
pub(super) fn name_of_type(given: &str) -> &'static str {
    let plain = [("()", "()"), ("bool", "boolean"), ("i64", "integer"), ("f64", "float")];
    let others = [
        ("array", "list"),
        ("map", "map"),
        ("string", "string"),
        ("&str | ImmutableString | String", "string"),
        ("char", "character"),
        (std::any::type_name::<Range<i64>>(), "range"),
        (std::any::type_name::<RangeInclusive<i64>>(), "range"),
    ];
    let mut all = host_types().into_iter().chain(plain).chain(others);
    let found = all.find(|(known, name)| *known == given || *name == given);
    found.map_or("value of the engine", |(_, name)| name)
}

/// Whether a value is of a host type.
fn is_of_host(value: &Dynamic) -> bool {
    host_types().iter().any(|&(path, _)| path == value.type_name())
}

/// The paths of the host types in Rust, and their names in scripts.
fn host_types() -> [(&'static str, &'static str); 8] {
    [
        (std::any::type_name::<me::Me>(), "me"),
        (std::any::type_name::<memory::Memory>(), "memory"),
        (std::any::type_name::<world::World>(), "world"),
        (std::any::type_name::<sight::Sight>(), "sighting"),
        (std::any::type_name::<bases::BaseRef>(), "base"),
        (std::any::type_name::<bases::WallRef>(), "wall"),
        (std::any::type_name::<links::LinkRef>(), "link"),
        (std::any::type_name::<messages::Heard>(), "message"),
    ]
}

/// A module under construction, and the description of its content.
pub(super) struct Library {
    module: Module,
    entries: Vec<Entry>,
    arities: BTreeMap<&'static str, BTreeSet<usize>>,
}

impl Library {
    fn empty() -> Self {
        Self { module: Module::new(), entries: Vec::new(), arities: BTreeMap::new() }
    }

    fn new() -> Self {
        let mut library = Self::empty();
        me::register(&mut library);
        world::register(&mut library);
        sight::register(&mut library);
        condition::register(&mut library);
        selection::register(&mut library);
        actions::register(&mut library);
        heredity::register(&mut library);
        messages::register(&mut library);
        memory::register(&mut library);
        shunned::register(&mut library);
        vectors::register(&mut library);
        bases::register(&mut library);
        links::register(&mut library);
        numbers::register(&mut library);
        comparisons::register(&mut library);
        equality::register(&mut library);
        lists::register(&mut library);
        texts::register(&mut library);
        ordering::register(&mut library);
        debug::register(&mut library);
        library
    }

    /// Adds a function with the syntax `form`.
    fn function<A: 'static, const N: usize, const X: bool, R, const F: bool>(
        &mut self,
        form: &'static str,
        meaning: &'static str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) where
        R: rhai::Variant + Clone,
    {
        let name = form.split('(').next().unwrap_or(form);
        self.arities.entry(name).or_default().insert(N);
        self.entries.push(Entry { form, meaning });
        self.overload(name, function);
    }

    /// Adds an overload of a listed function or operator, for other types.
    fn overload<A: 'static, const N: usize, const X: bool, R, const F: bool>(
        &mut self,
        name: &'static str,
        function: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) where
        R: rhai::Variant + Clone,
    {
        let registration = FuncRegistration::new(name).in_global_namespace();
        registration
            .with_purity(true)
            .with_volatility(true)
            .set_into_module(&mut self.module, function);
    }

    /// Adds a property with the syntax `form`.
    fn property<A: 'static, const N: usize, const X: bool, R, const F: bool>(
        &mut self,
        form: &'static str,
        meaning: &'static str,
        getter: impl RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    ) where
        R: rhai::Variant + Clone,
    {
        let name = form.rsplit('.').next().unwrap_or(form);
        self.entries.push(Entry { form, meaning });
        FuncRegistration::new_getter(name)
            .with_purity(true)
            .with_volatility(true)
            .set_into_module(&mut self.module, getter);
    }
}

/// The operations for a call of a host function that uses the state of the turn.
const CALL_PRICE: u64 = 1;

/// Calls `action` with the state of the turn.
///
/// # Errors
/// When no turn is running.
fn with_turn<T>(
    context: &NativeCallContext<'_>,
    action: impl FnOnce(&mut TurnState) -> HostResult<T>,
) -> HostResult<T> {
    uncharged(context, |state| {
        state.meter.charge(CALL_PRICE)?;
        action(state)
    })
}

/// The value of a heritable parameter of the creature; `None` if it is not heritable, or no turn is running.
fn inherited_parameter(context: &NativeCallContext<'_>, name: &str) -> Option<f64> {
    uncharged(context, |state| Ok(state.heritable.get(name).copied())).ok().flatten()
}

/// The same without a charge, for what is done only if notes are wanted.
///
/// # Errors
/// When no turn is running.
fn uncharged<T>(
    context: &NativeCallContext<'_>,
    action: impl FnOnce(&mut TurnState) -> HostResult<T>,
) -> HostResult<T> {
    let shared = context.tag().and_then(|tag| tag.read_lock::<SharedState>());
    let Some(shared) = shared else {
        return raise("this is only to be had in a turn");
    };
    action(&mut locked(&shared.0)).map_err(|mut error| {
        if error.position().is_none() {
            error.set_position(context.call_position());
        }
        error
    })
}

/// Charges for work outside of a turn's state. The constants of a script are evaluated outside of turns, where nothing
/// is charged.
///
/// # Errors
/// When fewer operations are left.
fn charge(context: &NativeCallContext<'_>, cost: u64) -> HostResult<()> {
    if context.tag().is_none_or(Dynamic::is_unit) {
        return Ok(());
    }
    with_turn(context, |state| state.meter.charge(cost))
}

/// The bytes of a misspelt name that are compared with one other name for one operation.
const BYTES_COMPARED: u64 = 4;

/// The end of an error about a name that is none of `known`: the one most like it.
///
/// # Errors
/// When fewer operations are left than the comparisons cost. A script can catch the error and go on.
fn suggestion<'a>(
    context: &NativeCallContext<'_>,
    name: &str,
    known: impl ExactSizeIterator<Item = &'a str>,
) -> HostResult<String> {
    charge(context, known.len() as u64 * (2 + name.len() as u64 / BYTES_COMPARED))?;
    Ok(spelling::hint(spelling::nearest(name, known)))
}

/// An identity as a script integer.
pub(super) fn script_id(id: OrganismId) -> i64 {
    id.0.cast_signed()
}

/// A value by the name of its type, with an article: `a list`, or `()`.
pub(super) fn a_value(value: &Dynamic) -> String {
    with_article(type_name(value))
}

/// The name of a type with an article: `a list`, or `()`.
pub(super) fn with_article(name: &str) -> String {
    match name {
        "()" => "()".to_owned(),
        name @ "integer" => format!("an {name}"),
        name => format!("a {name}"),
    }
}

/// Converts an integer or float to a float.
#[expect(clippy::cast_precision_loss, reason = "as the language itself converts")]
fn number(value: &Dynamic) -> HostResult<f64> {
    if let Ok(number) = value.as_float() {
        return Ok(number);
    }
    match value.as_int() {
        Ok(whole) => Ok(whole as f64),
        Err(_) => raise(format!("here must be a number, not {}", a_value(value))),
    }
}

/// A list of the first values, at most half of the maximum length of a list.
fn list(items: impl Iterator<Item = Dynamic>) -> Dynamic {
    items.take(super::limits::LIST_LENGTH / 2).collect::<rhai::Array>().into()
}
