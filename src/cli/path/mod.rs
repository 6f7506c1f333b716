//! `terrarium path`: find ways among boxes.

mod answer;
mod answer_printer;
mod lines;
mod map;
mod number;
mod path_painter;
mod problem;
mod problems;
mod seeker;
mod tally;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path as FilePath, PathBuf};

use clap::{ArgGroup, Args};

use super::{Failure, Format};
use crate::space::terrain::Experiment;
pub(super) use lines::Lines;
pub(super) use problem::Problem as PathProblem;

use answer_printer::{AnswerPrinter, Kind};
use map::Map;
use number::pair;
use path_painter::PathPainter;
use seeker::Seeker;

const FORMATS: &str = "\
Problems, one on each line, and their answers with --format json:
  {\"boxes\": [[x0, y0, x1, y1], …], \"size\": [w, h], \"start\": [x, y], \"goal\": [x, y]}
  {\"status\": \"found\", \"path\": [[x, y], …], \"length\": L, \"steps\": S, \"micros\": T}
`size` is all of the mover's width and height. With `\"bounds\": [x0, y0, x1, y1]` the mover may not \
leave that area. With `\"polygons\": [[[x, y], …], …]` convex polygons stand there besides, given by \
their corners in any order. Numbers go up to 2^40 and, but for 0, down to 2^-100. They are taken as they are; \
only the sum of an obstacle's corner and half the mover's size is rounded, to a double. Empty lines are \
skipped.

`path` leads from start to goal, both included. `status` is found, start_enclosed or goal_enclosed \
(then `by` lists boxes, counted from 0, after them polygons, and \"border\"), or outside; without a way `path` is empty \
and `length` null. `steps` are looks at the boxes, `micros` the time of the search alone. The \
navigator direct goes through everything.

On maps, coordinates are in tiles: 0.5,0.5 is the middle of the first tile, x grows to the right and \
y downward. The ways of a scenario file lead from the middle of a tile to that of another. A mover \
of one tile can go wherever one can that steps from tile to tile without cutting corners; `octile` \
is the length of the shortest way of that kind, as the file tells it, and `ratio` how long the way \
is that was found, in relation to that.

Pictures show obstacles grey, the outline of each as grown by half the mover thin, the way as first \
found orange and dashed, the way in the end blue and strong, the mover's box green at the start and \
red at the goal; y grows downward. In a wide world they show what is around the way.";

const EXAMPLES: &str = "\
Examples:
  terrarium path --problems boxes.jsonl --navigator exact --format json
  generate | terrarium path --problems - --slice 100 --format json
  terrarium path --problems boxes.jsonl --line 7 --picture way.png
  terrarium path --map arena.map --scen arena.map.scen --limit 100
  terrarium path --map arena.map --from 1.5,11.5 --to 40.5,3.5 --picture way.png";

/// Find ways among boxes: problems from a file, or places on a map
///
/// A mover is an upright box. It may touch what stands in its way, but never enter it; its way is a
/// polyline of its centre. Who is enclosed gets an answer too, not an error.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").args(["problems", "scen", "from"]).required(true))]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMATS}\n\n{EXAMPLES}"))]
pub(super) struct Path {
    /// Problems to solve, a JSON object on each line; `-` is standard input; for example
    /// boxes.jsonl
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["map", "scen", "limit", "from", "to", "size"])]
    problems: Option<PathBuf>,
    /// A map to find ways on, MovingAI .map or OpenFire .json; for example arena.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Ways to find on the map, as a MovingAI scenario file; for example arena.map.scen
    #[arg(long, value_name = "FILE", requires = "map")]
    scen: Option<PathBuf>,
    /// How many rows of the scenario file to take; for example 100
    #[arg(long, value_name = "N", requires = "scen", conflicts_with = "line")]
    limit: Option<NonZeroUsize>,
    /// Where to start on the map, in tiles; for example 0.5,0.5 for the middle of the first
    #[arg(long, value_name = "X,Y", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires_all = ["map", "to"], conflicts_with = "scen")]
    from: Option<[f64; 2]>,
    /// Where to get on the map, in tiles; for example 12.5,3
    #[arg(long, value_name = "X,Y", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires = "from")]
    to: Option<[f64; 2]>,
    /// All of the mover's width and height on a map, in tiles; for example 2,1
    #[arg(long, value_name = "W,H", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires = "map", default_value = "1,1")]
    size: [f64; 2],
    /// Who finds the ways, with parameters if wanted: `terrarium lab --help` lists all; for example
    /// scan:range=20
    #[arg(long, value_name = "NAME", default_value = "perimeter")]
    navigator: String,
    /// Advance each search so many steps at a time; changes nothing but the speed; for example 10
    #[arg(long, value_name = "N")]
    slice: Option<NonZeroU32>,
    /// Take only what stands on this line of the file, counted from 1; for example 7
    #[arg(long, value_name = "N", conflicts_with = "from")]
    line: Option<NonZeroUsize>,
    /// Draw the way, and how it was found, into a PNG file; there must be only one; for example
    /// way.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How to print the results; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Path {
    pub fn execute(self) -> Result<(), Failure> {
        let seeker = Seeker::new(&self.navigator, self.slice)?;
        let path_painter = PathPainter::new(self.picture.clone());
        if let Some(problems) = &self.problems {
            let answer_printer = AnswerPrinter::new(self.format, Kind::Problems);
            return problems::answer(problems, self.line, &seeker, path_painter, answer_printer);
        }
        let map = self.map.as_deref().expect("whatever else is asked is asked of a map");
        let map = Map::read(map, self.size)?;
        if let Some(scen) = &self.scen {
            let answer_printer = AnswerPrinter::new(self.format, Kind::Experiments);
            let experiments = Experiment::read(scen).map_err(Failure::input)?;
            map.check(scen, &experiments)?;
            let asked = self.asked_of(scen, &experiments)?;
            return map.answer_all(asked, &seeker, path_painter, answer_printer);
        }
        let ends = self.from.zip(self.to).expect("who says where from says where to");
        map.answer(ends, &seeker, path_painter, self.format)
    }

    /// The rows of a scenario file that are asked for.
    fn asked_of<'a>(
        &self,
        scen: &FilePath,
        experiments: &'a [Experiment],
    ) -> Result<&'a [Experiment], Failure> {
        let Some(line) = self.line else {
            let limit = self.limit.map_or(usize::MAX, NonZeroUsize::get);
            return Ok(&experiments[..experiments.len().min(limit)]);
        };
        let place = experiments.iter().position(|experiment| experiment.line == line.get());
        place.map(|place| &experiments[place..=place]).ok_or_else(|| {
            let name = scen.display();
            Failure::input(format!(
                "--line {line}: {name} has no row there; the first is on line 2"
            ))
        })
    }
}
