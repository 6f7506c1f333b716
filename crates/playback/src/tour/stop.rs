//! The stops of a tour: what is worth watching in a world now, and what to say about it.

use terrarium_creatures::behaviour::{BaseId, Colony, OrganismId, SightingKind};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_input::wording::{capitalised, counted, plural};
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Action, DAY, Figure};
use terrarium_sim::world::OngoingCalamity;
use terrarium_space::geometry::{Aabb, DVec2};

use super::plot::{Plot, Progress};
use crate::chronicle::{Notable, Remark, RemarkCategory};
use crate::{Chronicle, HUNT, Watched};

/// The side of the square in which a herd is counted, in units.
const HERD: f64 = 240.0;

/// The least number of animals of a herd.
const LEAST_HERD: usize = 8;

/// A species with at most so many animals is rare.
const RARE: u64 = 5;

/// Energy and damage, as shares, at which an animal is in danger.
pub(super) const HUNGRY: f32 = 0.12;
pub(super) const WOUNDED: f32 = 0.5;

/// The side of the area that is shown around a place, in units.
const AROUND: f64 = 500.0;

/// What a stop is about. Of themes that were shown equally long ago, the earlier one comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// The whole world.
    Overview,
    /// A calamity under way.
    Calamity,
    /// An animal that attacks.
    Fight,
    /// A contested base.
    Base,
    /// A carnivore near its prey.
    Hunt,
    /// A place where something happened.
    Story,
    /// An animal of a rare species.
    Rare,
    /// A newborn.
    Birth,
    /// The hunter with the most kills.
    Veteran,
    /// A population that has doubled or halved.
    Trend,
    /// Many animals of a species.
    Herd,
    /// A starving animal.
    Hunger,
    /// A wounded animal.
    Wound,
    /// The oldest animal.
    Oldest,
}

/// Where the camera looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Subject {
    /// At the whole world.
    World,
    /// At a part of the world.
    Area(Aabb),
    /// At an organism and its surroundings.
    Organism(OrganismId),
}

impl Subject {
    /// The organism that the camera follows.
    #[must_use]
    pub fn organism(self) -> Option<OrganismId> {
        match self {
            Self::Organism(organism) => Some(organism),
            Self::World | Self::Area(_) => None,
        }
    }
}

/// Something worth watching.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// What it is about.
    pub theme: Theme,
    /// Where the camera looks.
    pub subject: Subject,
    /// What is shown, in a few words.
    pub title: String,
    /// More about it.
    pub text: String,
    pub(super) progress: Progress,
}

impl Stop {
    /// The same stop, with what is open in it.
    fn awaiting(mut self, plot: Plot) -> Self {
        self.progress.plot = plot;
        self
    }
}

/// What a tour is chosen from.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    pub scene: &'a Scene,
    pub chronicle: &'a Chronicle,
    /// The organisms that were shown lately.
    pub excluded: &'a [OrganismId],
}

impl Choice<'_> {
    /// All stops that the world offers now, at most one of each theme.
    pub fn stops(&self) -> Vec<Stop> {
        let stops = [
            Some(self.overview()),
            self.calamity(),
            self.fight(),
            self.base(),
            self.hunt(),
            self.story(),
            self.rare(),
            self.birth(),
            self.veteran(),
            self.trend(),
            self.herd(),
            self.hunger(),
            self.wound(),
            self.oldest(),
        ];
        stops.into_iter().flatten().collect()
    }

    fn overview(&self) -> Stop {
        let tick = self.scene.tick;
        let counts = self.scene.species.iter().zip(self.scene.populations());
        let counts: Vec<String> =
            counts.map(|(look, count)| format!("{} {count}", look.name)).collect();
        let title = format!("Tick {tick}, day {}", tick / DAY + 1);
        self.stop(Theme::Overview, Subject::World, title, counts.join(" · "))
    }

    fn calamity(&self) -> Option<Stop> {
        let tick = self.scene.tick;
        let ongoing = self.scene.calamities.iter().rev().find(|it| it.is_active(tick))?;
        let subject =
            ongoing.area().map_or(Subject::World, |area| around(area.at, area.radius * 2.4));
        let text = calamity_text(ongoing, tick);
        let title = format!("A {}", ongoing.name());
        let stop = self.stop(Theme::Calamity, subject, title, text);
        Some(stop.awaiting(Plot::Calamity(ongoing.ends())))
    }

    fn fight(&self) -> Option<Stop> {
        let attackers = self.animals().filter(|it| it.action == Action::Attacking);
        // A carnivore kills; a herbivore that strikes is rarer, but less is at stake.
        let attacker = attackers.max_by_key(|it| it.kind == SightingKind::Carnivore)?;
        let victims = self.animals().filter(|it| it.action == Action::Defending);
        let Some((victim, _)) = nearest(victims, attacker) else {
            return Some(self.about(Theme::Fight, attacker, "attacks", String::new()));
        };
        Some(self.chase(Theme::Fight, attacker, victim, "attacks"))
    }

    pub fn chase(&self, theme: Theme, hunter: &Figure, prey: &Figure, does: &str) -> Stop {
        let stop = self.about(theme, hunter, does, chase_text(self.scene, hunter, prey));
        stop.awaiting(Plot::Chase(Watched::in_scene(prey.id, self.scene)))
    }

    fn hunt(&self) -> Option<Stop> {
        let hunters = self
            .animals()
            .filter(|it| it.kind == SightingKind::Carnivore && it.action == Action::Walking);
        let prey = || self.scene.figures.iter().filter(|it| it.kind == SightingKind::Herbivore);
        let hunts = hunters.filter_map(|hunter| {
            let (prey, distance) = nearest(prey(), hunter)?;
            (distance < HUNT).then_some((hunter, prey, distance))
        });
        let (hunter, prey, _) = hunts.min_by(|(.., a), (.., b)| a.total_cmp(b))?;
        Some(self.chase(Theme::Hunt, hunter, prey, "hunts"))
    }

    fn base(&self) -> Option<Stop> {
        let contested = (0..).map(BaseId).zip(&self.scene.bases);
        let contested = contested.filter(|(_, base)| base.lean.abs() < 1.0);
        let (id, base) =
            contested.max_by(|(_, a), (_, b)| a.lean.abs().total_cmp(&b.lean.abs()))?;
        let owner =
            base.owner.map_or("no colony".to_owned(), |owner| self.chronicle.colony_name(owner));
        let taking = if base.lean < 0.0 { Colony::Blue } else { Colony::Red };
        let taking = self.chronicle.colony_name(taking);
        let share = f64::from(base.lean.abs()) * 100.0;
        let title = format!("Base {} is contested", base.name);
        let text = format!("held by {owner}; {taking} {share:.0} %");
        let stop = self.stop(Theme::Base, around(base.middle, AROUND), title, text);
        Some(stop.awaiting(Plot::Base(id)))
    }

    fn story(&self) -> Option<Stop> {
        let told = [RemarkCategory::Story, RemarkCategory::Species, RemarkCategory::Conquest];
        let now = self.scene.tick;
        let past = self.chronicle.entries().rev().skip_while(|it| it.remark.tick > now);
        let mut lately = past.take_while(|it| now - it.remark.tick <= DAY / 2);
        let entry = lately.find(|it| {
            it.is_listed && told.contains(&it.remark.category()) && it.remark.at.is_some()
        })?;
        let title = capitalised(&self.chronicle.describe_entry(&entry));
        let subject = around(entry.remark.at?, AROUND);
        Some(self.stop(Theme::Story, subject, title, self.ago(entry.remark)))
    }

    fn rare(&self) -> Option<Stop> {
        let species = self.scene.species.iter().zip(self.scene.populations()).zip(0..);
        let rare = species
            .filter(|((look, count), _)| look.kind != Kind::Plant && (1..=RARE).contains(count));
        let ((look, count), index) = rare.min_by_key(|((_, count), _)| *count)?;
        let figure = self.animals().find(|it| it.species == SpeciesId(index))?;
        let text = match count {
            1 => format!("the last {} of this world", look.name),
            count => format!("one of the last {count} of its species"),
        };
        Some(self.about(Theme::Rare, figure, "", text))
    }

    fn birth(&self) -> Option<Stop> {
        let remark = self.latest(DAY / 4, |it| {
            let is_birth = matches!(it.what, Notable::Born { .. } | Notable::FirstBorn { .. });
            is_birth && it.organism.is_some_and(|id| self.living(id).is_some())
        })?;
        let child = self.living(remark.organism?)?;
        let text = format!("{}, {}", self.chronicle.describe(remark), self.ago(remark));
        Some(self.about(Theme::Birth, child, "is young", text))
    }

    fn veteran(&self) -> Option<Stop> {
        let kills = self.chronicle.remarks().iter().filter_map(|it| match it.what {
            Notable::Kills { count } if it.tick <= self.scene.tick => {
                Some((count, self.living(it.organism?)?))
            }
            _ => None,
        });
        let (count, hunter) = kills.max_by_key(|&(count, _)| count)?;
        Some(self.about(Theme::Veteran, hunter, "", format!("it has made at least {count} kills")))
    }

    fn trend(&self) -> Option<Stop> {
        let is_trend = |it: &Remark| it.category() == RemarkCategory::Population;
        let remark = self.latest(DAY, is_trend)?;
        let title = capitalised(&self.chronicle.describe(remark));
        Some(self.stop(Theme::Trend, Subject::World, title, self.ago(remark)))
    }

    fn herd(&self) -> Option<Stop> {
        let bounds = self.scene.bounds;
        let cell = |figure: &Figure| {
            let at = ((figure.centre - bounds.min) / HERD).floor();
            (figure.species, at.x.to_bits(), at.y.to_bits())
        };
        let mut cells: Vec<_> = self
            .scene
            .figures
            .iter()
            .filter(|it| it.kind == SightingKind::Herbivore)
            .map(|it| (cell(it), it))
            .collect();
        cells.sort_by_key(|&(cell, figure)| (cell, figure.id));
        let herds = cells.chunk_by(|(a, _), (b, _)| a == b);
        let herd = herds.max_by_key(|herd| herd.len()).filter(|it| it.len() >= LEAST_HERD)?;
        let (_, first) = herd.first()?;
        let name = self.scene.look(first.species).map_or("?", |look| &look.name);
        let count = f64::from(u32::try_from(herd.len()).unwrap_or(u32::MAX));
        let middle = herd.iter().map(|(_, it)| it.centre).sum::<DVec2>() / count;
        let title = format!("A herd: {count} {}", plural(name));
        let text = format!("the most of one species within {HERD} × {HERD} units");
        Some(self.stop(Theme::Herd, around(middle, AROUND), title, text))
    }

    fn hunger(&self) -> Option<Stop> {
        let hungriest = self.animals().min_by(|a, b| a.energy.total_cmp(&b.energy))?;
        (hungriest.energy < HUNGRY).then(|| {
            let stop = self.about(Theme::Hunger, hungriest, "starves", hunger_text(hungriest));
            stop.awaiting(Plot::Hunger)
        })
    }

    fn wound(&self) -> Option<Stop> {
        let weakest = self.animals().max_by(|a, b| a.damage.total_cmp(&b.damage))?;
        (weakest.damage > WOUNDED).then(|| {
            let stop = self.about(Theme::Wound, weakest, "is wounded", wound_text(weakest));
            stop.awaiting(Plot::Wound)
        })
    }

    /// Identities are given in the order of births.
    fn oldest(&self) -> Option<Stop> {
        let oldest = self.animals().next()?;
        let text = "the oldest animal of this world".to_owned();
        Some(self.about(Theme::Oldest, oldest, "", text))
    }

    fn stop(&self, theme: Theme, subject: Subject, title: String, text: String) -> Stop {
        Stop { theme, subject, title, text, progress: Progress::new(subject, self.scene) }
    }

    fn about(&self, theme: Theme, figure: &Figure, does: &str, text: String) -> Stop {
        let given = self.chronicle.album().name(self.scene.seed, figure.id);
        let title = format!("{given}, {}", name(self.scene, figure));
        let title = if does.is_empty() { title } else { format!("{title}, {does}") };
        self.stop(theme, Subject::Organism(figure.id), title, text)
    }

    /// The living animals that were not shown lately, in order of identity.
    fn animals(&self) -> impl Iterator<Item = &Figure> {
        self.scene.figures.iter().filter(|it| {
            matches!(it.kind, SightingKind::Herbivore | SightingKind::Carnivore)
                && !self.excluded.contains(&it.id)
        })
    }

    fn living(&self, id: OrganismId) -> Option<&Figure> {
        let is_new = !self.excluded.contains(&id);
        self.scene.figure(id).filter(|it| is_new && it.kind != SightingKind::Carcass)
    }

    /// The latest remark of the last ticks for which `is_meant` is true.
    fn latest(&self, ticks: u64, is_meant: impl Fn(&Remark) -> bool) -> Option<&Remark> {
        let now = self.scene.tick;
        let past = self.chronicle.remarks().iter().rev().skip_while(|it| it.tick > now);
        past.take_while(|it| now - it.tick <= ticks).find(|it| is_meant(it))
    }

    fn ago(&self, remark: &Remark) -> String {
        match self.scene.tick.saturating_sub(remark.tick) {
            0 => "just now".to_owned(),
            1 => "one tick ago".to_owned(),
            ticks => format!("{ticks} ticks ago"),
        }
    }
}

fn name(scene: &Scene, figure: &Figure) -> String {
    let name = scene.look(figure.species).map_or("?", |look| &look.name);
    format!("{name} {}", figure.id)
}

/// How a hunt stands: how far away the prey is or, once it is hurt, how much.
pub(super) fn chase_text(scene: &Scene, hunter: &Figure, prey: &Figure) -> String {
    let name = name(scene, prey);
    let is_hurt = prey.damage > 0.0 && hunter.action == Action::Attacking;
    if is_hurt || prey.action == Action::Defending {
        return format!("{name} has taken {}", damage(prey));
    }
    let distance = prey.centre.distance(hunter.centre);
    // Numbers that change in each tick cannot be read.
    let step = if distance < 20.0 { 1.0 } else { 10.0 };
    format!("{name} is {:.0} units away", (distance / step).round() * step)
}

pub(super) fn hunger_text(figure: &Figure) -> String {
    format!("{:.0} % of its energy is left", f64::from(figure.energy) * 100.0)
}

pub(super) fn wound_text(figure: &Figure) -> String {
    format!("it has taken {}", damage(figure))
}

fn damage(figure: &Figure) -> String {
    format!("{:.0} % of the damage that kills it", f64::from(figure.damage) * 100.0)
}

pub(super) fn calamity_text(ongoing: &OngoingCalamity, tick: u64) -> String {
    let animals = counted(ongoing.animals_died, "animal");
    let died = format!("{animals} and {} died", counted(ongoing.plants_died, "plant"));
    let left = ongoing.ends().saturating_sub(tick).next_multiple_of(30);
    format!("{died} so far; it lasts another {left} ticks")
}

fn around(at: DVec2, side: f64) -> Subject {
    Subject::Area(Aabb::square(at, side * 0.5))
}

/// The figure nearest to another one, and the distance of their centres, in units.
fn nearest<'a>(
    figures: impl Iterator<Item = &'a Figure>,
    to: &Figure,
) -> Option<(&'a Figure, f64)> {
    let others = figures.filter(|it| it.id != to.id);
    let distances = others.map(|it| (it, it.centre.distance(to.centre)));
    distances.min_by(|(_, a), (_, b)| a.total_cmp(b))
}
