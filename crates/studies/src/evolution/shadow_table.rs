//! The table of individuals of a shadow, in the format of that of a run.

use std::io::{self, Write};
use std::path::Path;

use csv::StringRecord;
use terrarium_input::regular_file;
use terrarium_output::table::TableReader;

use super::NeutralModel;
use crate::phylogeny::{Phylogeny, TRAIT_COLUMNS};

/// The columns that hold for an organism of a shadow as for its counterpart in the run: who it is, its birth and death, and
/// what it did there.
const COPIED: [&str; 19] = [
    "organism",
    "species",
    "kind",
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
    Parent,
    SecondParent,
    Generation,
    Children,
    /// The place of a trait in [`TRAIT_COLUMNS`].
    Trait(usize),
    /// The place of a number of genomes in its columns.
    Genome(usize),
    /// What this version does not know how to inherit.
    Nothing,
}

impl NeutralModel<'_> {
    /// Writes the table of individuals of a shadow as CSV, with the columns and rows of the `table` of the run from which
    /// it was drawn. Parents, generations, children, traits and numbers of genomes are those of the shadow. What it cannot
    /// have, such as a lineage, is empty. Species that the shadow does not have are left out.
    ///
    /// # Errors
    /// When the table cannot be read, or `out` cannot be written.
    pub fn write_table(
        &self,
        shadow: &Phylogeny,
        table: &Path,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let rows = Rows::new(self, shadow, table)?;
        let mut reader = TableReader::new(regular_file::open(table)?, table)?;
        let sources = reader.columns().iter().map(|column| Source::new(column, shadow));
        let sources: Vec<Source> = sources.collect();
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(reader.columns())?;
        let id = column(reader.columns(), "organism");
        let mut record = StringRecord::new();
        while reader.read(&mut record)? {
            let Some(index) = rows.index_of(id.and_then(|column| record.get(column))) else {
                continue;
            };
            for (source, text) in sources.iter().zip(&record) {
                writer.write_field(rows.cell(index, *source, text))?;
            }
            writer.write_record(None::<&[u8]>)?;
        }
        writer.flush()
    }
}

impl Source {
    fn new(column: &str, shadow: &Phylogeny) -> Self {
        match column {
            "parent" => Self::Parent,
            "second_parent" => Self::SecondParent,
            "generation" => Self::Generation,
            "children" => Self::Children,
            _ if COPIED.contains(&column) => Self::Copied,
            _ => {
                let of_traits = TRAIT_COLUMNS.iter().position(|it| *it == column);
                let of_genomes = shadow.genomes().columns().iter().position(|it| it == column);
                let found = of_traits.map(Self::Trait).or(of_genomes.map(Self::Genome));
                found.unwrap_or(Self::Nothing)
            }
        }
    }
}

/// What the rows of a shadow have, by index of the organism.
struct Rows<'a> {
    shadow: &'a Phylogeny,
    /// The index of each identity, in ascending order.
    ids: Vec<(u64, usize)>,
    /// The text of each parent that was not drawn.
    parents: Vec<Option<Box<str>>>,
    generations: Vec<u64>,
    children: Vec<u64>,
}

impl<'a> Rows<'a> {
    fn new(model: &NeutralModel<'_>, shadow: &'a Phylogeny, table: &Path) -> io::Result<Self> {
        let taxa = shadow.taxa();
        let mut ids: Vec<(u64, usize)> =
            taxa.iter().enumerate().map(|(index, taxon)| (taxon.id, index)).collect();
        ids.sort_unstable();
        let mut rows = Self {
            shadow,
            ids,
            parents: vec![None; taxa.len()],
            generations: vec![0; taxa.len()],
            children: vec![0; taxa.len()],
        };
        rows.read_roots(model, table)?;
        for (index, taxon) in taxa.iter().enumerate() {
            if let Some(parent) = taxon.parent.filter(|_| model.is_drawn(index)) {
                rows.generations[index] = rows.generations[parent] + 1;
                rows.children[parent] += 1;
            }
        }
        Ok(rows)
    }

    /// Reads what those keep whose parents are not drawn.
    fn read_roots(&mut self, model: &NeutralModel<'_>, table: &Path) -> io::Result<()> {
        let mut reader = TableReader::new(regular_file::open(table)?, table)?;
        let header = reader.columns();
        let [id, parent, generation] =
            ["organism", "parent", "generation"].map(|name| column(header, name));
        let mut record = StringRecord::new();
        while reader.read(&mut record)? {
            let text = |column: Option<usize>| column.and_then(|column| record.get(column));
            let Some(index) = self.index_of(text(id)).filter(|&it| !model.is_drawn(it)) else {
                continue;
            };
            self.generations[index] = text(generation).and_then(|it| it.parse().ok()).unwrap_or(0);
            self.parents[index] = text(parent).map(Into::into);
        }
        Ok(())
    }

    fn index_of(&self, id: Option<&str>) -> Option<usize> {
        let id: u64 = id?.parse().ok()?;
        let found = self.ids.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(self.ids[found].1)
    }

    fn cell(&self, index: usize, source: Source, text: &str) -> String {
        let taxon = &self.shadow.taxa()[index];
        match source {
            Source::Copied => text.to_owned(),
            Source::Nothing => String::new(),
            Source::Generation if text.is_empty() => String::new(),
            Source::Generation => self.generations[index].to_string(),
            Source::Children => self.children[index].to_string(),
            Source::Parent => match &self.parents[index] {
                Some(text) => text.to_string(),
                None => taxon
                    .parent
                    .map_or_else(String::new, |it| self.shadow.taxa()[it].id.to_string()),
            },
            Source::SecondParent => {
                taxon.second_parent.map_or_else(String::new, |second| second.to_string())
            }
            Source::Genome(column) => self.shadow.genomes().text(taxon.id, column),
            Source::Trait(column) => {
                let kind = self.shadow.species()[taxon.species].kind;
                let value = taxon.traits.and_then(|traits| traits.at(kind, column));
                value.map_or_else(String::new, |value| format!("{value:?}"))
            }
        }
    }
}

fn column(header: &StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|it| it == name)
}
