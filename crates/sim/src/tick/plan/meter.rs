//! What planning costs a species, in operations.
//!
//! A species in a sandbox pays for the planning of its journeys as for its turns, so that it cannot slow a world by
//! asking for paths. Prices are stated in operations: as many as a plain loop executes in the time that the work
//! takes at most. `benches/turn_costs` compares both.

use std::cell::Cell;

use terrarium_navigation::regions::Regions;

/// To begin a plan.
pub(super) const PLAN: u64 = 1000;

/// To look for obstacles within the sensor range.
pub(super) const QUERY: u64 = 25;

/// To look for obstacles farther away.
pub(super) const FAR_QUERY: u64 = 150;

/// To compare an obstacle that was found.
pub(super) const OBSTACLE: u64 = 3;

/// To expand an interval of free ground, or to find one.
pub(super) const INTERVAL: u64 = 40;

/// To take a step of a search over ground with costs.
pub(super) const WEIGHTED_STEP: u64 = 400;

/// To take a step of a search through a graph of nodes and routes.
pub(super) const ROUTE_STEP: u64 = 100;

/// To take a step of a search for a path over links.
pub(super) const LINK_STEP: u64 = 400;

/// The most intervals that the shortest path over ground takes for each region that is known. Far paths take fewer.
const INTERVALS: u64 = 4;

/// The most steps that a path over ground with costs takes for each region.
const WEIGHTED_STEPS: u64 = 4;

/// The most steps of a slice of a search whose steps have not been seen to cost more than stated.
const SLICE: u32 = 8;

/// What planning for one creature may use.
#[derive(Debug, Clone, Copy)]
pub(in crate::tick) struct Allowance {
    pub operations: u64,
    /// Whether what has to be done at once, and may take more, waits for another tick.
    pub waits: bool,
}

/// The operations that planning for one creature uses.
#[derive(Debug)]
pub(super) struct Meter {
    /// What it may use; `None` is no limit.
    allowance: Option<Allowance>,
    spent: Cell<u64>,
    /// Whether something was left out because it may take more operations than are left.
    left_out: Cell<bool>,
}

impl Meter {
    pub fn new(allowance: Option<Allowance>) -> Self {
        Self { allowance, spent: Cell::new(0), left_out: Cell::new(false) }
    }

    /// Counts operations.
    pub fn charge(&self, operations: u64) {
        self.spent.update(|spent| spent.saturating_add(operations));
    }

    /// The operations used so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The operations that are left; `None` is no limit.
    pub fn left(&self) -> Option<u64> {
        self.allowance.map(|most| most.operations.saturating_sub(self.spent.get()))
    }

    /// Whether as many operations are left as something may take that has to be done at once. If not, the plan as a
    /// whole waits until there are.
    pub fn affords(&self, operations: u64) -> bool {
        let waits = self.allowance.is_some_and(|allowance| allowance.waits);
        let affords = !waits || self.left().is_none_or(|left| operations <= left);
        self.left_out.update(|before| before || !affords);
        affords
    }

    /// Whether something was left out.
    pub fn has_left_out(&self) -> bool {
        self.left_out.get()
    }
}

/// A search is taken in slices, so that it uses hardly more operations than are left.
pub(super) struct Slices<'a> {
    meter: &'a Meter,
    /// The price of a step, besides the obstacles that it looks at.
    price: u64,
    /// What was spent before.
    before: u64,
    steps: u32,
}

impl<'a> Slices<'a> {
    /// The slices of a search, a step of which costs `price` besides the obstacles that it looks at.
    pub fn new(meter: &'a Meter, price: u64) -> Self {
        Self { meter, price, before: meter.spent(), steps: 0 }
    }

    /// The number of steps of the next slice, of `most`; `None` when all operations are used up.
    pub fn next(&self, most: u32) -> Option<u32> {
        let Some(left) = self.meter.left() else { return Some(most) };
        if left == 0 {
            return None;
        }
        // Half of what is left: the next steps may cost more than those before.
        let spent = self.meter.spent() - self.before;
        let price = spent.div_ceil(u64::from(self.steps).max(1)).max(self.price).max(1);
        let steps = u32::try_from(left / (2 * price)).unwrap_or(u32::MAX).max(1);
        let bound = if self.steps == 0 { SLICE } else { u32::MAX };
        Some(steps.min(bound).min(most))
    }

    /// Charges for the steps of a slice.
    pub fn took(&mut self, steps: u32) {
        self.steps += steps;
        self.meter.charge(u64::from(steps) * self.price);
    }
}

/// The operations that a path over the ground may take.
pub(super) fn of_ground_path(regions: &Regions, is_weighed: bool) -> u64 {
    let of_region = if is_weighed { WEIGHTED_STEPS * WEIGHTED_STEP } else { INTERVALS * INTERVAL };
    (regions.len() as u64).saturating_mul(of_region)
}

/// The price of a step of a navigator, besides the obstacles that it looks at.
pub(super) fn of_step(navigator: &str) -> u64 {
    match navigator {
        "exact" => 260,
        "direct" | "perimeter" | "right-hand" | "successor" => 300,
        "greedy-wall" | "sections" => 500,
        "wall-memory" => 1500,
        "wave" => 1700,
        "grid-astar" => 2500,
        "rolling-grid" => 7000,
        "scan" => 16_000,
        // "jump-point", and those that are new.
        _ => 2000,
    }
}
