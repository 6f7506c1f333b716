//! What comes after the death of the organism that the camera follows: its life is shown, and the camera goes to whom its
//! story leads.

use std::sync::Arc;

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_playback::life_history::LifeHistory;
use terrarium_playback::{FrameSource, most_interesting};
use terrarium_run::record::Scene;

use crate::lives::KnownLife;
use crate::session::Session;

/// How long the life of the dead is shown before the next organism is selected, in seconds.
const SHOWN: f64 = 12.0;

/// How long the replay of the life may take before somebody else is followed, in seconds.
const PATIENCE: f64 = 4.0;

/// The organism that the camera follows, while it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Following {
    /// The organism.
    pub organism: OrganismId,
    was_living: bool,
    last_seen: u64,
}

/// The time after the death of the followed organism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mourning {
    dead: OrganismId,
    passed: f64,
    /// The organism that the camera follows since then.
    next: Option<OrganismId>,
}

/// What a viewer does next after a death.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// It goes on showing the life.
    Stay,
    /// The camera follows an organism, while the life is still shown.
    Follow(OrganismId),
    /// The followed organism is selected.
    Select(OrganismId),
    /// There is no other animal.
    End,
}

impl Following {
    /// Follows an organism from a tick on.
    #[must_use]
    pub fn new(organism: OrganismId, tick: u64) -> Self {
        Self { organism, was_living: false, last_seen: tick }
    }

    /// Whether it has died, or its carcass is gone. At ticks before its birth it is followed further.
    pub fn has_ended(&mut self, scene: &Scene) -> bool {
        let is_living = scene.figure(self.organism).map(|it| it.kind != SightingKind::Carcass);
        self.was_living |= is_living == Some(true);
        // Who follows a carcass wants to.
        if is_living.is_some_and(|is_living| is_living || !self.was_living) {
            self.last_seen = scene.tick;
            return false;
        }
        scene.tick >= self.last_seen
    }
}

impl Mourning {
    /// Begins after the death of an organism.
    #[must_use]
    pub fn new(dead: OrganismId) -> Self {
        Self { dead, passed: 0.0, next: None }
    }

    /// Whether something else is selected or followed: whoever looks at that is left alone.
    #[must_use]
    pub fn has_moved_on(&self, selected: Option<OrganismId>, followed: Option<OrganismId>) -> bool {
        selected != Some(self.dead) || followed.is_some() && followed != self.next
    }

    /// The organism that the camera follows since then.
    #[must_use]
    pub fn next(&self) -> Option<OrganismId> {
        self.next
    }

    /// Continues by the time that has passed, in seconds, with what is known of the life. Who comes after the dead may die,
    /// too: then another one does.
    pub fn advance(&mut self, seconds: f64, scene: &Scene, life: Option<&LifeHistory>) -> Turn {
        self.passed += seconds;
        if let Some(next) = self.next.filter(|&next| is_living(scene, next)) {
            return if self.passed > SHOWN { Turn::Select(next) } else { Turn::Stay };
        }
        let life = life.filter(|life| life.id == self.dead && life.died.is_some());
        if life.is_none() && self.passed < PATIENCE {
            return Turn::Stay;
        }
        let heir = life.and_then(|life| successor(life, scene));
        self.next = heir.or_else(|| most_interesting(scene, &[self.dead]));
        self.next.map_or(Turn::End, Turn::Follow)
    }
}

/// Whether an organism is in a scene, and not as a carcass.
#[must_use]
pub fn is_living(scene: &Scene, organism: OrganismId) -> bool {
    scene.figure(organism).is_some_and(|figure| figure.kind != SightingKind::Carcass)
}

/// The killer of an organism or, if it is gone, the first of its children that is alive.
fn successor(life: &LifeHistory, scene: &Scene) -> Option<OrganismId> {
    let killer = life.died.as_ref().and_then(|died| died.by.as_ref()).map(|by| by.id);
    killer.into_iter().chain(life.children.iter().copied()).find(|&id| is_living(scene, id))
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
        let life = self.life_of(mourning.dead);
        match mourning.advance(seconds, &self.scene, life.as_ref().map(|it| &it.life)) {
            Turn::Stay => {
                self.mourning = Some(mourning);
                return has_ended;
            }
            Turn::Follow(next) => {
                self.follow(Some(next));
                self.mourning = Some(mourning);
            }
            Turn::Select(next) => self.select(Some(next)),
            Turn::End => {}
        }
        true
    }

    /// Shows the life of the followed organism, which has died; or follows another one that is selected.
    fn mourn(&mut self) {
        let Some(dead) = self.followed() else { return };
        let mourning = self.mourning.filter(|it| it.next == Some(dead));
        self.follow(None);
        if mourning.is_some() {
            self.mourning = mourning;
            return;
        }
        let other = self.selected.filter(|&it| it != dead && is_living(&self.scene, it));
        if other.is_some() {
            return self.follow(other);
        }
        self.select(Some(dead));
        self.mourning = Some(Mourning::new(dead));
    }

    /// The life of an organism, once it is known.
    fn life_of(&mut self, organism: OrganismId) -> Option<Arc<KnownLife>> {
        let FrameSource::Run(playback) = &self.source else { return None };
        self.derived.lives.want(organism, playback);
        self.derived.lives.life().ok().map(Arc::clone)
    }
}
