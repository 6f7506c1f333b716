//! Names of obstacles in a list of changes.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::navigation_benchmark::Scene;

/// What a change calls an obstacle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Id {
    /// A number; at first the index of a box, or of a polygon, which follow the boxes.
    Number(u64),
    /// A name.
    Name(String),
}

/// Which obstacles stand, by id, and where each came from.
#[derive(Debug)]
pub(super) struct Ids {
    boxes: usize,
    polygons: usize,
    /// The keys of the obstacles that stand.
    standing: BTreeMap<Id, u64>,
    /// The entry that removed the last obstacle of this id.
    removed: BTreeMap<Id, usize>,
    /// The ids of added obstacles and the entries that added them, in the order of their keys.
    added: Vec<(Id, usize)>,
}

impl Ids {
    /// The ids of the obstacles of a scene: their indices, which are their keys too.
    pub fn new(scene: &Scene) -> Self {
        let (boxes, polygons) = (scene.boxes.len(), scene.polygons.len());
        let standing = (0..(boxes + polygons) as u64).map(|key| (Id::Number(key), key)).collect();
        Self { boxes, polygons, standing, removed: BTreeMap::new(), added: Vec::new() }
    }

    /// The number of boxes at first.
    pub fn boxes(&self) -> usize {
        self.boxes
    }

    /// Gives an obstacle that `entry` adds this id and the next key.
    pub fn add(&mut self, id: Id, entry: usize) -> Result<(), String> {
        if id == Id::Name("border".to_owned()) {
            return Err("the id \"border\" is that of the border of the world in answers; choose \
                        another"
                .to_owned());
        }
        if let Some(&key) = self.standing.get(&id) {
            let origin = self.origin(key);
            return Err(format!(
                "the id {id} is already that of {origin}; remove that first, or choose another id"
            ));
        }
        let key = self.boxes + self.polygons + self.added.len();
        self.standing.insert(id.clone(), key as u64);
        self.added.push((id, entry));
        Ok(())
    }

    /// The key of the obstacle called `id`.
    pub fn key(&self, id: &Id) -> Result<u64, String> {
        self.standing.get(id).copied().ok_or_else(|| match self.removed.get(id) {
            Some(entry) => format!(
                "the obstacle {id} is already removed by sequence[{entry}]; add it again first"
            ),
            None => format!(
                "there is no obstacle {id}; give the id of one added before, or an index below {} \
                 for those in `boxes` and `polygons`",
                self.boxes + self.polygons
            ),
        })
    }

    /// Frees the id of an obstacle that `entry` removes, and returns its key.
    pub fn remove(&mut self, id: &Id, entry: usize) -> Result<u64, String> {
        let key = self.key(id)?;
        self.standing.remove(id);
        self.removed.insert(id.clone(), entry);
        Ok(key)
    }

    /// The id of the obstacle with this key.
    pub fn id(&self, key: u64) -> Id {
        let index = (key as usize).checked_sub(self.boxes + self.polygons);
        index.map_or(Id::Number(key), |index| self.added[index].0.clone())
    }

    fn origin(&self, key: u64) -> String {
        let key = key as usize;
        match key.checked_sub(self.boxes) {
            None => format!("boxes[{key}]"),
            Some(index) if index < self.polygons => format!("polygons[{index}]"),
            Some(index) => {
                format!("the obstacle added by sequence[{}]", self.added[index - self.polygons].1)
            }
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id: a name in quotes or an index")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id::Number(number))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Id, E> {
        Ok(Id::Name(name.to_owned()))
    }
}
