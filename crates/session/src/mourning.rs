//! What comes after the death of the organism that the camera follows: its life is shown, and the camera goes to whom its
//! story leads.

use std::sync::Arc;

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_playback::life_history::LifeHistory;
use terrarium_playback::{Chronicle, FrameSource, Watched, most_interesting};
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Action, Figure};

use crate::lives::KnownLife;
use crate::session::Session;

/// How long the life of the dead is shown before the next organism is selected, in seconds.
const SHOWN: f64 = 12.0;

/// How long the replay of the life may take before another one is followed than the killer or a child, in seconds.
const PATIENCE: f64 = 4.0;

/// The greatest distance between the bodies of a carcass and of an animal that eats from it, in units.
const BITE: f64 = 2.0;

/// The organism that the camera follows, while it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Following {
    /// The organism.
    pub organism: OrganismId,
    watched: Watched,
    last_seen: u64,
}

/// The time after the death of the followed organism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mourning {
    dead: Watched,
    passed: f64,
    /// The animal that was seen last eating from the carcass.
    eater: Option<OrganismId>,
    /// The organism that the camera follows since then.
    next: Option<Heir>,
}

/// An organism that is followed after the death of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heir {
    /// The organism.
    pub organism: OrganismId,
    /// What it is to the dead.
    pub relation: Relation,
}

/// What the next one that is followed is to the dead, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// It killed the dead, or ate up the plant.
    Killer,
    /// It is its child.
    Child,
    /// It ate from its carcass.
    Eater,
    /// Nothing: it is worth watching now.
    None,
}

/// What a viewer does next after a death.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// It goes on showing the life.
    Stay,
    /// The camera follows an organism, while the life is still shown.
    Follow(Heir),
    /// The followed organism is selected.
    Select(OrganismId),
    /// There is no other animal.
    End,
}

impl Following {
    /// Follows an organism from the tick of a scene on.
    #[must_use]
    pub fn new(organism: OrganismId, scene: &Scene) -> Self {
        Self { organism, watched: Watched::new(organism), last_seen: scene.tick }
    }

    /// Whether it has died, or its carcass is gone. At ticks before its birth it is followed further.
    pub fn has_ended(&mut self, scene: &Scene) -> bool {
        let is_living = self.watched.observe(scene);
        let is_there = scene.figure(self.organism).is_some();
        // Who follows a carcass wants to.
        if is_living || is_there && !self.watched.was_alive() {
            self.last_seen = scene.tick;
            return false;
        }
        scene.tick >= self.last_seen
    }

    /// The organism with what is known of it.
    #[must_use]
    pub fn watched(&self) -> Watched {
        self.watched
    }
}

impl Mourning {
    /// Begins after the death of an organism.
    #[must_use]
    pub fn new(dead: Watched) -> Self {
        Self { dead, passed: 0.0, eater: None, next: None }
    }

    /// Whether something else is selected or followed: whoever looks at that is left alone.
    #[must_use]
    pub fn has_moved_on(&self, selected: Option<OrganismId>, followed: Option<OrganismId>) -> bool {
        selected != Some(self.dead.organism) || followed.is_some() && followed != self.next()
    }

    /// The organism that the camera follows since then.
    #[must_use]
    pub fn next(&self) -> Option<OrganismId> {
        self.next.map(|it| it.organism)
    }

    /// What the dead died of, and who is followed instead: `wolf #7 kills deer #3: following the killer`.
    #[must_use]
    pub fn farewell(&self, scene: &Scene, chronicle: &Chronicle) -> String {
        let fate = self.dead.fate(scene.tick, chronicle);
        let Some(Heir { organism, relation }) = self.next else { return fate };
        let name = Watched::in_scene(organism, scene).name(chronicle);
        let name = format!("{}, {name}", chronicle.album().name(scene.seed, organism));
        match relation {
            Relation::Killer => format!("{fate}: following the killer, {name}"),
            Relation::Child => format!("{fate}: following its child, {name}"),
            Relation::Eater => format!("{fate}: following {name}, which eats from it"),
            Relation::None => format!("{fate}: following {name}"),
        }
    }

    /// Continues by the time that has passed, in seconds, with what is known of the life. Who comes after the dead may die,
    /// too: then another one does.
    pub fn advance(
        &mut self,
        seconds: f64,
        scene: &Scene,
        chronicle: &Chronicle,
        life: Option<&LifeHistory>,
    ) -> Turn {
        self.passed += seconds;
        self.eater = eater(self.dead.organism, scene).or(self.eater);
        if let Some(next) = self.next().filter(|&next| is_living(scene, next)) {
            return if self.passed > SHOWN { Turn::Select(next) } else { Turn::Stay };
        }
        let life = life.filter(|life| life.id == self.dead.organism && life.died.is_some());
        let heir = self.heir(scene, chronicle, life);
        let is_known = life.is_some() || heir.is_some_and(|it| it.relation == Relation::Killer);
        if !is_known && self.passed < PATIENCE {
            return Turn::Stay;
        }
        self.next = heir;
        self.next.map_or(Turn::End, Turn::Follow)
    }

    /// The killer of the dead; if it is gone, the first of its children that is alive; else the one that ate from it, or
    /// the animal that is most worth watching.
    fn heir(
        &self,
        scene: &Scene,
        chronicle: &Chronicle,
        life: Option<&LifeHistory>,
    ) -> Option<Heir> {
        let dead = self.dead.organism;
        let of_life = || life?.died.as_ref()?.by.as_ref().map(|by| by.id);
        let killer = self.dead.killer(scene.tick, chronicle).or_else(of_life);
        let children = life.into_iter().flat_map(|life| life.children.iter().copied());
        let killer = killer.into_iter().map(|it| (it, Relation::Killer));
        let known = killer
            .chain(children.map(|it| (it, Relation::Child)))
            .chain(self.eater.map(|it| (it, Relation::Eater)))
            .find(|&(id, _)| is_living(scene, id));
        let other = || most_interesting(scene, &[dead]).map(|it| (it, Relation::None));
        let (organism, relation) = known.or_else(other)?;
        Some(Heir { organism, relation })
    }
}

/// Whether an organism is in a scene, and not as a carcass.
#[must_use]
pub fn is_living(scene: &Scene, organism: OrganismId) -> bool {
    scene.figure(organism).is_some_and(|figure| figure.kind != SightingKind::Carcass)
}

/// The animal that eats from the carcass of an organism in a scene.
fn eater(dead: OrganismId, scene: &Scene) -> Option<OrganismId> {
    let carcass = scene.figure(dead).filter(|it| it.kind == SightingKind::Carcass)?;
    let eats = |it: &&Figure| it.id != dead && it.action == Action::Eating;
    let near = scene.figures.iter().filter(eats).map(|it| {
        let reach = carcass.radius + it.radius + BITE;
        ((it.centre - carcass.centre).abs().max_element() - reach, it.id)
    });
    let at_it = near.filter(|&(gap, _)| gap <= 0.0);
    at_it.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

impl Session {
    /// Whether the life of one that was followed is shown.
    #[must_use]
    pub fn is_mourning(&self) -> bool {
        self.mourning.is_some()
    }

    /// Notices whether the followed organism has died, and continues what comes after it by the time that has passed, in
    /// seconds. Returns whether anything else is shown now.
    pub fn continue_mourning(&mut self, seconds: f64) -> bool {
        let has_ended = self.following.as_mut().is_some_and(|it| it.has_ended(&self.scene));
        if has_ended {
            self.mourn();
        }
        let Some(mut mourning) = self.mourning.take() else { return has_ended };
        if mourning.has_moved_on(self.selected, self.followed()) {
            return has_ended;
        }
        let life = self.life_of(mourning.dead.organism);
        let life = life.as_ref().map(|it| &it.life);
        match mourning.advance(seconds, &self.scene, self.history(), life) {
            Turn::Stay => {
                self.mourning = Some(mourning);
                return has_ended;
            }
            Turn::Follow(next) => {
                self.say(mourning.farewell(&self.scene, self.history()));
                self.follow(Some(next.organism));
                self.mourning = Some(mourning);
            }
            Turn::Select(next) => self.select(Some(next)),
            Turn::End => self.say(mourning.farewell(&self.scene, self.history())),
        }
        true
    }

    /// Shows the life of the followed organism, which has died; or follows another one that is selected.
    fn mourn(&mut self) {
        let Some(following) = self.following else { return };
        let dead = following.organism;
        let mourning = self.mourning.filter(|it| it.next() == Some(dead));
        self.follow(None);
        if mourning.is_some() {
            self.mourning = mourning;
            return;
        }
        let other = self.selected.filter(|&it| it != dead && is_living(&self.scene, it));
        if let Some(other) = other {
            let fate = following.watched().fate(self.scene.tick, self.history());
            let name = self.name_of(other);
            self.say(format!("{fate}: following {name}, {other}"));
            return self.follow(Some(other));
        }
        self.select(Some(dead));
        self.mourning = Some(Mourning::new(following.watched()));
    }

    /// The life of an organism, once it is known.
    fn life_of(&mut self, organism: OrganismId) -> Option<Arc<KnownLife>> {
        let FrameSource::Run(playback) = &self.source else { return None };
        self.derived.lives.want(organism, playback);
        self.derived.lives.life().ok().map(Arc::clone)
    }
}
