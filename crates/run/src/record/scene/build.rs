//! What shows of the inherited traits of an organism in its body.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Characteristic, PlantTraits, Traits};

/// The traits of an organism that show in its body, each in six levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Build(pub(super) u16);

/// The traits of animals that show, in the order of their bits.
const SHOWN: [Characteristic; 5] = [
    Characteristic::Speed,
    Characteristic::Sight,
    Characteristic::Attack,
    Characteristic::Defence,
    Characteristic::Camouflage,
];

/// The shares of the available points from which on an animal has the next level.
const STEPS: [f64; 5] = [0.05, 0.12, 0.20, 0.30, 0.45];

/// The number of bits of a level.
const BITS: usize = 3;

impl Build {
    /// The greatest level.
    pub const MOST: u8 = 5;

    /// Returns a build in which only one characteristic shows.
    #[must_use]
    pub fn with(what: Characteristic, level: u8) -> Self {
        Self::packed(SHOWN.map(|shown| if shown == what { level.min(Self::MOST) } else { 0 }))
    }

    pub(super) fn of_animal(traits: &Traits, rules: &Rules) -> Self {
        Self::packed(SHOWN.map(|what| level(traits.share(what, rules))))
    }

    /// Heights are logarithmic: a crown is at least a hundredth of its radius high, and at most twenty times.
    pub(super) fn of_plant(traits: &PlantTraits) -> Self {
        let height = f64::from(traits.height).clamp(0.1, 10.0);
        let height = (libm::log10(height) + 1.0) / 2.0;
        let shade = 1.0 - f64::from(traits.preferred_light);
        Self::packed([height, shade, 0.0, 0.0, 0.0].map(even_level))
    }

    fn packed(levels: [u8; SHOWN.len()]) -> Self {
        let place = |(index, level): (usize, u8)| u16::from(level) << (index * BITS);
        Self(levels.into_iter().enumerate().map(place).sum())
    }

    /// Returns the build with these bits, as files have it; levels are at most [`Build::MOST`].
    pub(super) fn from_bits(bits: u16) -> Self {
        let level = |index: usize| Self(bits).bits(index).min(Self::MOST);
        Self::packed([0, 1, 2, 3, 4].map(level))
    }

    /// Returns the level of a characteristic of an animal, 0 to [`Build::MOST`]; 0 if it does not show.
    #[must_use]
    pub fn level(self, what: Characteristic) -> u8 {
        SHOWN.iter().position(|&shown| shown == what).map_or(0, |index| self.bits(index))
    }

    /// Returns the level of the height of a plant, 0 to [`Build::MOST`].
    #[must_use]
    pub fn height(self) -> u8 {
        self.bits(0)
    }

    /// Returns how much shade a plant prefers, 0 to [`Build::MOST`].
    #[must_use]
    pub fn shade(self) -> u8 {
        self.bits(1)
    }

    /// Returns the build in three levels, 0, 2 and 4, for bodies too small to show more.
    #[must_use]
    pub fn rough(self) -> Self {
        Self::packed([0, 1, 2, 3, 4].map(|index| self.bits(index) / 2 * 2))
    }

    fn bits(self, index: usize) -> u8 {
        u8::try_from(self.0 >> (index * BITS) & 7).unwrap_or(0)
    }
}

fn level(share: f64) -> u8 {
    let passed = STEPS.iter().take_while(|&&step| share >= step).count();
    u8::try_from(passed).unwrap_or(Build::MOST)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 5")]
fn even_level(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * f64::from(Build::MOST)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_show_more_and_only_where_they_are() {
        let rules = Rules::default();
        let mut last = Build::default();
        for points in [0.0, 6.0, 14.0, 22.0, 33.0, 50.0, 100.0] {
            let mut traits = Traits { mature_radius: 12.0, points: [0.0; 7] };
            traits.points[Characteristic::Sight as usize] = points;
            let build = Build::of_animal(&traits, &rules);
            assert!(build >= last, "{points}");
            assert_eq!(build.level(Characteristic::Speed), 0);
            assert_eq!(build.level(Characteristic::Attack), 0);
            last = build;
        }
        assert_eq!(last.level(Characteristic::Sight), Build::MOST);
    }

    #[test]
    fn bits_of_files_are_read_as_levels_that_exist() {
        for bits in [0, 1, 0x7FFF, 0xFFFF, 0b101_100_011_010_001] {
            let build = Build::from_bits(bits);
            assert_eq!(Build::from_bits(build.0), build);
            let levels = SHOWN.map(|what| build.level(what));
            assert!(levels.iter().all(|&level| level <= Build::MOST), "{levels:?}");
        }
    }
}
