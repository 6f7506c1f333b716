//! The visible organisms, and the search functions of the host.

use rhai::{Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::native::instinct;
use terrarium_creatures::behaviour::{OrganismId, Sighting, SightingKind};
use terrarium_input::spelling;
use terrarium_space::geometry::DVec2;

use super::super::prices;
use super::super::turn_state::{HostResult, TurnState, raise};
use super::{Library, list, number, script_id, suggestion, with_turn};

/// A visible organism: its index in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sight(pub u32);

/// Whether a sighting is of a kind.
type IsOfKind = fn(&TurnState, &Sighting) -> bool;

/// The kinds that searches accept.
const KINDS: [(&str, IsOfKind); 10] = [
    ("any", |_, _| true),
    ("plant", |_, s| s.kind == SightingKind::Plant),
    ("herbivore", |_, s| s.kind == SightingKind::Herbivore),
    ("carnivore", |_, s| s.kind == SightingKind::Carnivore),
    ("carcass", |_, s| s.kind == SightingKind::Carcass),
    ("food", |state, s| s.kind == state.diet && s.food > 0.0),
    ("kin", |state, s| s.kind != SightingKind::Carcass && s.species == state.me.species),
    ("stranger", |state, s| s.kind != SightingKind::Carcass && s.species != state.me.species),
    ("hostile", |_, s| s.hostile),
    ("prey", |state, s| s.kind.is_animal() && s.species != state.me.species),
];

pub(super) fn register(library: &mut Library) {
    properties(library);
    searches(library);
    measures(library);
}

fn properties(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&TurnState, &Sighting) -> Dynamic| {
        let getter =
            move |context: NativeCallContext<'_>, sight: &mut Sight| -> HostResult<Dynamic> {
                with_turn(&context, |state| Ok(read(state, sighting_of(state, *sight)?)))
            };
        library.property(form, meaning, getter);
    };
    get("sighting.id", "its id", |_, s| script_id(s.id).into());
    get("sighting.kind", "\"plant\", \"herbivore\", \"carnivore\" or \"carcass\"", |_, s| {
        name(s.kind).into()
    });
    get("sighting.species", "the number of its species", |_, s| i64::from(s.species.0).into());
    get("sighting.species_name", "the name of its species", |state, s| {
        state.species_names.get(s.species.index()).map_or("", String::as_str).into()
    });
    get("sighting.x", "the x of its centre", |_, s| s.centre.x.into());
    get("sighting.y", "the y of its centre", |_, s| s.centre.y.into());
    get("sighting.radius", "half the side of its body, in units", |_, s| s.radius.into());
    get("sighting.vx", "its movement along x in the last tick, in units", |_, s| {
        s.velocity.x.into()
    });
    get("sighting.vy", "its movement along y in the last tick, in units", |_, s| {
        s.velocity.y.into()
    });
    get("sighting.food", "the energy that can be eaten from it", |_, s| s.food.into());
    get("sighting.signal", "its signal", |_, s| s.signal.cast_signed().into());
    get("sighting.gap", "the gap between it and the creature, in units", |_, s| s.gap.into());
    get("sighting.hostile", "whether it belongs to the opposing colony", |_, s| s.hostile.into());
    get("sighting.kin", "whether it is of the creature's own species", |state, s| {
        (s.species == state.me.species).into()
    });
}

fn searches(library: &mut Library) {
    library.function(
        "nearest(kind)",
        "the nearest visible organism of a kind, or (); the kinds are any, plant, herbivore, \
         carnivore, carcass, food (edible plants or carcasses), kin (living, of the creature's \
         species), stranger (living, of other species), hostile (of the opposing colony), prey \
         (animals of other species)",
        |context: NativeCallContext<'_>, kind: &str| nearest(&context, kind, f64::INFINITY),
    );
    library.function(
        "nearest(kind, gap)",
        "the same within `gap` units",
        |context: NativeCallContext<'_>, kind: &str, gap: Dynamic| {
            nearest(&context, kind, number(&gap)?)
        },
    );
    library.function(
        "all(kind)",
        "a list of the visible organisms of a kind, nearest first, at most 64",
        |context: NativeCallContext<'_>, kind: &str| all(&context, kind, f64::INFINITY),
    );
    library.function(
        "all(kind, gap)",
        "the same within `gap` units",
        |context: NativeCallContext<'_>, kind: &str, gap: Dynamic| {
            all(&context, kind, number(&gap)?)
        },
    );
    library.function(
        "prey(gap)",
        "the same as all(\"prey\", gap)",
        |context: NativeCallContext<'_>, gap: Dynamic| all(&context, "prey", number(&gap)?),
    );
    library.function(
        "count(kind)",
        "the number of visible organisms of a kind",
        |context: NativeCallContext<'_>, kind: &str| count(&context, kind, f64::INFINITY),
    );
    library.function(
        "count(kind, gap)",
        "the same within `gap` units",
        |context: NativeCallContext<'_>, kind: &str, gap: Dynamic| {
            count(&context, kind, number(&gap)?)
        },
    );
    library.function(
        "signals(kind)",
        "a list of the signals of the visible organisms of a kind, nearest first, without zeros",
        |context: NativeCallContext<'_>, kind: &str| signals(&context, kind),
    );
    library.function(
        "threats(gap)",
        "a list of the carnivores within `gap` that approach, and of all carnivores within a quarter \
         of it",
        |context: NativeCallContext<'_>, gap: Dynamic| {
            let gap = number(&gap)?;
            with_turn(&context, |state| {
                charge(state)?;
                let senses = state.senses();
                let ids: Vec<_> = instinct::threats(&senses, gap).map(|s| s.id).collect();
                Ok(list(ids.into_iter().filter_map(|id| find(state, id)).map(Dynamic::from)))
            })
        },
    );
    library.function(
        "best_food()",
        "the visible food with the most energy for its distance, or ()",
        |context: NativeCallContext<'_>| best_food(&context, &[]),
    );
    library.function(
        "best_food(shunned)",
        "the same, without those whose id is in the list",
        |context: NativeCallContext<'_>, shunned: rhai::Array| {
            let ids: Vec<i64> = shunned.iter().filter_map(|id| id.as_int().ok()).collect();
            best_food(&context, &ids)
        },
    );
    library.function(
        "find(id)",
        "the visible organism with an id, or ()",
        |context: NativeCallContext<'_>, id: i64| {
            with_turn(&context, |state| {
                charge(state)?;
                let found = find(state, OrganismId(id.cast_unsigned()));
                Ok(found.map_or(Dynamic::UNIT, Dynamic::from))
            })
        },
    );
}

fn measures(library: &mut Library) {
    library.function(
        "distance(sighting)",
        "the distance between the centres of the creature and a sighting, in units",
        |context: NativeCallContext<'_>, sight: Sight| {
            with_turn(&context, |state| {
                Ok(state.me.centre.distance(sighting_of(state, sight)?.centre))
            })
        },
    );
    library.function(
        "distance(x, y)",
        "the distance from the creature's centre to a point, in units",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let point = DVec2::new(number(&x)?, number(&y)?);
            with_turn(&context, |state| Ok(state.me.centre.distance(point)))
        },
    );
}

/// The data of a sighting of this turn.
pub(super) fn sighting_of(state: &TurnState, sight: Sight) -> HostResult<&Sighting> {
    match state.sight.get(sight.0 as usize) {
        Some(sighting) => Ok(sighting),
        None => raise("this was seen in another turn"),
    }
}

/// The sighting of an organism, if it is visible.
pub(super) fn find(state: &TurnState, id: OrganismId) -> Option<Sight> {
    state.sight.iter().position(|s| s.id == id).map(at)
}

/// Charges for a search: one operation for each visible organism.
fn charge(state: &TurnState) -> HostResult<()> {
    state.meter.charge(state.sight.len() as u64)
}

fn at(index: usize) -> Sight {
    Sight(u32::try_from(index).unwrap_or(u32::MAX))
}

fn name(kind: SightingKind) -> &'static str {
    match kind {
        SightingKind::Plant => "plant",
        SightingKind::Herbivore => "herbivore",
        SightingKind::Carnivore => "carnivore",
        SightingKind::Carcass => "carcass",
    }
}

/// Searches the sightings of a kind within a gap.
fn search<T>(
    context: &NativeCallContext<'_>,
    kind: &str,
    gap: f64,
    collect: impl FnOnce(&mut dyn Iterator<Item = Sight>) -> T,
) -> HostResult<T> {
    let Some((_, is_of_kind)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let names = || KINDS.iter().map(|(name, _)| *name);
        let hint = suggestion(context, kind, names())?;
        return raise(format!(
            "there is no kind `{kind}`{hint}; give {}",
            spelling::listed(names())
        ));
    };
    with_turn(context, |state| {
        charge(state)?;
        let near = state.sight.iter().enumerate().take_while(|(_, s)| s.gap <= gap);
        let mut found = near.filter(|(_, s)| is_of_kind(state, s)).map(|(index, _)| at(index));
        Ok(collect(&mut found))
    })
}

fn nearest(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> HostResult<Dynamic> {
    search(context, kind, gap, |found| found.next().map_or(Dynamic::UNIT, Dynamic::from))
}

fn all(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> HostResult<Dynamic> {
    let found = search(context, kind, gap, |found| list(found.map(Dynamic::from)))?;
    charge_for(context, &found)?;
    Ok(found)
}

/// Charges for a list that was made.
fn charge_for(context: &NativeCallContext<'_>, list: &Dynamic) -> HostResult<()> {
    super::charge(context, prices::copying(list)?)
}

fn count(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> HostResult<i64> {
    search(context, kind, gap, |found| (0..).zip(found).map(|(n, _)| n + 1).last().unwrap_or(0))
}

fn signals(context: &NativeCallContext<'_>, kind: &str) -> HostResult<Dynamic> {
    let found = search(context, kind, f64::INFINITY, |found| found.collect::<Vec<_>>())?;
    with_turn(context, |state| {
        let found = found.into_iter().filter_map(|sight| state.sight.get(sight.0 as usize));
        let signals = found.map(|s| s.signal.cast_signed()).filter(|&signal| signal != 0);
        Ok(list(signals.map(Dynamic::from)))
    })
}

fn best_food(context: &NativeCallContext<'_>, shunned: &[i64]) -> HostResult<Dynamic> {
    with_turn(context, |state| {
        state.meter.charge((state.sight.len() * (1 + shunned.len())) as u64)?;
        let senses = state.senses();
        let is_shunned = |id| shunned.contains(&script_id(id));
        let best = instinct::best_food(&senses, state.diet, is_shunned).map(|s| s.id);
        Ok(best.and_then(|id| find(state, id)).map_or(Dynamic::UNIT, Dynamic::from))
    })
}
