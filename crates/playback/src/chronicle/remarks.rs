//! The remarks of a chronicle with what each is worth.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::wording::plural;

use super::rarity::Mark;
use super::{Notable, Remark, SpeciesInfo};

/// Remarks in the order of ticks, and a mark for each.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Remarks {
    all: Vec<Remark>,
    marks: Vec<Mark>,
}

/// A line of a list of events: one remark, or several of one tick that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry<'a> {
    /// The remark, or the first of them.
    pub remark: &'a Remark,
    /// How many there are.
    pub count: u32,
    /// How rare it is in this run: the ticks in which one such event is expected, times the weight of its kind.
    pub worth: u32,
    /// Whether it is rare enough for a line of its own, where not all events are listed.
    pub is_listed: bool,
}

impl Remarks {
    pub fn all(&self) -> &[Remark] {
        &self.all
    }

    /// Adds a remark behind those of its tick.
    pub fn insert(&mut self, remark: Remark, mark: Mark) {
        let index = self.all.partition_point(|other| other.tick <= remark.tick);
        self.all.insert(index, remark);
        self.marks.insert(index, mark);
    }

    /// The number of remarks for which `is_meant` is true.
    pub fn count(&self, is_meant: impl Fn(&Remark, &Mark) -> bool) -> usize {
        self.all.iter().zip(&self.marks).filter(|(remark, mark)| is_meant(remark, mark)).count()
    }

    /// Keeps the remarks for which `is_kept` is true, asked in the order of ticks.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&Remark, &Mark) -> bool) {
        let kept: Vec<bool> =
            self.all.iter().zip(&self.marks).map(|(remark, mark)| is_kept(remark, mark)).collect();
        let (mut of_remarks, mut of_marks) = (kept.iter(), kept.iter());
        self.all.retain(|_| of_remarks.next() == Some(&true));
        self.marks.retain(|_| of_marks.next() == Some(&true));
    }

    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        let marked = self.all.iter().zip(&self.marks).filter(|(_, mark)| mark.count > 0);
        marked.map(|(remark, &Mark { count, worth, is_listed })| Entry {
            remark,
            count,
            worth,
            is_listed,
        })
    }
}

impl Entry<'_> {
    /// Formats it as a sentence.
    pub(super) fn sentence(&self, species: &[SpeciesInfo], bases: &[String]) -> String {
        let named = |id: Option<SpeciesId>| {
            let of = id.and_then(|id| species.get(id.index()));
            plural(of.map_or("organism", |it| &it.name))
        };
        let (count, own) = (self.count, named(self.remark.species));
        match self.remark.what {
            _ if count == 1 => self.remark.sentence(species, bases),
            Notable::Born { parent: OrganismId::NONE } => format!("{count} {own} enter the world"),
            Notable::Born { .. } => format!("{count} {own} are born"),
            Notable::Died { by_species: Some(by), .. } => {
                format!("{} kill {count} {own}", named(Some(by)))
            }
            Notable::Died { .. } => format!("{count} {own} are killed"),
            Notable::Kills { count: kills } => format!("{count} {own} make their {kills}th kill"),
            _ => self.remark.sentence(species, bases),
        }
    }
}
