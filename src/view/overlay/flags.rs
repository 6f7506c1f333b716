//! Which overlays there are, and which are on.

use std::fmt;

use thiserror::Error;

use crate::input::spelling;

/// Something that can be laid over a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlay {
    /// The ways of travellers, and where they lead.
    Paths,
    /// Obstacles grown by the size of who is selected: as its centre meets them.
    Inflated,
    /// How far animals see.
    Sight,
    /// The surroundings of carnivores.
    Danger,
    /// The light that plants get.
    Light,
    /// Where many are.
    Density,
    /// The boxes of the index.
    Tree,
    /// The energy that everybody holds.
    Energy,
}

impl Overlay {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Paths,
        Self::Inflated,
        Self::Sight,
        Self::Danger,
        Self::Light,
        Self::Density,
        Self::Tree,
        Self::Energy,
    ];

    /// Its name.
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
        }
    }

    /// What it shows, for people.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Paths => "ways and where they lead",
            Self::Inflated => "obstacles as the selected one meets them",
            Self::Sight => "how far animals see",
            Self::Danger => "surroundings of carnivores",
            Self::Light => "light that plants get",
            Self::Density => "where many are",
            Self::Tree => "boxes of the index (R-trees)",
            Self::Energy => "energy that everybody holds",
        }
    }
}

/// The overlays that are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays(u16);

/// A name that no overlay has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "there is no overlay `{name}`{}; there are {}",
    spelling::hint(*.nearest),
    Overlay::ALL.map(Overlay::name).join(", ")
)]
pub struct UnknownOverlay {
    /// The name that was given.
    pub name: String,
    /// The overlay whose name is nearest to it, if any is near.
    pub nearest: Option<&'static str>,
}

impl Overlays {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether one is on.
    #[must_use]
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & Self::bit(overlay) != 0
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | Self::bit(overlay))
    }

    /// Turns one on, or off if it was.
    pub fn toggle(&mut self, overlay: Overlay) {
        self.0 ^= Self::bit(overlay);
    }

    /// Those that are on.
    pub fn iter(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |&overlay| self.has(overlay))
    }

    /// Those whose names stand in a list with commas.
    ///
    /// ```
    /// use terrarium::view::{Overlay, Overlays};
    ///
    /// let overlays = Overlays::parse("paths, sight").unwrap();
    /// assert!(overlays.has(Overlay::Sight) && !overlays.has(Overlay::Light));
    /// assert_eq!(overlays.to_string(), "paths,sight");
    /// ```
    ///
    /// # Errors
    /// When one of them names none.
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
    fn overlays_are_told_apart() {
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
    fn an_unknown_overlay_is_told_with_the_nearest() {
        let error = Overlays::parse("paths,sihgt").unwrap_err().to_string();
        assert!(error.starts_with("there is no overlay `sihgt`"), "{error}");
        assert!(error.contains("did you mean `sight`"), "{error}");
    }
}
