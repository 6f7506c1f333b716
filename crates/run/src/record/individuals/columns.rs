//! The columns of the table, and its rows.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{Characteristic, Kind, Species, TRAIT_COLUMNS, TraitValues};
use terrarium_output::table::{Cell, Column};

use super::End;
use super::genome_columns::GenomeColumns;
use super::individual::{Individual, Inherited};

/// The columns of the table, which has a row for each organism that was alive while the run was recorded.
#[must_use]
pub fn columns(genomes: &GenomeColumns) -> Vec<Column> {
    let mut columns = vec![
        Column::whole("organism", "identity of the organism"),
        Column::whole("parent", "identity of its parent; empty if it has none"),
        Column::word("species", "name of its species"),
        Column::word("kind", "plant, herbivore or carnivore"),
        Column::whole(
            "lineage",
            "name of its descent, which births elsewhere do not shift: the upper 53 bits of a hash",
        ),
        Column::word(
            "cluster",
            "name of its cluster: organisms of common descent and similar traits, since the record began",
        ),
        Column::whole("generation", "number of its ancestors"),
        Column::whole("born", "tick in which it was born; 0 for founders, which are older"),
        Column::whole("died", "tick in which it died; empty if it is alive at the end"),
        Column::whole("age", "its age at its death or at the end, in ticks"),
        Column::word("cause", "cause of its death"),
        Column::whole("killer", "identity of the organism that caused its death"),
        Column::number(
            "born_x",
            "where it was born, in units; empty if that was before the record",
        ),
        Column::number("born_y", "the same"),
        Column::number("last_x", "where it was before it died, or is at the end, in units"),
        Column::number("last_y", "the same"),
        Column::number("mature_radius", "radius at which it is mature, in units"),
    ];
    columns.extend(Characteristic::ALL.map(|what| {
        let name = what.name();
        Column::number(format!("points_{name}"), format!("animals: points on {name}"))
    }));
    columns.extend([
        Column::number("height", "plants: height per unit of radius"),
        Column::number("preferred_light", "plants: preferred share of full light"),
        Column::number("seed_spread", "plants: seed dispersal distance, in units"),
        Column::whole("since", "tick since which the columns after this one count"),
        Column::whole("children", "children that were born, and seeds"),
        Column::number("eaten_plants", "animals: energy gained from plants"),
        Column::number("eaten_carcasses", "animals: energy gained from carcasses"),
        Column::number(
            "distance",
            "animals: length of its path, in units; crossings of links add nothing",
        ),
        Column::whole("kills", "animals: organisms that its attacks killed"),
        Column::whole("refused", "animals: refused actions"),
        Column::whole("faults", "animals: failed turns"),
    ]);
    columns.extend(genomes.columns());
    columns
}

/// The row of an organism at a tick.
pub(super) fn cells<'a>(
    individual: &'a Individual,
    genomes: &GenomeColumns,
    species: &'a Species,
    tick: u64,
    end: Option<End>,
) -> Vec<Cell<'a>> {
    let who = &individual.who;
    let parent = Some(who.parent).filter(|&id| id != OrganismId::NONE);
    let whole = |number: Option<u64>| number.map_or(Cell::Empty, Cell::Whole);
    let is_seen = !matches!(individual.traits, Inherited::Unseen);
    let of_seen = |number: u64| if is_seen { Cell::Whole(number) } else { Cell::Empty };
    let mut cells = vec![
        Cell::Whole(who.id.0),
        whole(parent.map(|id| id.0)),
        Cell::Word(&species.name),
        Cell::Word(species.kind.name()),
        of_seen(who.lineage.0 >> 11),
        individual.cluster.as_ref().map_or(Cell::Empty, |of| Cell::Word(&of.label)),
        of_seen(who.generation.into()),
        Cell::Whole(who.birth_tick()),
        whole(end.map(|end| end.tick)),
        Cell::Whole(who.age(tick)),
        end.map_or(Cell::Empty, |end| Cell::Word(end.of.name())),
        whole(end.and_then(|end| end.by).map(|id| id.0)),
    ];
    cells.extend(place(individual.birthplace));
    cells.extend(place(Some(individual.place).filter(|_| is_seen)));
    cells.extend(traits(individual.traits.values(), species.kind));
    let of_animals = |cell| if individual.is_plant() { Cell::Empty } else { cell };
    cells.extend([Cell::Whole(individual.since), Cell::Whole(individual.children)]);
    cells.extend(
        [
            Cell::Number(individual.eaten_plants.units()),
            Cell::Number(individual.eaten_carcasses.units()),
            Cell::Number(individual.distance),
            Cell::Whole(individual.kills),
            Cell::Whole(individual.refused),
            Cell::Whole(individual.faults),
        ]
        .map(of_animals),
    );
    cells.extend(genomes.cells(individual.genome.as_deref(), individual.second_parent));
    cells
}

fn place(place: Option<DVec2>) -> [Cell<'static>; 2] {
    place.map_or([Cell::Empty; 2], |place| [Cell::Number(place.x), Cell::Number(place.y)])
}

/// The values in [`TRAIT_COLUMNS`].
fn traits<'a>(values: Option<TraitValues>, kind: Kind) -> impl Iterator<Item = Cell<'a>> {
    let columns = 0..TRAIT_COLUMNS.len();
    columns.map(move |column| values.and_then(|values| values.at(kind, column)).into())
}
