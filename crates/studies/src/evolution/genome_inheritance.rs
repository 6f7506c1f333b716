//! What a child inherits of the numbers of genomes: the change from parent to child in the run, replayed in the shadow.

use crate::phylogeny::{GenomeValues, Phylogeny, Taxon};

/// The genomes of a shadow with these taxa. Each child of a drawn parent has the value of that parent, changed as its own value
/// differs from that of its parent in the run, within the range of the values of its species in the run. The mutation rate
/// changes by the same factor, other numbers by the same difference. So of a number that mutates alike whatever it is, such as
/// a neutral mark, run and shadow follow the same law.
pub(super) fn replayed(
    run: &Phylogeny,
    shadow: &[Taxon],
    is_drawn: impl Fn(usize) -> bool,
) -> GenomeValues {
    let genomes = run.genomes();
    let mut replayed = GenomeValues::new(genomes.columns().to_vec());
    let columns = 0..genomes.columns().len();
    if columns.is_empty() {
        return replayed;
    }
    let ranges: Vec<_> = columns.clone().map(|column| ranges(run, column)).collect();
    for (index, taxon) in shadow.iter().enumerate() {
        let parents = taxon.parent.zip(run.taxa()[index].parent).filter(|_| is_drawn(index));
        let values = columns.clone().map(|column| {
            let own = genomes.at(taxon.id, column)?;
            let Some((of_shadow, of_run)) = parents else { return Some(own) };
            let from = genomes.at(run.taxa()[of_run].id, column)?;
            let drawn = replayed.at(shadow[of_shadow].id, column)?;
            let value = match genomes.columns()[column].as_str() {
                "mutation_rate" if from > 0.0 => drawn * (own / from),
                _ => drawn + (own - from),
            };
            let (least, most) = ranges[column][taxon.species];
            Some(if genomes.is_hue(column) { value } else { value.clamp(least, most) })
        });
        let values = values.collect();
        replayed.insert(taxon.id, values);
    }
    replayed
}

/// The least and the largest value of each species in a column.
fn ranges(run: &Phylogeny, column: usize) -> Vec<(f64, f64)> {
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); run.species().len()];
    for taxon in run.taxa() {
        if let Some(value) = run.genomes().at(taxon.id, column) {
            let (least, most) = &mut ranges[taxon.species];
            (*least, *most) = (least.min(value), most.max(value));
        }
    }
    ranges
}
