//! Playing a league: the sweeps of its stages, one after the other.

use std::path::Path;

use super::{Format, Game, League, LeagueDir, Stage, stage};
use crate::{ExperimentError, Plan, Results, SweepObserver, SweepOptions, SweepResult, sweep};

/// The games of a league that have been played.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The stages, in order.
    pub stages: Vec<Stage>,
    /// Their games that have ended.
    pub games: Vec<Game>,
    /// The number of games of this shard that have ended, and of all in the stages so far.
    pub done: (u64, u64),
    /// The number of games that had ended before the league was resumed.
    pub found: u64,
    /// Whether all games of this shard have ended; if not, the league was interrupted.
    pub finished: bool,
}

/// Plays the games of a league, or the shard of them that `options` choose, and continues where they
/// were interrupted. The games do not depend on the number of jobs, on interruptions or on shards.
///
/// # Errors
/// When the format is `king`, whose series depend on each other, and there are shards; when an
/// entrant or a field is invalid; or when a file cannot be read or written.
pub fn play(
    league: &League,
    dir: &LeagueDir,
    options: SweepOptions,
    observer: &dyn SweepObserver,
) -> Result<Played, ExperimentError> {
    if league.format == Format::King && !options.shard.is_whole() {
        let problem = "the games of the format king depend on earlier ones, so it has no shards";
        let remedy = "leave out `--shard`, or choose another format";
        return Err(ExperimentError::InvalidRequest(format!("{problem}; {remedy}")));
    }
    let mut played =
        Played { stages: Vec::new(), games: Vec::new(), done: (0, 0), found: 0, finished: true };
    while let Some(next) = stage(league, dir, played.stages.len(), &played.games) {
        let plan = Plan::new(next.experiment.clone())?;
        let path = dir.games(&next.name);
        let options = SweepOptions { resume: true, ..options };
        let SweepResult { progress, finished, .. } = sweep(&plan, &path, options, observer)?;
        played.done = (played.done.0 + progress.done, played.done.1 + progress.runs);
        played.found += progress.found;
        played.add(league, dir, next)?;
        played.finished &= finished;
        if !finished {
            break;
        }
    }
    Ok(played)
}

impl Played {
    /// Reads the games of a league that have been played so far.
    ///
    /// # Errors
    /// When a journal cannot be read or is damaged.
    pub fn read(league: &League, dir: &LeagueDir) -> Result<Self, ExperimentError> {
        let mut played =
            Self { stages: Vec::new(), games: Vec::new(), done: (0, 0), found: 0, finished: true };
        while let Some(next) = stage(league, dir, played.stages.len(), &played.games) {
            let runs = Results::open(dir.games(&next.name))?.manifest().runs;
            let before = played.games.len();
            played.add(league, dir, next)?;
            let done = (played.games.len() - before) as u64;
            played.done = (played.done.0 + done, played.done.1 + runs);
            played.finished &= done == runs;
        }
        Ok(played)
    }

    fn add(
        &mut self,
        league: &League,
        dir: &LeagueDir,
        stage: Stage,
    ) -> Result<(), ExperimentError> {
        for run in Results::open(dir.games(&stage.name))?.censuses()? {
            let (row, census) = run?;
            self.games.push(Game::new(league, &stage, &row, &census));
        }
        self.stages.push(stage);
        Ok(())
    }

    /// The number of failed games.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.games.iter().filter(|game| game.sides.is_empty()).count()
    }

    /// The stage of a game.
    #[must_use]
    pub fn stage_of(&self, game: &Game) -> Option<&Stage> {
        self.stages.iter().find(|stage| stage.name == game.stage)
    }

    /// The arguments that define the world of a game, for `terrarium run` and `terrarium watch`, where
    /// the directory of the league has the path `dir`.
    #[must_use]
    pub fn world_arguments(&self, game: &Game, dir: &Path) -> Vec<String> {
        let Some(stage) = self.stage_of(game) else { return Vec::new() };
        let case = stage.experiment.case(game.case);
        case.map(|case| stage.world_arguments(&case, dir)).unwrap_or_default()
    }
}
