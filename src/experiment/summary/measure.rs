//! What is measured of every run: the numbers that statistics are made of.

use std::fmt;

use crate::behaviour::Colony;
use crate::experiment::{CaseEnding, Row};

/// Something that is measured of a run, such as how many hares live at its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// What is measured.
    pub what: Quantity,
    /// Of which species or colony; empty where it is of the whole run.
    pub of: String,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// How many ticks the run lived.
    Ticks,
    /// Whether a colony won, 1 or 0.
    Won,
    /// How many of a species live at the end.
    Alive,
    /// Whether any of a species lives at the end, 1 or 0.
    Lives,
    /// After which tick none of a species lived; only of runs in which it died out.
    ExtinctAt,
    /// How many of a species were born.
    Births,
    /// How many of a species died.
    Deaths,
}

impl Quantity {
    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ticks => "ticks",
            Self::Won => "won",
            Self::Alive => "alive",
            Self::Lives => "lives",
            Self::ExtinctAt => "extinct_at",
            Self::Births => "births",
            Self::Deaths => "deaths",
        }
    }

    /// Whether it is 1 or 0 in each run, so that its mean is the share of runs.
    #[must_use]
    pub fn is_share(self) -> bool {
        matches!(self, Self::Won | Self::Lives)
    }
}

impl Measure {
    /// A measure of a species or a colony, or, with no name, of the run.
    #[must_use]
    pub fn new(what: Quantity, of: &str) -> Self {
        Self { what, of: of.to_owned() }
    }

    /// All that is measured of a run; nothing of one that failed. Who won is measured only where
    /// colonies fight for bases.
    #[must_use]
    pub fn all(row: &Row, is_conquest: bool) -> Vec<(Self, f64)> {
        if row.is_failed() {
            return Vec::new();
        }
        let mut all = vec![(Self::new(Quantity::Ticks, ""), float(row.ticks))];
        if is_conquest {
            let winner = match row.ending {
                CaseEnding::Decided { winner } => winner,
                _ => None,
            };
            all.extend(Colony::ALL.map(|colony| {
                (Self::new(Quantity::Won, colony.name()), one_if(winner == Some(colony)))
            }));
        }
        for species in &row.species {
            let mut add = |what, value| all.push((Self::new(what, &species.name), value));
            add(Quantity::Alive, float(species.alive));
            add(Quantity::Lives, one_if(species.alive > 0));
            if let (Some(tick), 0) = (species.extinct_at, species.alive) {
                add(Quantity::ExtinctAt, float(tick));
            }
            add(Quantity::Births, float(species.births));
            add(Quantity::Deaths, float(species.deaths.values().sum()));
        }
        all
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of.as_str() {
            "" => f.write_str(self.what.name()),
            of => write!(f, "{}.{of}", self.what.name()),
        }
    }
}

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[expect(clippy::cast_precision_loss, reason = "nobody counts beyond 2⁵³")]
fn float(count: u64) -> f64 {
    count as f64
}
