//! Reading the table of individuals of a run, or that of the living and their ancestors, in any order of rows.

use std::path::Path;

use terrarium_creatures::species::Kind;
use terrarium_input::{Diagnostic, quoted, regular_file, spelling};
use terrarium_output::table::TableReader;

use super::columns::Columns;
use super::damage::{Damage, missing_table, unreadable};
use super::{GenomeValues, Phylogeny, SpeciesInTree, Taxon, TraitValues};

/// The table of individuals in the directory of a run.
pub const INDIVIDUALS_CSV: &str = "individuals.csv";

/// The same table as Parquet.
pub const INDIVIDUALS_PARQUET: &str = "individuals.parquet";

/// The table of the living and their ancestors in the directory of a run.
pub const ANCESTRY_CSV: &str = "ancestry.csv";

/// The same table as Parquet.
pub const ANCESTRY_PARQUET: &str = "ancestry.parquet";

/// An organism with the identity of its parent.
struct Row {
    taxon: Taxon,
    parent: Option<u64>,
    /// Where its line begins in the file; in Parquet the number of its row.
    byte: u64,
}

impl Phylogeny {
    /// Reads a table of individuals, in Parquet if the path ends with `.parquet` and in CSV otherwise. Every taxon is an
    /// organism. One whose parent has no row is a root. A table of the living and their ancestors is read likewise; its trees
    /// are the [extant](Self::extant) ones.
    ///
    /// Takes about 250 bytes for each organism while it reads, and 150 in the end; more with genomes.
    ///
    /// # Errors
    /// When the file cannot be read or is no such table; the error has the line.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let file = regular_file::open(path).map_err(|error| unreadable(path, &error))?;
        let malformed = |error: csv::Error| Damage::of_csv(&error).diagnostic(path);
        let mut reader = TableReader::new(file, path).map_err(malformed)?;
        let columns = Columns::find(reader.columns()).map_err(|what| missing_table(path, &what))?;
        let (mut species, mut rows) = (Vec::new(), Vec::new());
        let names = columns.genome.iter().map(|column| column.name().to_owned());
        let mut genomes = GenomeValues::new(names.collect());
        let mut record = csv::StringRecord::new();
        while reader.read(&mut record).map_err(malformed)? {
            let byte = record.position().map_or(0, csv::Position::byte);
            let damaged = |what| Damage { byte, what }.diagnostic(path);
            let row = row(&columns, &record, byte, &mut species).map_err(damaged)?;
            if !columns.genome.is_empty() {
                let values = columns.genome.iter().map(|column| column.optional_number(&record));
                genomes.insert(row.taxon.id, values.collect::<Result<_, _>>().map_err(damaged)?);
            }
            rows.push(row);
        }
        let taxa = linked(rows, &species).map_err(|damage| damage.diagnostic(path))?;
        genomes.unroll_hues(&taxa);
        Ok(Self::new(species, taxa).with_genomes(genomes))
    }
}

/// The organism of a line.
fn row(
    columns: &Columns,
    record: &csv::StringRecord,
    byte: u64,
    all_species: &mut Vec<SpeciesInTree>,
) -> Result<Row, String> {
    let kind = kind_named(columns.kind.of(record))?;
    let species = species_named(columns.species.of(record), kind, all_species)?;
    let id = columns.organism.whole(record)?;
    let (origin, destruction) = (columns.born.whole(record)?, columns.died.optional(record)?);
    if let Some(died) = destruction.filter(|&died| died < origin) {
        return Err(format!("organism {id} died in tick {died}, before its birth in {origin}"));
    }
    // What was added and died in the same tick has none.
    let is_known = columns.traits.iter().any(|column| !column.of(record).is_empty());
    let traits = || TraitValues::collect(kind, |column| columns.traits[column].number(record));
    let traits = is_known.then(traits).transpose()?;
    let living_members = u64::from(destruction.is_none());
    let second_parent = columns.second_parent.as_ref().map(|column| column.optional(record));
    let taxon = Taxon {
        id,
        parent: None,
        second_parent: second_parent.transpose()?.flatten(),
        species,
        origin,
        destruction,
        members: 1,
        living_members,
        traits,
    };
    Ok(Row { taxon, parent: columns.parent.optional(record)?, byte })
}

fn kind_named(name: &str) -> Result<Kind, String> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let names = spelling::listed(Kind::ALL.map(Kind::name));
        format!("the kind is {}, not one of {names}", quoted(name))
    })
}

/// The index of a species, which is added if it is new.
fn species_named(
    name: &str,
    kind: Kind,
    all_species: &mut Vec<SpeciesInTree>,
) -> Result<usize, String> {
    let Some(found) = all_species.iter().position(|species| species.name == name) else {
        if name.is_empty() {
            return Err("`species` is empty".to_owned());
        }
        all_species.push(SpeciesInTree { name: name.to_owned(), kind });
        return Ok(all_species.len() - 1);
    };
    match all_species[found].kind {
        before if before == kind => Ok(found),
        before => Err(format!(
            "the species {} is of the kind {} here and {} in lines before",
            quoted(name),
            kind.name(),
            before.name()
        )),
    }
}

/// Sorts organisms by birth and links them to their parents.
fn linked(mut rows: Vec<Row>, species: &[SpeciesInTree]) -> Result<Vec<Taxon>, Damage> {
    rows.sort_unstable_by_key(|row| (row.taxon.origin, row.taxon.id));
    let mut ids: Vec<(u64, usize)> =
        rows.iter().enumerate().map(|(index, row)| (row.taxon.id, index)).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let byte = pair.iter().map(|&(_, index)| rows[index].byte).max().unwrap_or(0);
        return Err(Damage { byte, what: format!("organism {} has a line before", pair[0].0) });
    }
    let index_of = |parent: u64| {
        let found = ids.binary_search_by_key(&parent, |&(id, _)| id).ok()?;
        Some(ids[found].1)
    };
    for index in 0..rows.len() {
        let Row { taxon, parent, .. } = &rows[index];
        let [parent, second] = [*parent, taxon.second_parent].map(|it| it.and_then(index_of));
        for ancestor in [parent, second].into_iter().flatten() {
            let ancestor = &rows[ancestor].taxon;
            descends(&rows[index], ancestor, species)?;
        }
        rows[index].taxon.parent = parent;
    }
    Ok(rows.into_iter().map(|row| row.taxon).collect())
}

/// Checks that a parent was born before its child and is of its species. So parents come before their children, and no
/// organism descends from itself.
fn descends(row: &Row, ancestor: &Taxon, species: &[SpeciesInTree]) -> Result<(), Damage> {
    let (taxon, parent) = (&row.taxon, ancestor.id);
    let what = if ancestor.origin >= taxon.origin {
        format!("its parent {parent} was not born before it, but in tick {}", ancestor.origin)
    } else if ancestor.species != taxon.species {
        format!("its parent {parent} is of the species `{}`", species[ancestor.species].name)
    } else {
        return Ok(());
    };
    let (name, id, born) = (&species[taxon.species].name, taxon.id, taxon.origin);
    let what = format!("organism {id}, `{name}`, born in tick {born}: {what}");
    Err(Damage { byte: row.byte, what })
}
