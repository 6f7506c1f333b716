//! The energy of traced organisms, by account. Each phase changes the energy of an organism for one
//! reason, so the difference between two phases is exact.

use hecs::Entity;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Energy;

use super::Simulation;
use crate::world::{Identity, Life, World};

/// Why the energy that an organism can spend changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnergyAccount {
    /// In: what it had at birth.
    Endowment,
    /// In: food.
    Food,
    /// In: light that a plant receives and can hold.
    Light,
    /// In: what commands fed it.
    Given,
    /// Out: the cost of living.
    Living,
    /// Out: the cost of movement.
    Moving,
    /// Out: the cost of attacks on organisms and walls.
    Attacking,
    /// Out: the cost of defences.
    Defending,
    /// Out: the cost of healing.
    Healing,
    /// Out: what it built into its body.
    Growth,
    /// Out: what it invested in children or seeds.
    Brood,
    /// Out: what animals ate from a plant.
    Grazed,
    /// Out: what it left at its death.
    Left,
}

impl EnergyAccount {
    /// All accounts, income first.
    pub const ALL: [Self; 13] = [
        Self::Endowment,
        Self::Food,
        Self::Light,
        Self::Given,
        Self::Living,
        Self::Moving,
        Self::Attacking,
        Self::Defending,
        Self::Healing,
        Self::Growth,
        Self::Brood,
        Self::Grazed,
        Self::Left,
    ];

    /// Its name in reports and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Endowment => "endowment",
            Self::Food => "food",
            Self::Light => "light",
            Self::Given => "given",
            Self::Living => "living",
            Self::Moving => "moving",
            Self::Attacking => "attacking",
            Self::Defending => "defending",
            Self::Healing => "healing",
            Self::Growth => "growth",
            Self::Brood => "brood",
            Self::Grazed => "grazed",
            Self::Left => "left",
        }
    }

    /// The account of what a phase of [`PHASES`](super::PHASES) takes from organisms or adds to them; `None` for a
    /// phase that changes no energy of organisms that exist.
    fn of_phase(phase: &str, is_gain: bool) -> Option<Self> {
        Some(match phase {
            "burn, age and rot" => Self::Living,
            "attack" | "siege" => Self::Attacking,
            "defend" => Self::Defending,
            "move" => Self::Moving,
            "eat" if is_gain => Self::Food,
            "eat" => Self::Grazed,
            "grow" => Self::Growth,
            "heal" => Self::Healing,
            "incubate" => Self::Brood,
            "light" => Self::Light,
            _ => return None,
        })
    }
}

/// The changes of the energy of one traced organism in the last tick, and by commands before it.
#[derive(Debug, Clone, PartialEq)]
pub struct EnergyTrace {
    /// The organism.
    pub by: OrganismId,
    /// The energy it can spend; `None` while it does not live.
    pub energy: Option<Energy>,
    /// The changes in the order of the phases: positive amounts are gains.
    pub changes: Vec<(EnergyAccount, Energy)>,
    /// Its entity, for as long as that is known.
    entity: Option<Entity>,
    /// Its energy when it died in this phase.
    at_death: Option<Energy>,
    /// Whether it is dead.
    is_over: bool,
}

impl EnergyTrace {
    /// Begins to trace an organism, which may not be born yet.
    pub(super) fn new(by: OrganismId, world: &World) -> Self {
        let (energy, changes, entity, at_death) = (None, Vec::new(), None, None);
        let mut trace = Self { by, energy, changes, entity, at_death, is_over: false };
        trace.energy = trace.measure(world);
        trace.is_over = trace.energy.is_none() && by < world.next_id();
        trace
    }

    /// Keeps the energy of the organism at its death.
    pub(super) fn died(&mut self, energy: Energy) {
        self.at_death = Some(energy);
    }

    /// Enters the change since the last call, which has this cause; `None` stands for commands.
    fn enter(&mut self, world: &World, phase: Option<&str>) {
        if self.is_over {
            return;
        }
        let now = self.measure(world);
        match (self.energy, now.or(self.at_death)) {
            (Some(before), Some(after)) => {
                let change = after - before;
                let account =
                    phase.and_then(|it| EnergyAccount::of_phase(it, change.is_positive()));
                self.change(account.unwrap_or(EnergyAccount::Given), change);
            }
            (None, Some(energy)) => self.change(EnergyAccount::Endowment, energy),
            (_, None) => {}
        }
        if self.energy.is_some() && now.is_none() {
            // A command that removes an organism kills it without a death.
            let left = self.at_death.or(self.energy).unwrap_or_default();
            self.change(EnergyAccount::Left, -left);
            self.is_over = true;
        }
        (self.energy, self.at_death) = (now, None);
    }

    fn change(&mut self, account: EnergyAccount, amount: Energy) {
        if amount != Energy::ZERO {
            self.changes.push((account, amount));
        }
    }

    fn measure(&mut self, world: &World) -> Option<Energy> {
        let known = self.entity.and_then(|entity| self.energy_of(world, entity));
        known.or_else(|| {
            self.entity = (self.by < world.next_id()).then(|| world.entity_of(self.by)).flatten();
            self.entity.and_then(|entity| self.energy_of(world, entity))
        })
    }

    fn energy_of(&self, world: &World, entity: Entity) -> Option<Energy> {
        let mut query = world.organisms.query_one::<(&Identity, &Life)>(entity);
        let (who, life) = query.get().ok()?;
        (who.id == self.by).then_some(life.energy)
    }
}

impl Simulation {
    /// The changes of the energy of an organism in the last tick, if it is traced by its identity.
    #[must_use]
    pub fn energy_trace(&self, organism: OrganismId) -> Option<&EnergyTrace> {
        self.scratch.traces.energy.iter().find(|trace| trace.by == organism)
    }

    /// Enters what commands changed since the last tick.
    pub(super) fn begin_energy_traces(&mut self) {
        let Self { world, scratch, .. } = self;
        for trace in &mut scratch.traces.energy {
            trace.changes.clear();
            trace.enter(world, None);
        }
    }

    /// Enters what a phase changed.
    pub(super) fn record_energy(&mut self, phase: &str) {
        let Self { world, scratch, .. } = self;
        scratch.traces.energy.iter_mut().for_each(|trace| trace.enter(world, Some(phase)));
    }
}
