//! Newick: a tree as nested parentheses, with a branch length for each taxon.

use std::io::{self, Write};

use super::Phylogeny;
use super::children::Children;

/// Writes each tree on a line of its own, in the order of its root, such as `(hare-2:10,hare-3:12)hare-1:0;`.
///
/// Every taxon is named by [`Phylogeny::label`], also one with children. The length of its branch is the number of ticks
/// from the origin of its parent to its own, of a root from tick 0.
///
/// # Errors
/// When `out` cannot be written.
pub fn write_newick(tree: &Phylogeny, out: &mut impl Write) -> io::Result<()> {
    let children = Children::new(tree.taxa());
    // Lineages have thousands of generations: no recursion. The path from the root, with the number of children
    // of each taxon that have been written.
    let mut path: Vec<(usize, usize)> = Vec::new();
    let roots = (0..tree.taxa().len()).filter(|&index| tree.taxa()[index].parent.is_none());
    for root in roots {
        path.push((root, 0));
        while let Some((taxon, written)) = path.last_mut() {
            let (taxon, before) = (*taxon, *written);
            *written += 1;
            match children.of_taxon(taxon).get(before) {
                Some(&child) => {
                    out.write_all(if before == 0 { b"(" } else { b"," })?;
                    path.push((child, 0));
                }
                None => {
                    let end = if before == 0 { "" } else { ")" };
                    write!(out, "{end}{}", node(tree, taxon))?;
                    path.pop();
                }
            }
        }
        out.write_all(b";\n")?;
    }
    Ok(())
}

/// The name and the branch length of a taxon.
fn node(tree: &Phylogeny, index: usize) -> String {
    let taxon = &tree.taxa()[index];
    let begin = taxon.parent.map_or(0, |parent| tree.taxa()[parent].origin);
    format!("{}:{}", quoted(&tree.label(taxon)), taxon.origin - begin)
}

/// Quotes a label if it needs it. Unquoted, an underscore would be read as a blank.
fn quoted(label: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if !label.is_empty() && label.chars().all(is_plain) {
        return label.to_owned();
    }
    format!("'{}'", label.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted_only_if_newick_requires_it() {
        assert_eq!(quoted("hare-17"), "hare-17");
        assert_eq!(quoted("snow_hare-17"), "'snow_hare-17'");
        assert_eq!(quoted("it's (a:b)"), "'it''s (a:b)'");
        assert_eq!(quoted(""), "''");
    }
}
