//! The one place where what a creature wants is checked: what passes is an order.

use hecs::Entity;

use super::Simulation;
use super::incubate;
use super::plan::{MoveRequest, Planner, Travel};
use super::sense::Actor;
use super::trace::TurnTrace;
use crate::behaviour::{
    ActionKind, Allegiance, Destination, EnergyState, Event, EventKind, Fault, Intent, Memory,
    Movement, Note, OrganismId, Refusal, Senses, Sighting, SightingKind, Turn,
};
use crate::geometry::{Aabb, DVec2, lattice};
use crate::navigation::Goal;
use crate::space::Slot;
use crate::space::terrain::Cell;
use crate::species::Kind;
use crate::world::{Journey, Life, Motion, PlanningEffort};

/// What a creature will try to do this tick, all of it allowed as far as could be seen.
pub(super) struct ValidatedIntent {
    pub entity: Entity,
    pub id: OrganismId,
    pub memory: Memory,
    pub travel: Travel,
    /// What finding the way took.
    pub effort: PlanningEffort,
    pub attack: Option<Entity>,
    pub defend: Option<OrganismId>,
    pub eat: Option<Entity>,
    pub conceive: Option<Box<[u8]>>,
    /// The wall it strikes at.
    pub breach: Option<Cell>,
    pub signal: Option<u64>,
    /// The wishes that were not granted.
    pub refused: RejectedActions,
    /// Why its turn failed, if it did.
    pub fault: Option<Fault>,
    /// What it tells its author.
    pub notes: Vec<Note>,
    /// The whole turn, if somebody listens.
    pub heard: Option<Box<TurnTrace>>,
}

impl ValidatedIntent {
    /// The refusals, in the order of the slots.
    pub fn refusals(&mut self) -> impl Iterator<Item = EventKind> {
        std::mem::take(&mut self.refused).0.into_iter()
    }

    /// The whole turn with its refusals, which stay where they are.
    pub fn take_heard(&mut self) -> Option<TurnTrace> {
        let heard = self.heard.take()?;
        Some(TurnTrace { refused: self.refused.0.clone(), ..*heard })
    }
}

/// What is about a creature.
#[derive(Clone, Copy)]
pub(super) struct Proximity<'a> {
    /// Those behind its sightings, in their order.
    pub entities: &'a [Entity],
    /// All bodies as far as it sees, in no order.
    pub bodies: &'a [(Slot, Aabb)],
}

/// Checks the intent of a turn.
pub(super) fn validate(
    turn: Turn<'_>,
    actor: &Actor,
    around: Proximity<'_>,
    sim: &Simulation,
) -> ValidatedIntent {
    let heard = sim.hears(actor.id).then(|| Box::new(TurnTrace::of(&turn)));
    let Turn { senses, memory, intent, fault, notes, .. } = turn;
    let intent = if fault.is_some() { Intent::default() } else { intent };
    let kind = sim.world.config.species(actor.species).kind;
    let court = Court { senses: &senses, entity: actor.entity, around, kind, sim };
    let Intent { movement, attack, defend, eat, reproduce, breach, signal } = intent;
    let limit = sim.world.config.rules.memory_limit;
    let mut refused = RejectedActions::default();
    let mut effort = PlanningEffort::default();
    let (travel, on_route) = court.travel(movement, &mut effort, &mut refused);
    let attack =
        attack.and_then(|whom| refused.unless(court.attack(whom), ActionKind::Attack, Some(whom)));
    let defend =
        defend.and_then(|by| refused.unless(court.defend(by), ActionKind::Defend, Some(by)));
    let eat = eat.and_then(|what| refused.unless(court.eat(what), ActionKind::Eat, Some(what)));
    let conceive = reproduce
        .and_then(|dna| refused.unless(court.conceive(dna, actor), ActionKind::Reproduce, None));
    let breach =
        breach.and_then(|wall| refused.unless(court.breach(wall), ActionKind::Breach, None));
    let breach = breach.or(on_route);
    let memory = if fits(memory.bytes(), limit) {
        memory
    } else {
        refused.note(ActionKind::Remember, Refusal::TooLarge, None);
        Memory::default()
    };
    ValidatedIntent {
        entity: actor.entity,
        id: actor.id,
        memory,
        travel,
        effort,
        attack,
        defend,
        eat,
        conceive,
        breach,
        signal,
        refused,
        fault,
        notes: notes.into_list(),
        heard,
    }
}

/// The wishes that were not granted, as something that happened.
#[derive(Default)]
pub(super) struct RejectedActions(Vec<EventKind>);

impl RejectedActions {
    fn note(&mut self, slot: ActionKind, why: Refusal, whom: Option<OrganismId>) {
        self.0.push(EventKind::Refused { slot, why, whom });
    }

    /// What was granted, if it was.
    fn unless<T>(
        &mut self,
        granted: Result<T, Refusal>,
        slot: ActionKind,
        whom: Option<OrganismId>,
    ) -> Option<T> {
        granted.map_err(|why| self.note(slot, why, whom)).ok()
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn fits(bytes: &[u8], limit: f64) -> bool {
    bytes.len() as f64 <= limit
}

/// What the judgement of one creature's wishes rests on.
struct Court<'a> {
    senses: &'a Senses<'a>,
    entity: Entity,
    around: Proximity<'a>,
    kind: Kind,
    sim: &'a Simulation,
}

impl Court<'_> {
    fn find(&self, whom: OrganismId) -> Result<(&Sighting, Entity), Refusal> {
        if whom == self.senses.me.id {
            return Err(Refusal::Itself);
        }
        let place = self.senses.sight.iter().position(|s| s.id == whom);
        place
            .map(|place| (&self.senses.sight[place], self.around.entities[place]))
            .ok_or(Refusal::NotVisible)
    }

    /// What becomes of the journey, and the wall that is to be breached on the route of it.
    fn travel(
        &self,
        movement: Movement,
        effort: &mut PlanningEffort,
        refused: &mut RejectedActions,
    ) -> (Travel, Option<Cell>) {
        let whom = match movement {
            Movement::Halt => return (Travel::End, None),
            Movement::Go { to: Destination::Beside(whom), .. } => Some(whom),
            _ => None,
        };
        let motion = self.sim.world.organisms.get::<&Motion>(self.entity).expect("an animal");
        let journey = motion.journey.as_ref();
        let wish = refused.unless(self.wish(movement, journey), ActionKind::Move, whom).flatten();
        let Some(wish) = wish else { return (Travel::GoOn, None) };
        let mut planner = Planner::new(self.senses, self.around.bodies, self.sim, wish);
        let travel = planner.go(journey);
        *effort = planner.effort;
        let breach = planner.breach;
        let travel = refused.unless(travel, ActionKind::Move, whom).unwrap_or_else(|| {
            // Who cannot get elsewhere goes on to where it was going.
            let is_same = journey.is_none_or(|journey| journey.destination == wish.destination);
            if is_same { Travel::End } else { Travel::GoOn }
        });
        (travel, breach)
    }

    /// Where the creature wants to go, be it on the journey under way.
    fn wish(
        &self,
        movement: Movement,
        journey: Option<&Journey>,
    ) -> Result<Option<MoveRequest>, Refusal> {
        let Movement::Go { to, speed } = movement else {
            let wish = |journey: &Journey| {
                let Journey { destination, speed, .. } = *journey;
                let goal = self.goal(destination);
                let goal = goal.unwrap_or_else(|_| Planner::last_goal(journey));
                MoveRequest { destination, goal, speed }
            };
            return Ok(journey.map(wish));
        };
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
        let goal = self.goal(to)?;
        Ok(Some(MoveRequest { destination: to, goal, speed }))
    }

    /// Where a destination lies: an organism where it will be if it moves on as it does, and a point so near the border that the body would reach out of the
    /// world means the nearest place to it.
    fn goal(&self, to: Destination) -> Result<Goal, Refusal> {
        match to {
            Destination::Point(point) if !point.is_finite() => Err(Refusal::NotANumber),
            Destination::Point(point) => {
                let bounds = self.senses.bounds;
                if bounds.nearest_point(point) != point {
                    return Err(Refusal::OutOfBounds);
                }
                let room = bounds.inflated(DVec2::splat(-self.senses.me.radius));
                Ok(Goal::Point(lattice::snap_point(room.nearest_point(point))))
            }
            Destination::Base(base) => {
                let layout = self.sim.scratch.layout.as_ref();
                let layout = layout.filter(|_| self.senses.me.colony.is_some());
                let sites = &layout.ok_or(Refusal::NoColony)?.sites;
                sites
                    .get(base.index())
                    .map(|site| Goal::Point(site.middle))
                    .ok_or(Refusal::NoSuchBase)
            }
            Destination::Beside(whom) => {
                let Sighting { centre, radius, velocity, .. } = *self.find(whom)?.0;
                let room = self.senses.bounds.inflated(DVec2::splat(-radius));
                let next = lattice::snap_point(room.nearest_point(centre + velocity));
                Ok(Goal::Beside(Aabb::square(next, radius)))
            }
        }
    }

    fn attack(&self, whom: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(whom)?;
        let me = &self.senses.me;
        let provoked = || {
            let by_them =
                |e: &Event| matches!(e.what, EventKind::Attacked { by, .. } if by == whom);
            self.senses.events_of.iter().any(by_them)
        };
        match target.seen {
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

    /// A wall must be within reach, and no sentry of one's own be on it.
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
        match self.find(against)?.0.seen {
            SightingKind::Carcass => Err(Refusal::AlreadyDead),
            _ => Ok(against),
        }
    }

    /// Whether the food is within reach shows only when the bite is taken, after moving.
    fn eat(&self, what: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(what)?;
        match (self.kind, target.seen) {
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

    fn conceive(&self, dna: Vec<u8>, actor: &Actor) -> Result<Box<[u8]>, Refusal> {
        if !fits(&dna, self.sim.world.config.rules.memory_limit) {
            return Err(Refusal::TooLarge);
        }
        let life = self.sim.world.organisms.get::<&Life>(actor.entity).expect("an actor lives");
        match incubate::breeding_obstacle(&life, self.senses.me.state, self.senses.tick) {
            Some(why) => Err(why),
            None => Ok(dna.into_boxed_slice()),
        }
    }
}
