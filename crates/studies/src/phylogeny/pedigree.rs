//! Trees of descent from the organisms of a run that is replayed.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{Kind, Species};
use terrarium_playback::chronicle::Trait;
use terrarium_playback::{Member, Pedigree};

use super::{GenomeValues, Phylogeny, SpeciesInTree, Taxon, TraitValues};

impl Phylogeny {
    /// The trees of the organisms of a pedigree: those that a table of individuals of the same ticks has, with the numbers of
    /// genomes if the pedigree has them. The species are those of the world, in its order.
    #[must_use]
    pub fn of_pedigree(pedigree: &Pedigree, species: &[Species]) -> Self {
        let in_tree = |it: &Species| SpeciesInTree { name: it.name.clone(), kind: it.kind };
        let members = pedigree.members();
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&number| (members[number].born, members[number].id));
        let mut indices = vec![0; members.len()];
        let mut taxa = Vec::with_capacity(members.len());
        for (index, number) in order.into_iter().enumerate() {
            indices[number] = index;
            let member = &members[number];
            // Parents are older.
            let parent = members.binary_search_by_key(&member.parent, |it| it.id).ok();
            let kind = species[member.species.index()].kind;
            taxa.push(Taxon { parent: parent.map(|it| indices[it]), ..taxon(member, kind) });
        }
        let genomes = genomes(pedigree, &taxa);
        Self::new(species.iter().map(in_tree).collect(), taxa).with_genomes(genomes)
    }
}

fn genomes(pedigree: &Pedigree, taxa: &[Taxon]) -> GenomeValues {
    let Some(numbers) = pedigree.genomes() else { return GenomeValues::default() };
    let mut genomes = GenomeValues::new(numbers.names());
    for (id, numbers) in numbers.iter() {
        genomes.insert(id.0, numbers.into());
    }
    genomes.unroll_hues(taxa);
    genomes
}

fn taxon(member: &Member, kind: Kind) -> Taxon {
    let values = |traits: [f32; Trait::MOST]| {
        let mut values = traits.into_iter().map(f64::from);
        TraitValues::from_fn(kind, |_| values.next().unwrap_or_default())
    };
    Taxon {
        id: member.id.0,
        parent: None,
        second_parent: Some(member.second_parent)
            .filter(|&id| id != OrganismId::NONE)
            .map(|id| id.0),
        species: member.species.index(),
        origin: member.born,
        destruction: member.died,
        members: 1,
        living_members: u64::from(member.died.is_none()),
        traits: member.traits.map(values),
    }
}
