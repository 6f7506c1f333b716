//! Trees from a replayed run, compared with those from its table of individuals.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_output::table::TableFiles;
use terrarium_playback::{History, Pedigree};
use terrarium_run::SimulationBuilder;
use terrarium_run::record::{Ending, Options, Provenance, Recorder};

use crate::phylogeny::{ClusterIndex, Clusters, INDIVIDUALS_CSV, Phylogeny, Taxon};

/// The values of all that each species inherits.
fn inherited(tree: &Phylogeny) -> Vec<(String, Vec<Option<f64>>)> {
    let mut all = Vec::new();
    for (index, species) in tree.species().iter().enumerate() {
        let own = tree.taxa().iter().filter(|taxon| taxon.species == index);
        all.extend(tree.heritables(index).into_iter().map(|what| {
            let values = own.clone().map(|taxon| tree.value(taxon, what)).collect();
            (format!("{} {}", species.name, tree.column(what)), values)
        }));
    }
    all.retain(|(_, values): &(_, Vec<_>)| !values.is_empty());
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

#[test]
fn trees_are_those_of_the_table_of_individuals() {
    let few = ["world.size=[900, 700]", "population.clover=60", "population.oak=4"];
    let animals = ["population.hare=20", "population.deer=4", "population.lynx=1"];
    let mut sim = SimulationBuilder::new("meadow")
        .overrides(&[&few[..], &animals, &["population.lemming=9"]].concat())
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let options = Options { individuals: Some(TableFiles::Csv), ..Options::default() };
    let mut recorder = Recorder::new(&dir, sim.world(), Provenance::default(), options).unwrap();
    let mut pedigree = Pedigree::begin(sim.world());
    for _ in 0..500 {
        sim.tick();
        recorder.record(sim.world()).unwrap();
        pedigree.record(sim.world());
    }
    recorder.finish(sim.world(), Ending::Complete).unwrap();
    let read = Phylogeny::read(&dir.join(INDIVIDUALS_CSV)).unwrap();
    let known = Phylogeny::of_pedigree(&pedigree, &sim.world().config().species);
    // The table names species as they occur in it.
    let named = |tree: &Phylogeny| -> Vec<(String, Taxon)> {
        let taxa = tree.taxa().iter();
        taxa.map(|taxon| (tree.label(taxon), Taxon { species: 0, ..*taxon })).collect()
    };
    assert_eq!(named(&known), named(&read));
    assert!(known.taxa().iter().any(|taxon| taxon.destruction.is_some()));
    assert_eq!(inherited(&known), inherited(&read));
    assert!(inherited(&known).iter().any(|(it, _)| it == "lemming hue"), "lemmings have genomes");

    let distance = 0.01;
    let [known_clusters, clusters] = [&known, &read].map(|it| Clusters::new(it, distance));
    let index = ClusterIndex::new(&known, &known_clusters);
    for (taxon, &cluster) in read.taxa().iter().zip(clusters.of_organisms()) {
        let tree = clusters.tree();
        let first = &tree.taxa()[cluster];
        let expected = (OrganismId(first.id), tree.label(first));
        let found = index.cluster(OrganismId(taxon.id));
        assert_eq!(found.map(|(first, label)| (first, label.to_owned())), Some(expected));
    }
    assert!(clusters.tree().taxa().len() > 4, "there are several clusters of a species");
    assert_eq!(index.cluster(OrganismId(u64::MAX)), None);
}
