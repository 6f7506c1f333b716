//! The organisms of a world as a table.

use pyo3::prelude::*;
use terrarium::behaviour::OrganismId;
use terrarium::record::table::{Cell, Column};
use terrarium::species::Characteristic;
use terrarium::world::{Life, SavedNature, SavedOrganism, World};

use crate::table::{Table, TableBuilder};

/// The living organisms and the carcasses, a row each, by identity.
pub fn table(world: &World) -> PyResult<Table> {
    let mut table = TableBuilder::new(&columns());
    for organism in world.organisms() {
        table.row(&cells(&organism, world));
    }
    table.table()
}

fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::whole("organism", "identity"),
        Column::word("species", "name of the species"),
        Column::word("kind", "plant, herbivore or carnivore"),
        Column::word("state", "alive or carcass"),
        Column::whole("parent", "identity of the parent; empty for founders"),
        Column::whole("generation", "number of its ancestors"),
        Column::whole("age", "ticks since birth"),
        Column::number("x", "place of its centre, in units from the left"),
        Column::number("y", "place of its centre, in units from the top"),
        Column::number("radius", "half the side of its body, in units"),
        Column::number("mature_radius", "radius at which it is grown, in units"),
        Column::number("energy", "energy that it can spend; of a carcass, energy left in it"),
        Column::number("damage", "damage that has not healed"),
    ];
    columns.extend(Characteristic::ALL.map(|what| {
        let name = what.name();
        Column::number(format!("points_{name}"), format!("animals: points on {name}"))
    }));
    columns.extend([
        Column::number("height", "plants: height per unit of radius"),
        Column::number("preferred_light", "plants: preferred share of full light"),
        Column::number("seed_spread", "plants: seed dispersal distance, in units"),
    ]);
    columns
}

fn cells<'a>(organism: &SavedOrganism, world: &'a World) -> Vec<Cell<'a>> {
    let SavedOrganism { who, body, nature, .. } = organism;
    let species = world.config().species(who.species);
    let parent = match who.parent {
        OrganismId::NONE => Cell::Empty,
        OrganismId(parent) => Cell::Whole(parent),
    };
    let mut cells = vec![
        Cell::Whole(who.id.0),
        Cell::Word(&species.name),
        Cell::Word(species.kind.name()),
        Cell::Word(if matches!(nature, SavedNature::Carcass(_)) { "carcass" } else { "alive" }),
        parent,
        Cell::Whole(who.generation.into()),
        Cell::Whole(who.age(world.tick())),
        Cell::Number(body.centre.x),
        Cell::Number(body.centre.y),
        Cell::Number(body.radius),
    ];
    let of_life = |life: &Life| {
        [
            Cell::Number(life.mature_radius.into()),
            Cell::Number(life.energy.units()),
            Cell::Number(life.damage),
        ]
    };
    let mut points = [Cell::Empty; Characteristic::ALL.len()];
    let mut of_plant = [Cell::Empty; 3];
    match nature {
        SavedNature::Plant(life, traits) => {
            cells.extend(of_life(life));
            of_plant = [traits.height, traits.preferred_light, traits.seed_spread]
                .map(|value| Cell::Number(value.into()));
        }
        SavedNature::Animal(life, traits, ..) => {
            cells.extend(of_life(life));
            points = traits.points.map(|value| Cell::Number(value.into()));
        }
        SavedNature::Carcass(carcass) => {
            cells.extend([Cell::Empty, Cell::Number(carcass.energy.units()), Cell::Empty]);
        }
    }
    cells.extend(points);
    cells.extend(of_plant);
    cells
}
