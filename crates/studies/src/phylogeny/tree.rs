//! The trees of descent as a value.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrarium_creatures::species::Kind;

use super::{GenomeValues, Taxon};

/// The trees of descent of a run: one for each organism, or group, whose parent is unknown or that has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Phylogeny {
    species: Vec<SpeciesInTree>,
    /// In the order of origin and identity, so that a parent comes before its children.
    taxa: Vec<Taxon>,
    /// The names of taxa by identity, without the species; others are named by their identity.
    names: BTreeMap<u64, String>,
    /// The genomes of organisms, by identity; of a group those of its first member.
    genomes: Arc<GenomeValues>,
}

/// A species of a phylogeny.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeciesInTree {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
}

impl Phylogeny {
    /// The trees of these taxa, in which every parent comes before its children.
    pub(crate) fn new(species: Vec<SpeciesInTree>, taxa: Vec<Taxon>) -> Self {
        let is_before = |(index, taxon): (usize, &Taxon)| taxon.parent.is_none_or(|it| it < index);
        debug_assert!(taxa.iter().enumerate().all(is_before), "a parent comes after its child");
        Self { species, taxa, names: BTreeMap::new(), genomes: Arc::default() }
    }

    /// The same trees with names of taxa, by identity and without the species.
    pub(super) fn with_names(self, names: BTreeMap<u64, String>) -> Self {
        Self { names, ..self }
    }

    /// The same trees with the genomes of organisms.
    pub(crate) fn with_genomes(self, genomes: impl Into<Arc<GenomeValues>>) -> Self {
        Self { genomes: genomes.into(), ..self }
    }

    /// The numbers of genomes, by identity.
    #[must_use]
    pub fn genomes(&self) -> &GenomeValues {
        &self.genomes
    }

    /// All species, in the order in which the table of individuals names them.
    #[must_use]
    pub fn species(&self) -> &[SpeciesInTree] {
        &self.species
    }

    /// All taxa; a parent comes before its children.
    #[must_use]
    pub fn taxa(&self) -> &[Taxon] {
        &self.taxa
    }

    /// The indices of all taxa by identity.
    #[must_use]
    pub fn indices(&self) -> BTreeMap<u64, usize> {
        self.taxa.iter().enumerate().map(|(index, taxon)| (taxon.id, index)).collect()
    }

    /// Whether a taxon has a second parent.
    #[must_use]
    pub fn has_second_parents(&self) -> bool {
        self.taxa.iter().any(|taxon| taxon.second_parent.is_some())
    }

    /// The last tick in which an organism was born or died; 0 if there is none.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        let ends = self.taxa.iter().map(|taxon| taxon.destruction.unwrap_or(taxon.origin));
        ends.max().unwrap_or(0)
    }

    /// The label of a taxon in files: its species and its [name](Self::name), such as `hare-17`.
    #[must_use]
    pub fn label(&self, taxon: &Taxon) -> String {
        format!("{}-{}", self.species[taxon.species].name, self.name(taxon))
    }

    /// The name of a taxon within its species: its identity, such as `17`, or that of a cluster, such as `A1b`.
    #[must_use]
    pub fn name(&self, taxon: &Taxon) -> String {
        self.names.get(&taxon.id).map_or_else(|| taxon.id.to_string(), String::clone)
    }

    /// The trees of one species, given by its index. They know no other.
    #[must_use]
    pub fn of_species(&self, species: usize) -> Self {
        self.of_several_species(&[species])
    }

    /// The trees of some species, given by their indices, in this order. They know no others.
    #[must_use]
    pub fn of_several_species(&self, species: &[usize]) -> Self {
        let index_of = |of: usize| species.iter().position(|&it| it == of);
        let Self { mut taxa, names, genomes, .. } =
            self.select(|index| index_of(self.taxa[index].species).is_some());
        for taxon in &mut taxa {
            taxon.species = index_of(taxon.species).unwrap_or_default();
        }
        let species = species.iter().map(|&it| self.species[it].clone()).collect();
        Self::new(species, taxa).with_names(names).with_genomes(genomes)
    }

    /// The genomes, which trees of the same organisms share.
    pub(super) fn shared_genomes(&self) -> Arc<GenomeValues> {
        Arc::clone(&self.genomes)
    }

    /// The trees without the taxa that have no member and no descendant alive at the end.
    #[must_use]
    pub fn extant(&self) -> Self {
        let mut is_extant: Vec<bool> = self.taxa.iter().map(Taxon::is_living).collect();
        for (index, taxon) in self.taxa.iter().enumerate().rev() {
            if let Some(parent) = taxon.parent {
                is_extant[parent] |= is_extant[index];
            }
        }
        self.select(|index| is_extant[index])
    }

    /// The trees of genotypes: a taxon is a largest group of parents and children with equal traits.
    #[must_use]
    pub fn by_genotype(&self) -> Self {
        let mut groups: Vec<Taxon> = Vec::new();
        // The group of each taxon.
        let mut group_of: Vec<usize> = Vec::with_capacity(self.taxa.len());
        for taxon in &self.taxa {
            let parent = taxon.parent.map(|parent| group_of[parent]);
            match parent.filter(|&parent| groups[parent].traits == taxon.traits) {
                Some(group) => {
                    groups[group].absorb(taxon);
                    group_of.push(group);
                }
                None => {
                    group_of.push(groups.len());
                    groups.push(Taxon { parent, second_parent: None, ..*taxon });
                }
            }
        }
        Self::new(self.species.clone(), groups).with_genomes(Arc::clone(&self.genomes))
    }

    /// The trees of the taxa that are kept; with a taxon, its parent must be kept.
    fn select(&self, is_kept: impl Fn(usize) -> bool) -> Self {
        let mut taxa = Vec::new();
        // The new index of each taxon that is kept.
        let mut new_indices = vec![None; self.taxa.len()];
        for (index, taxon) in self.taxa.iter().enumerate().filter(|&(index, _)| is_kept(index)) {
            new_indices[index] = Some(taxa.len());
            let parent = taxon.parent.and_then(|parent| new_indices[parent]);
            taxa.push(Taxon { parent, ..*taxon });
        }
        let name = |taxon: &Taxon| Some((taxon.id, self.names.get(&taxon.id)?.clone()));
        let names = taxa.iter().filter_map(name).collect();
        let genomes = Arc::clone(&self.genomes);
        Self::new(self.species.clone(), taxa).with_names(names).with_genomes(genomes)
    }
}
