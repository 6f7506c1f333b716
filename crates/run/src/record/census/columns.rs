//! The census as a table: `census.csv` and `census.parquet`.

use terrarium_creatures::behaviour::{ActionKind, Death};
use terrarium_creatures::species::{Characteristic, Kind, Species};
use terrarium_output::table::{Cell, Column};

use super::Line;

/// The columns of the table, which has a row for each recorded tick and species.
#[must_use]
pub fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::whole("tick", "ticks since the world began"),
        Column::word("species", "name of the species"),
        Column::word("kind", "plant, herbivore or carnivore"),
        Column::whole("count", "organisms alive"),
        Column::whole("births", "births since the previous row"),
    ];
    columns.extend(Death::ALL.map(|of| {
        let name = of.name();
        Column::whole(format!("died_{name}"), format!("deaths since the previous row: {name}"))
    }));
    columns.extend([
        Column::number("energy", "energy that the organisms can spend, in total"),
        Column::whole("grown", "adult organisms"),
        Column::whole("stunted_hungry", "organisms that do not grow for lack of energy"),
        Column::whole("stunted_cramped", "organisms that do not grow for lack of space"),
        Column::whole("without_room", "births and seeds without free space since the previous row"),
        Column::number("mean_age", "mean age, in ticks"),
        Column::number("mean_radius", "mean radius, in units"),
        Column::number("mean_mature_radius", "mean adult radius, in units"),
        Column::number("mean_height", "plants: mean height per unit of radius"),
        Column::number("mean_preferred_light", "plants: mean preferred share of full light"),
        Column::number("mean_seed_spread", "plants: mean seed dispersal distance, in units"),
    ]);
    columns.extend(Characteristic::ALL.map(|what| {
        let name = what.name();
        Column::number(format!("mean_points_{name}"), format!("animals: mean points on {name}"))
    }));
    columns.extend([
        Column::whole("carcasses", "animals: carcasses in the world"),
        Column::whole("kills", "animals: lethal attacks since the previous row"),
        Column::whole("meals", "animals: bites since the previous row"),
        Column::number("eaten", "animals: energy gained by these bites"),
        Column::whole("plans", "animals: path searches since the previous row"),
        Column::whole("planning_steps", "animals: steps of these searches"),
        Column::whole("enclosures", "animals: searches whose start or goal was enclosed"),
        Column::whole("blocked_ticks", "animals: ticks in which a moving animal was blocked"),
    ]);
    columns.extend(ActionKind::ALL.map(|slot| {
        let meaning = "animals: such actions refused since the previous row";
        Column::whole(format!("refused_{}", slot.name()), meaning)
    }));
    columns.extend([
        Column::whole("faults", "animals: failed turns since the previous row"),
        Column::whole("suspended", "animals: 1 if suspended after too many faults, else 0"),
        Column::whole(
            "no_time",
            "animals: turns since the previous row that were not had, because their species had used \
             up the rule `species_budget`",
        ),
    ]);
    columns
}

/// The row of a line of the census.
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
    let turns = [flow.faults, u64::from(*is_suspended), flow.no_time];
    cells.extend(turns.map(|count| of_animals(Cell::Whole(count))));
    cells
}
