//! What is open, and how far it was scrolled: all that panels remember.

use std::collections::BTreeSet;

use super::Target;
use crate::species::SpeciesId;
use crate::view::actions::{Group, UiAction};

/// A panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The menu bar at the top.
    Bar,
    /// A menu that is open.
    Menu,
    /// All about one creature, at the right.
    Inspector,
    /// Curves of the past.
    Charts,
    /// What has happened.
    Ticker,
    /// The whole run, at the bottom.
    Timeline,
    /// The whole world, small.
    Map,
    /// The species.
    Legend,
    /// All keys.
    Help,
}

/// A menu of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// The orders of a group.
    Of(Group),
    /// Which species to add.
    Add,
    /// Among which species a plague breaks out.
    Plague,
    /// Everything, where the bar has no room for more than that.
    All,
}

/// A tab of the charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tab {
    /// How many live of each species.
    #[default]
    Populations,
    /// How many are born, and how many die of what.
    Births,
    /// What the traits of a species are like.
    Traits,
    /// Tickets and bases.
    Conquest,
}

impl Tab {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Populations, Self::Births, Self::Traits, Self::Conquest];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Populations => "Populations",
            Self::Births => "Births, deaths",
            Self::Traits => "Traits",
            Self::Conquest => "Conquest",
        }
    }
}

/// What is open, and how far it was scrolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// The panels that are open.
    pub open: BTreeSet<Panel>,
    /// The menu that is open.
    pub menu: Option<Menu>,
    /// The tab of the charts that is seen.
    pub tab: Tab,
    /// The species that charts show alone; `None` for all of them.
    pub species: Option<SpeciesId>,
    /// How far the inspector was scrolled, in pixels.
    pub inspector: f32,
    /// How many of the latest events the ticker passes over.
    pub ticker: usize,
    /// Those that were open before all were hidden.
    pub hidden: BTreeSet<Panel>,
}

impl Default for Panels {
    fn default() -> Self {
        let open = [
            Panel::Bar,
            Panel::Inspector,
            Panel::Charts,
            Panel::Ticker,
            Panel::Timeline,
            Panel::Map,
            Panel::Legend,
        ];
        Self {
            open: open.into(),
            menu: None,
            tab: Tab::default(),
            species: None,
            inspector: 0.0,
            ticker: 0,
            hidden: BTreeSet::new(),
        }
    }
}

impl Panels {
    /// Does what an order says of panels and menus. False if it says nothing of them: then it is for
    /// somebody else to do.
    pub fn apply(&mut self, order: UiAction) -> bool {
        let was_open = self.menu.take();
        match order {
            UiAction::Inspector => self.toggle(Panel::Inspector),
            UiAction::Charts => self.toggle(Panel::Charts),
            UiAction::Ticker => self.toggle(Panel::Ticker),
            UiAction::Timeline => self.toggle(Panel::Timeline),
            UiAction::Map => self.toggle(Panel::Map),
            UiAction::Legend => self.toggle(Panel::Legend),
            UiAction::Help => self.toggle(Panel::Help),
            UiAction::Add => self.menu = Some(Menu::Add),
            UiAction::Plague => self.menu = Some(Menu::Plague),
            UiAction::NextChart => {
                let next = Tab::ALL.iter().skip_while(|&&tab| tab != self.tab).nth(1);
                self.tab = next.copied().unwrap_or_default();
                self.open.insert(Panel::Charts);
            }
            UiAction::AllPanels => self.hide_or_show(),
            // What is open is closed first; only then does it let go of anything else.
            UiAction::Unselect => return self.open.remove(&Panel::Help) || was_open.is_some(),
            _ => return false,
        }
        true
    }

    /// Does what a click says of panels and menus. Answers with what is left for somebody else to do.
    pub fn click(&mut self, what: Target) -> Option<Target> {
        match what {
            Target::Outside => {
                self.menu = None;
                self.open.remove(&Panel::Help);
            }
            Target::Menu(menu) => self.menu = (self.menu != Some(menu)).then_some(menu),
            Target::Tab(tab) => self.tab = tab,
            Target::Species(species) => {
                self.species = (self.species != Some(species)).then_some(species);
            }
            Target::UiAction(order) => return (!self.apply(order)).then_some(what),
            Target::Panel(_) => {}
            _ => {
                self.menu = None;
                return Some(what);
            }
        }
        None
    }

    /// Scrolls a panel by so many notches of a wheel, downward if positive. False if it cannot be.
    pub fn scroll(&mut self, panel: Panel, notches: f32) -> bool {
        match panel {
            Panel::Inspector => self.inspector = (self.inspector + notches * 40.0).max(0.0),
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            Panel::Ticker => {
                let by = (notches.abs() * 3.0).ceil() as usize;
                let newer = self.ticker.saturating_sub(by);
                self.ticker = if notches > 0.0 { self.ticker + by } else { newer };
            }
            _ => return false,
        }
        true
    }

    /// Which of the orders on panels are on.
    #[must_use]
    pub fn is_on(&self, order: UiAction) -> bool {
        let panel = match order {
            UiAction::Inspector => Panel::Inspector,
            UiAction::Charts => Panel::Charts,
            UiAction::Ticker => Panel::Ticker,
            UiAction::Timeline => Panel::Timeline,
            UiAction::Map => Panel::Map,
            UiAction::Legend => Panel::Legend,
            UiAction::Help => Panel::Help,
            UiAction::AllPanels => return !self.hidden.is_empty(),
            _ => return false,
        };
        self.open.contains(&panel)
    }

    fn toggle(&mut self, panel: Panel) {
        if !self.open.remove(&panel) {
            self.open.insert(panel);
        }
        self.hidden.clear();
    }

    fn hide_or_show(&mut self) {
        if self.hidden.is_empty() {
            let kept = BTreeSet::from([Panel::Bar]);
            self.hidden = std::mem::replace(&mut self.open, kept);
        } else {
            self.open = std::mem::take(&mut self.hidden);
        }
    }
}
