//! The letters of species, for terminals without colours.

use terrarium_creatures::species::Kind;
use terrarium_run::record::scene::SpeciesLook;

/// What all species beyond those with a letter or a digit of their own are shown as.
const OTHERS: char = '?';

/// Returns a letter for each species, in their order: the first letter of its name that no species before it has,
/// or else any other letter or digit. Letters of carnivores are capitals.
pub(super) fn letters(species: &[SpeciesLook]) -> Vec<char> {
    let mut taken = Vec::with_capacity(species.len());
    for look in species {
        let of_name = look.name.chars().filter(char::is_ascii_alphabetic);
        let mut wanted =
            of_name.map(|it| it.to_ascii_lowercase()).chain('a'..='z').chain('0'..='9');
        taken.push(wanted.find(|letter| !taken.contains(letter)).unwrap_or(OTHERS));
    }
    let shown = |(letter, look): (char, &SpeciesLook)| match look.kind {
        Kind::Carnivore => letter.to_ascii_uppercase(),
        Kind::Plant | Kind::Herbivore => letter,
    };
    taken.into_iter().zip(species).map(shown).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use terrarium_creatures::species::Silhouette;

    use super::*;

    fn look(name: &str, kind: Kind) -> SpeciesLook {
        let silhouette = Silhouette::usual(kind, 12.0);
        SpeciesLook {
            name: name.to_owned(),
            kind,
            colour: [0; 3],
            wish: [0; 3],
            silhouette,
            colony: None,
        }
    }

    fn text(species: &[(&str, Kind)]) -> String {
        let looks: Vec<_> = species.iter().map(|&(name, kind)| look(name, kind)).collect();
        letters(&looks).into_iter().collect()
    }

    #[test]
    fn species_have_their_first_letters_and_carnivores_capitals() {
        let meadow = [
            ("clover", Kind::Plant),
            ("oak", Kind::Plant),
            ("hare", Kind::Herbivore),
            ("deer", Kind::Herbivore),
            ("lynx", Kind::Carnivore),
            ("wolf", Kind::Carnivore),
        ];
        assert_eq!(text(&meadow), "cohdLW");
    }

    #[test]
    fn letters_differ_also_if_names_begin_alike() {
        let names = [("hare", Kind::Herbivore), ("hawk", Kind::Carnivore), ("ha", Kind::Plant)];
        assert_eq!(text(&names), "hAb");
        assert_eq!(text(&[("7", Kind::Plant), ("7-a", Kind::Plant)]), "ab");
    }

    #[test]
    fn as_many_species_as_there_are_letters_and_digits_differ() {
        let species: Vec<_> = (0..40).map(|_| look("owl", Kind::Carnivore)).collect();
        let all = letters(&species);
        let differing: BTreeSet<char> = all[..36].iter().copied().collect();
        assert_eq!(differing.len(), 36);
        assert!(all[36..].iter().all(|&letter| letter == OTHERS));
    }
}
