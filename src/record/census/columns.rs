//! The census as a table: `census.csv` and `census.parquet`.

use super::Line;
use crate::behaviour::{ActionKind, Death};
use crate::record::table::{Cell, Column};
use crate::species::{Characteristic, Kind, Species};

/// The columns of the table: a row for each species of each tick that is recorded.
#[must_use]
pub fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::whole("tick", "ticks the world has lived"),
        Column::word("species", "name of the species"),
        Column::word("kind", "plant, herbivore or carnivore"),
        Column::whole("count", "organisms alive"),
        Column::whole("births", "births since the row before"),
    ];
    columns.extend(Death::ALL.map(|of| {
        let name = of.name();
        Column::whole(format!("died_{name}"), format!("deaths since the row before: {name}"))
    }));
    columns.extend([
        Column::number("energy", "energy the living can spend, in all"),
        Column::whole("grown", "how many are grown up"),
        Column::whole("stunted_hungry", "how many do not grow for want of energy"),
        Column::whole("stunted_cramped", "how many do not grow for want of room"),
        Column::whole("without_room", "children and seeds since the row before that found no room"),
        Column::number("mean_age", "mean age, in ticks"),
        Column::number("mean_radius", "mean radius, in units"),
        Column::number("mean_mature_radius", "mean radius at which they are grown up, in units"),
        Column::number("mean_height", "plants: mean height for each unit of radius"),
        Column::number(
            "mean_preferred_light",
            "plants: mean share of full light at which they thrive best",
        ),
        Column::number("mean_seed_spread", "plants: mean distance they send seeds, in units"),
    ]);
    columns.extend(Characteristic::ALL.map(|what| {
        let name = what.name();
        Column::number(format!("mean_points_{name}"), format!("animals: mean points on {name}"))
    }));
    columns.extend([
        Column::whole("carcasses", "animals: carcasses that lie about"),
        Column::whole("kills", "animals: blows since the row before that ended a life"),
        Column::whole("meals", "animals: bites since the row before"),
        Column::number("eaten", "animals: energy that these bites brought"),
        Column::whole("plans", "animals: ways looked for since the row before"),
        Column::whole("planning_steps", "animals: steps that took"),
        Column::whole("enclosures", "animals: how often they, or their aims, were found closed in"),
        Column::whole("blocked_ticks", "animals: ticks in which something stopped a traveller"),
    ]);
    columns.extend(ActionKind::ALL.map(|slot| {
        let meaning = "animals: such wishes refused since the row before";
        Column::whole(format!("refused_{}", slot.name()), meaning)
    }));
    columns.extend([
        Column::whole("faults", "animals: turns since the row before that failed"),
        Column::whole("suspended", "animals: 1 once too many have failed, else 0"),
    ]);
    columns
}

/// A line as a row of the table.
#[must_use]
pub fn cells<'a>(line: &Line, species: &'a Species) -> Vec<Cell<'a>> {
    let Line { tick, headcount, flow, is_suspended, .. } = line;
    let is_plant = species.kind == Kind::Plant;
    let of_animals = |cell| if is_plant { Cell::Empty } else { cell };
    let mut cells = vec![
        Cell::Whole(*tick),
        Cell::Word(&species.name),
        Cell::Word(species.kind.name()),
        Cell::Whole(headcount.count),
        Cell::Whole(flow.births),
    ];
    cells.extend(flow.deaths.map(Cell::Whole));
    cells.extend([
        Cell::Number(headcount.energy.units()),
        Cell::Whole(headcount.grown),
        Cell::Whole(headcount.hungry),
        Cell::Whole(headcount.cramped),
        Cell::Whole(flow.without_room),
        headcount.age.value().into(),
        headcount.radius.value().into(),
        headcount.mature_radius.value().into(),
        headcount.plant.height.value().into(),
        headcount.plant.preferred_light.value().into(),
        headcount.plant.seed_spread.value().into(),
    ]);
    cells.extend(headcount.points.map(|mean| Cell::from(mean.value())));
    cells.extend([
        of_animals(Cell::Whole(headcount.carcasses)),
        of_animals(Cell::Whole(flow.kills)),
        of_animals(Cell::Whole(flow.meals)),
        of_animals(Cell::Number(flow.eaten.units())),
        of_animals(Cell::Whole(flow.planning_effort.plans)),
        of_animals(Cell::Whole(flow.planning_effort.steps)),
        of_animals(Cell::Whole(flow.planning_effort.enclosures)),
        of_animals(Cell::Whole(flow.blocked)),
    ]);
    cells.extend(flow.refused.map(|count| of_animals(Cell::Whole(count))));
    cells.extend([flow.faults, u64::from(*is_suspended)].map(|n| of_animals(Cell::Whole(n))));
    cells
}
