//! The table of individuals of a shadow, in the format of that of a run.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use csv::StringRecord;
use terrarium_input::regular_file;
use terrarium_output::table::TableReader;

use super::NeutralModel;
use crate::phylogeny::{Phylogeny, TRAIT_COLUMNS, Taxon};

/// The columns that hold for an organism of a shadow as for its counterpart in the run: who it is, its descent, its birth and
/// death, and what it did there.
const COPIED: [&str; 24] = [
    "organism",
    "parent",
    "second_parent",
    "species",
    "kind",
    "lineage",
    "generation",
    "born",
    "died",
    "age",
    "cause",
    "killer",
    "born_x",
    "born_y",
    "last_x",
    "last_y",
    "since",
    "children",
    "eaten_plants",
    "eaten_carcasses",
    "distance",
    "kills",
    "refused",
    "faults",
];

/// What a column of the table becomes.
#[derive(Debug, Clone, Copy)]
enum Source {
    Copied,
    /// The place of a trait in [`TRAIT_COLUMNS`].
    Trait(usize),
    /// The place of a number of genomes in its columns.
    Genome(usize),
    /// What is not drawn.
    Nothing,
}

impl NeutralModel<'_> {
    /// Writes the table of individuals of a shadow as CSV, with the columns and rows of the `table` of the run from which
    /// it was drawn. Traits and numbers of genomes are those of the shadow. What is not drawn, such as a brain, is empty.
    /// Species that the shadow does not have are left out.
    ///
    /// # Errors
    /// When the table cannot be read, or `out` cannot be written.
    pub fn write_table(
        &self,
        shadow: &Phylogeny,
        table: &Path,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let taxa: BTreeMap<u64, &Taxon> = shadow.taxa().iter().map(|it| (it.id, it)).collect();
        let mut reader = TableReader::new(regular_file::open(table)?, table)?;
        let sources = reader.columns().iter().map(|column| Source::new(column, shadow));
        let sources: Vec<Source> = sources.collect();
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(reader.columns())?;
        let id = reader.columns().iter().position(|it| it == "organism");
        let mut record = StringRecord::new();
        while reader.read(&mut record)? {
            let id = id.and_then(|column| record.get(column)).and_then(|it| it.parse().ok());
            let Some(taxon) = id.and_then(|id: u64| taxa.get(&id)) else { continue };
            for (source, text) in sources.iter().zip(&record) {
                writer.write_field(source.cell(shadow, taxon, text))?;
            }
            writer.write_record(None::<&[u8]>)?;
        }
        writer.flush()
    }
}

impl Source {
    fn new(column: &str, shadow: &Phylogeny) -> Self {
        if COPIED.contains(&column) {
            return Self::Copied;
        }
        let of_traits = TRAIT_COLUMNS.iter().position(|it| *it == column);
        let of_genomes = shadow.genomes().columns().iter().position(|it| it == column);
        of_traits.map(Self::Trait).or(of_genomes.map(Self::Genome)).unwrap_or(Self::Nothing)
    }

    /// The text of an organism of a shadow, which is `text` in the run.
    fn cell(self, shadow: &Phylogeny, taxon: &Taxon, text: &str) -> String {
        match self {
            Self::Copied => text.to_owned(),
            Self::Nothing => String::new(),
            Self::Genome(column) => shadow.genomes().text(taxon.id, column),
            Self::Trait(column) => {
                let kind = shadow.species()[taxon.species].kind;
                let value = taxon.traits.and_then(|traits| traits.at(kind, column));
                value.map_or_else(String::new, |value| format!("{value:?}"))
            }
        }
    }
}
