//! The relatives of an organism, living and dead, as they were at a tick.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;

use super::{Member, Pedigree};
use crate::inspection::{Line, Section, Severity};

/// The relatives of an organism.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinship {
    /// The organism itself.
    pub organism: Kin,
    /// Its species.
    pub species: SpeciesId,
    /// Its ancestors: its parent, the parent of that, and so on.
    pub ancestors: Vec<Kin>,
    /// The parent that did not bear it.
    pub second_parent: Option<Kin>,
    /// The other children of the parent that bore it, the eldest first.
    pub siblings: Vec<Kin>,
    /// The children of which it is either parent, the eldest first.
    pub children: Vec<Kin>,
    /// The number of all its descendants through those that bore them.
    pub descendants: u64,
    /// The number of these that are alive.
    pub living_descendants: u64,
}

/// A relative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kin {
    /// Its identity.
    pub id: OrganismId,
    /// The tick of its birth; 0 for founders.
    pub born: u64,
    /// The tick of its death; `None` if it is alive.
    pub died: Option<u64>,
}

/// The maximum number of relatives of a sort that are listed.
const LISTED: usize = 40;

impl Pedigree {
    /// The relatives of an organism at a tick; `None` if it was not born then, or is not known.
    #[must_use]
    pub fn kinship(&self, id: OrganismId, tick: u64) -> Option<Kinship> {
        let own = self.member(id).filter(|member| member.born <= tick)?;
        let parent = |member: &&Member| self.member(member.parent);
        let ancestors = std::iter::successors(parent(&own), parent);
        let mut kinship = Kinship {
            organism: Kin::new(own, tick),
            species: own.species,
            ancestors: ancestors.map(|member| Kin::new(member, tick)).collect(),
            second_parent: self.member(own.second_parent).map(|member| Kin::new(member, tick)),
            siblings: Vec::new(),
            children: Vec::new(),
            descendants: 0,
            living_descendants: 0,
        };
        let mut descends = vec![false; self.members.len()];
        for (index, member) in self.members.iter().enumerate() {
            if member.born > tick {
                continue;
            }
            if member.parent == id || member.second_parent == id {
                kinship.children.push(Kin::new(member, tick));
            }
            if member.id == id || member.parent == OrganismId::NONE {
                descends[index] = member.id == id;
                continue;
            }
            if member.parent == own.parent {
                kinship.siblings.push(Kin::new(member, tick));
            }
            // Parents have lower identities than their children.
            descends[index] = self.index_of(member.parent).is_some_and(|parent| descends[parent]);
            if descends[index] {
                kinship.descendants += 1;
                kinship.living_descendants += u64::from(member.is_alive(tick));
            }
        }
        Some(kinship)
    }
}

impl Kinship {
    /// The relatives as sections of lines, each with a link to a tick in which the relative is alive.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let count = |kin: &[Kin]| {
            let living = kin.iter().filter(|it| it.died.is_none()).count();
            format!("{living} alive, {} dead", kin.len() - living)
        };
        let dead = self.descendants - self.living_descendants;
        let numbers = vec![
            Line::new("Generation", self.ancestors.len().to_string()),
            Line::new("Siblings", count(&self.siblings)),
            Line::new("Children", count(&self.children)),
            Line::new("Descendants", format!("{} alive, {dead} dead", self.living_descendants)),
        ];
        let mut ancestors = listed(&self.ancestors);
        for (line, generation) in ancestors.iter_mut().zip(1..) {
            line.label = above(generation);
        }
        if let Some(second) = &self.second_parent {
            ancestors.insert(1.min(ancestors.len()), second.line("second parent".to_owned()));
        }
        if ancestors.is_empty() {
            let why = "none that is known: a founder, from a nest, or older than the record";
            ancestors.push(Line::new("", why));
        }
        let mut sections = vec![
            Section { title: "Numbers", lines: numbers },
            Section { title: "Ancestors", lines: ancestors },
        ];
        for (title, kin) in [("Siblings", &self.siblings), ("Children", &self.children)] {
            if !kin.is_empty() {
                sections.push(Section { title, lines: listed(kin) });
            }
        }
        sections
    }
}

impl Kin {
    fn new(member: &Member, tick: u64) -> Self {
        let died = member.died.filter(|&died| died <= tick);
        Self { id: member.id, born: member.born, died }
    }

    /// When it was born and died: `alive, born in tick 12` or `tick 12 to 345`.
    #[must_use]
    pub fn fate(&self) -> String {
        match self.died {
            None => format!("alive, born in tick {}", self.born),
            Some(died) => format!("tick {} to {died}", self.born),
        }
    }

    /// Its life in a line.
    fn line(&self, label: String) -> Line {
        let Self { id, born, died } = *self;
        let line = Line::new(label, format!("{id}, {}", self.fate()));
        match died {
            None => line.about(id),
            Some(died) => {
                // One that died in the tick of its birth was never alive between two ticks.
                let line = line.of(Severity::Faint).about(Some(id).filter(|_| born < died));
                if born < died { line.in_tick(born) } else { line }
            }
        }
    }
}

/// A line for each of the first relatives, and the number of the others.
fn listed(kin: &[Kin]) -> Vec<Line> {
    let mut lines: Vec<Line> = kin.iter().take(LISTED).map(|it| it.line(String::new())).collect();
    if kin.len() > LISTED {
        let others = format!("and {} others", kin.len() - LISTED);
        lines.push(Line::new("", others).of(Severity::Faint));
    }
    lines
}

/// What the `generations`-th ancestor is called.
fn above(generations: usize) -> String {
    match generations {
        1 => "parent".to_owned(),
        2 => "grandparent".to_owned(),
        more => format!("{more} generations"),
    }
}
