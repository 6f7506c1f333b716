//! The plot of a stop: what is open when it is chosen, and how that ends.

use terrarium_creatures::behaviour::BaseId;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Action, Figure};

use super::stop::{HUNGRY, WOUNDED, calamity_text, chase_text, hunger_text, wound_text};
use super::{Stop, Subject};
use crate::chronicle::{Notable, Remark};
use crate::{Chronicle, HUNT, Moment, Watched};

/// The ticks after which a chase is over if the hunter does nothing for it.
const GIVEN_UP: u64 = 60;

/// What is open in a stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Plot {
    /// Nothing: what is said stays true, while the organism lives.
    Still,
    /// Whether the subject kills this organism.
    Chase(Watched),
    /// Whether the subject starves.
    Hunger,
    /// Whether the subject dies of its wounds.
    Wound,
    /// Who takes a base.
    Base(BaseId),
    /// What a calamity does that ends in this tick.
    Calamity(u64),
}

/// How far the plot of a stop is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Progress {
    pub plot: Plot,
    pub subject: Option<Watched>,
    /// The tick in which the stop began.
    began: u64,
    /// The last tick in which the hunter was seen at it.
    active: u64,
    is_over: bool,
}

/// What has changed of a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewal {
    /// Nothing.
    Same,
    /// What is said of it.
    Text,
    /// It has ended: its text says how.
    End,
}

impl Progress {
    pub fn new(subject: Subject, scene: &Scene) -> Self {
        let subject = subject.organism().map(|organism| Watched::in_scene(organism, scene));
        Self { plot: Plot::Still, subject, began: scene.tick, active: scene.tick, is_over: false }
    }
}

impl Stop {
    /// Whether its end is awaited.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.progress.plot != Plot::Still && !self.progress.is_over
    }

    /// The moment in which the story has ended, to be kept. Meals and recoveries are too usual for that.
    #[must_use]
    pub fn moment(&self, scene: &Scene) -> Option<Moment> {
        let Progress { plot, subject, is_over, .. } = self.progress;
        let is_kept = matches!(plot, Plot::Chase(_) | Plot::Base(_) | Plot::Calamity(_));
        if !is_over || !is_kept {
            return None;
        }
        let organism = subject.map(|it| it.organism);
        let of_area = match self.subject {
            Subject::Area(area) => Some(area.centre()),
            Subject::World | Subject::Organism(_) => None,
        };
        let of_organism = organism.and_then(|id| scene.figure(id)).map(|it| it.centre);
        let (tick, at, caption) = (scene.tick, of_area.or(of_organism), self.text.clone());
        Some(Moment { tick, at, organism, caption })
    }

    /// Brings what is said up to a later scene. At the end of the story, the text says how it ended, in the words of the
    /// list of events.
    pub fn renew(&mut self, scene: &Scene, chronicle: &Chronicle) -> Renewal {
        if self.progress.is_over {
            return Renewal::Same;
        }
        if let Some(outcome) = self.outcome(scene, chronicle) {
            (self.text, self.progress.is_over) = (outcome, true);
            return Renewal::End;
        }
        match self.said_now(scene) {
            Some(text) if text != self.text => {
                self.text = text;
                Renewal::Text
            }
            _ => Renewal::Same,
        }
    }

    /// What is to be said while the story is open.
    fn said_now(&self, scene: &Scene) -> Option<String> {
        let subject = || scene.figure(self.progress.subject?.organism);
        match self.progress.plot {
            Plot::Still | Plot::Base(_) => None,
            Plot::Chase(prey) => Some(chase_text(scene, subject()?, scene.figure(prey.organism)?)),
            Plot::Hunger => Some(hunger_text(subject()?)),
            Plot::Wound => Some(wound_text(subject()?)),
            Plot::Calamity(ends) => {
                let ongoing = scene.calamities.iter().find(|it| it.ends() == ends)?;
                Some(calamity_text(ongoing, scene.tick))
            }
        }
    }

    /// How the story has ended, if it has.
    fn outcome(&mut self, scene: &Scene, chronicle: &Chronicle) -> Option<String> {
        self.death(scene, chronicle).or_else(|| self.escape(scene, chronicle))
    }

    /// The kill of the hunter, or the death of the prey or of the subject.
    fn death(&mut self, scene: &Scene, chronicle: &Chronicle) -> Option<String> {
        let Progress { plot, subject, began, .. } = &mut self.progress;
        if let (Plot::Chase(prey), Some(hunter)) = (plot, &subject) {
            let killed = |it: &Remark| matches!(it.what, Notable::Died { by: Some(by), .. } if by == hunter.organism);
            if let Some(kill) = latest(chronicle, *began, scene.tick, killed) {
                return Some(chronicle.describe(kill));
            }
            if !prey.observe(scene) {
                return Some(prey.fate(scene.tick, chronicle));
            }
        }
        let subject = subject.as_mut()?;
        let is_dead = !subject.observe(scene);
        is_dead.then(|| subject.fate(scene.tick, chronicle))
    }

    /// How the story has ended without a death.
    fn escape(&mut self, scene: &Scene, chronicle: &Chronicle) -> Option<String> {
        let Progress { plot, subject, began, .. } = self.progress;
        let name = || subject.map(|it| it.name(chronicle)).unwrap_or_default();
        let figure = subject.and_then(|it| scene.figure(it.organism));
        match plot {
            Plot::Still => None,
            Plot::Chase(prey) => self
                .has_lost(figure?, scene.figure(prey.organism)?, scene.tick)
                .then(|| format!("{} escapes from {}", prey.name(chronicle), name())),
            Plot::Hunger => {
                (figure?.energy > 2.0 * HUNGRY).then(|| format!("{} has eaten", name()))
            }
            Plot::Wound => {
                (figure?.damage < 0.5 * WOUNDED).then(|| format!("{} has recovered", name()))
            }
            Plot::Base(base) => {
                let is_taken = |it: &Remark| match it.what {
                    Notable::Captured { base: of, .. } | Notable::Neutralised { base: of, .. } => {
                        of == base
                    }
                    _ => false,
                };
                latest(chronicle, began, scene.tick, is_taken).map(|it| chronicle.describe(it))
            }
            Plot::Calamity(ends) => {
                let is_over =
                    |it: &Remark| it.tick == ends && matches!(it.what, Notable::CalamityOver(_));
                latest(chronicle, began, scene.tick, is_over).map(|it| chronicle.describe(it))
            }
        }
    }

    /// Whether the hunter has lost the prey.
    fn has_lost(&mut self, hunter: &Figure, prey: &Figure, tick: u64) -> bool {
        let distance = hunter.centre.distance(prey.centre);
        let is_near = hunter.action == Action::Walking && distance < HUNT;
        if hunter.action == Action::Attacking || is_near {
            self.progress.active = tick;
        }
        distance > 1.5 * HUNT || tick > self.progress.active + GIVEN_UP
    }
}

/// The latest remark after one tick and up to another for which `is_meant` is true.
fn latest(
    chronicle: &Chronicle,
    after: u64,
    until: u64,
    is_meant: impl Fn(&Remark) -> bool,
) -> Option<&Remark> {
    let past = chronicle.remarks().iter().rev().skip_while(|it| it.tick > until);
    past.take_while(|it| it.tick > after).find(|it| is_meant(it))
}
