//! The overlays, and sets of them.

use std::fmt;

use terrarium_input::spelling;
use thiserror::Error;

/// A layer of information over the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlay {
    /// The paths and destinations of animals.
    Paths,
    /// Obstacles inflated by the size of the selected organism.
    Inflated,
    /// The sensor ranges of animals.
    Sight,
    /// The surroundings of carnivores.
    Danger,
    /// The light that plants get.
    Light,
    /// The population density.
    Density,
    /// The bounding boxes of the spatial index.
    Tree,
    /// The energy of each organism.
    Energy,
    /// The marks that animals made in their last turns.
    Marks,
    /// Lines at round distances.
    Grid,
}

impl Overlay {
    /// All overlays.
    pub const ALL: [Self; 10] = [
        Self::Paths,
        Self::Inflated,
        Self::Sight,
        Self::Danger,
        Self::Light,
        Self::Density,
        Self::Tree,
        Self::Energy,
        Self::Marks,
        Self::Grid,
    ];

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Inflated => "inflated",
            Self::Sight => "sight",
            Self::Danger => "danger",
            Self::Light => "light",
            Self::Density => "density",
            Self::Tree => "tree",
            Self::Energy => "energy",
            Self::Marks => "marks",
            Self::Grid => "grid",
        }
    }

    /// Returns a description for users.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Paths => "the paths and destinations of animals",
            Self::Inflated => "obstacles inflated by the size of the selected organism",
            Self::Sight => "the sensor ranges of animals",
            Self::Danger => "the surroundings of carnivores",
            Self::Light => "how much light plants get",
            Self::Density => "the population density",
            Self::Tree => "the cells and boxes of the spatial index",
            Self::Energy => "the energy of each organism",
            Self::Marks => "the marks that animals made in their last turns",
            Self::Grid => "lines at round distances",
        }
    }
}

/// A set of overlays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays(u16);

/// An unknown overlay name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown overlay `{name}`{}; the overlays are {}",
    spelling::hint(*.nearest),
    Overlay::ALL.map(Overlay::name).join(", ")
)]
pub struct UnknownOverlay {
    /// The name that was given.
    pub name: String,
    /// The most similar name of an overlay, if one is similar.
    pub nearest: Option<&'static str>,
}

impl Overlays {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Whether the set contains an overlay.
    #[must_use]
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & Self::bit(overlay) != 0
    }

    /// Returns the set with an overlay added.
    #[must_use]
    pub fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | Self::bit(overlay))
    }

    /// Adds an overlay, or removes it if the set contains it.
    pub fn toggle(&mut self, overlay: Overlay) {
        self.0 ^= Self::bit(overlay);
    }

    /// Returns the overlays in the set.
    pub fn iter(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |&overlay| self.has(overlay))
    }

    /// Parses a comma-separated list of names.
    ///
    /// ```
    /// use terrarium_picture::{Overlay, Overlays};
    ///
    /// let overlays = Overlays::parse("paths, sight").unwrap();
    /// assert!(overlays.has(Overlay::Sight) && !overlays.has(Overlay::Light));
    /// assert_eq!(overlays.to_string(), "paths,sight");
    /// ```
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn parse(list: &str) -> Result<Self, UnknownOverlay> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(Self::one).try_fold(Self::NONE, |all, one| Ok(all.with(one?)))
    }

    fn one(name: &str) -> Result<Overlay, UnknownOverlay> {
        let found = Overlay::ALL.into_iter().find(|overlay| overlay.name() == name);
        found.ok_or_else(|| UnknownOverlay {
            name: name.to_owned(),
            nearest: spelling::nearest(name, Overlay::ALL.map(Overlay::name)),
        })
    }

    fn bit(overlay: Overlay) -> u16 {
        1 << overlay as u16
    }
}

impl fmt::Display for Overlays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Overlay::name).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlays_are_distinct() {
        let mut all = Overlays::NONE;
        for overlay in Overlay::ALL {
            assert!(!all.has(overlay));
            all.toggle(overlay);
            assert!(all.has(overlay));
            assert_eq!(Overlays::parse(overlay.name()), Ok(Overlays::NONE.with(overlay)));
        }
        assert_eq!(Overlays::parse(&all.to_string()), Ok(all));
        Overlay::ALL.into_iter().for_each(|overlay| all.toggle(overlay));
        assert_eq!(all, Overlays::NONE);
        assert_eq!(Overlays::parse(""), Ok(Overlays::NONE));
    }

    #[test]
    fn an_unknown_overlay_is_reported_with_the_nearest_name() {
        let error = Overlays::parse("paths,sihgt").unwrap_err().to_string();
        assert!(error.starts_with("unknown overlay `sihgt`"), "{error}");
        assert!(error.contains("did you mean `sight`"), "{error}");
    }
}
