//! The colours of species: as their files ask for them, but well apart for all eyes.
//!
//! Everything that shows species has its colours from here: sprites, the legend, charts, maps, the
//! terminal and `terrarium render`.

pub mod scales;

use terrarium_creatures::species::Species;
pub use terrarium_output::colour::{Lab, Rgb, Vision, contrast, luminance};

/// The least distance between two species as any eye sees them; see [`Lab::distance`].
pub const APART: f32 = 0.09;

/// The lightness of all species. Lighter ones would not be seen on the ground, darker ones not on
/// panels.
pub const LIGHTNESS: [f32; 2] = [0.50, 0.82];

/// The number of species that are kept apart. There are no more that many colours.
const MOST: usize = 40;

/// Returns the colours of the species of a world.
#[must_use]
pub fn of(species: &[Species]) -> Vec<Rgb> {
    let wishes: Vec<Rgb> = species.iter().map(|species| species.appearance.colour).collect();
    distinct(&wishes)
}

/// Returns the colours of species in their order: each the one that it wishes for, or the nearest one
/// that is [apart](APART) from those before it. Where there is none, the one farthest from them.
///
/// ```
/// use terrarium_run::palette::{APART, Lab, distinct};
///
/// let sand = [200, 161, 101];
/// let colours = distinct(&[sand, sand]);
/// assert_eq!(colours[0], sand);
/// assert!(Lab::from_rgb(colours[0]).distance(Lab::from_rgb(colours[1])) >= APART);
/// ```
#[must_use]
pub fn distinct(wishes: &[Rgb]) -> Vec<Rgb> {
    let mut taken: Vec<Seen> = Vec::with_capacity(wishes.len());
    for &wish in wishes {
        let near = nearest_of_lightness(wish);
        let first = Seen::by_all(near);
        let is_free = taken.len() >= MOST || first.least_distance(&taken) >= APART;
        taken.push(if is_free { first } else { free_colour(&first, &taken) });
    }
    taken.into_iter().map(|seen| seen.colour).collect()
}

/// A colour as each kind of eye sees it.
#[derive(Debug, Clone, Copy)]
struct Seen {
    colour: Rgb,
    by: [Lab; Vision::ALL.len()],
}

impl Seen {
    fn by_all(colour: Rgb) -> Self {
        Self { colour, by: Vision::ALL.map(|vision| Lab::seen(colour, vision)) }
    }

    /// The distance to another colour for the eye that sees the least of it.
    fn distance(&self, other: &Self) -> f32 {
        let all = self.by.iter().zip(&other.by).map(|(a, b)| a.distance(*b));
        all.fold(f32::INFINITY, f32::min)
    }

    fn least_distance(&self, taken: &[Self]) -> f32 {
        taken.iter().map(|other| self.distance(other)).fold(f32::INFINITY, f32::min)
    }
}

/// Returns the colour, or the one of the same hue with the nearest lightness that species may have.
fn nearest_of_lightness(colour: Rgb) -> Rgb {
    let Lab { lightness, red, yellow } = Lab::from_rgb(colour);
    let [least, most] = LIGHTNESS;
    // Rounded colours of a permitted lightness are permitted.
    if (least - 0.005..=most + 0.005).contains(&lightness) {
        return colour;
    }
    let lightness = lightness.clamp(least, most);
    // A display shows the less saturation, the lighter or darker a colour is.
    let paler = |step: u8| {
        let share = 1.0 - f32::from(step) / 20.0;
        Lab { lightness, red: red * share, yellow: yellow * share }.shown()
    };
    (0..=20).find_map(paler).expect("a grey can be shown")
}

/// Returns the colour nearest to a wish that is apart from those taken, or the one farthest from them.
fn free_colour(wish: &Seen, taken: &[Seen]) -> Seen {
    let all: Vec<(f32, Seen)> = candidates()
        .map(|colour| {
            let seen = Seen::by_all(colour);
            (seen.least_distance(taken), seen)
        })
        .collect();
    let from_wish = |seen: &Seen| seen.by[0].distance(wish.by[0]);
    let apart = all.iter().filter(|(distance, _)| *distance >= APART).map(|(_, seen)| seen);
    let nearest = apart.min_by(|a, b| from_wish(a).total_cmp(&from_wish(b)));
    let farthest = || all.iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, seen)| seen);
    *nearest.or_else(farthest).expect("there are candidates")
}

/// Returns colours of all hues, saturations and allowed lightnesses that a display can show.
fn candidates() -> impl Iterator<Item = Rgb> {
    let [least, most] = LIGHTNESS;
    let lightnesses = (0..=8_u8).map(move |step| least + (most - least) * f32::from(step) / 8.0);
    let hues = (0..24_u8).map(|step| f32::from(step) / 24.0 * std::f32::consts::TAU);
    lightnesses.flat_map(move |lightness| {
        hues.clone().flat_map(move |hue| {
            [0.03, 0.08, 0.13, 0.19].into_iter().filter_map(move |saturation| {
                let (red, yellow) = (libm::cosf(hue) * saturation, libm::sinf(hue) * saturation);
                Lab { lightness, red, yellow }.shown()
            })
        })
    })
}
