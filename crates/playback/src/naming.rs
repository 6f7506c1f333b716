//! Names of animals: each organism has one, which follows from its identity and the seed of the world.

use terrarium_creatures::behaviour::OrganismId;

/// All names.
const NAMES: [&str; 179] = [
    "Alder", "Amber", "Anise", "Ash", "Aspen", "Aster", "Basil", "Bay", "Beech", "Birch",
    "Bracken", "Bramble", "Briar", "Brook", "Burr", "Cedar", "Cinder", "Clay", "Cloud", "Clove",
    "Cobalt", "Comet", "Copper", "Coral", "Cove", "Cricket", "Crocus", "Cypress", "Dahlia",
    "Daisy", "Dale", "Dawn", "Dew", "Dill", "Drift", "Dune", "Echo", "Elder", "Elm", "Ember",
    "Fen", "Fennel", "Fern", "Finch", "Fjord", "Flint", "Frost", "Gale", "Garnet", "Glen", "Gorse",
    "Grove", "Gull", "Harbour", "Haze", "Hazel", "Heath", "Heron", "Holly", "Indigo", "Iris",
    "Ivy", "Jade", "Jasper", "Jay", "Juniper", "Kelp", "Kestrel", "Lark", "Laurel", "Lichen",
    "Linden", "Lotus", "Lupin", "Mallow", "Maple", "Marsh", "Meadow", "Mint", "Mist", "Moor",
    "Moss", "Myrtle", "Nettle", "Nutmeg", "Ochre", "Olive", "Onyx", "Opal", "Orchid", "Osprey",
    "Pebble", "Pepper", "Petal", "Pine", "Plover", "Plum", "Poppy", "Primrose", "Quartz", "Quill",
    "Quince", "Rain", "Raven", "Reed", "Ridge", "River", "Robin", "Rowan", "Rue", "Rush", "Russet",
    "Rye", "Saffron", "Sage", "Sand", "Sedge", "Senna", "Shale", "Skye", "Slate", "Sloe", "Snow",
    "Sorrel", "Sparrow", "Spring", "Spruce", "Star", "Starling", "Stone", "Storm", "Sumac",
    "Summer", "Swift", "Sylvan", "Tamarind", "Tansy", "Tarn", "Tawny", "Teal", "Thistle", "Thorn",
    "Thrush", "Thyme", "Tide", "Topaz", "Twig", "Umber", "Vale", "Velvet", "Vetch", "Violet",
    "Walnut", "Wheat", "Whin", "Willow", "Winter", "Wisp", "Wren", "Yarrow", "Yew", "Zephyr",
    "Zinnia", "Acorn", "Aurora", "Beryl", "Breeze", "Catkin", "Cherry", "Dusk", "Fir", "Hawthorn",
    "Island", "Lagoon", "Lily", "Peat", "Rosemary", "Tulip", "Verbena",
];

/// The steps between the names of consecutive organisms. It has no factor in common with their number, so that all names
/// are given before one comes again.
const STEP: u64 = 61;

/// The name of an organism in a world with this seed.
///
/// ```
/// use terrarium_creatures::behaviour::OrganismId;
/// use terrarium_playback::name_of;
///
/// assert_eq!(name_of(7, OrganismId(33)), name_of(7, OrganismId(33)));
/// ```
#[must_use]
pub fn name_of(seed: u64, organism: OrganismId) -> &'static str {
    let count = NAMES.len() as u64;
    // Neighbouring seeds begin at names far from each other.
    let first = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let index = (first % count + organism.0 % count * STEP) % count;
    NAMES[usize::try_from(index).unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_short() {
        let names: BTreeSet<&str> = NAMES.into_iter().collect();
        assert_eq!(names.len(), NAMES.len());
        for name in NAMES {
            assert!((3..=9).contains(&name.len()), "{name}");
            let (first, rest) = name.split_at(1);
            let is_name = first.bytes().all(|it| it.is_ascii_uppercase())
                && rest.bytes().all(|it| it.is_ascii_lowercase());
            assert!(is_name, "{name}");
        }
    }

    #[test]
    fn organisms_born_after_each_other_have_all_names_before_one_comes_again() {
        for seed in [0, 1, 2, u64::MAX] {
            let ids = 5_000_000..5_000_000 + NAMES.len() as u64;
            let given: BTreeSet<&str> = ids.map(|id| name_of(seed, OrganismId(id))).collect();
            assert_eq!(given.len(), NAMES.len(), "seed {seed}");
        }
        let of = |seed| (1..40).map(|id| name_of(seed, OrganismId(id))).collect::<Vec<_>>();
        assert_ne!(of(1), of(2));
    }
}
