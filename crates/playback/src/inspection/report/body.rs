//! The lines about the body: energy, age, growth and breeding.

use terrarium_creatures::behaviour::EnergyState;
use terrarium_sim::world::Course;
use terrarium_space::geometry::Heading;

use super::{Line, Severity, killer, state_text};
use crate::inspection::event_text::blocker;
use crate::inspection::{
    Breeding, FootingView, Growing, Inspection, LivingState, OrganismState, describe_event,
};

impl Inspection {
    pub(super) fn body(&self) -> Vec<Line> {
        let place = format!("{:.0}, {:.0}", self.centre.x, self.centre.y);
        let mut lines = match &self.state {
            OrganismState::Carcass { energy, rots_in, died } => {
                let left = format!("{:.1} energy left", energy.units());
                let mut lines = vec![
                    Line::new("Carcass", left),
                    Line::new("Rots away", format!("in {rots_in} ticks")),
                ];
                let name = |id| self.called(id);
                lines.extend(
                    died.as_ref()
                        .map(|it| Line::new("Died", describe_event(it, &name)).about(killer(it))),
                );
                lines
            }
            OrganismState::Plant { living, .. } => self.living_lines(living),
            OrganismState::Animal(animal) => {
                let mut lines = self.living_lines(&animal.living);
                lines.extend(animal.course.iter().flat_map(course));
                lines.extend(animal.colony.as_ref().map(|it| Line::new("Colony", it.clone())));
                lines.extend(animal.footing.map(|footing| ground(footing, animal.abilities.speed)));
                lines
            }
        };
        lines.push(Line::new("Position", place).of(Severity::Faint));
        lines
    }

    fn living_lines(&self, living: &LivingState) -> Vec<Line> {
        let energy = format!(
            "{:.0} of {:.0}, {}",
            living.energy.units(),
            living.max_energy.units(),
            state_text(living.state)
        );
        let hunger = match living.state {
            EnergyState::Deteriorating => Severity::Bad,
            EnergyState::Hungry => Severity::Warning,
            EnergyState::Normal => Severity::Plain,
            EnergyState::Full => Severity::Good,
        };
        #[expect(clippy::cast_precision_loss, reason = "a bar is not that fine")]
        let aged = living.age as f64 / living.lifespan.max(1) as f64;
        let size = format!("{:.1} of {:.1}", self.radius, living.mature_radius);
        let mut lines = vec![
            Line::new("Energy", energy).bar(living.share).of(hunger),
            Line::new("Age", format!("{} of {} ticks", living.age, living.lifespan)).bar(aged),
            Line::new("Size", size).bar(self.radius / living.mature_radius),
        ];
        if living.damage > 0.0 {
            let percent = format!("{:.0} % of the lethal damage", living.damage * 100.0);
            let severity = if living.damage > 0.5 { Severity::Bad } else { Severity::Warning };
            lines.push(Line::new("Damage", percent).bar(living.damage).of(severity));
        }
        lines.push(self.growing(&living.growing));
        lines.push(breeding(&living.breeding));
        lines
    }

    fn growing(&self, growing: &Growing) -> Line {
        let name = |id| self.called(id);
        match growing {
            Growing::Grown => Line::new("Growth", "mature").of(Severity::Good),
            Growing::Waiting { ticks } => Line::new("Growth", format!("grows in {ticks} ticks")),
            Growing::Due => Line::new("Growth", "grows in the next tick").of(Severity::Good),
            Growing::Hungry { needs, has_it_now: false } => {
                let value = format!("too hungry: needs more than {:.0} energy", needs.units());
                Line::new("Growth", value).of(Severity::Warning)
            }
            Growing::Hungry { .. } => Line::new("Growth", "was too hungry; grows in the next tick"),
            Growing::NoRoom { tries_in, by } => {
                let organism = by.iter().find_map(|by| by.organism());
                let by: Vec<String> = by.iter().take(3).map(|&by| blocker(by, &name)).collect();
                let by = if by.is_empty() {
                    "nothing is in the way now".to_owned()
                } else {
                    format!("{} is too near", by.join(", "))
                };
                let value = format!("no room: {by}; tries again in {tries_in} ticks");
                Line::new("Growth", value).of(Severity::Warning).about(organism)
            }
        }
    }
}

fn ground(FootingView { kind, speed }: FootingView, max_speed: f64) -> Line {
    let severity = match speed {
        1.0 => return Line::new("Ground", kind.name()),
        ..1.0 => Severity::Warning,
        _ => Severity::Good,
    };
    let (percent, most) = (speed * 100.0, speed * max_speed);
    let value = format!("{}: {percent:.0} % of its speed, up to {most:.1} per tick", kind.name());
    Line::new("Ground", value).of(severity)
}

fn course(&Course { heading, pace }: &Course) -> [Line; 2] {
    let (number, count) = (heading.number(), Heading::COUNT);
    let degrees = heading.angle().to_degrees();
    [
        Line::new("Heading", format!("{number} of {count}, {degrees:.0}° from right to down")),
        Line::new("Pace", format!("{pace:.1} per tick")),
    ]
}

fn breeding(breeding: &Breeding) -> Line {
    let line = |value: String| Line::new("Breeding", value);
    match breeding {
        Breeding::Expecting { ticks, pauses: false, embryo } => {
            let invested = embryo.units();
            line(format!("expecting, {ticks} ticks left, {invested:.0} energy invested"))
                .of(Severity::Good)
        }
        Breeding::Expecting { ticks, .. } => {
            line(format!("expecting, paused while hungry; {ticks} ticks left"))
                .of(Severity::Warning)
        }
        Breeding::Due => line("due, waits for room".to_owned()).of(Severity::Good),
        Breeding::NotMature => line("not mature yet".to_owned()),
        Breeding::Waiting { ticks } => line(format!("can conceive in {ticks} ticks")),
        Breeding::Hungry { needs } => {
            line(format!("too hungry: needs more than {:.0} energy", needs.units()))
                .of(Severity::Warning)
        }
        Breeding::Ready => line("can conceive".to_owned()).of(Severity::Good),
    }
}
