//! What a creature sees, and the searches that the host makes for it.

use rhai::{Dynamic, NativeCallContext};

use super::super::super::native::instinct;
use super::super::super::{OrganismId, Sighting, SightingKind};
use super::super::stage::{Raised, Stage, raise};
use super::{Library, list, number, on_stage, whole_id};
use crate::geometry::DVec2;
use crate::input::spelling;

/// Something in sight: its place in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Sight(pub u32);

/// Whether something in sight is of a kind.
type IsOfKind = fn(&Stage, &Sighting) -> bool;

/// The words for what can be looked for, and what they mean.
const KINDS: [(&str, IsOfKind); 10] = [
    ("any", |_, _| true),
    ("plant", |_, s| s.seen == SightingKind::Plant),
    ("herbivore", |_, s| s.seen == SightingKind::Herbivore),
    ("carnivore", |_, s| s.seen == SightingKind::Carnivore),
    ("carcass", |_, s| s.seen == SightingKind::Carcass),
    ("food", |stage, s| s.seen == stage.diet && s.food > 0.0),
    ("kin", |stage, s| s.seen != SightingKind::Carcass && s.species == stage.me.species),
    ("stranger", |stage, s| s.seen != SightingKind::Carcass && s.species != stage.me.species),
    ("hostile", |_, s| s.hostile),
    ("prey", |stage, s| {
        matches!(s.seen, SightingKind::Herbivore | SightingKind::Carnivore)
            && s.species != stage.me.species
    }),
];

pub(super) fn offer(library: &mut Library) {
    properties(library);
    searches(library);
    measures(library);
}

fn properties(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&Stage, &Sighting) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, sight: &mut Sight| -> Raised<Dynamic> {
            on_stage(&context, |stage| Ok(read(stage, seen(stage, *sight)?)))
        };
        library.property(form, meaning, getter);
    };
    get("sighting.id", "who it is", |_, s| whole_id(s.id).into());
    get("sighting.kind", "plant, herbivore, carnivore or carcass", |_, s| name(s.seen).into());
    get("sighting.species", "the number of its species", |_, s| i64::from(s.species.0).into());
    get("sighting.x", "the middle of its body", |_, s| s.centre.x.into());
    get("sighting.y", "the middle of its body", |_, s| s.centre.y.into());
    get("sighting.radius", "half the side of its body, in units", |_, s| s.radius.into());
    get("sighting.vx", "how far it moved in the last tick", |_, s| s.velocity.x.into());
    get("sighting.vy", "how far it moved in the last tick", |_, s| s.velocity.y.into());
    get("sighting.food", "how much there is to eat of it, in energy", |_, s| s.food.into());
    get("sighting.signal", "what it signals", |_, s| s.signal.cast_signed().into());
    get("sighting.gap", "the gap between it and oneself, in units", |_, s| s.gap.into());
    get("sighting.hostile", "whether it is of the other colony", |_, s| s.hostile.into());
    get("sighting.kin", "whether it is of one's own species", |stage, s| {
        (s.species == stage.me.species).into()
    });
}

fn searches(library: &mut Library) {
    library.function(
        "nearest(kind)",
        "the nearest in sight of a kind, or (): any, plant, herbivore, carnivore, carcass, food (what \
         there is to eat of), kin (one's own species), stranger, hostile, prey (other animals)",
        |context: NativeCallContext<'_>, kind: &str| nearest(&context, kind, f64::INFINITY),
    );
    library.function(
        "nearest(kind, gap)",
        "the same, no farther than `gap`",
        |context: NativeCallContext<'_>, kind: &str, gap: Dynamic| {
            nearest(&context, kind, number(&gap)?)
        },
    );
    library.function(
        "all(kind)",
        "a list of all in sight of a kind, nearest first, 64 at most",
        |context: NativeCallContext<'_>, kind: &str| all(&context, kind, f64::INFINITY),
    );
    library.function(
        "all(kind, gap)",
        "the same, no farther than `gap`",
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
        "how many in sight there are of a kind",
        |context: NativeCallContext<'_>, kind: &str| count(&context, kind, f64::INFINITY),
    );
    library.function(
        "count(kind, gap)",
        "the same, no farther than `gap`",
        |context: NativeCallContext<'_>, kind: &str, gap: Dynamic| {
            count(&context, kind, number(&gap)?)
        },
    );
    library.function(
        "signals(kind)",
        "a list of what those in sight of a kind signal, of the nearest first; who signals 0 is left out",
        |context: NativeCallContext<'_>, kind: &str| signals(&context, kind),
    );
    library.function(
        "threats(gap)",
        "a list of the carnivores within `gap` that come nearer, and of those within a quarter of it",
        |context: NativeCallContext<'_>, gap: Dynamic| {
            let gap = number(&gap)?;
            on_stage(&context, |stage| {
                charge(stage)?;
                let senses = stage.senses();
                let ids: Vec<_> = instinct::threats(&senses, gap).map(|s| s.id).collect();
                Ok(list(ids.into_iter().filter_map(|id| find(stage, id)).map(Dynamic::from)))
            })
        },
    );
    library.function(
        "best_food()",
        "what there is to eat in sight that offers most for the way, or ()",
        |context: NativeCallContext<'_>| best_food(&context, &[]),
    );
    library.function(
        "best_food(shunned)",
        "the same, but for those whose id is in the list",
        |context: NativeCallContext<'_>, shunned: rhai::Array| {
            let ids: Vec<i64> = shunned.iter().filter_map(|id| id.as_int().ok()).collect();
            best_food(&context, &ids)
        },
    );
    library.function(
        "find(id)",
        "whoever has that id, if it is in sight; else ()",
        |context: NativeCallContext<'_>, id: i64| {
            on_stage(&context, |stage| {
                charge(stage)?;
                let found = find(stage, OrganismId(id.cast_unsigned()));
                Ok(found.map_or(Dynamic::UNIT, Dynamic::from))
            })
        },
    );
}

fn measures(library: &mut Library) {
    library.function(
        "distance(sighting)",
        "from one's own middle to its, in units",
        |context: NativeCallContext<'_>, sight: Sight| {
            on_stage(&context, |stage| Ok(stage.me.centre.distance(seen(stage, sight)?.centre)))
        },
    );
    library.function(
        "distance(x, y)",
        "from one's own middle to a point, in units",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let point = DVec2::new(number(&x)?, number(&y)?);
            on_stage(&context, |stage| Ok(stage.me.centre.distance(point)))
        },
    );
    // Two sightings are the same when they are of the same creature.
    library.also("==", |a: Sight, b: Sight| a == b);
    library.also("!=", |a: Sight, b: Sight| a != b);
}

/// A sighting of this turn.
pub(super) fn seen(stage: &Stage, sight: Sight) -> Raised<&Sighting> {
    match stage.sight.get(sight.0 as usize) {
        Some(sighting) => Ok(sighting),
        None => raise("this was seen in another turn"),
    }
}

/// Where somebody is in the list of sightings.
pub(super) fn find(stage: &Stage, id: OrganismId) -> Option<Sight> {
    stage.sight.iter().position(|s| s.id == id).map(at)
}

/// A search costs an operation for each that is in sight.
fn charge(stage: &Stage) -> Raised<()> {
    stage.meter.charge(stage.sight.len() as u64)
}

fn at(place: usize) -> Sight {
    Sight(u32::try_from(place).unwrap_or(u32::MAX))
}

fn name(seen: SightingKind) -> &'static str {
    match seen {
        SightingKind::Plant => "plant",
        SightingKind::Herbivore => "herbivore",
        SightingKind::Carnivore => "carnivore",
        SightingKind::Carcass => "carcass",
    }
}

/// Searches the sightings of a kind within a gap; what is farther is not looked at.
fn search<T>(
    context: &NativeCallContext<'_>,
    kind: &str,
    gap: f64,
    gather: impl FnOnce(&mut dyn Iterator<Item = Sight>) -> T,
) -> Raised<T> {
    let Some((_, is_of_kind)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let names = || KINDS.iter().map(|(name, _)| *name);
        let hint = spelling::hint(spelling::nearest(kind, names()));
        return raise(format!(
            "there is no kind `{kind}`{hint}; give {}",
            spelling::listed(names())
        ));
    };
    on_stage(context, |stage| {
        charge(stage)?;
        let near = stage.sight.iter().enumerate().take_while(|(_, s)| s.gap <= gap);
        let mut found = near.filter(|(_, s)| is_of_kind(stage, s)).map(|(place, _)| at(place));
        Ok(gather(&mut found))
    })
}

fn nearest(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> Raised<Dynamic> {
    search(context, kind, gap, |found| found.next().map_or(Dynamic::UNIT, Dynamic::from))
}

fn all(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> Raised<Dynamic> {
    search(context, kind, gap, |found| list(found.map(Dynamic::from)))
}

fn count(context: &NativeCallContext<'_>, kind: &str, gap: f64) -> Raised<i64> {
    search(context, kind, gap, |found| (0..).zip(found).map(|(n, _)| n + 1).last().unwrap_or(0))
}

fn signals(context: &NativeCallContext<'_>, kind: &str) -> Raised<Dynamic> {
    let found = search(context, kind, f64::INFINITY, |found| found.collect::<Vec<_>>())?;
    on_stage(context, |stage| {
        let shown = found.into_iter().filter_map(|sight| stage.sight.get(sight.0 as usize));
        let signals = shown.map(|s| s.signal.cast_signed()).filter(|&signal| signal != 0);
        Ok(list(signals.map(Dynamic::from)))
    })
}

fn best_food(context: &NativeCallContext<'_>, shunned: &[i64]) -> Raised<Dynamic> {
    on_stage(context, |stage| {
        stage.meter.charge((stage.sight.len() * (1 + shunned.len())) as u64)?;
        let senses = stage.senses();
        let is_shunned = |id| shunned.contains(&whole_id(id));
        let best = instinct::best_food(&senses, stage.diet, is_shunned).map(|s| s.id);
        Ok(best.and_then(|id| find(stage, id)).map_or(Dynamic::UNIT, Dynamic::from))
    })
}
