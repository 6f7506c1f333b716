//! The table of events.

use terrarium_creatures::behaviour::{
    ActionKind, Blocker, Death, Event, EventKind, Fault, FaultKind, OrganismId, Refusal,
};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::SpeciesId;
use terrarium_output::table::Cell;
use terrarium_run::record::EventChoice;
use terrarium_run::record::events::cells;

#[test]
fn each_kind_of_event_fills_its_cells() {
    let id = OrganismId;
    let events = [
        EventKind::Born { parent: OrganismId::NONE },
        EventKind::Born { parent: id(2) },
        EventKind::Died { of: Death::Killed, by: Some(id(3)) },
        EventKind::Died { of: Death::OldAge, by: None },
        EventKind::Struck { target: id(4), damage: 1.5, killed: false },
        EventKind::Struck { target: id(4), damage: 2.5, killed: true },
        EventKind::Attacked { by: id(5), damage: 1.0 },
        EventKind::Ate { food: id(6), energy: Energy::from_units(0.5) },
        EventKind::GaveBirth { child: id(7) },
        EventKind::Blocked { by: Blocker::Organism(id(8)) },
        EventKind::Blocked { by: Blocker::Border },
        EventKind::Refused { slot: ActionKind::Eat, why: Refusal::NotVisible, target: Some(id(9)) },
        EventKind::NoRoomForBirth,
        EventKind::Embarked { link: 3 },
        EventKind::Crossed { link: 3 },
        EventKind::Failed { fault: Fault::new(FaultKind::TooDeep, "deep") },
    ];
    let rows = events.map(|what| {
        let lives = if EventChoice::Lives.includes(&what) { '*' } else { ' ' };
        let event = Event { to: id(1), species: SpeciesId(0), what };
        let row = cells(9, &event, "hare").map(|cell| match cell {
            Cell::Whole(number) => number.to_string(),
            Cell::Number(number) => number.to_string(),
            Cell::Word(word) => word.to_owned(),
            Cell::Empty => "-".to_owned(),
        });
        format!("{lives} {}", row.join(" "))
    });
    insta::assert_snapshot!(rows.join("\n"), @"
    * 9 1 hare born - - - -
    * 9 1 hare born 2 - - -
    * 9 1 hare died 3 killed - -
    * 9 1 hare died - old_age - -
    * 9 1 hare struck 4 - - 1.5
    * 9 1 hare killed 4 - - 2.5
      9 1 hare attacked 5 - - 1
      9 1 hare ate 6 - - 0.5
      9 1 hare gave_birth 7 - - -
      9 1 hare blocked 8 organism - -
      9 1 hare blocked - border - -
      9 1 hare refused 9 not_visible eat -
    * 9 1 hare no_room_for_birth - - - -
    * 9 1 hare embarked 3 - - -
    * 9 1 hare crossed 3 - - -
    * 9 1 hare failed - too_deep - -
    ");
}
