//! Links as creatures see them.

use terrarium_space::geometry::DVec2;

/// A link with its near end within the sensor range of a creature. A link that leads both ways is seen from each of
/// its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkSighting {
    /// The number of the link in the world.
    pub link: u16,
    /// The end at which a creature embarks, in units.
    pub near: DVec2,
    /// The end to which it leads, in units.
    pub far: DVec2,
    /// The duration of a crossing, in ticks.
    pub ticks: u32,
    /// Whether it is open.
    pub is_open: bool,
    /// The gap between the near end and the creature's body, along the wider axis, in units; 0 when they touch.
    pub gap: f64,
}
