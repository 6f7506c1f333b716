//! The measures of a run: the numbers of which statistics are computed.

use std::fmt;

use terrarium_creatures::behaviour::Colony;

use crate::{CaseEnding, Row};

/// A measure of a run, such as the number of hares at the end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// The quantity.
    pub what: Quantity,
    /// The species or colony; of an excess, the species and the figure, such as `hare.points_speed`; the name of an own measure
    /// of the experiment; empty for a measure of the whole run.
    pub of: String,
}

/// The quantity of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The number of simulated ticks.
    Ticks,
    /// Whether a colony won, 1 or 0.
    Won,
    /// The number of organisms of a species alive at the end.
    Alive,
    /// Whether a species is alive at the end, 1 or 0.
    Lives,
    /// The tick at which a species died out, in runs at whose end it is extinct.
    ExtinctAt,
    /// The number of births of a species.
    Births,
    /// The number of deaths of a species.
    Deaths,
    /// A figure of the evolution of a species, less the mean of neutral shadows of the run.
    Excess,
    /// A measure that the experiment defines. Its name is that of the measure.
    Own,
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
            Self::Excess => "excess",
            Self::Own => "measure",
        }
    }

    /// Whether its values are 1 and 0, so that its mean is a share of runs.
    #[must_use]
    pub fn is_share(self) -> bool {
        matches!(self, Self::Won | Self::Lives)
    }
}

impl Measure {
    /// A measure of the species or colony `of`, or of the whole run if that is empty.
    #[must_use]
    pub fn new(what: Quantity, of: &str) -> Self {
        Self { what, of: of.to_owned() }
    }

    /// All measures of a run, with their values. A failed run has none, nor has a species that was never
    /// there; only a conquest has the winner. `own` are the names of the measures that the experiment
    /// defines.
    #[must_use]
    pub fn all(row: &Row, is_conquest: bool, own: &[String]) -> Vec<(Self, f64)> {
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
        for species in row.species.iter().filter(|species| species.was_there()) {
            let mut add = |what, value| all.push((Self::new(what, &species.name), value));
            add(Quantity::Alive, float(species.alive));
            add(Quantity::Lives, one_if(species.alive > 0));
            if let (Some(tick), 0) = (species.extinct_at, species.alive) {
                add(Quantity::ExtinctAt, float(tick));
            }
            add(Quantity::Births, float(species.births));
            add(Quantity::Deaths, float(species.deaths.values().sum()));
        }
        for it in &row.evolution {
            let of = || format!("{}.{}", it.species, it.figure);
            all.extend(it.excess().map(|excess| (Self::new(Quantity::Excess, &of()), excess)));
        }
        for (name, value) in own.iter().zip(&row.measures) {
            all.extend(value.map(|value| (Self::new(Quantity::Own, name), value)));
        }
        all
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of.as_str() {
            of if self.what == Quantity::Own => f.write_str(of),
            "" => f.write_str(self.what.name()),
            of => write!(f, "{}.{of}", self.what.name()),
        }
    }
}

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[expect(clippy::cast_precision_loss, reason = "counts are below 2⁵³")]
fn float(count: u64) -> f64 {
    count as f64
}
