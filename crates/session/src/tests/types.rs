//! The TypeScript types of what a session says of itself are generated from the Rust types.
//!
//! To update them: `UPDATE_TYPES=1 cargo test -p terrarium-session types`.

use std::fs;

use ts_rs::{Config, TS};

use crate::tool::{Brush, Spray, Tool};
use crate::{
    ActionEntry, AlbumList, BaseScore, Caption, ChartArea, ChartEntry, ChartFrame, ChartInk,
    ChartList, ChartName, ChartPicture, ChartRequest, ChosenEntry, Chronicle, ColonyScore,
    ColourKey, Completions, Contest, CreatureReport, FavouriteLine, Found, Founding, Function,
    HandlerEntry, HintEntry, Lineage, Lineages, LinkContents, LinkState, MomentLine, Note, Opening,
    Outcome, OverlayEntry, Plan, PlateLine, Problem, Property, Remark, Report, ReportKind,
    ReportLine, ReportSection, Saved, Saying, ScenarioChoice, ShippedCreature, ShippedScenario,
    Species, SpeciesLineages, State, Timeline, TraitMeans, ViewArea, WorldSize,
};

/// Where the page has the types.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/contract/session.ts");

/// The declarations of types, in their order.
macro_rules! declarations {
    ($($type:ty),* $(,)?) => {
        [$(declaration::<$type>()),*]
    };
}

fn declaration<T: TS>() -> String {
    let config = Config::new().with_large_int("number");
    format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&config))
}

#[test]
fn the_types_of_the_page_are_those_of_sessions() {
    let declarations = declarations![
        State,
        Saying,
        Timeline,
        LinkState,
        Contest,
        ColonyScore,
        BaseScore,
        Outcome,
        ColourKey,
        Caption,
        ViewArea,
        WorldSize,
        Species,
        Chronicle,
        Remark,
        AlbumList,
        FavouriteLine,
        MomentLine,
        Report,
        ReportKind,
        ReportSection,
        ReportLine,
        ChartEntry,
        ChartList,
        ChartName,
        ChartRequest,
        ChosenEntry,
        ChartFrame,
        ChartInk,
        ChartPicture,
        ChartArea,
        PlateLine,
        Lineages,
        SpeciesLineages,
        Lineage,
        TraitMeans,
        Plan,
        Found,
        Founding,
        ScenarioChoice,
        LinkContents,
        ShippedScenario,
        ActionEntry,
        OverlayEntry,
        HintEntry,
        Opening,
        ShippedCreature,
        Completions,
        Function,
        Property,
        HandlerEntry,
        Problem,
        CreatureReport,
        Saved,
        Note,
        Tool,
        Spray,
        Brush,
    ];
    let head = "// What a session says of itself: generated from crates/session.\n// UPDATE_TYPES=1 cargo test -p terrarium-session types\n\nimport type { Calamity, Creature } from \"./engine\";\n";
    let text = format!("{head}\n{}", declarations.join("\n"));
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::write(FILE, text).unwrap();
    } else {
        assert!(fs::read_to_string(FILE).unwrap() == text, "update it with UPDATE_TYPES=1");
    }
}
