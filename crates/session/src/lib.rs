//! A watched run: its branches, its ticks, what is selected and followed, a camera and a picture, reports and charts.
//!
//! A [`Session`] has no clock, no threads and no files. Its user says when a tick is due, when there is time for a piece of a
//! replay, and how many seconds of a tour have passed; recordings are in memory, creatures come as texts. What a session says of
//! itself are values that serialize to JSON; the TypeScript types of the page are generated from them.

mod album;
mod authoring;
pub mod background;
mod beside;
mod chart_picture;
mod charts;
mod computed;
mod contest;
mod derived;
mod editing;
mod files;
mod film;
mod first_look;
mod founding;
mod hint;
mod library;
mod lineages;
mod lives;
mod moment_pictures;
mod mourning;
mod picture;
mod preview;
mod recent;
mod refusal;
mod replay;
mod reports;
mod search;
mod session;
mod side_branch;
#[cfg(test)]
mod tests;
pub mod tool;
mod tour;

pub use album::{
    AlbumList, FavouriteLine, FavouriteNews, MomentLine, favourite_text, species_of, title_of,
};
pub use authoring::{
    Completions, CreatureReport, Function, HandlerEntry, Note, Problem, Property, Saved,
    ShippedCreature, check_creature, completions, shipped_creatures, template_files, test_creature,
};
pub use chart_picture::{ChartArea, ChartFrame, ChartInk, ChartPicture, PlateLine};
pub use charts::{ChartEntry, ChartList, ChartName, ChartRequest, ChosenEntry};
pub use contest::{
    BaseScore, ColonyScore, Contest, Outcome, describe_base, lead_text, most_tickets, usual_speed,
};
pub use derived::{Computation, Derived, subject_of};
pub use editing::Plan;
pub use film::Film;
pub use first_look::{NEAR, Opening, SETTLED, SETTLING_SECONDS, opening};
pub use founding::{Founding, LinkContents, LinkState, ScenarioChoice, describe_link};
pub use hint::{Hint, HintEntry, hints};
pub use library::{ActionEntry, OverlayEntry, ShippedScenario, actions, overlays, scenarios};
pub use lineages::{Lineage, Lineages, SpeciesLineages, TraitMeans};
pub use lives::{KnownLife, Lives};
pub use moment_pictures::{MOMENT_SIZE, MomentPictures};
pub use mourning::{Following, Heir, Mourning, Relation, Turn, is_living};
pub use picture::{ColourKey, ViewArea, WorldSize};
pub use preview::{OUTLINE, Preview};
pub use recent::{ColouredScene, RecentScenes};
pub use refusal::{Answer, Refusal};
pub use replay::{ONLY_KEYFRAMES, Replays, Subject};
pub use reports::{Chronicle, Remark, Report, ReportKind, ReportLine, ReportSection, Species};
pub use search::{Found, Search, search};
pub use session::{Saying, Session, State, Timeline};
pub use side_branch::SideBranch;
pub use tour::Caption;
