//! What is asked for: names of species, columns and properties found in a run.

use super::Chart;
use crate::charts::{CensusColumn, ChartChoice, ChartKind, Group, Property};
use crate::cli::Failure;
use crate::input::spelling;
use crate::playback::Chronicle;
use crate::playback::chronicle::SpeciesInfo;
use crate::species::{Kind, SpeciesId};

impl Chart {
    /// Refuses options that another kind of chart has.
    pub(super) fn refuse_unused(&self) -> Result<(), Failure> {
        let has_axes = matches!(self.kind, ChartKind::Phase | ChartKind::Scatter);
        let has_column = self.kind == ChartKind::Census;
        let has_species = self.kind != ChartKind::Phase && self.kind != ChartKind::Conquest;
        let has_tick = self.kind.is_of_individuals()
            || matches!(self.kind, ChartKind::Deaths | ChartKind::Phase);
        let unused = [
            ("--column", self.column.is_some() && !has_column, "census"),
            ("--x", self.x.is_some() && !has_axes, "phase or scatter"),
            ("--y", self.y.is_some() && !has_axes, "phase or scatter"),
            (
                "--scale",
                self.scale.is_some() && !self.kind.has_scale(),
                "population, phase, census or conquest",
            ),
            ("--tick", self.tick.is_some() && !has_tick, "deaths, phase, ages, traits or scatter"),
            (
                "--species",
                self.species.is_some() && !has_species,
                "population, births, deaths, census, ages, traits, history, scatter, clusters or tree",
            ),
        ];
        match unused.into_iter().find(|&(_, is_unused, _)| is_unused) {
            Some((option, _, kinds)) => Err(Failure::input(format!(
                "{option}: a chart of --kind {} does not use it; leave it out, or give --kind {kinds}",
                self.kind.name()
            ))),
            None if has_column && self.column.is_none() => Err(Failure::input(
                "--kind census: give the column of census.csv to show; for example --column mean_age",
            )),
            None => Ok(()),
        }
    }

    /// The chart that is asked for, of a run with this history.
    pub(super) fn choice(&self, chronicle: &Chronicle) -> Result<ChartChoice, Failure> {
        let species = chronicle.species();
        let only = self.species.as_deref().map(|name| self.species_named(name, species));
        let mut choice = ChartChoice {
            kind: self.kind,
            species: only.transpose()?,
            scale: self.scale,
            ..ChartChoice::default()
        };
        if let Some(name) = &self.column {
            choice.column = column_named(name)?;
        }
        for (axis, option, name) in [(0, "--x", &self.x), (1, "--y", &self.y)] {
            let Some(name) = name else { continue };
            match self.kind {
                ChartKind::Phase => choice.groups[axis] = Some(group_named(option, name, species)?),
                _ => {
                    let subject = choice.subject(species).index();
                    let kind = species.get(subject).map_or(Kind::Plant, |info| info.kind);
                    choice.properties[axis] = Some(property_named(option, name, kind)?);
                }
            }
        }
        Ok(choice)
    }

    fn species_named(&self, name: &str, species: &[SpeciesInfo]) -> Result<SpeciesId, Failure> {
        let found = (0..).map(SpeciesId).zip(species).find(|(_, info)| info.name == name);
        found.map(|(id, _)| id).ok_or_else(|| {
            let names: Vec<String> = species.iter().map(|info| info.name.clone()).collect();
            unknown(&format!("--species {name}: {} has no such species", self.target), name, &names)
        })
    }
}

fn group_named(option: &str, name: &str, species: &[SpeciesInfo]) -> Result<Group, Failure> {
    let is_named = |group: &Group| match group {
        Group::Species(_) => group.name(species) == name,
        Group::Kind(kind) => kind.name() == name,
    };
    Group::all(species).find(is_named).ok_or_else(|| {
        let names = species.iter().map(|info| info.name.clone());
        let kinds = Kind::ALL.map(|kind| kind.name().to_owned());
        let names: Vec<String> = names.chain(kinds).collect();
        unknown(
            &format!("{option} {name}: this is no species and no kind of the run"),
            name,
            &names,
        )
    })
}

fn property_named(option: &str, name: &str, kind: Kind) -> Result<Property, Failure> {
    Property::named(kind, name).ok_or_else(|| {
        let names: Vec<String> = Property::of(kind).map(Property::column).collect();
        unknown(&format!("{option} {name}: a {} has no such property", kind.name()), name, &names)
    })
}

fn column_named(name: &str) -> Result<CensusColumn, Failure> {
    CensusColumn::named(name).ok_or_else(|| {
        let names: Vec<String> = CensusColumn::all().map(CensusColumn::name).collect();
        unknown(
            &format!("--column {name}: the census has no such column with numbers"),
            name,
            &names,
        )
    })
}

/// The error for a name that is none of these.
fn unknown(problem: &str, given: &str, names: &[String]) -> Failure {
    let names = || names.iter().map(String::as_str);
    let remedy = match spelling::nearest(given, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("give one of {}", spelling::listed(names())),
    };
    Failure::input(format!("{problem}; {remedy}"))
}
