//! What became of favourites.

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_run::record::Scene;

use crate::chronicle::{Notable, Remark};
use crate::{Chronicle, Watched};

impl Chronicle {
    /// The children and deaths of favourites after one tick and up to another, in words. Those of the organism that is
    /// `followed` are left out.
    #[must_use]
    pub fn news_of_favourites(
        &self,
        seed: u64,
        (after, until): (u64, u64),
        followed: Option<OrganismId>,
    ) -> Vec<String> {
        let past = self.remarks().iter().rev().skip_while(|it| it.tick > until);
        let new = past.take_while(|it| it.tick > after).filter(|it| it.is_close);
        let mut news: Vec<String> =
            new.filter_map(|it| self.news(seed, it).filter(|_| is_other(it, followed))).collect();
        news.reverse();
        news
    }

    /// What an event says of a favourite.
    fn news(&self, seed: u64, remark: &Remark) -> Option<String> {
        let named =
            |id| Some(self.album().name(seed, id)).filter(|_| self.album().is_favourite(id));
        match remark.what {
            Notable::Born { parent } | Notable::FirstBorn { parent } => {
                let child = format!("{} {}", self.name(remark.species?), remark.organism?);
                Some(format!("{} has a child: {child}", named(parent)?))
            }
            Notable::Died { .. } => {
                Some(format!("{}: {}", named(remark.organism?)?, self.describe(remark)))
            }
            _ => None,
        }
    }

    /// The children of an organism that were born up to a tick, as far as events tell them: those of animals all, those of
    /// plants while they are favourites.
    #[must_use]
    pub fn children_of(&self, organism: OrganismId, tick: u64) -> Vec<OrganismId> {
        let born = self.remarks().iter().take_while(|it| it.tick <= tick);
        let own = born.filter(|it| match it.what {
            Notable::Born { parent } | Notable::FirstBorn { parent } => parent == organism,
            _ => false,
        });
        own.filter_map(|it| it.organism).collect()
    }

    /// How a favourite is at a tick: whether it is alive and how many children it has, or what it died of.
    #[must_use]
    pub fn state_of(&self, organism: OrganismId, scene: &Scene) -> String {
        let children = match self.children_of(organism, scene.tick).len() {
            0 => String::new(),
            1 => ", one child".to_owned(),
            count => format!(", {count} children"),
        };
        let figure = scene.figure(organism);
        if figure.is_some_and(|it| it.kind != SightingKind::Carcass) {
            return format!("alive{children}");
        }
        let watched = Watched::in_scene(organism, scene);
        match watched.death(scene.tick, self) {
            Some(death) => {
                let cause = self.describe(death);
                format!("dead since tick {}: {cause}{children}", death.tick)
            }
            None if figure.is_some() => format!("dead{children}"),
            None => format!("not in this tick{children}"),
        }
    }
}

/// Whether an event is of another organism than the followed one, whose death is said elsewhere.
fn is_other(remark: &Remark, followed: Option<OrganismId>) -> bool {
    !matches!(remark.what, Notable::Died { .. }) || remark.organism != followed
}
