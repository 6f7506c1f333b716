//! What a viewer shows at first, and looking organisms up by their numbers.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::Overlay;
use terrarium_sim::tick::TraceTarget;

use super::Viewer;
use crate::session::{ColourRequest, Request};

/// What a viewer shows at first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FirstLook {
    /// The organism to follow; by default the most interesting animal.
    pub follow: Option<OrganismId>,
    /// The organism, living or dead, to select and whose life to show.
    pub creature: Option<OrganismId>,
    /// The organism or species whose marks are painted.
    pub marks: Option<TraceTarget>,
    /// What organisms are coloured by, instead of by species.
    pub colours: Option<ColourRequest>,
    /// Whether another branch is shown beside the current one.
    pub is_split: bool,
    /// Whether a tour begins at once.
    pub is_tour: bool,
    /// A message to show.
    pub notice: Option<String>,
}

impl Viewer {
    /// Selects and follows what is to be shown at first.
    pub(super) fn show_first(&mut self, first_look: FirstLook) {
        match (first_look.creature, first_look.follow) {
            (None, None) => self.follow_another(),
            (Some(organism), None) => self.look_up(organism),
            (None, Some(organism)) => {
                self.follow(Some(organism));
                let scene = self.scene();
                if scene.figure(organism).is_none() {
                    self.notify(format!("organism {organism} is not in tick {}", scene.tick));
                }
            }
            (Some(organism), Some(followed)) => {
                self.follow(Some(followed));
                self.select(Some(organism));
                self.panels.show_life();
            }
        }
        self.show_marks(first_look.marks);
        if let Some(ColourRequest { by, species }) = first_look.colours {
            self.colour_by = Some(by);
            self.panels.species = species.or(self.panels.species);
        }
        if first_look.is_split {
            self.session.send(Request::Beside(true));
        }
        if first_look.is_tour {
            self.begin_tour(None);
        }
        if let Some(text) = first_look.notice {
            self.session.send(Request::Notice(text));
        }
    }

    /// Selects an organism, living or dead, shows its life, and follows it if it is in the scene.
    pub(super) fn look_up(&mut self, organism: OrganismId) {
        let is_here = self.scene().figure(organism).is_some();
        self.follow(is_here.then_some(organism));
        self.select(Some(organism));
        self.panels.show_life();
        self.arrange();
    }

    /// Requests the life that the panels show, or that says who comes after a death.
    pub(super) fn request_life(&mut self) {
        let is_gone = |it: &OrganismId| self.scene().figure(*it).is_none();
        let is_asked = self.panels.is_life_open() || self.mourning.is_some();
        let life = self.selected.filter(|it| is_asked || is_gone(it));
        if self.life != life {
            self.life = life;
            self.session.send(Request::Life(life));
        }
    }

    /// Requests the relatives that the panels show.
    pub(super) fn request_kin(&mut self) {
        let kin = self.selected.filter(|_| self.panels.is_family_open());
        if self.kin != kin {
            self.kin = kin;
            self.session.send(Request::Kin(kin));
        }
    }

    /// Requests the steps of turns while the panels show them.
    pub(super) fn request_steps(&mut self) {
        let are_shown = self.panels.are_steps_open();
        if self.shows_steps != are_shown {
            self.shows_steps = are_shown;
            self.session.send(Request::Steps(are_shown));
        }
    }

    /// Shows the marks of an organism or a species.
    fn show_marks(&mut self, of: Option<TraceTarget>) {
        match of {
            None => return,
            Some(TraceTarget::Organism(organism) | TraceTarget::Steps(organism)) => {
                self.select(Some(organism))
            }
            Some(TraceTarget::Species(species) | TraceTarget::Lines(species)) => {
                self.panels.species = Some(species);
                self.session.send(Request::Marked(Some(species)));
            }
        }
        self.overlay(self.overlays.with(Overlay::Marks));
    }
}
