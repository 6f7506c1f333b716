//! The names in expressions.

use terrarium_creatures::behaviour::{Colony, Death};
use terrarium_creatures::species::{Characteristic, Kind};

use super::Language;

/// A quantity that has a name. Species are given by their place in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    /// The tick of the world.
    Tick,
    /// The ticks since the beginning of the run.
    Elapsed,
    Alive(usize),
    Births(usize),
    Deaths(usize),
    Kind(Kind),
    Organisms,
    Tickets(Colony),
    Bases(Colony),
    /// A quantity of a species that only measures have.
    Of(usize, Detail),
    /// The result of a function.
    Result(usize),
}

/// A quantity of a species.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    /// The deaths of this cause during the run; so are all up to `Faults` counted.
    Died(Death),
    Kills,
    Meals,
    Eaten,
    WithoutRoom,
    Blocked,
    Faults,
    /// The energy that the living can spend, in total.
    Energy,
    Grown,
    Hungry,
    Cramped,
    Carcasses,
    /// The mean of a trait among the living.
    Mean(Trait),
    /// The variance of a trait among the living.
    Variance(Trait),
    /// The standard deviation of a trait among the living.
    Sd(Trait),
}

/// A number that each organism has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trait {
    Age,
    Radius,
    MatureRadius,
    Height,
    PreferredLight,
    SeedSpread,
    Points(Characteristic),
}

impl Trait {
    fn all() -> impl Iterator<Item = (String, Self)> {
        let plain = [
            ("age", Self::Age),
            ("radius", Self::Radius),
            ("mature_radius", Self::MatureRadius),
            ("height", Self::Height),
            ("preferred_light", Self::PreferredLight),
            ("seed_spread", Self::SeedSpread),
        ];
        let plain = plain.into_iter().map(|(name, what)| (name.to_owned(), what));
        let points = Characteristic::ALL.into_iter();
        plain.chain(points.map(|what| (format!("points.{}", what.name()), Self::Points(what))))
    }
}

impl Detail {
    fn all() -> Vec<(String, Self)> {
        let mut all: Vec<_> = Death::ALL
            .into_iter()
            .map(|of| (format!("died.{}", of.name()), Self::Died(of)))
            .collect();
        let plain = [
            ("kills", Self::Kills),
            ("meals", Self::Meals),
            ("eaten", Self::Eaten),
            ("without_room", Self::WithoutRoom),
            ("blocked_ticks", Self::Blocked),
            ("faults", Self::Faults),
            ("energy", Self::Energy),
            ("grown", Self::Grown),
            ("stunted_hungry", Self::Hungry),
            ("stunted_cramped", Self::Cramped),
            ("carcasses", Self::Carcasses),
        ];
        all.extend(plain.map(|(name, detail)| (name.to_owned(), detail)));
        for (name, what) in Trait::all() {
            all.push((format!("{name}.variance"), Self::Variance(what)));
            all.push((format!("{name}.sd"), Self::Sd(what)));
            all.push((name, Self::Mean(what)));
        }
        all
    }
}

impl Name {
    /// All names of a language, for worlds with these species.
    pub fn all(language: Language, species: &[String], is_conquest: bool) -> Vec<(String, Self)> {
        let mut names =
            vec![("tick".to_owned(), Self::Tick), ("elapsed".to_owned(), Self::Elapsed)];
        for (index, species) in species.iter().enumerate() {
            names.push((species.clone(), Self::Alive(index)));
            names.push((format!("{species}.births"), Self::Births(index)));
            names.push((format!("{species}.deaths"), Self::Deaths(index)));
        }
        for kind in Kind::ALL {
            names.push((format!("{}s", kind.name()), Self::Kind(kind)));
        }
        names.push(("organisms".to_owned(), Self::Organisms));
        if is_conquest {
            for colony in Colony::ALL {
                names.push((format!("{}.tickets", colony.name()), Self::Tickets(colony)));
                names.push((format!("{}.bases", colony.name()), Self::Bases(colony)));
            }
        }
        if language == Language::Measures {
            let details = Detail::all();
            for (index, species) in species.iter().enumerate() {
                let named = |(name, detail): &(String, Detail)| {
                    (format!("{species}.{name}"), Self::Of(index, *detail))
                };
                names.extend(details.iter().map(named));
            }
        }
        names
    }
}
