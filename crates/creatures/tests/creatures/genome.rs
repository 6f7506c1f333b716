//! Tests of genomes: what holds for all of them, however often they mutate and cross.

use proptest::prelude::*;
use rand::SeedableRng;
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::genome::brain::{
    Activations, INPUTS, Input, MAX_CONNECTIONS, MAX_NEURONS, MAX_WEIGHT, NoSuchNeuron, Output,
};
use terrarium_creatures::genome::{Brain, BrainMutation, Genome, Marks, Mutation, ParameterRange};
use terrarium_creatures::species::MATURE_RADIUS;

const RANGES: [ParameterRange; 2] =
    [ParameterRange { min: -3.0, max: 0.1 }, ParameterRange { min: 5.0, max: 500.0 }];

fn rng(seed: u64) -> CreatureRng {
    CreatureRng::seed_from_u64(seed)
}

fn founder() -> Genome {
    let brain = Brain::of_named(&[], [("bias", "feed", 0.5), ("ready", "breed", 1.0)]).unwrap();
    Genome {
        marks: Marks::default(),
        rate: 1.0,
        parameters: vec![0.0, 77.0],
        brain: Some(Box::new(brain)),
    }
}

/// Mutations that are as large and frequent as they can be.
fn wild() -> Mutation {
    let usual = Mutation::usual(&MATURE_RADIUS);
    let brain = BrainMutation {
        weight: 8.0,
        weights: 1.0,
        connection: 1.0,
        neuron: 1.0,
        removal: 0.3,
        neurons: 32,
    };
    Mutation { colour: 100.0, pattern: 0.5, parameters: 100.0, rate_change: 50.0, brain, ..usual }
}

/// A descendant after so many generations.
fn descendant(seed: u64, generations: usize) -> Genome {
    let (mutation, mut rng) = (wild(), rng(seed));
    let next = |genome: Genome, _| {
        // The rate is kept, since it could fall to nothing.
        Genome { rate: 1.0, ..genome.mutated(&mutation, RANGES.iter(), &mut rng) }
    };
    (0..generations).fold(founder(), next)
}

fn brain(genome: &Genome) -> &Brain {
    genome.brain.as_ref().unwrap()
}

proptest! {
    #[test]
    fn mutated_and_crossed_genomes_are_sound(seeds: (u64, u64), generations in 0_usize..300) {
        let [one, other] = [seeds.0, seeds.1].map(|seed| descendant(seed, generations));
        let child = one.crossed(&other, &mut rng(seeds.0 ^ seeds.1));
        for genome in [&one, &other, &child] {
            prop_assert!(genome.is_sound(RANGES.iter()), "{genome:?}");
            prop_assert!(brain(genome).neurons() <= MAX_NEURONS);
            prop_assert!(brain(genome).connections().len() <= MAX_CONNECTIONS);
        }
    }

    #[test]
    fn a_child_has_only_values_of_its_parents(seeds: (u64, u64)) {
        let [one, other] = [seeds.0, seeds.1].map(|seed| descendant(seed, 40));
        let child = one.crossed(&other, &mut rng(seeds.0));
        let is_of_either = |own, a, b| own == a || own == b;
        prop_assert!(is_of_either(child.marks.hue, one.marks.hue, other.marks.hue));
        for ((own, a), b) in child.parameters.iter().zip(&one.parameters).zip(&other.parameters) {
            prop_assert!(is_of_either(*own, *a, *b));
        }
        // Text is by historical marks, so it names the same connections in all three.
        let texts = [&one, &other, &child].map(|it| brain(it).to_string());
        let of_parents: Vec<&str> = texts[..2].iter().flat_map(|it| it.split(' ')).collect();
        for connection in texts[2].split(' ').filter(|it| !it.is_empty()) {
            prop_assert!(of_parents.contains(&connection), "{connection}");
        }
    }

    #[test]
    fn a_genome_crossed_with_itself_stays_the_same(seed: u64) {
        let genome = descendant(seed, 60);
        let child = genome.crossed(&genome, &mut rng(seed));
        prop_assert_eq!(child.brain.unwrap().distance(brain(&genome)), 0.0);
        prop_assert_eq!((child.marks, child.parameters), (genome.marks, genome.parameters));
    }

    #[test]
    fn the_distance_is_symmetric_and_0_only_to_an_equal_one(seeds: (u64, u64)) {
        let [one, other] = [seeds.0, seeds.1].map(|seed| descendant(seed, 20));
        let distance = one.square_distance(&other, RANGES.iter());
        prop_assert_eq!(distance, other.square_distance(&one, RANGES.iter()));
        prop_assert_eq!(one.square_distance(&one, RANGES.iter()), (0.0, 3));
        prop_assert_eq!(distance.0 > 0.0, (&one.parameters, &one.brain) != (&other.parameters, &other.brain));
    }

    #[test]
    fn values_of_neurons_are_never_out_of_range(
        seed: u64,
        inputs in prop::array::uniform27(-1.0_f32..=1.0),
    ) {
        let genome = descendant(seed, 200);
        let mut activations = Activations::default();
        for _ in 0..20 {
            activations.advance(brain(&genome), &inputs);
            prop_assert!(activations.values().iter().all(|value| value.abs() <= 1.0));
        }
    }

    #[test]
    fn without_a_rate_nothing_mutates(seed: u64) {
        let genome = Genome { rate: 0.0, ..descendant(seed, 30) };
        prop_assert_eq!(&genome.mutated(&wild(), RANGES.iter(), &mut rng(seed)), &genome);
    }
}

/// The brain of a child that has one neuron more, and is otherwise that of its parent.
fn grown(brain: &Brain, seed: u64) -> Brain {
    let only_neurons =
        BrainMutation { weights: 0.0, connection: 0.0, removal: 0.0, ..wild().brain };
    let parent =
        Genome { parameters: Vec::new(), brain: Some(Box::new(brain.clone())), ..founder() };
    let child =
        parent.mutated(&Mutation { brain: only_neurons, ..wild() }, [].iter(), &mut rng(seed));
    *child.brain.unwrap()
}

#[test]
fn the_same_change_in_two_organisms_has_the_same_mark() {
    let single = Brain::of_named(&[], [("bias", "feed", 0.5)]).unwrap();
    let [one, other] = [1, 2].map(|seed| grown(&single, seed));
    assert_eq!(one.neurons(), 1);
    assert_eq!(one, other);
    // Of another connection it is another neuron.
    let third = Brain::of_named(&[], [("energy", "feed", 0.5)]).unwrap();
    let third = grown(&third, 1);
    assert_ne!(one.name(INPUTS + Output::ALL.len()), third.name(INPUTS + Output::ALL.len()));
}

#[test]
fn a_new_neuron_passes_on_what_the_connection_did() {
    let before = Brain::of_named(&[], [("energy", "feed", 0.5)]).unwrap();
    let after = grown(&before, 5);
    let mut inputs = [0.0; INPUTS];
    inputs[Input::Energy as usize] = 0.2;
    let [one, other] = [before, after].map(|brain| {
        let mut activations = Activations::default();
        // Twice, since a signal takes a turn for each neuron.
        activations.advance(&brain, &inputs);
        activations.advance(&brain, &inputs);
        activations.output(Output::Feed)
    });
    // By hand: tanh(0.5 · 0.2), and tanh(0.5 · tanh(0.2)).
    assert!((one - 0.099_668).abs() < 1e-5, "{one}");
    assert!((other - 0.098_367).abs() < 1e-4, "{other}");
}

#[test]
fn an_output_reads_the_neurons_of_the_last_turn() {
    // An output that excites itself remembers.
    let brain = Brain::of_named(&[], [("hurt", "flee", 8.0), ("flee", "flee", 2.0)]).unwrap();
    let mut activations = Activations::default();
    let mut inputs = [0.0; INPUTS];
    inputs[Input::Hurt as usize] = 1.0;
    activations.advance(&brain, &inputs);
    for _ in 0..50 {
        activations.advance(&brain, &[0.0; INPUTS]);
    }
    assert!(activations.output(Output::Flee) > 0.9);
}

#[test]
fn brains_out_of_order_or_out_of_range_are_not_sound() {
    let sound = |text: &str| serde_json::from_str::<Brain>(text).unwrap().is_sound();
    let connection = |from, to, weight| {
        format!(
            "{{\"marks\":[],\"connections\":[{{\"from\":{from},\"to\":{to},\"weight\":{weight}}}]}}"
        )
    };
    assert!(sound(&connection(0, 27, "1.0")));
    // It ends at an input; at no neuron; starts at none; is too strong.
    for (from, to, weight) in [(0, 3, "1.0"), (0, 35, "1.0"), (35, 27, "1.0"), (0, 27, "8.1")] {
        assert!(!sound(&connection(from, to, weight)), "{from} {to} {weight}");
    }
    let pair = "{\"from\":0,\"to\":27,\"weight\":1.0}";
    assert!(!sound(&format!("{{\"marks\":[],\"connections\":[{pair},{pair}]}}")));
    assert!(!sound("{\"marks\":[3000000000,3000000000],\"connections\":[]}"));
    assert!(!sound("{\"marks\":[3],\"connections\":[]}"));
}

#[test]
fn connections_by_name_need_neurons_and_add_up() {
    let missing = Brain::of_named(&[], [("bias", "fed", 1.0)]);
    assert_eq!(missing, Err(NoSuchNeuron("fed".to_owned())));
    let backward = Brain::of_named(&[], [("feed", "bias", 1.0)]);
    assert_eq!(backward, Err(NoSuchNeuron("bias".to_owned())));
    let twice = Brain::of_named(&[], [("bias", "feed", 7.0), ("bias", "feed", 7.0)]).unwrap();
    assert_eq!(twice.connections()[0].weight, MAX_WEIGHT);
    let named = [("bias", "mood", 1.0), ("mood", "feed", 0.5), ("mood", "mood", -1.0)];
    let brain = Brain::of_named(&["mood"], named).unwrap();
    let name = brain.name(INPUTS + Output::ALL.len());
    let again = [("bias", &*name, 1.0), (&*name, "feed", 0.5), (&*name, &*name, -1.0)];
    assert_eq!(Brain::of_named(&[&name], again), Ok(brain));
}
