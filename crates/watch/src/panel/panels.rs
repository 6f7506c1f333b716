//! The state of the panels: which are open, and how far they are scrolled.

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::{Group, Key, Stroke, UiAction};
use terrarium_playback::chronicle::RemarkCategory;
use terrarium_playback::inspection::AUTHOR;
use terrarium_studies::charts::{ChartChoice, ChartKind, ChartPart};

use super::Target;

/// A panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The menu bar at the top.
    Bar,
    /// The open menu.
    Menu,
    /// The inspector, at the right.
    Inspector,
    /// The charts.
    Charts,
    /// The event list.
    Ticker,
    /// The timeline, at the bottom.
    Timeline,
    /// The overview map.
    Map,
    /// The legend.
    Legend,
    /// The scoreboard of a conquest.
    Scores,
    /// The help overlay.
    Help,
    /// The lineages.
    Lineages,
    /// The favourites and moments.
    Album,
    /// The entry of a condition to search for.
    Find,
    /// The entry of a world to open.
    Open,
}

impl Panel {
    /// Returns its title.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bar => "Bar",
            Self::Menu => "Menu",
            Self::Inspector => "Inspector",
            Self::Charts => "Charts",
            Self::Ticker => "Events",
            Self::Timeline => "Timeline",
            Self::Map => "Map",
            Self::Legend => "Species",
            Self::Scores => "Scores",
            Self::Help => "Help",
            Self::Lineages => "Lineages",
            Self::Album => "Album",
            Self::Find => "Find",
            Self::Open => "Open",
        }
    }
}

/// A menu of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// The actions of a group.
    Of(Group),
    /// The species that can be added.
    Add,
    /// The species that a plague can strike.
    Plague,
    /// What organisms can be coloured by.
    Colour,
    /// The branches of the run.
    Branches,
    /// All groups, for bars that are too narrow for a menu each.
    All,
    /// What a chart can show.
    Chart(ChartPart),
}

/// What the inspector shows of the selected organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Inspected {
    /// Its details in this tick.
    #[default]
    Now,
    /// Its life.
    Life,
    /// Its relatives, living and dead.
    Family,
    /// The steps of its last turn.
    Steps,
}

/// Which panels are open, and how far they are scrolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// The open panels.
    pub open: BTreeSet<Panel>,
    /// The open menu.
    pub menu: Option<Menu>,
    /// The chart that is shown; its species is the next field.
    pub chart: ChartChoice,
    /// Whether the chart fills the rectangle of the world.
    pub is_enlarged: bool,
    /// The only species that the charts show; `None` for all species.
    pub species: Option<SpeciesId>,
    /// What the inspector shows.
    pub inspected: Inspected,
    /// The titles of the sections of the inspector that are closed.
    pub closed: BTreeSet<&'static str>,
    /// The scroll offset of the inspector, in pixels.
    pub inspector: f32,
    /// The scroll offset of the lineages, in pixels.
    pub lineages: f32,
    /// The scroll offset of the album, in pixels.
    pub album: f32,
    /// The scroll offset of the help, in pixels.
    pub help: f32,
    /// The founder of the lineage whose means are shown.
    pub lineage: Option<OrganismId>,
    /// The number of latest events that are scrolled out of the event list.
    pub ticker: usize,
    /// The categories of events that are hidden.
    pub muted: BTreeSet<RemarkCategory>,
    /// Whether events are shown that are usual in this world, too.
    pub shows_all_events: bool,
    /// The panels of which only the header is shown.
    pub folded: BTreeSet<Panel>,
    /// The panel that was opened or unfolded last. Others give way to it.
    pub unfolded: Option<Panel>,
    /// The tick of the verdict whose card was closed.
    pub closed_verdict: Option<u64>,
    /// The panels that were open before all were hidden.
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
            chart: ChartChoice::default(),
            is_enlarged: false,
            species: None,
            inspected: Inspected::default(),
            closed: [AUTHOR].into(),
            inspector: 0.0,
            lineages: 0.0,
            album: 0.0,
            help: 0.0,
            lineage: None,
            ticker: 0,
            muted: BTreeSet::new(),
            shows_all_events: false,
            folded: BTreeSet::new(),
            unfolded: None,
            closed_verdict: None,
            hidden: BTreeSet::new(),
        }
    }
}

impl Panels {
    /// The chart that is asked for.
    pub fn chart_choice(&self) -> ChartChoice {
        ChartChoice { species: self.species, ..self.chart }
    }

    /// Applies an action that concerns panels or menus. Returns false for any other action, which
    /// the caller has to handle.
    pub fn apply(&mut self, action: UiAction) -> bool {
        let was_open = self.menu.take();
        match action {
            UiAction::Inspector => self.toggle(Panel::Inspector),
            UiAction::Life => self.toggle_inspected(Inspected::Life),
            UiAction::Family => self.toggle_inspected(Inspected::Family),
            UiAction::Steps => self.toggle_inspected(Inspected::Steps),
            UiAction::Charts => self.toggle(Panel::Charts),
            UiAction::Ticker => self.toggle(Panel::Ticker),
            UiAction::Timeline => self.toggle(Panel::Timeline),
            UiAction::Map => self.toggle(Panel::Map),
            UiAction::Legend => self.toggle(Panel::Legend),
            UiAction::Lineages => self.toggle(Panel::Lineages),
            UiAction::Album => self.toggle(Panel::Album),
            UiAction::Colour => self.menu = Some(Menu::Colour),
            UiAction::Help => {
                self.help = 0.0;
                self.toggle(Panel::Help);
            }
            UiAction::Add => self.menu = Some(Menu::Add),
            UiAction::Plague => self.menu = Some(Menu::Plague),
            UiAction::NextChart => {
                let next =
                    ChartKind::ALL.iter().skip_while(|&&kind| kind != self.chart.kind).nth(1);
                self.chart.kind = next.copied().unwrap_or_default();
                self.show(Panel::Charts);
            }
            UiAction::ChartScale => self.change_scale(),
            UiAction::EnlargeChart => {
                self.is_enlarged = !(self.is_enlarged && self.open.contains(&Panel::Charts));
                self.show(Panel::Charts);
            }
            UiAction::AllPanels => self.hide_or_show(),
            // Close what is open first; the caller clears the selection only if nothing was.
            UiAction::Deselect => {
                let is_closed = self.open.remove(&Panel::Help) || was_open.is_some();
                return is_closed || self.shrink_chart();
            }
            _ => return false,
        }
        true
    }

    /// Applies a click on a panel or menu. Returns the target if the caller has to handle it.
    pub fn click(&mut self, what: Target) -> Option<Target> {
        match what {
            Target::Outside => {
                self.menu = None;
                self.open.remove(&Panel::Help);
            }
            Target::Menu(menu) => self.menu = (self.menu != Some(menu)).then_some(menu),
            Target::Chart(kind) => self.chart.kind = kind,
            Target::Set(selection) => {
                self.chart.select(selection);
                self.menu = None;
            }
            Target::Fold(panel) => self.fold(panel),
            Target::Section(title) => {
                if !self.closed.remove(title) {
                    self.closed.insert(title);
                }
            }
            Target::Mute(category) => {
                if !self.muted.remove(&category) {
                    self.muted.insert(category);
                }
            }
            Target::AllEvents => self.shows_all_events = !self.shows_all_events,
            Target::Lineage(founder) => {
                self.lineage = (self.lineage != Some(founder)).then_some(founder);
            }
            Target::CloseVerdict(tick) => self.closed_verdict = Some(tick),
            Target::Species(species) => {
                self.species = (self.species != Some(species)).then_some(species);
            }
            Target::Action(action) => return (!self.apply(action)).then_some(what),
            Target::Panel(_) => {}
            _ => {
                self.menu = None;
                return Some(what);
            }
        }
        None
    }

    /// Scrolls a panel by a number of wheel notches, downward if positive. Returns false if the
    /// panel cannot be scrolled.
    pub fn scroll(&mut self, panel: Panel, notches: f32) -> bool {
        match panel {
            Panel::Inspector => self.inspector = (self.inspector + notches * 40.0).max(0.0),
            Panel::Lineages => self.lineages = (self.lineages + notches * 40.0).max(0.0),
            Panel::Album => self.album = (self.album + notches * 40.0).max(0.0),
            Panel::Help => self.help = (self.help + notches * 40.0).max(0.0),
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

    /// Scrolls the help, if it is open. Returns whether the key does so.
    pub fn help_key(&mut self, stroke: Stroke) -> bool {
        if !self.open.contains(&Panel::Help) || stroke.shift || stroke.ctrl {
            return false;
        }
        self.help = match stroke.key {
            Key::Up => (self.help - 60.0).max(0.0),
            Key::Down => self.help + 60.0,
            Key::Home => 0.0,
            // Painting stops at the last line.
            Key::End => f32::MAX,
            _ => return false,
        };
        true
    }

    /// Whether an action that toggles a panel is on.
    #[must_use]
    pub fn is_on(&self, action: UiAction) -> bool {
        let panel = match action {
            UiAction::Inspector => Panel::Inspector,
            UiAction::Charts => Panel::Charts,
            UiAction::Ticker => Panel::Ticker,
            UiAction::Timeline => Panel::Timeline,
            UiAction::Map => Panel::Map,
            UiAction::Legend => Panel::Legend,
            UiAction::Lineages => Panel::Lineages,
            UiAction::Album => Panel::Album,
            UiAction::Help => Panel::Help,
            UiAction::Life => return self.is_life_open(),
            UiAction::Family => return self.is_family_open(),
            UiAction::Steps => return self.are_steps_open(),
            UiAction::EnlargeChart => return self.shows_enlarged_chart(),
            UiAction::AllPanels => return !self.hidden.is_empty(),
            _ => return false,
        };
        self.open.contains(&panel)
    }

    /// Whether the life of the selected organism is shown.
    #[must_use]
    pub fn is_life_open(&self) -> bool {
        self.is_open(Inspected::Life)
    }

    /// Whether the relatives of the selected organism are shown.
    #[must_use]
    pub fn is_family_open(&self) -> bool {
        self.is_open(Inspected::Family)
    }

    /// Whether the steps of the last turn of the selected organism are shown.
    #[must_use]
    pub fn are_steps_open(&self) -> bool {
        self.is_open(Inspected::Steps)
    }

    fn is_open(&self, what: Inspected) -> bool {
        self.inspected == what && self.open.contains(&Panel::Inspector)
    }

    /// Shows the life of the selected organism.
    pub fn show_life(&mut self) {
        self.inspect(Inspected::Life);
    }

    /// Shows the details of the selected organism in this tick.
    pub fn show_details(&mut self) {
        self.inspect(Inspected::Now);
    }

    fn inspect(&mut self, what: Inspected) {
        (self.inspected, self.inspector) = (what, 0.0);
        self.show(Panel::Inspector);
    }

    fn toggle_inspected(&mut self, what: Inspected) {
        self.inspect(if self.is_open(what) { Inspected::Now } else { what });
    }

    fn toggle(&mut self, panel: Panel) {
        if !self.open.remove(&panel) {
            self.show(panel);
        }
        self.hidden.clear();
    }

    /// Whether an enlarged chart is shown.
    #[must_use]
    pub fn shows_enlarged_chart(&self) -> bool {
        self.is_enlarged && self.open.contains(&Panel::Charts)
    }

    /// Returns the chart to its panel. Returns false if it is there already.
    fn shrink_chart(&mut self) -> bool {
        std::mem::take(&mut self.is_enlarged) && self.open.contains(&Panel::Charts)
    }

    /// Switches to the next scale of the chart.
    fn change_scale(&mut self) {
        let shown = self.chart_choice();
        if shown.kind.has_scale() {
            self.chart.scale = Some(shown.effective_scale().next());
        }
    }

    /// Opens a panel, and unfolds it.
    fn show(&mut self, panel: Panel) {
        self.open.insert(panel);
        self.folded.remove(&panel);
        self.unfolded = Some(panel);
    }

    /// Folds a panel, or unfolds it.
    fn fold(&mut self, panel: Panel) {
        if !self.folded.remove(&panel) {
            self.folded.insert(panel);
        } else {
            self.unfolded = Some(panel);
        }
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
