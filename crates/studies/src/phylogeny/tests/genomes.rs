//! The numbers of genomes.

use std::fs;

use terrarium_run::record::individuals::{self, GenomeColumns};

use crate::phylogeny::{
    GenomeValues, INDIVIDUALS_CSV, Phylogeny, TRAIT_COLUMNS, write_alife_standard,
};

const COLUMNS: &str = "hue,pattern,mutation_rate,param_nerve,neurons,connections,brain";

/// Organisms with these cells for identity, parent and birth, and those of genomes.
fn read(hares: &[(&str, &str)]) -> Phylogeny {
    let traits = "hare,herbivore,12.5,20.0,20.0,0.0,10.0,30.0,10.0,10.0,,,";
    let hares = hares.iter().map(|(who, genome)| format!("{who},,{traits},{genome}\n"));
    let oak = "90,,0,,oak,plant,20.0,,,,,,,,2.5,0.75,300.0,,,,,,,\n";
    let head =
        format!("organism,parent,born,died,species,kind,{},{COLUMNS}\n", TRAIT_COLUMNS.join(","));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(INDIVIDUALS_CSV);
    fs::write(&path, [head, hares.collect(), oak.to_owned()].concat()).unwrap();
    Phylogeny::read(&path).unwrap_or_else(|error| panic!("{error}"))
}

/// All values of a column, in the order of birth.
fn values(tree: &Phylogeny, column: &str) -> Vec<Option<f64>> {
    let found = tree.heritables(0).into_iter().find(|&what| tree.column(what) == column);
    let what = found.unwrap_or_else(|| panic!("{column} is inherited"));
    tree.taxa().iter().map(|taxon| tree.value(taxon, what)).collect()
}

#[test]
fn hues_are_unrolled_from_parent_to_child() {
    let tree = read(&[
        ("1,,0", "0.75,0,1.0,50.0,0,3,"),
        ("2,1,10", "0.1875,0,1.0,50.0,0,3,"),
        ("3,1,11", "0.9375,0,1.0,50.0,0,3,"),
        ("4,3,20", "0.0625,0,1.0,50.0,0,3,"),
        ("5,4,30", "0.8125,0,1.0,50.0,0,3,"),
        ("6,4,31", "0.5,0,1.0,50.0,0,3,"),
    ]);
    let expected = [-0.25, 0.1875, -0.0625, 0.0625, -0.1875, 0.5].map(Some);
    let hues = values(&tree, "hue");
    let of_hares = [0, 2, 3, 4, 5, 6].map(|index| hues[index]);
    assert_eq!(tree.taxa()[1].id, 90);
    assert_eq!(of_hares, expected);
    let texts = [1, 2, 3, 4, 5, 6].map(|id| tree.genomes().text(id, 0));
    assert_eq!(texts, ["0.75", "0.1875", "0.9375", "0.0625", "0.8125", "0.5"]);
}

#[test]
fn a_species_inherits_the_numbers_that_it_has() {
    let tree =
        read(&[("1,,0", "0.0,7,0.5,50.0,2,31,a>b=1.0"), ("2,1,5", "0.0,7,0.25,52.5,3,32,a>b=1.0")]);
    let names = |species| -> Vec<String> {
        let all = tree.heritables(species).into_iter();
        all.map(|what| tree.column(what).to_owned()).skip_while(|it| it != "hue").collect()
    };
    assert_eq!(names(0), ["hue", "mutation_rate", "param_nerve", "neurons", "connections"]);
    assert_eq!((names(1).len(), tree.heritables(1).len()), (0, 4));
    assert_eq!(values(&tree, "param_nerve"), [Some(50.0), None, Some(52.5)]);
    let mut table = Vec::new();
    write_alife_standard(&tree, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let ends: Vec<&str> = table.lines().map(|line| line.rsplitn(6, ',').nth(5).unwrap()).collect();
    let ends: Vec<&str> =
        table.lines().zip(&ends).map(|(line, head)| &line[head.len()..]).collect();
    assert_eq!(
        ends,
        [
            ",hue,mutation_rate,param_nerve,neurons,connections",
            ",0.0,0.5,50.0,2,31",
            ",,,,,",
            ",0.0,0.25,52.5,3,32",
        ]
    );
}

#[test]
fn groups_have_the_genome_of_their_first_member() {
    let tree = read(&[("1,,0", "0.0,7,0.5,50.0,2,31,"), ("2,1,5", "0.125,7,0.5,60.0,3,32,")]);
    let genotypes = tree.of_species(0).by_genotype();
    assert_eq!(genotypes.taxa().len(), 1);
    assert_eq!(values(&genotypes, "param_nerve"), [Some(50.0)]);
}

#[test]
fn the_numbers_of_genomes_are_those_that_trees_read() {
    let parameters = ["nerve".to_owned(), "zeal".to_owned()].into();
    let columns = GenomeColumns { genomes: true, parameters, brains: true, mates: true };
    let read = individuals::columns(&columns).into_iter().map(|column| column.name);
    assert_eq!(columns.number_names(), read.filter(|it| GenomeValues::has(it)).collect::<Vec<_>>());
}
