//! `terrarium arena`: creatures against creatures.

mod report;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use report::Report;

use super::batch::failure;
use super::interruption::Interruption;
use super::sweep_monitor::SweepMonitor;
use super::{Failure, Format, creature_notes, diagnostic, output};
use crate::arena::{self, Conditions, Entrants, League, LeagueDir, Played, Table, play};
use crate::clock::now;
use crate::experiment::file::read_seeds;
use crate::experiment::{Shard, SweepOptions};

/// Let creatures play against creatures, and rate them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium arena my-creatures/fox wolf lynx
  terrarium arena creatures my-creatures --sparring --seeds 1..10 --out runs/league
  terrarium arena creatures my-creatures --sparring --seeds 1..10 --out runs/league --resume
  terrarium arena my-creatures/fox wolf --format duel
  terrarium arena --sparring --format meadow
  terrarium arena ant termite my-creatures/beetle --format conquest
  terrarium arena my-creatures --shard 1/4 --out league-1

Each line-up plays once with each seed and in mirrored places, so that no creature profits from its
place or from a seed. A creature with errors is reported, and the league is played without it. Each
game is recorded as soon as it ends, so a league that is interrupted or killed continues with
--resume. The results depend neither on interruptions nor on the number of jobs. Exit codes: 0 all
games were played, 1 some games failed or a file cannot be written, 2 invalid input or fewer than
two creatures, 130 interrupted.")]
pub(super) struct Arena {
    /// Enter these creatures: the folder of a creature, a folder of creature folders, or the name of
    /// a shipped animal; for example my-creatures/fox or wolf
    #[arg(value_name = "DIR", required_unless_present = "sparring")]
    creatures: Vec<String>,
    /// Also enter the ten sparring partners that are built in, from clumsy to good
    #[arg(long)]
    sparring: bool,
    /// Play a league of this format; for example meadow
    #[arg(long = "format", value_enum, value_name = "FORMAT", default_value_t = LeagueFormat::RoundRobin)]
    league_format: LeagueFormat,
    /// Play with each of these seeds, both ends included; for example 1..10
    #[arg(long, value_name = "A..B", default_value = "1..3", value_parser = read_seeds)]
    seeds: (u64, u64),
    /// End a game after this many ticks, a multiple of 50; the default is 1200 for duels, 2000 for
    /// the meadow and 3000 for a conquest; for example 3000
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// Override a key of the fields in every game, as `terrarium run --set` does; for example
    /// rules.light=40
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Write the results to this directory; the default is runs/arena-FORMAT; for example
    /// runs/league
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this many cores, one for each game; the default is all cores; the results do not depend on
    /// it; for example 4
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Play only every N-th game, starting with the I-th: one of N parts for `terrarium merge`; for
    /// example 2/8
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// Continue the league in the directory, or start it if there is none
    #[arg(long)]
    resume: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// The format of a league.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LeagueFormat {
    /// Two creatures of one kind on a field with food, and for herbivores with lynxes.
    Duel,
    /// A duel of every two creatures of one kind.
    RoundRobin,
    /// All creatures at once on one meadow.
    Meadow,
    /// Every two creatures as the colonies of a conquest.
    Conquest,
    /// King of the hill: one after the other challenges the holder.
    King,
}

impl From<LeagueFormat> for arena::Format {
    fn from(format: LeagueFormat) -> Self {
        match format {
            LeagueFormat::Duel => Self::Duel,
            LeagueFormat::RoundRobin => Self::RoundRobin,
            LeagueFormat::Meadow => Self::Meadow,
            LeagueFormat::Conquest => Self::Conquest,
            LeagueFormat::King => Self::King,
        }
    }
}

impl Arena {
    pub fn execute(self) -> Result<(), Failure> {
        let league = self.league()?;
        let out = self.out.clone().unwrap_or_else(|| self.default_out(&league));
        let dir = LeagueDir::prepare(&out, &league, self.resume).map_err(failure)?;
        let options = SweepOptions {
            jobs: self.jobs,
            shard: self.shard,
            resume: true,
            yes: true,
            ..SweepOptions::default()
        };
        let monitor = SweepMonitor::new(Interruption::install());
        let start = now();
        let played = monitor.observe(|observer| play(&league, &dir, options, observer));
        let played = played.map_err(failure)?;
        let seconds = start.elapsed().as_secs_f64();
        if !played.finished {
            output::note(format_args!(
                "interrupted: {} games have been played and are kept in {}; to continue, repeat the \
                 command with --resume",
                played.done.0,
                out.display()
            ));
            return Err(Failure::Interrupted);
        }
        if !self.shard.is_whole() {
            return self.report_shard(&out, &played, seconds);
        }
        let table = Table::new(&league, &played);
        table.write_all(&league, &dir, &played).map_err(failure)?;
        finish(
            &Report { league: &league, out: &out, played: &played, table: &table, seconds },
            self.json,
        )
    }

    /// Reads the entrants, and reports those that cannot enter.
    fn league(&self) -> Result<League, Failure> {
        let format = arena::Format::from(self.league_format);
        let conditions = Conditions {
            ticks: self.ticks.unwrap_or_else(|| format.default_ticks()),
            seeds: self.seeds,
            overrides: self.set.clone(),
        };
        let mut entrants = Entrants::new(&conditions).map_err(failure)?;
        for given in &self.creatures {
            creature_notes::on_modules_within(&[PathBuf::from(given)]);
            entrants.add(given).map_err(failure)?;
        }
        if self.sparring {
            entrants.add_sparring();
        }
        for skipped in &entrants.skipped {
            output::note(format_args!("note: {} cannot enter:", skipped.creature));
            skipped.diagnostic.iter().for_each(diagnostic::print);
        }
        for (origin, name) in &entrants.renamed {
            output::note(format_args!("note: {origin} plays as {name}: its name is taken"));
        }
        League::new(format, conditions, entrants).map_err(failure)
    }

    fn default_out(&self, league: &League) -> PathBuf {
        let shard = match self.shard.to_string().split_once('/') {
            Some((number, of)) if !self.shard.is_whole() => format!("-shard-{number}-of-{of}"),
            _ => String::new(),
        };
        Path::new("runs").join(format!("arena-{}{shard}", league.format.name()))
    }

    fn report_shard(&self, out: &Path, played: &Played, seconds: f64) -> Result<(), Failure> {
        let (games, shard) = (played.done.0, self.shard);
        if self.json {
            let object = serde_json::json!({
                "out": out, "games": games, "failed": played.failed(), "seconds": seconds,
                "shard": shard,
            });
            return output::print(&format!("{object}\n"));
        }
        output::print(&format!(
            "shard {shard}: {games} games have been played ({seconds:.1} s); merge all shards: \
             {} … --out DIR\n",
            crate::shell::terrarium(&[&"merge", &out.display()])
        ))
    }
}

/// Merges the shards of a league and reports its results.
pub(super) fn merge_shards(shards: &[PathBuf], out: &Path, format: Format) -> Result<(), Failure> {
    let start = now();
    let (league, _, played) = arena::merge(shards, out).map_err(failure)?;
    let table = Table::new(&league, &played);
    let seconds = start.elapsed().as_secs_f64();
    let report = Report { league: &league, out, played: &played, table: &table, seconds };
    finish(&report, format == Format::Json)
}

/// Prints the results of a league; fails if games failed.
fn finish(report: &Report<'_>, as_json: bool) -> Result<(), Failure> {
    output::print(&if as_json { report.as_json() } else { report.as_text() })?;
    let Some(first) = report.table.failures.first() else { return Ok(()) };
    Err(Failure::failed(format!(
        "{} of {} games failed; the first is game {} of {}: {}\n{} has the reason of each; the other \
         games are rated",
        report.table.failures.len(),
        report.table.games,
        first.game,
        first.stage,
        first.reason,
        report.out.join(arena::ENCOUNTERS).display()
    )))
}
