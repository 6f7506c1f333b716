//! Trees drawn as text.
//!
//! ```text
//! 1
//! ├─ 2 *
//! └─ 3 b
//!    └─ 4 * c
//! ```
//!
//! Each line is a taxon with its identity; `*` is alive, a letter names a genotype other than `a`. Taxa of depth 0, 1, 2…
//! are born in tick 0, 10, 20… and the dead die 25 ticks later.

use terrarium_creatures::species::Kind;

use crate::phylogeny::{Phylogeny, SpeciesInTree, Taxon, TraitValues};

/// The columns by which a child is indented.
const INDENT: usize = 3;

/// The trees of hares in a picture.
pub(crate) fn drawn(picture: &str) -> Phylogeny {
    let mut taxa: Vec<Taxon> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    let lines = || picture.lines().filter(|line| !line.trim().is_empty());
    // The first line follows the quotation mark, so it is not indented.
    let blanks = |line: &str| line.chars().take_while(|&c| c == ' ').count();
    let margin = lines().skip(1).map(blanks).min().unwrap_or(0);
    for line in lines() {
        let text = line.trim_start_matches([' ', '│', '├', '└', '─']);
        let column = line.chars().count() - text.chars().count();
        let depth = column.saturating_sub(margin) / INDENT;
        let parent = depth
            .checked_sub(1)
            .map(|above| depths.iter().rposition(|&it| it == above).expect("a parent before it"));
        let mut words = text.split_whitespace();
        let id = words.next().and_then(|id| id.parse().ok()).expect("an identity");
        let marks: Vec<&str> = words.collect();
        let is_living = marks.contains(&"*");
        let genotype = marks.iter().find(|&&mark| mark != "*").map_or("a", |mark| mark);
        let size = 12.0 + f64::from(genotype.as_bytes()[0] - b'a') / 4.0;
        let traits = TraitValues::collect(Kind::Herbivore, |column| {
            Ok::<_, ()>(if column == 0 { size } else { 10.0 })
        });
        let origin = depth as u64 * 10;
        taxa.push(Taxon {
            id,
            parent,
            second_parent: None,
            species: 0,
            origin,
            destruction: (!is_living).then_some(origin + 25),
            members: 1,
            living_members: is_living.into(),
            traits: traits.ok(),
        });
        depths.push(depth);
    }
    let hare = SpeciesInTree { name: "hare".to_owned(), kind: Kind::Herbivore };
    Phylogeny::new(vec![hare], taxa)
}
