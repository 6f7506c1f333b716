//! `terrarium creature extract`: a creature folder from an organism of a world.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::target::Target;
use super::super::{Failure, output};
use crate::behaviour::OrganismId;
use crate::input::spelling;
use crate::record::Snapshot;
use crate::shell::terrarium;
use crate::species::manifest::is_name;
use crate::world::World;

const EXAMPLES: &str = "\
Examples:
  terrarium creature extract runs/heath --species lemming --name wise-lemming
  terrarium creature extract runs/heath/final.snapshot --id 4711 --name old-stoat --in my-creatures";

/// Create a creature folder from an organism of a world, with its traits, brain and heritable parameters
///
/// Without --id, the organism is the most typical of its species: the one with the smallest mean distance of traits and
/// genome from the others. Points of descendants may add up to more than founders can have; then all are scaled.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Extract {
    /// The directory of a run, of which the end is taken, or a snapshot
    #[arg(value_name = "RUN|SNAPSHOT")]
    world: PathBuf,
    /// Take the organism with this number; for example 4711
    #[arg(long, value_name = "N", required_unless_present = "species", conflicts_with = "species")]
    id: Option<u64>,
    /// Take the most typical organism of this species; for example lemming
    #[arg(long, value_name = "S")]
    species: Option<String>,
    /// Give the new species this name; for example wise-lemming
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Create the folder in this directory; for example my-creatures
    #[arg(long = "in", value_name = "DIR", default_value = "creatures")]
    parent: PathBuf,
}

impl Extract {
    pub fn execute(self) -> Result<(), Failure> {
        let Self { name, parent, .. } = &self;
        if !is_name(name) {
            return Err(Failure::input(format!(
                "--name {name}: give 1 to 40 lowercase letters, digits, `-` and `_`"
            )));
        }
        let world = self.world()?;
        let id = self.organism(&world)?;
        let species = world.species_like(id, name).ok_or_else(|| {
            let end = world.next_id().0 - 1;
            Failure::input(format!(
                "--id {}: no living organism has this number; `--species` takes the most typical one of a \
                 species, and numbers are from 1 to {end}",
                id.0
            ))
        })?;
        let folder = parent.join(name);
        if folder.exists() {
            return Err(Failure::input(format!(
                "{}: it exists already; give another --name, or remove it",
                folder.display()
            )));
        }
        let unwritable =
            |path: &Path, error| Failure::failed(format!("{}: {error}", path.display()));
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, error))?;
        for (file, content) in species.files() {
            let path = folder.join(file);
            fs::write(&path, content).map_err(|error| unwritable(&path, error))?;
        }
        let (place, population) = (folder.display(), format!("population.{name}=20"));
        let check = terrarium(&[&"creature", &"check", &place]);
        let run = terrarium(&[&"run", &"--creatures", &place, &"--set", &population]);
        output::print(&format!(
            "Created {place} from organism {}.\n\nNext:\n  {check}\n  {run}\n",
            id.0
        ))
    }

    fn world(&self) -> Result<World, Failure> {
        let path = match Target::find(&self.world.to_string_lossy())? {
            Target::RunDir(path) => path.join("final.snapshot"),
            Target::Snapshot(path) => path,
            _ => {
                return Err(Failure::input(format!(
                    "{}: this is neither the directory of a run nor a snapshot",
                    self.world.display()
                )));
            }
        };
        Ok(Snapshot::load(&path).map_err(Failure::input)?.world)
    }

    fn organism(&self, world: &World) -> Result<OrganismId, Failure> {
        if let Some(id) = self.id {
            return Ok(OrganismId(id));
        }
        let name = self.species.as_deref().unwrap_or_default();
        let names = || world.config().species.iter().map(|species| species.name.as_str());
        let species = world.config().species_id(name).ok_or_else(|| {
            let hint = spelling::hint(spelling::nearest(name, names()));
            Failure::input(format!(
                "--species {name}: this world has no such species{hint}; it has {}",
                spelling::listed(names())
            ))
        })?;
        world.typical_organism(species).ok_or_else(|| {
            Failure::input(format!("--species {name}: none is alive in {}", self.world.display()))
        })
    }
}
