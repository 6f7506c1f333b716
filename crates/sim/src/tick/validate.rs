//! Validation of intents. Every requested action is either accepted or refused with a reason.

use std::mem::take;

use hecs::Entity;
use terrarium_creatures::behaviour::{
    ActionKind, Allegiance, CodePlace, Destination, EnergyState, Event, EventKind, Fault, Intent,
    MESSAGE_LENGTH, Memory, Message, Movement, Note, OrganismId, Refusal, Senses, Sighting,
    SightingKind, Turn,
};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_navigation::Goal;
use terrarium_space::geometry::{Aabb, DVec2, lattice};
use terrarium_space::terrain::Cell;

use super::Simulation;
use super::decide::Creature;
use super::effort::TravelEffort;
use super::formation;
use super::incubate;
use super::plan::{MoveRequest, PlannedTravel, Travel, TravelRequest};
use super::trace::TurnTrace;

/// The accepted actions of a creature for this tick.
pub(super) struct ValidatedIntent {
    pub entity: Entity,
    pub id: OrganismId,
    pub species: SpeciesId,
    /// Whether its behaviour was called, or is suspended.
    pub has_time: bool,
    pub memory: Memory,
    pub travel: Travel,
    pub effort: TravelEffort,
    pub attack: Option<Entity>,
    pub defend: Option<OrganismId>,
    pub eat: Option<Entity>,
    pub conceive: Option<Box<[u8]>>,
    /// The wall it attacks.
    pub breach: Option<Cell>,
    pub signal: Option<u64>,
    /// What is to be told of the turn, if there is anything.
    pub report: Option<Box<Report>>,
}

/// What is to be told of a turn beside the actions of it. Few turns have any of that.
#[derive(Default)]
pub(super) struct Report {
    /// What the creature tells its kin.
    pub message: Option<Message>,
    /// The refused actions, as events, in the order of action kinds.
    pub refused: Vec<EventKind>,
    /// The fault, if the turn failed.
    pub fault: Option<Fault>,
    /// Where in the code of a module the turn failed, if it did and its notes are traced.
    pub fault_place: Option<Box<CodePlace>>,
    /// The notes of the turn.
    pub notes: Vec<Note>,
    /// The whole turn, if it is traced.
    pub trace: Option<Box<TurnTrace>>,
}

impl Report {
    /// The report; `None` if there is nothing in it.
    fn if_any(self) -> Option<Box<Self>> {
        let Self { message, refused, fault, fault_place, notes, trace } = &self;
        let is_empty = message.is_none()
            && refused.is_empty()
            && fault.is_none()
            && fault_place.is_none()
            && notes.is_empty()
            && trace.is_none();
        (!is_empty).then(|| Box::new(self))
    }
}

/// Validates what a creature requests of its journey, before it is planned. One that requests nothing continues
/// the journey it is on.
pub(super) fn movement(
    turn: &Turn<'_>,
    creature: &Creature<'_>,
    sim: &Simulation,
) -> Result<TravelRequest, Refusal> {
    let validator = Validator::new(&turn.senses, creature, sim);
    match turn.intent.movement {
        Movement::Halt => Ok(TravelRequest::Halt),
        Movement::Go { to, speed } => validator.go(to, speed).map(TravelRequest::Go),
        Movement::Continue => Ok(creature.journey().map_or(TravelRequest::Stay, |journey| {
            let goal = validator.goal(journey.destination).ok();
            TravelRequest::Go(MoveRequest::to_continue(journey, goal))
        })),
    }
}

/// Validates the other actions of a turn, and puts them together with the journey, which is planned. Refusals are
/// in the order of action kinds.
pub(super) fn actions(
    turn: &mut Turn<'_>,
    creature: &Creature<'_>,
    planned: PlannedTravel,
    sim: &Simulation,
) -> ValidatedIntent {
    let &Creature { actor, has_time, .. } = creature;
    let trace = sim.traces_turn(actor.species, actor.id).then(|| Box::new(TurnTrace::new(turn)));
    // Taken out of the turn one by one: it is too large to be moved.
    let Turn { senses, memory, intent, fault, notes, .. } = turn;
    let (memory, fault, mut notes) = (take(memory), fault.take(), take(notes));
    let validator = Validator::new(senses, creature, sim);
    let Intent { movement, attack, defend, eat, reproduce, breach, signal, tell } = take(intent);
    let PlannedTravel { travel, effort, breach: on_route, refused: no_travel, .. } = planned;
    let mut refused = RejectedActions::default();
    if let Some(why) = no_travel {
        refused.record(ActionKind::Move, why, organism_sought(movement));
    }
    let attack = attack.and_then(|target| {
        refused.unless(validator.attack(target), ActionKind::Attack, Some(target))
    });
    let defend =
        defend.and_then(|by| refused.unless(validator.defend(by), ActionKind::Defend, Some(by)));
    let eat = eat.and_then(|what| refused.unless(validator.eat(what), ActionKind::Eat, Some(what)));
    let conceive = reproduce
        .and_then(|dna| refused.unless(validator.conceive(dna), ActionKind::Reproduce, None));
    let breach =
        breach.and_then(|wall| refused.unless(validator.breach(wall), ActionKind::Breach, None));
    let message =
        tell.and_then(|bytes| refused.unless(validator.tell(bytes), ActionKind::Tell, None));
    let memory = refused.unless(validator.remember(memory), ActionKind::Remember, None);
    let fault_place = notes.take_fault_place();
    let notes = notes.into_list();
    let report = Report { message, refused: refused.0, fault, fault_place, notes, trace };
    ValidatedIntent {
        entity: actor.entity,
        id: actor.id,
        species: actor.species,
        has_time,
        memory: memory.unwrap_or_default(),
        travel,
        effort,
        attack,
        defend,
        eat,
        conceive,
        breach: breach.or(on_route),
        signal,
        report: report.if_any(),
    }
}

impl ValidatedIntent {
    /// Replaces what came of the journey by what came of planning it anew. `sought` is the organism to which the
    /// creature requested to go.
    pub fn replan(&mut self, sought: Option<OrganismId>, planned: PlannedTravel) {
        self.travel = planned.travel;
        // The first attempt is a part of this one.
        self.effort.planning = planned.effort.planning;
        self.effort.index_queries += planned.effort.index_queries;
        self.breach = self.breach.or(planned.breach);
        if let Some(why) = planned.refused {
            let refusal = EventKind::Refused { slot: ActionKind::Move, why, target: sought };
            // Refusals are in the order of action kinds.
            self.report.get_or_insert_default().refused.insert(0, refusal);
        }
    }
}

/// The organism to which a creature requests to go.
pub(super) fn organism_sought(movement: Movement) -> Option<OrganismId> {
    match movement {
        Movement::Go { to: Destination::Beside(target), .. } => Some(target),
        _ => None,
    }
}

/// The refused actions, as events.
#[derive(Default)]
struct RejectedActions(Vec<EventKind>);

impl RejectedActions {
    fn record(&mut self, slot: ActionKind, why: Refusal, target: Option<OrganismId>) {
        self.0.push(EventKind::Refused { slot, why, target });
    }

    /// Returns the accepted action, or records the refusal.
    fn unless<T>(
        &mut self,
        action: Result<T, Refusal>,
        slot: ActionKind,
        target: Option<OrganismId>,
    ) -> Option<T> {
        action.map_err(|why| self.record(slot, why, target)).ok()
    }
}

fn fits(bytes: &[u8], limit: u32) -> bool {
    bytes.len() <= limit as usize
}

/// Validates the requested actions of one creature.
struct Validator<'a> {
    senses: &'a Senses<'a>,
    creature: &'a Creature<'a>,
    kind: Kind,
    sim: &'a Simulation,
}

impl<'a> Validator<'a> {
    fn new(senses: &'a Senses<'a>, creature: &'a Creature<'a>, sim: &'a Simulation) -> Self {
        let kind = sim.world.config.species(creature.actor.species).kind;
        Self { senses, creature, kind, sim }
    }

    fn find(&self, target: OrganismId) -> Result<(&Sighting, Entity), Refusal> {
        if target == self.senses.me.id {
            return Err(Refusal::Itself);
        }
        let index = self.senses.sight.iter().position(|s| s.id == target);
        index
            .map(|index| (&self.senses.sight[index], self.creature.entities[index]))
            .ok_or(Refusal::NotVisible)
    }

    fn go(&self, to: Destination, speed: f64) -> Result<MoveRequest, Refusal> {
        let me = &self.senses.me;
        if !speed.is_finite() {
            return Err(Refusal::NotANumber);
        }
        if speed > me.max_speed {
            return Err(Refusal::TooFast);
        }
        if speed < self.sim.world.config.rules.speed_min {
            return Err(Refusal::TooSlow);
        }
        Ok(MoveRequest { destination: to, goal: self.goal(to)?, speed })
    }

    /// Converts a destination into a goal. An organism is expected where its current velocity
    /// leads; a point too near the border for the body is moved inside, and so is a point outside the
    /// world to whose nearest reachable place it goes.
    fn goal(&self, to: Destination) -> Result<Goal, Refusal> {
        match to {
            to if !to.is_valid() => Err(Refusal::NotANumber),
            Destination::Point(point) | Destination::Within { point, .. } => {
                if self.senses.bounds.nearest_point(point) != point {
                    return Err(Refusal::OutOfBounds);
                }
                Ok(Goal::Point(self.inside(point)))
            }
            Destination::Near(point) => {
                let (me, point) = (&self.senses.me, self.inside(point));
                let regions =
                    self.sim.scratch.derived.ground.regions(self.senses.bounds, me.radius);
                // A creature that touches a polygon stands on the boxes that cover it.
                let free = regions.nearest_free(me.centre);
                let place = free.and_then(|from| regions.nearest_reachable(from, point));
                place.map(Goal::Point).ok_or(Refusal::Enclosed)
            }
            Destination::Base(base) => {
                let layout = self.sim.scratch.derived.layout.as_ref();
                let layout = layout.filter(|_| self.senses.me.colony.is_some());
                let sites = &layout.ok_or(Refusal::NoColony)?.sites;
                sites
                    .get(base.index())
                    .map(|site| Goal::Point(site.middle))
                    .ok_or(Refusal::NoSuchBase)
            }
            Destination::Formation { leader, ahead, right } => {
                self.in_formation(leader, (ahead, right))
            }
            Destination::Beside(target) => {
                let Sighting { centre, radius, velocity, .. } = *self.find(target)?.0;
                let room = self.senses.bounds.inflated(DVec2::splat(-radius));
                let next = lattice::snap_point(room.nearest_point(centre + velocity));
                Ok(Goal::Beside(Aabb::square(next, radius)))
            }
        }
    }

    /// The place in a formation around a visible organism.
    fn in_formation(&self, leader: OrganismId, at: (f64, f64)) -> Result<Goal, Refusal> {
        let (leader, _) = self.find(leader)?;
        let index = &self.sim.scratch.derived.index;
        let place = formation::place(index, &self.senses.bounds, &self.senses.me, leader, at);
        Ok(Goal::Point(place))
    }

    /// The place nearest to a point at which the body is inside the world.
    fn inside(&self, point: DVec2) -> DVec2 {
        let room = self.senses.bounds.inflated(DVec2::splat(-self.senses.me.radius));
        lattice::snap_point(room.nearest_point(point))
    }

    fn attack(&self, target: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(target)?;
        let me = &self.senses.me;
        let provoked = || {
            let by_them =
                |e: &Event| matches!(e.what, EventKind::Attacked { by, .. } if by == target.id);
            self.senses.events.iter().any(by_them)
        };
        match target.kind {
            SightingKind::Carcass => Err(Refusal::AlreadyDead),
            SightingKind::Plant => Err(Refusal::ImproperFood),
            _ if target.gap > me.reach => Err(Refusal::NotWithinReach),
            _ if target.hostile => Ok(entity),
            _ if self.kind == Kind::Herbivore && me.state > EnergyState::Hungry && !provoked() => {
                Err(Refusal::NotHungry)
            }
            _ => Ok(entity),
        }
    }

    /// A wall must be within reach and carry no sentry of the creature's colony.
    fn breach(&self, wall: Cell) -> Result<Cell, Refusal> {
        if self.senses.me.colony.is_none() {
            return Err(Refusal::NoColony);
        }
        let found = self.senses.walls.iter().find(|seen| seen.cell == wall);
        match found.ok_or(Refusal::NoSuchWall)? {
            seen if seen.gap > self.senses.me.reach => Err(Refusal::NotWithinReach),
            seen if seen.sentry == Some(Allegiance::Own) => Err(Refusal::OwnSentry),
            _ => Ok(wall),
        }
    }

    fn defend(&self, against: OrganismId) -> Result<OrganismId, Refusal> {
        match self.find(against)?.0.kind {
            SightingKind::Carcass => Err(Refusal::AlreadyDead),
            _ => Ok(against),
        }
    }

    /// Reach is checked later, when the bite is taken after the movement.
    fn eat(&self, what: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(what)?;
        match (self.kind, target.kind) {
            _ if self.senses.me.state == EnergyState::Full => Err(Refusal::AlreadyFull),
            (Kind::Herbivore, SightingKind::Plant) | (Kind::Carnivore, SightingKind::Carcass) => {
                Ok(entity)
            }
            (Kind::Carnivore, SightingKind::Herbivore | SightingKind::Carnivore) => {
                Err(Refusal::NotDead)
            }
            _ => Err(Refusal::ImproperFood),
        }
    }

    fn tell(&self, bytes: Vec<u8>) -> Result<Message, Refusal> {
        if self.sim.world.config.rules.message_radius == 0.0 {
            return Err(Refusal::NoMessages);
        }
        if bytes.len() > MESSAGE_LENGTH {
            return Err(Refusal::MessageTooLong);
        }
        let me = &self.senses.me;
        let (from, species, place) = (me.id, me.species, me.centre);
        Ok(Message { from, species, place, bytes: bytes.into() })
    }

    fn remember(&self, memory: Memory) -> Result<Memory, Refusal> {
        let limit = self.sim.world.config.rules.memory_limit;
        if fits(memory.bytes(), limit) { Ok(memory) } else { Err(Refusal::TooLarge) }
    }

    fn conceive(&self, dna: Vec<u8>) -> Result<Box<[u8]>, Refusal> {
        if !fits(&dna, self.sim.world.config.rules.memory_limit) {
            return Err(Refusal::TooLarge);
        }
        let life = self.creature.animal.life;
        match incubate::breeding_obstacle(life, self.senses.me.state, self.senses.tick) {
            Some(why) => Err(why),
            None => Ok(dna.into_boxed_slice()),
        }
    }
}
