//! The one place where what a creature wants is checked: what passes is an order.

use hecs::Entity;

use super::Simulation;
use super::incubate;
use super::plan;
use super::sense::Actor;
use crate::behaviour::{
    Destination, EnergyState, Event, Happening, Intent, Memory, Movement, OrganismId, Refusal,
    Seen, Senses, Sighting, Slotted, Turn,
};
use crate::geometry::{DVec2, lattice};
use crate::navigation::Goal;
use crate::species::Kind;
use crate::world::{Body, Journey, Life, Motion};

/// What a creature will try to do this tick, all of it allowed as far as could be seen.
pub(super) struct Order {
    pub entity: Entity,
    pub id: OrganismId,
    pub memory: Memory,
    pub travel: Travel,
    pub attack: Option<Entity>,
    pub defend: Option<OrganismId>,
    pub eat: Option<Entity>,
    pub conceive: Option<Box<[u8]>>,
    pub signal: Option<u64>,
    /// The wishes that were not granted.
    pub refused: Vec<(Slotted, Refusal)>,
}

/// What becomes of a journey.
pub(super) enum Travel {
    GoOn,
    /// Goes on at another speed.
    Pace(f64),
    End,
    Begin(Journey),
}

impl Order {
    /// The refusals as something that happened.
    pub fn refusals(&mut self) -> impl Iterator<Item = Happening> {
        std::mem::take(&mut self.refused)
            .into_iter()
            .map(|(slot, why)| Happening::Refused { slot, why })
    }
}

/// Checks the intent of a turn. `entities` are those behind its sightings.
pub(super) fn judge(turn: Turn<'_>, actor: &Actor, entities: &[Entity], sim: &Simulation) -> Order {
    let Turn { senses, memory, intent, .. } = turn;
    let kind = sim.world.setting.species(actor.species).kind;
    let court = Court { senses: &senses, entity: actor.entity, entities, kind, sim };
    let mut refused = Vec::new();
    let mut allow = |slot, why| refused.push((slot, why));
    let Intent { movement, attack, defend, eat, reproduce, signal } = intent;
    let limit = sim.world.setting.rules.memory_limit;
    let travel = grant(court.travel(movement), Slotted::Move, &mut allow).unwrap_or(Travel::GoOn);
    let attack = attack.and_then(|whom| grant(court.attack(whom), Slotted::Attack, &mut allow));
    let defend = defend.and_then(|by| grant(court.defend(by), Slotted::Defend, &mut allow));
    let eat = eat.and_then(|what| grant(court.eat(what), Slotted::Eat, &mut allow));
    let conceive =
        reproduce.and_then(|dna| grant(court.conceive(dna, actor), Slotted::Reproduce, &mut allow));
    let memory = if fits(memory.bytes(), limit) {
        memory
    } else {
        allow(Slotted::Remember, Refusal::TooLarge);
        Memory::default()
    };
    Order {
        entity: actor.entity,
        id: actor.id,
        memory,
        travel,
        attack,
        defend,
        eat,
        conceive,
        signal,
        refused,
    }
}

fn grant<T>(
    judged: Result<T, Refusal>,
    slot: Slotted,
    refuse: &mut impl FnMut(Slotted, Refusal),
) -> Option<T> {
    judged.map_err(|why| refuse(slot, why)).ok()
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn fits(bytes: &[u8], limit: f64) -> bool {
    bytes.len() as f64 <= limit
}

/// What the judgement of one creature's wishes rests on.
struct Court<'a> {
    senses: &'a Senses<'a>,
    entity: Entity,
    entities: &'a [Entity],
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
            .map(|place| (&self.senses.sight[place], self.entities[place]))
            .ok_or(Refusal::NotVisible)
    }

    fn travel(&self, movement: Movement) -> Result<Travel, Refusal> {
        let Movement::Go { to, speed } = movement else {
            return Ok(if movement == Movement::Halt { Travel::End } else { Travel::GoOn });
        };
        let me = &self.senses.me;
        if !speed.is_finite() {
            return Err(Refusal::NotANumber);
        }
        if speed > me.max_speed {
            return Err(Refusal::TooFast);
        }
        if speed < self.sim.world.setting.rules.speed_min {
            return Err(Refusal::TooSlow);
        }
        let body = Body { centre: me.centre, radius: me.radius };
        let goal = self.goal(to, &body)?;
        let was_stopped = || {
            let is_stop = |e: &Event| matches!(e.what, Happening::Blocked { .. });
            self.senses.befell.iter().any(is_stop)
        };
        let motion = self.sim.world.organisms.get::<&Motion>(self.entity).expect("an animal");
        match &motion.journey {
            Some(journey) if plan::leads_to(journey, to, goal, &body) && !was_stopped() => {
                Ok(Travel::Pace(speed))
            }
            _ => match plan::way(me, goal, self.sim)? {
                waypoints if waypoints.is_empty() => Ok(Travel::End),
                waypoints => Ok(Travel::Begin(Journey { destination: to, waypoints, speed })),
            },
        }
    }

    /// Where a destination lies; a point so near the border that the body would reach out of the
    /// world means the nearest place to it.
    fn goal(&self, to: Destination, body: &Body) -> Result<Goal, Refusal> {
        match to {
            Destination::Point(point) if !point.is_finite() => Err(Refusal::NotANumber),
            Destination::Point(point) => {
                let bounds = self.senses.bounds;
                if bounds.nearest_point(point) != point {
                    return Err(Refusal::OutOfBounds);
                }
                let room = bounds.inflated(DVec2::splat(-body.radius));
                Ok(Goal::Point(lattice::snap_point(room.nearest_point(point))))
            }
            Destination::Beside(whom) => Ok(Goal::Beside(self.find(whom)?.0.body())),
        }
    }

    fn attack(&self, whom: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(whom)?;
        let me = &self.senses.me;
        let provoked = || {
            let by_them =
                |e: &Event| matches!(e.what, Happening::Attacked { by, .. } if by == whom);
            self.senses.befell.iter().any(by_them)
        };
        match target.seen {
            Seen::Carcass => Err(Refusal::AlreadyDead),
            Seen::Plant => Err(Refusal::ImproperFood),
            _ if target.gap > me.reach => Err(Refusal::NotWithinReach),
            _ if self.kind == Kind::Herbivore && me.state > EnergyState::Hungry && !provoked() => {
                Err(Refusal::NotHungry)
            }
            _ => Ok(entity),
        }
    }

    fn defend(&self, against: OrganismId) -> Result<OrganismId, Refusal> {
        match self.find(against)?.0.seen {
            Seen::Carcass => Err(Refusal::AlreadyDead),
            _ => Ok(against),
        }
    }

    /// Whether the food is within reach shows only when the bite is taken, after moving.
    fn eat(&self, what: OrganismId) -> Result<Entity, Refusal> {
        let (target, entity) = self.find(what)?;
        match (self.kind, target.seen) {
            _ if self.senses.me.state == EnergyState::Full => Err(Refusal::AlreadyFull),
            (Kind::Herbivore, Seen::Plant) | (Kind::Carnivore, Seen::Carcass) => Ok(entity),
            (Kind::Carnivore, Seen::Herbivore | Seen::Carnivore) => Err(Refusal::NotDead),
            _ => Err(Refusal::ImproperFood),
        }
    }

    fn conceive(&self, dna: Vec<u8>, actor: &Actor) -> Result<Box<[u8]>, Refusal> {
        if !fits(&dna, self.sim.world.setting.rules.memory_limit) {
            return Err(Refusal::TooLarge);
        }
        let life = self.sim.world.organisms.get::<&Life>(actor.entity).expect("an actor lives");
        match incubate::obstacle(&life, self.senses.me.state, self.senses.tick) {
            Some(why) => Err(why),
            None => Ok(dna.into_boxed_slice()),
        }
    }
}
