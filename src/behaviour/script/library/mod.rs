//! All that the host offers to scripts: [`interface`] lists it.

mod bases;
mod comparisons;
mod deeds;
mod lists;
mod me;
mod memory;
mod numbers;
mod selection;
mod shunned;
mod sight;
mod speech;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rhai::{Dynamic, Engine, FuncRegistration, Module, NativeCallContext, RhaiNativeFunc};

use super::super::OrganismId;
use super::stage::{Raised, Shared, Stage, raise};

/// Something that the host offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// How it is written, such as `nearest(kind)` or `me.energy`.
    pub form: &'static str,
    /// What it does or is.
    pub meaning: &'static str,
}

/// All that the host offers to scripts, in groups.
#[must_use]
pub fn interface() -> &'static [Entry] {
    &OFFER.entries
}

/// The names of values that are always there.
pub(super) const VALUES: [&str; 4] = ["me", "memory", "world", "PI"];

/// The names of all functions that the host offers.
pub(super) static FUNCTION_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names: BTreeSet<&str> = OFFER.arities.keys().copied().collect();
    names.into_iter().map(str::to_owned).collect()
});

static OFFER: LazyLock<Library> = LazyLock::new(|| Library::new(&BTreeMap::new()));

/// How many values the function of that name takes: none if there is no such function.
pub(super) fn arities(name: &str) -> impl Iterator<Item = usize> {
    OFFER.arities.get(name).into_iter().flatten().copied()
}

/// The properties of the value of that name; none if it is not `me` or `world`.
pub(super) fn properties(of: &str) -> Vec<&'static str> {
    if matches!(of, "me" | "world") { properties_of_type(of) } else { Vec::new() }
}

/// The properties that values of a type of the host have; none if it is not one.
pub(super) fn properties_of_type(name: &str) -> Vec<&'static str> {
    let of = format!("{name}.");
    OFFER.entries.iter().filter_map(|entry| entry.form.strip_prefix(&of)).collect()
}

/// Whether the language itself offers a function of that name.
pub(super) fn is_keyword(name: &str) -> bool {
    name == "type_of"
}

/// What the host offers, for an engine; `parameters` are those that `param` reads.
pub(super) fn module(parameters: &BTreeMap<String, f64>) -> Module {
    Library::new(parameters).module
}

/// Has an engine call the types of the host by their names.
pub(super) fn name_types(engine: &mut Engine) {
    engine
        .register_type_with_name::<me::Me>("me")
        .register_type_with_name::<memory::Memory>("memory")
        .register_type_with_name::<world::World>("world")
        .register_type_with_name::<sight::Sight>("sighting")
        .register_type_with_name::<bases::BaseRef>("base")
        .register_type_with_name::<bases::WallRef>("wall");
}

/// A module under construction, and what is said of its content.
pub(super) struct Library {
    module: Module,
    entries: Vec<Entry>,
    arities: BTreeMap<&'static str, BTreeSet<usize>>,
}

impl Library {
    fn new(parameters: &BTreeMap<String, f64>) -> Self {
        let mut library =
            Self { module: Module::new(), entries: Vec::new(), arities: BTreeMap::new() };
        me::offer(&mut library);
        world::offer(&mut library);
        sight::offer(&mut library);
        selection::offer(&mut library);
        deeds::offer(&mut library);
        memory::offer(&mut library);
        shunned::offer(&mut library);
        bases::offer(&mut library);
        numbers::offer(&mut library, parameters);
        comparisons::offer(&mut library);
        lists::offer(&mut library);
        speech::offer(&mut library);
        library
    }

    /// A function; `form` is how it is called.
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
        self.also(name, function);
    }

    /// A function that was already told of, for other types.
    fn also<A: 'static, const N: usize, const X: bool, R, const F: bool>(
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

    /// A property; `form` is how it is read.
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

/// Does something on the stage of the turn; an error where none is played.
fn on_stage<T>(
    context: &NativeCallContext<'_>,
    act: impl FnOnce(&mut Stage) -> Raised<T>,
) -> Raised<T> {
    let shared = context.tag().and_then(|tag| tag.read_lock::<Shared>());
    let Some(shared) = shared else {
        return raise("this is only to be had in a turn");
    };
    let mut stage = shared.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    act(&mut stage)
}

/// An identity as scripts have it.
pub(super) fn whole_id(id: OrganismId) -> i64 {
    id.0.cast_signed()
}

/// A whole or broken number.
#[expect(clippy::cast_precision_loss, reason = "as the language itself reckons")]
fn number(value: &Dynamic) -> Raised<f64> {
    if let Ok(number) = value.as_float() {
        return Ok(number);
    }
    match value.as_int() {
        Ok(whole) => Ok(whole as f64),
        Err(what) => raise(format!("here must be a number, not {what}")),
    }
}

/// A list of values, or an error when it would be too long.
fn list(items: impl Iterator<Item = Dynamic>) -> Dynamic {
    items.take(super::limits::LIST_LENGTH / 2).collect::<rhai::Array>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_told_of_once() {
        let forms: BTreeSet<_> = interface().iter().map(|entry| entry.form).collect();
        assert_eq!(forms.len(), interface().len());
        assert!(interface().iter().all(|entry| !entry.meaning.is_empty()));
    }

    #[test]
    fn a_form_shows_as_many_values_as_are_taken() {
        for Entry { form, .. } in interface() {
            let Some((name, rest)) = form.split_once('(') else { continue };
            let values = rest.trim_end_matches(')');
            let count = if values.is_empty() { 0 } else { values.split(',').count() };
            assert!(arities(name).any(|arity| arity == count), "{form}");
        }
    }
}
