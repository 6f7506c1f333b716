//! An animal that asks its brain: a network that is inherited, mutates and grows.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::super::{
    ActionKind, Behaviour, EventKind, GroundKind, Memory, Senses, Sighting, SightingKind, Turn,
};
use super::Native;
use super::instinct::{attackers, away_from, best_food, chase, graze, pace, partner, roam, run};
use super::shunned::Shunned;
use crate::genome::brain::{Activations, INPUTS, Input, Output};
use crate::genome::to_f32;
use crate::species::{Kind, NEURAL, SpeciesId};

pub(super) const HERBIVORE: Native = Native {
    name: NEURAL,
    about: "asks its brain, which is inherited, mutates and grows",
    kind: Kind::Herbivore,
    parameters: &[],
    make: |_| Box::new(Neural { kind: Kind::Herbivore }),
    describe_memory,
};

pub(super) const CARNIVORE: Native = Native {
    kind: Kind::Carnivore,
    make: |_| Box::new(Neural { kind: Kind::Carnivore }),
    ..HERBIVORE
};

/// The value that a drive or a signal must exceed to have an effect.
const THRESHOLD: f32 = 0.05;

/// The ticks in which the clock rises, and then falls.
const CLOCK: u64 = 32;

struct Neural {
    kind: Kind,
}

/// What it keeps from turn to turn.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// The values of its neurons.
    pub activations: Activations,
    pub shunned: Shunned,
}

fn describe_memory(memory: &Memory) -> String {
    let state: State = memory.recall();
    let drive =
        |output: Output| format!("{} {:.2}", output.name(), state.activations.output(output));
    let drives = Output::ALL.map(drive).join(", ");
    format!("{drives}; {}", state.shunned.describe())
}

/// The organisms that the inputs are about.
pub(super) struct Targets<'a> {
    /// The best plant of a herbivore, the nearest carcass of a carnivore.
    meal: Option<&'a Sighting>,
    /// The nearest herbivore of a carnivore.
    prey: Option<&'a Sighting>,
    threat: Option<&'a Sighting>,
    kin: Option<&'a Sighting>,
    carcass: Option<&'a Sighting>,
}

impl<'a> Targets<'a> {
    pub fn new(senses: &Senses<'a>, kind: Kind, shunned: &Shunned) -> Self {
        let own = senses.me.species;
        let sight = senses.sight;
        let nearest = |is: &dyn Fn(&Sighting) -> bool| {
            sight.iter().find(|it| is(it) && !shunned.holds(it.id))
        };
        let carcass = nearest(&|it| it.kind == SightingKind::Carcass && it.food > 0.0);
        let is_hunter = kind == Kind::Carnivore;
        Self {
            meal: if is_hunter {
                carcass
            } else {
                best_food(senses, SightingKind::Plant, |id| shunned.holds(id))
            },
            prey: nearest(&|it| is_hunter && it.kind == SightingKind::Herbivore),
            // Threats are seen even where no path leads.
            threat: sight.iter().find(|it| is_threat(it, own)),
            kin: sight.iter().find(|it| is_kin(it, own)),
            carcass,
        }
    }
}

impl Neural {
    fn turn(&self, turn: &mut Turn<'_>) {
        let Some(brain) = turn.senses.me.brain else { return };
        let kind = self.kind;
        let mut state: State = turn.memory.recall();
        state.shunned.update(&turn.senses);
        let targets = Targets::new(&turn.senses, kind, &state.shunned);
        let inputs = inputs(&turn.senses, &targets, kind);
        state.activations.advance(brain, &inputs);
        act(turn, &targets, kind, |output| state.activations.output(output));
        turn.memory.remember(&state);
    }
}

/// The inputs of the brain of an animal of a kind in the next turn, with what it shunned in the last one.
pub(super) fn inputs_of(senses: &Senses<'_>, kind: Kind, mut shunned: Shunned) -> [f32; INPUTS] {
    shunned.update(senses);
    inputs(senses, &Targets::new(senses, kind, &shunned), kind)
}

/// Whether it is a living animal of the `own` species.
fn is_kin(it: &Sighting, own: SpeciesId) -> bool {
    it.species == own && it.kind.is_animal()
}

/// Whether it is a carnivore of another species than the `own`.
fn is_threat(it: &Sighting, own: SpeciesId) -> bool {
    it.kind == SightingKind::Carnivore && it.species != own
}

/// Computes the inputs of a brain.
fn inputs(senses: &Senses<'_>, targets: &Targets<'_>, kind: Kind) -> [f32; INPUTS] {
    let me = &senses.me;
    let mut inputs = [0.0; INPUTS];
    let mut set =
        |input: Input, value: f64| inputs[input as usize] = to_f32(value.clamp(-1.0, 1.0));
    set(Input::Bias, 1.0);
    set(Input::Energy, me.energy / me.max_energy.max(1.0));
    set(Input::Damage, me.damage);
    let kin = crowd(senses.sight.iter().filter(|it| is_kin(it, me.species)).count());
    set(Input::Crowding, kin / (kin + 4.0));
    let food = if kind == Kind::Carnivore { targets.prey } else { targets.meal };
    let directed = [
        (food, [Input::FoodX, Input::FoodY, Input::FoodNear]),
        (targets.threat, [Input::ThreatX, Input::ThreatY, Input::ThreatNear]),
        (targets.kin, [Input::KinX, Input::KinY, Input::KinNear]),
        (targets.carcass, [Input::CarcassX, Input::CarcassY, Input::CarcassNear]),
    ];
    for (target, [x, y, near]) in directed {
        if let Some(target) = target {
            let direction = (target.centre - me.centre).normalize_or_zero();
            set(x, direction.x);
            set(y, direction.y);
            set(near, 1.0 - target.gap / me.sight);
        }
    }
    let walls = [
        (Input::WallNorth, DVec2::NEG_Y),
        (Input::WallEast, DVec2::X),
        (Input::WallSouth, DVec2::Y),
        (Input::WallWest, DVec2::NEG_X),
    ];
    for (input, direction) in walls {
        let ahead = me.centre + direction * (me.sight * 0.5);
        let is_open = senses.ground.at(ahead).is_some_and(GroundKind::is_passable);
        set(input, f64::from(u8::from(!is_open)));
    }
    set(Input::SpeedX, me.velocity.x / me.max_speed);
    set(Input::SpeedY, me.velocity.y / me.max_speed);
    let phase = senses.tick % (2 * CLOCK);
    let risen = phase.min(2 * CLOCK - phase);
    set(
        Input::Clock,
        crowd(usize::try_from(risen).unwrap_or(0)) / crowd(CLOCK as usize) * 2.0 - 1.0,
    );
    set(Input::Ready, f64::from(u8::from(me.can_reproduce)));
    let is_blocked = senses.events.iter().any(|event| match event.what {
        EventKind::Refused { slot, .. } => slot == ActionKind::Move,
        EventKind::Blocked { .. } => true,
        _ => false,
    });
    let is_hurt = attackers(senses).next().is_some();
    set(Input::Blocked, f64::from(u8::from(is_blocked)));
    set(Input::Hurt, f64::from(u8::from(is_hurt)));
    set(Input::KinSignal, targets.kin.map_or(0.0, |kin| heard(kin.signal)));
    inputs
}

/// Requests what the outputs drive. Of the ways to move, the strongest drive wins that has a target.
pub(super) fn act(
    turn: &mut Turn<'_>,
    targets: &Targets<'_>,
    kind: Kind,
    drive: impl Fn(Output) -> f32,
) {
    let (can_reproduce, reach, max_speed) =
        (turn.senses.me.can_reproduce, turn.senses.me.reach, turn.senses.me.max_speed);
    if drive(Output::Breed) > 0.0 && can_reproduce {
        turn.intent.reproduce();
    }
    let signal = signalled(drive(Output::Signal));
    if signal != 0 {
        turn.intent.signal(signal);
    }
    let speed = pace(max_speed, f64::from(drive(Output::Speed) + 1.0) / 2.0);
    let victim = if kind == Kind::Carnivore { targets.prey } else { targets.threat };
    let (x, y) = (drive(Output::WalkX), drive(Output::WalkY));
    let walk = DVec2::new(x.into(), y.into());
    let partner = partner(&turn.senses);
    let drives = [
        (targets.meal.map_or(0.0, |_| drive(Output::Feed)), Output::Feed),
        (victim.map_or(0.0, |_| drive(Output::Strike)), Output::Strike),
        (targets.threat.map_or(0.0, |_| drive(Output::Flee)), Output::Flee),
        (to_f32(walk.length()).min(1.0), Output::WalkX),
        (partner.map_or(0.0, |_| drive(Output::Breed)), Output::Breed),
    ];
    let strongest = drives.into_iter().filter(|(strength, _)| *strength > THRESHOLD);
    // Of equal drives the first.
    let strongest = strongest.reduce(|best, next| if next.0 > best.0 { next } else { best });
    match (strongest.map(|(_, output)| output), targets.meal, victim) {
        (Some(Output::Feed), Some(meal), _) => {
            graze(&mut turn.intent, reach, (meal.id, meal.gap), speed);
        }
        (Some(Output::Strike), _, Some(victim)) => {
            chase(&mut turn.intent, reach, (victim.id, victim.gap), speed);
        }
        (Some(Output::Flee), ..) => {
            let own = turn.senses.me.species;
            let threats = turn.senses.sight.iter().filter(|it| is_threat(it, own));
            let away = away_from(&turn.senses, threats);
            run(turn, away, speed);
        }
        (Some(Output::Breed), ..) => {
            partner.iter().for_each(|partner| turn.intent.go_beside(partner.id, speed));
        }
        (Some(Output::WalkX), ..) => run(turn, walk.normalize_or_zero(), speed),
        _ => roam(turn, speed),
    }
    if drive(Output::Feed) > 0.0
        && let Some(meal) = targets.meal.filter(|meal| meal.gap <= reach)
    {
        turn.intent.eat(meal.id);
    }
    if drive(Output::Strike) > 0.0
        && let Some(victim) = victim.filter(|victim| victim.gap <= reach)
    {
        turn.intent.attack(victim.id);
    }
    // A reflex, which takes no drive.
    let attacker = attackers(&turn.senses).next();
    if let Some(attacker) = attacker {
        turn.intent.defend(attacker);
    }
}

/// A signal of so many of 100 steps; 0 is none.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 200")]
fn signalled(drive: f32) -> u64 {
    if drive.abs() <= THRESHOLD { 0 } else { (drive * 100.0 + 100.0).round() as u64 + 1 }
}

/// The drive behind a signal.
fn heard(signal: u64) -> f64 {
    match u32::try_from(signal) {
        Ok(steps @ 1..=201) => (f64::from(steps) - 101.0) / 100.0,
        _ => 0.0,
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of what is in sight are small")]
fn crowd(count: usize) -> f64 {
    count as f64
}

impl Behaviour for Neural {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
