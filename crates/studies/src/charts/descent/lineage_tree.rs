//! Trees of descent over time: a row for each taxon that is drawn.

use terrarium_creatures::behaviour::OrganismId;

use super::Lifetimes;
use crate::charts::{Axis, Chart, ChartKind, Shape, float};
use crate::phylogeny::{Children, Clusters, Phylogeny, TRAIT_COLUMNS, Taxon};

/// The tree of a species over time.
#[derive(Debug, Clone, PartialEq)]
pub struct LineageTree {
    /// What it shows, in a line.
    pub title: String,
    /// How many taxa are drawn, and which, in a line.
    pub note: String,
    /// The number of taxa that are not drawn.
    pub left_out: usize,
    /// The first and the last tick.
    pub ticks: (u64, u64),
    /// The rows from the top to the bottom; a parent comes before its children.
    pub rows: Vec<Row>,
}

/// A taxon in a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The name of the taxon within its species.
    pub name: String,
    /// Its first member.
    pub first: OrganismId,
    /// The tick of its origin.
    pub origin: u64,
    /// What is known of it, in lines.
    pub details: String,
    /// The row from which it branches off.
    pub parent: Option<usize>,
    /// The tick in which its line begins: its origin, or that of the first taxon between it and the row of its parent.
    pub begin: u64,
    /// The tick in which its line ends.
    pub end: u64,
    /// The number of its members.
    pub members: u64,
    /// The number of its members that are alive at the end.
    pub living_members: u64,
    /// Whether it or a descendant is alive at the end.
    pub is_extant: bool,
}

impl LineageTree {
    /// The greatest number of rows of a picture: more would not be legible.
    pub const ROWS: usize = 90;

    /// The greatest number of rows on a screen.
    pub const SCREEN_ROWS: usize = 48;

    /// What the colours, the lines and the numbers of a picture mean.
    pub const KEY: &str = "pale: without living descendants; lines are the wider, the more members; numbers: members, and \
                           after a slash those alive at the end";

    /// The tree of clusters, with at most about `most` rows.
    #[must_use]
    pub fn of_clusters(lifetimes: &Lifetimes<'_>, clusters: &Clusters, most: usize) -> Self {
        let tree = Self::new(lifetimes, clusters.tree(), "clusters", most);
        let distance = clusters.distance();
        Self { note: format!("{}; distance of clusters: {distance}", tree.note), ..tree }
    }

    /// The tree of taxa, which are groups of these organisms or the organisms themselves, with at most about `most` rows;
    /// `what` names them in the plural, such as `clusters`.
    ///
    /// Drawn are the taxa with the most members, of equal ones the living, and the ancestors in which their lineages join.
    #[must_use]
    pub fn new(lifetimes: &Lifetimes<'_>, tree: &Phylogeny, what: &str, most: usize) -> Self {
        let drawn = Drawn::new(tree, most);
        let rows = drawn.rows(tree, lifetimes.last);
        let title = format!("{}: tree of {what} over time", lifetimes.name());
        let note = match drawn.left_out {
            0 => format!("all {} {what}", rows.len()),
            count => {
                let is_of_groups = tree.taxa().iter().any(|taxon| taxon.members > 1);
                let which = if is_of_groups { "those with most members" } else { "a sample" };
                format!(
                    "{} of {} {what}, {which} and those in which their lineages join; {count} are not drawn",
                    rows.len(),
                    tree.taxa().len()
                )
            }
        };
        let left_out = drawn.left_out;
        Self { title, note, left_out, ticks: (lifetimes.first, lifetimes.last), rows }
    }
}

impl LineageTree {
    /// The chart of the tree above an axis of ticks.
    #[must_use]
    pub fn chart(self, ticks: Axis) -> Chart {
        let y = Axis::new("row", "", (0.0, float(self.rows.len() as u64)));
        Chart::single(ChartKind::Tree, self.title.clone(), ticks, y, Shape::Tree(self))
    }

    /// Writes a row for each taxon that is drawn.
    pub(in crate::charts) fn write_csv(&self, table: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
        table.write_record(["taxon", "first", "parent", "origin", "end", "members", "living"])?;
        for row in &self.rows {
            let parent = row.parent.map_or("", |parent| &self.rows[parent].name);
            let numbers = [row.first.0, row.origin, row.end, row.members, row.living_members];
            let [first, origin, end, members, living] = numbers.map(|it| it.to_string());
            table.write_record([&row.name, &first, parent, &origin, &end, &members, &living])?;
        }
        Ok(())
    }
}

impl Row {
    /// Its name, with the numbers of its members, and of those alive at the end, if it is a group.
    #[must_use]
    pub fn label(&self) -> String {
        let Self { name, members, living_members, .. } = self;
        match (members, living_members) {
            (1, _) => name.clone(),
            (_, 0) => format!("{name} · {members}"),
            _ => format!("{name} · {members} / {living_members}"),
        }
    }
}

/// Which taxa are drawn.
struct Drawn {
    /// The taxa from the top to the bottom, each with the one from which its line branches off and the tick of that.
    order: Vec<(usize, Option<usize>, u64)>,
    left_out: usize,
}

impl Drawn {
    /// Chooses at most so many taxa.
    fn new(tree: &Phylogeny, most: usize) -> Self {
        let taxa = tree.taxa();
        let mut by_size: Vec<usize> = (0..taxa.len()).collect();
        // Of equal ones a sample without a pattern.
        let mixed = |index: usize| (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        by_size.sort_unstable_by_key(|&index| {
            let taxon = &taxa[index];
            (std::cmp::Reverse((taxon.members, taxon.living_members)), mixed(index))
        });
        let mut count = most.min(taxa.len());
        loop {
            let is_drawn = with_branches(taxa, &by_size[..count]);
            let rows = is_drawn.iter().filter(|&&it| it).count();
            if rows <= most || count <= 1 {
                return Self { order: ordered(tree, &is_drawn), left_out: taxa.len() - rows };
            }
            count = (count * most / rows).min(count - 1);
        }
    }

    fn rows(&self, tree: &Phylogeny, last: u64) -> Vec<Row> {
        let taxa = tree.taxa();
        let mut is_extant: Vec<bool> = taxa.iter().map(Taxon::is_living).collect();
        for (index, taxon) in taxa.iter().enumerate().rev() {
            if let Some(parent) = taxon.parent {
                is_extant[parent] |= is_extant[index];
            }
        }
        let mut row_of = std::collections::BTreeMap::new();
        let mut rows: Vec<Row> = Vec::with_capacity(self.order.len());
        for &(index, from, begin) in &self.order {
            let taxon = &taxa[index];
            let parent = from.and_then(|from| row_of.get(&from).copied());
            row_of.insert(index, rows.len());
            rows.push(Row {
                name: tree.name(taxon),
                first: OrganismId(taxon.id),
                origin: taxon.origin,
                details: details(tree, taxon),
                parent,
                begin,
                end: taxon.destruction.unwrap_or(last),
                members: taxon.members,
                living_members: taxon.living_members,
                is_extant: is_extant[index],
            });
            // Seeds outlive their parents.
            if let Some(parent) = parent {
                rows[parent].end = rows[parent].end.max(begin);
            }
        }
        rows
    }
}

/// The chosen taxa and those in which two of their lineages join.
fn with_branches(taxa: &[Taxon], chosen: &[usize]) -> Vec<bool> {
    let mut is_drawn = vec![false; taxa.len()];
    chosen.iter().for_each(|&index| is_drawn[index] = true);
    // The number of children with a chosen taxon among them and their descendants.
    let mut lineages = vec![0_u32; taxa.len()];
    for (index, taxon) in taxa.iter().enumerate().rev() {
        is_drawn[index] |= lineages[index] > 1;
        if let Some(parent) = taxon.parent
            && (is_drawn[index] || lineages[index] > 0)
        {
            lineages[parent] += 1;
        }
    }
    is_drawn
}

/// The drawn taxa from the top to the bottom. Below a taxon comes its last child first, so that no branch crosses the row of another one.
fn ordered(tree: &Phylogeny, is_drawn: &[bool]) -> Vec<(usize, Option<usize>, u64)> {
    let taxa = tree.taxa();
    let children = Children::new(taxa);
    let mut order = Vec::new();
    // A taxon, the drawn one above it, and the beginning of the line between them.
    let roots = (0..taxa.len()).rev().filter(|&index| taxa[index].parent.is_none());
    let mut open: Vec<(usize, Option<usize>, Option<u64>)> =
        roots.map(|index| (index, None, None)).collect();
    while let Some((index, above, begin)) = open.pop() {
        let begin = begin.unwrap_or(taxa[index].origin);
        let is_drawn = is_drawn[index];
        if is_drawn {
            order.push((index, above, begin));
        }
        for &child in children.of_taxon(index) {
            open.push(match is_drawn {
                true => (child, Some(index), None),
                false => (child, above, Some(begin)),
            });
        }
    }
    order
}

/// What a tooltip says of a taxon.
fn details(tree: &Phylogeny, taxon: &Taxon) -> String {
    let from = match taxon.parent {
        Some(parent) => format!(" from {}", tree.label(&tree.taxa()[parent])),
        None => String::new(),
    };
    let end = match taxon.destruction {
        Some(tick) => format!("ended in tick {tick}"),
        None => "alive at the end".to_owned(),
    };
    let kind = tree.species()[taxon.species].kind;
    let traits = taxon.traits.iter().flat_map(|traits| traits.of_kind(kind));
    let traits = traits.map(|(column, value)| format!("{} {value:.4}", TRAIT_COLUMNS[column]));
    let head = [
        tree.label(taxon),
        format!("origin in tick {}{from}", taxon.origin),
        end,
        format!("members: {}, alive at the end: {}", taxon.members, taxon.living_members),
        format!("traits of the first member, organism {}:", taxon.id),
    ];
    head.into_iter().chain(traits).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::charts::descent::muller::tests::graded;
    use crate::phylogeny::tests::forests::forest;

    #[test]
    fn a_tree_says_how_many_clusters_it_leaves_out() {
        let organisms = graded(60);
        let lifetimes = Lifetimes { organisms: &organisms, first: 0, last: 90 };
        let clusters = Clusters::new(&organisms, 0.03);
        let part = LineageTree::of_clusters(&lifetimes, &clusters, LineageTree::SCREEN_ROWS);
        assert_eq!((part.rows.len(), part.left_out), (48, 12));
        let note = "48 of 60 clusters, a sample and those in which their lineages join; 12 are not drawn; distance of \
                    clusters: 0.03";
        assert_eq!(part.note, note);
        let whole = LineageTree::of_clusters(&lifetimes, &clusters, usize::MAX);
        assert_eq!((whole.rows.len(), whole.left_out), (60, 0));
        assert_eq!(whole.note, "all 60 clusters; distance of clusters: 0.03");
    }

    proptest! {
        #[test]
        fn small_trees_are_drawn_whole_and_branches_cross_no_row(organisms in forest()) {
            let lifetimes = Lifetimes { organisms: &organisms, first: 0, last: 90 };
            let tree = LineageTree::new(&lifetimes, &organisms, "organisms", LineageTree::ROWS);
            prop_assert_eq!(tree.rows.len(), organisms.taxa().len());
            for (index, row) in tree.rows.iter().enumerate() {
                let Some(parent) = row.parent else { continue };
                let above = &tree.rows[parent];
                prop_assert!(parent < index && above.begin < row.begin && row.begin <= above.end);
                prop_assert!(above.is_extant >= row.is_extant);
                // Rows between them begin later, or at the same place if they branch off there, too.
                for between in &tree.rows[parent + 1..index] {
                    prop_assert!(between.begin >= row.begin);
                }
            }
        }

        #[test]
        fn lineages_that_join_are_drawn_with_the_taxon_in_which_they_do(
            organisms in forest(),
            chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        ) {
            let taxa = organisms.taxa();
            let chosen: Vec<usize> = chosen.iter().map(|it| it.index(taxa.len())).collect();
            let is_drawn = with_branches(taxa, &chosen);
            let lineage = |taxon| std::iter::successors(Some(taxon), |&it: &usize| taxa[it].parent);
            for &one in &chosen {
                prop_assert!(is_drawn[one]);
                for &other in &chosen {
                    let meeting = lineage(one).find(|it| lineage(other).any(|up| up == *it));
                    prop_assert!(meeting.is_none_or(|it| is_drawn[it]));
                }
            }
            let order = ordered(&organisms, &is_drawn);
            prop_assert_eq!(order.len(), is_drawn.iter().filter(|&&it| it).count());
            for (index, above, begin) in order {
                let between = lineage(index).take_while(|&it| Some(it) != above);
                let (first, drawn) = between.fold((index, 0), |(_, drawn), it| {
                    (it, drawn + usize::from(is_drawn[it]))
                });
                prop_assert_eq!((taxa[first].origin, drawn), (begin, 1));
            }
        }
    }
}
