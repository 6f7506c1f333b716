//! The host functions and values that scripts can use. [`interface`] lists them.

mod actions;
mod bases;
mod comparisons;
mod debug;
mod lists;
mod me;
mod memory;
mod numbers;
mod selection;
mod shunned;
mod sight;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use rhai::{Dynamic, Engine, FuncRegistration, Module, NativeCallContext, RhaiNativeFunc};

use super::super::OrganismId;
use super::turn_state::{HostResult, SharedState, TurnState, raise};

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

/// Creates the module with the `param` that reads `parameters`, which must be searched before
/// [`module`].
pub(super) fn parameters(parameters: &BTreeMap<String, f64>) -> Module {
    let mut library = Library::empty();
    numbers::register_parameters(&mut library, parameters.clone());
    library.module
}

/// Registers the names of the host types with an engine.
pub(super) fn name_types(engine: &mut Engine) {
    engine
        .register_type_with_name::<me::Me>("me")
        .register_type_with_name::<memory::Memory>("memory")
        .register_type_with_name::<world::World>("world")
        .register_type_with_name::<sight::Sight>("sighting")
        .register_type_with_name::<bases::BaseRef>("base")
        .register_type_with_name::<bases::WallRef>("wall");
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
        selection::register(&mut library);
        actions::register(&mut library);
        memory::register(&mut library);
        shunned::register(&mut library);
        bases::register(&mut library);
        numbers::register(&mut library);
        comparisons::register(&mut library);
        lists::register(&mut library);
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

/// Calls `action` with the state of the turn.
///
/// # Errors
/// When no turn is running.
fn with_turn<T>(
    context: &NativeCallContext<'_>,
    action: impl FnOnce(&mut TurnState) -> HostResult<T>,
) -> HostResult<T> {
    let shared = context.tag().and_then(|tag| tag.read_lock::<SharedState>());
    let Some(shared) = shared else {
        return raise("this is only to be had in a turn");
    };
    let mut state = shared.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    action(&mut state)
}

/// An identity as a script integer.
pub(super) fn script_id(id: OrganismId) -> i64 {
    id.0.cast_signed()
}

/// Converts an integer or float to a float.
#[expect(clippy::cast_precision_loss, reason = "as the language itself converts")]
fn number(value: &Dynamic) -> HostResult<f64> {
    if let Ok(number) = value.as_float() {
        return Ok(number);
    }
    match value.as_int() {
        Ok(whole) => Ok(whole as f64),
        Err(what) => raise(format!("here must be a number, not {what}")),
    }
}

/// A list of the first values, at most half of the maximum length of a list.
fn list(items: impl Iterator<Item = Dynamic>) -> Dynamic {
    items.take(super::limits::LIST_LENGTH / 2).collect::<rhai::Array>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_unique_and_documented() {
        let forms: BTreeSet<_> = interface().iter().map(|entry| entry.form).collect();
        assert_eq!(forms.len(), interface().len());
        assert!(interface().iter().all(|entry| !entry.meaning.is_empty()));
    }

    #[test]
    fn a_form_has_as_many_arguments_as_its_function_takes() {
        for Entry { form, .. } in interface() {
            let Some((name, rest)) = form.split_once('(') else { continue };
            let arguments = rest.trim_end_matches(')');
            let count = if arguments.is_empty() { 0 } else { arguments.split(',').count() };
            assert!(arities(name).any(|arity| arity == count), "{form}");
        }
    }
}
