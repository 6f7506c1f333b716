//! `terrarium path --regions`: writes the regions of one scene and their portals for other tools.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use crate::atomic_file;
use crate::cli::Failure;
use crate::geometry::Aabb;
use crate::navigation::regions::Regions;
use crate::navigation_benchmark::Scene;

/// The file to write, if one was requested, and its regions.
pub(super) struct RegionExporter {
    file: Option<(PathBuf, FileFormat)>,
    regions: Option<Regions>,
}

#[derive(Clone, Copy)]
enum FileFormat {
    GeoJson,
    Obj,
}

impl FileFormat {
    fn write(self, regions: &Regions, file: &mut File) -> io::Result<()> {
        let mut out = BufWriter::new(file);
        match self {
            Self::GeoJson => regions.write_geojson(&mut out)?,
            Self::Obj => regions.write_obj(&mut out)?,
        }
        out.flush()
    }
}

impl RegionExporter {
    /// An exporter that writes to `file`, in the format of its ending; without `file` it does nothing.
    pub fn new(file: Option<PathBuf>) -> Result<Self, Failure> {
        let with_format = |file: PathBuf| {
            let ending = file.extension().and_then(|ending| ending.to_str());
            match ending.map(str::to_ascii_lowercase).as_deref() {
                Some("geojson") => Ok((file, FileFormat::GeoJson)),
                Some("obj") => Ok((file, FileFormat::Obj)),
                _ => Err(Failure::input(format!(
                    "--regions {}: the ending of the file chooses its format; end it in .geojson or \
                     .obj",
                    file.display()
                ))),
            }
        };
        Ok(Self { file: file.map(with_format).transpose()?, regions: None })
    }

    /// Whether a file was requested.
    pub fn is_requested(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the regions of a scene have been computed.
    pub fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// Computes the regions of a scene within `area`, if a file was requested. Fails among polygons.
    pub fn compute(&mut self, scene: &Scene, area: impl FnOnce() -> Aabb) -> Result<(), String> {
        if self.file.is_none() {
            return Ok(());
        }
        if !scene.polygons.is_empty() {
            return Err("--regions: there are regions among boxes only; leave out --regions, or \
                        replace the polygons by boxes"
                .to_owned());
        }
        let boxes = scene.boxes.iter().map(|obstacle| obstacle.inflated(scene.half));
        self.regions = Some(Regions::new(area().inflated(-scene.half), boxes));
        Ok(())
    }

    /// Writes the file.
    pub fn finish(self) -> Result<(), Failure> {
        let Some((file, format)) = self.file else { return Ok(()) };
        let Some(regions) = self.regions else {
            return Err(Failure::input(
                "--regions: there is no problem with regions to write; give a file with at least one",
            ));
        };
        atomic_file::write(&file, |out| format.write(&regions, out)).map_err(|error| {
            let name = file.display();
            Failure::failed(format!(
                "{name}: cannot be written: {error}; free some disk space, check the permissions, \
                 or choose another path"
            ))
        })
    }
}
