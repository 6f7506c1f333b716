//! The ALife Data Standard for phylogenies: a table with a row for each taxon.

use std::io::{self, Write};

use super::{Phylogeny, TRAIT_COLUMNS, Taxon};

/// The columns before those of the traits. The first two are required by the standard, the next two are
/// conventional, and `num_orgs` and `tot_orgs` are what phylotrackpy calls the numbers of members.
const COLUMNS: [&str; 8] = [
    "id",
    "ancestor_list",
    "origin_time",
    "destruction_time",
    "taxon_label",
    "num_orgs",
    "tot_orgs",
    "species",
];

/// Writes the phylogeny as CSV, a parent before its children.
///
/// Roots have the `ancestor_list` `[none]`, others that of their parent, such as `[3]`, or of two parents, such as
/// `[3,7]`, if both are among the taxa. The `destruction_time` of a taxon with a living member is `inf`. Traits and numbers
/// of genomes that are unknown, or that a species does not have, are empty.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_alife_standard(tree: &Phylogeny, out: &mut impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let of_genomes = tree.genomes().columns();
    let columns = COLUMNS.into_iter().chain(TRAIT_COLUMNS);
    table.write_record(columns.chain(of_genomes.iter().map(String::as_str)))?;
    let mut ids: Vec<u64> = tree.taxa().iter().map(|taxon| taxon.id).collect();
    ids.sort_unstable();
    for taxon in tree.taxa() {
        let second = taxon.second_parent.filter(|id| ids.binary_search(id).is_ok());
        for cell in cells(tree, taxon, second) {
            table.write_field(cell)?;
        }
        let kind = tree.species()[taxon.species].kind;
        for column in 0..TRAIT_COLUMNS.len() {
            let value = taxon.traits.and_then(|traits| traits.at(kind, column));
            table.write_field(value.map_or_else(String::new, |value| format!("{value:?}")))?;
        }
        for column in 0..of_genomes.len() {
            table.write_field(tree.genomes().text(taxon.id, column))?;
        }
        table.write_record(None::<&[u8]>)?;
    }
    table.flush()
}

/// The cells of a taxon in [`COLUMNS`].
fn cells(tree: &Phylogeny, taxon: &Taxon, second: Option<u64>) -> [String; COLUMNS.len()] {
    let parent = taxon.parent.map(|parent| tree.taxa()[parent].id);
    let ancestors = match (parent, second) {
        (None, None) => "[none]".to_owned(),
        (Some(one), None) | (None, Some(one)) => format!("[{one}]"),
        (Some(parent), Some(second)) => format!("[{parent},{second}]"),
    };
    [
        taxon.id.to_string(),
        ancestors,
        taxon.origin.to_string(),
        taxon.destruction.map_or_else(|| "inf".to_owned(), |tick| tick.to_string()),
        tree.label(taxon),
        taxon.living_members.to_string(),
        taxon.members.to_string(),
        tree.species()[taxon.species].name.clone(),
    ]
}
