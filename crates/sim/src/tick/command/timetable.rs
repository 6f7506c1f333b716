//! The commands of the timetable of a world, at their ticks.

use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::Cell;

use super::{Calamity, Command, CommandRefusal};
use crate::tick::Simulation;
use crate::world::{Intervention, TimedCommand, World};

/// A command that the timetable gave before the last tick.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedOutcome {
    /// The tick after which it was given.
    pub tick: u64,
    /// Its name in the timetable.
    pub name: String,
    /// The command.
    pub command: Command,
    /// The command in a few words.
    pub description: String,
    /// Why it was refused, if it was. A refused command changes nothing.
    pub result: Result<(), CommandRefusal>,
}

impl TimedOutcome {
    /// Describes what happened: `drought: drought, everywhere, …`, or why nothing did.
    #[must_use]
    pub fn describe(&self) -> String {
        let Self { name, description, .. } = self;
        match &self.result {
            Ok(()) => format!("timetable {name}: {description}"),
            Err(refusal) => format!("timetable {name}: not done: {refusal}"),
        }
    }
}

impl Simulation {
    /// What the timetable gave before the last tick.
    #[must_use]
    pub fn timed_outcomes(&self) -> &[TimedOutcome] {
        &self.scratch.this_tick.timed_outcomes
    }

    /// Gives the commands of the timetable that are due, in its order, after those of observers.
    pub(in crate::tick) fn follow_timetable(&mut self) {
        self.scratch.this_tick.timed_outcomes.clear();
        let World { config, tick, .. } = &self.world;
        if config.timetable.is_empty() {
            return;
        }
        let due = config.timetable.iter().filter(|timed| timed.is_due(*tick));
        let due: Vec<TimedCommand> = due.cloned().collect();
        for TimedCommand { name, intervention, .. } in due {
            let tick = self.world.tick;
            let command = Command::new(&intervention, &self.world);
            let result = self.apply(command.clone());
            let description = command.describe(&self.world);
            let outcome = TimedOutcome { tick, name, command, description, result };
            self.scratch.this_tick.timed_outcomes.push(outcome);
        }
    }

    pub(super) fn schedule(&mut self, timetable: Vec<TimedCommand>) -> Result<(), CommandRefusal> {
        let config = &self.world.config;
        if !config.is_timetable_sound(&timetable) {
            return Err(CommandRefusal::Timetable);
        }
        let tick = self.world.tick;
        let is_late = |timed: &&TimedCommand| {
            timed.tick < tick && !self.world.config.timetable.contains(*timed)
        };
        if let Some(late) = timetable.iter().find(is_late) {
            return Err(CommandRefusal::Past { name: late.name.clone(), at: late.tick, tick });
        }
        self.world.schedule(timetable);
        Ok(())
    }
}

impl Command {
    /// The command that carries out an intervention in a world.
    #[must_use]
    pub fn new(intervention: &Intervention, world: &World) -> Self {
        match *intervention {
            Intervention::Drought { area, light, ticks } => {
                Self::Calamity(Calamity::DrySpell { area, light, ticks })
            }
            Intervention::Plague { species, area, mortality, ticks } => {
                Self::Calamity(Calamity::Epidemic { species, area, mortality, ticks })
            }
            Intervention::Fire { area, mortality, ticks } => {
                Self::Calamity(Calamity::Wildfire { area, mortality, ticks })
            }
            Intervention::Add { species, area: Some(area), count } => {
                Self::Scatter { species, places: vec![area.at], radius: area.radius, count }
            }
            Intervention::Add { species, area: None, count } => {
                let (places, radius) = everywhere(world.config.bounds);
                Self::Scatter { species, places, radius, count }
            }
            Intervention::Remove(share) => Self::RemoveShare(share),
            Intervention::Feed(share) => Self::FeedShare(share),
            Intervention::Rules(ref rules) => Self::SetRules { rules: rules.clone() },
            Intervention::OpenLink(ref link) => Self::OpenLink { link: link.clone() },
            Intervention::CloseLink(ref link) => Self::CloseLink { link: link.clone() },
            Intervention::Wall(area) => Self::BuildWall { area },
            Intervention::RemoveWalls(area) => Self::RemoveWalls { area },
            Intervention::Paint { tile, from, to } => {
                let cells =
                    (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Cell::new(x, y)));
                Self::PaintTiles { tile, cells: cells.collect() }
            }
            Intervention::Reseed(seed) => Self::Reseed { seed },
            Intervention::Polygon(ref polygon) => {
                Self::BuildPolygon { corners: polygon.corners().to_vec() }
            }
        }
    }
}

/// The distance between the points around which organisms are added in a large world, in units.
const SPACING: f64 = 2000.0;

/// Points and a radius around them that cover a world.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 1 to 64")]
fn everywhere(bounds: Aabb) -> (Vec<DVec2>, f64) {
    let size = bounds.size();
    let count = |side: f64| (side / SPACING).ceil().clamp(1.0, 64.0) as u32;
    let (columns, rows) = (count(size.x), count(size.y));
    let cell = size / DVec2::new(columns.into(), rows.into());
    let place = |x: u32, y: u32| bounds.min + cell * (DVec2::new(x.into(), y.into()) + 0.5);
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| place(x, y)));
    (places.collect(), cell.length() / 2.0)
}
