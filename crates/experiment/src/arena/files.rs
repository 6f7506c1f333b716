//! The tables of a league as files.

use std::fs::File;
use std::path::Path;

use terrarium_input::shell;
use terrarium_output::NewFile;
use terrarium_output::table::{Cell, Column, CsvTable};

use super::{
    Encounter, Game, League, LeagueDir, Played, Ranked, RankedGroup, Table, Winner, highlights,
};
use crate::ExperimentError;

/// The file with a row for each encounter of two entrants in a game.
pub const ENCOUNTERS: &str = "games.csv";
/// The file with the rating of each entrant.
pub const RATINGS: &str = "ratings.csv";
/// The file with the record of every entrant against every other.
pub const MATRIX: &str = "matrix.csv";
/// The file with the game most worth watching of every two entrants.
pub const HIGHLIGHTS: &str = "watch.csv";

/// The columns of a table of a league, by its file name; none for any other name.
#[must_use]
pub fn columns(file: &str) -> Vec<Column> {
    match file {
        ENCOUNTERS => encounter_columns(),
        RATINGS => rating_columns(),
        MATRIX => matrix_columns(),
        HIGHLIGHTS => highlight_columns(),
        _ => Vec::new(),
    }
}

/// The columns that say which encounter a row is of.
fn place_columns() -> [Column; 5] {
    [
        Column::word("stage", "folder of the game in `games/`"),
        Column::whole("game", "number of the game in its stage, from 0: `case` in its tables"),
        Column::whole("seed", "seed of the world"),
        Column::word("first", "entrant in the earlier place; blue in a conquest"),
        Column::word("second", "entrant in the later place; red in a conquest"),
    ]
}

fn encounter_columns() -> Vec<Column> {
    let mut columns = Vec::from(place_columns());
    columns.extend([
        Column::word("winner", "name of the winner, or draw; empty if the game failed"),
        Column::word("ending", "complete, stopped (one died out), decided (a conquest) or failed"),
        Column::word("reason", "reason of a failure"),
        Column::whole("ticks", "simulated ticks"),
    ]);
    for side in ["first", "second"] {
        columns.extend([
            Column::whole(format!("{side}_alive"), "creatures alive at the end"),
            Column::number(format!("{side}_energy"), "energy that they can spend, in total"),
            Column::whole(
                format!("{side}_extinct_at"),
                "tick at which it died out; empty if it did not",
            ),
            Column::whole(format!("{side}_faults"), "failed turns"),
        ]);
    }
    columns.extend([
        Column::whole(
            "lead_changes",
            "changes of the lead in energy, from 51 censuses of the game",
        ),
        Column::number("margin", "difference of the energies at the end, as a share of their sum"),
        Column::word("state_hash", "state hash at the end"),
    ]);
    columns
}

fn rating_columns() -> Vec<Column> {
    vec![
        Column::word("group", "kind of the entrants that are compared; animal in a conquest"),
        Column::whole("rank", "rank in the group, from 1"),
        Column::word("entrant", "name of the entrant"),
        Column::number("rating", "rating by all games at once"),
        Column::number("low", "lower end of its 95 % interval"),
        Column::number("high", "upper end of its 95 % interval"),
        Column::whole("wins", "encounters won"),
        Column::whole("draws", "encounters that neither won"),
        Column::whole("losses", "encounters lost"),
        Column::number("share", "share of encounters won"),
        Column::number("share_low", "lower end of its 95 % interval (Wilson)"),
        Column::number("share_high", "upper end of its 95 % interval (Wilson)"),
        Column::whole("faults", "failed turns in all games"),
        Column::whole("suspended", "games in which it was suspended after too many faults"),
    ]
}

fn matrix_columns() -> Vec<Column> {
    vec![
        Column::word("entrant", "name of an entrant"),
        Column::word("against", "name of another one"),
        Column::whole("wins", "encounters that the entrant won"),
        Column::whole("draws", "encounters that neither won"),
        Column::whole("losses", "encounters that the other one won"),
    ]
}

fn highlight_columns() -> Vec<Column> {
    let mut columns = Vec::from(place_columns());
    columns.extend([
        Column::word("winner", "name of the winner, or draw"),
        Column::whole("ticks", "simulated ticks"),
        Column::whole("lead_changes", "changes of the lead"),
        Column::number("margin", "difference of the energies at the end, as a share of their sum"),
        Column::word("state_hash", "state hash at the end"),
        Column::word("command", "command that shows the game, for the directory of the league"),
    ]);
    columns
}

/// Writes the results of a league into its directory: `league.json`, tables, and a chart. Each file
/// replaces an existing one when it is complete.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write(
    league: &League,
    dir: &LeagueDir,
    played: &Played,
    table: &Table,
) -> Result<(), ExperimentError> {
    write_csv(dir.path(), ENCOUNTERS, &encounter_columns(), |csv| {
        played.games.iter().try_for_each(|game| encounter_rows(league, played, game, csv))
    })?;
    write_csv(dir.path(), RATINGS, &rating_columns(), |csv| rating_rows(table, csv))?;
    write_csv(dir.path(), MATRIX, &matrix_columns(), |csv| matrix_rows(league, played, csv))?;
    write_csv(dir.path(), HIGHLIGHTS, &highlight_columns(), |csv| {
        highlight_rows(league, played, csv)
    })?;
    {
        let path = dir.path().join(super::chart::CHART);
        super::chart::draw(&path, table).map_err(ExperimentError::writing(path))?;
    }
    table.write(dir)
}

type Rows = Result<(), terrarium_output::RecordError>;

fn encounter_rows(league: &League, played: &Played, game: &Game, csv: &mut CsvTable) -> Rows {
    let hash = game.state_hash.map(|hash| hash.to_string());
    let line_up = played.stage_of(game).map_or(&[][..], |stage| stage.line_up(game.case));
    if game.sides.is_empty() {
        let name = |place: usize| {
            line_up.get(place).map_or(Cell::Empty, |&it| Cell::Word(&league.entrants[it].name))
        };
        let mut cells =
            vec![Cell::Word(&game.stage), Cell::Whole(game.case), Cell::Whole(game.seed)];
        cells.extend([name(0), name(1), Cell::Empty, Cell::Word(game.ending.name())]);
        cells.extend([Cell::Word(game.ending.detail()), Cell::Whole(game.ticks)]);
        cells.resize(encounter_columns().len(), Cell::Empty);
        return csv.row(&cells);
    }
    for encounter in &game.encounters {
        let mut cells = Vec::from(place_cells(league, game, encounter));
        cells.extend([
            Cell::Word(winner(league, encounter)),
            Cell::Word(game.ending.name()),
            Cell::Empty,
            Cell::Whole(game.ticks),
        ]);
        for number in [encounter.first, encounter.second] {
            let side = game.sides.iter().find(|side| side.entrant == number);
            cells.extend(side.map_or([Cell::Empty; 4], |side| {
                let extinct_at = side.extinct_at.map_or(Cell::Empty, Cell::Whole);
                [
                    Cell::Whole(side.alive),
                    Cell::Number(side.energy),
                    extinct_at,
                    Cell::Whole(side.faults),
                ]
            }));
        }
        cells.extend([
            Cell::Whole(encounter.lead_changes),
            Cell::Number(encounter.margin),
            hash.as_deref().map_or(Cell::Empty, Cell::Word),
        ]);
        csv.row(&cells)?;
    }
    Ok(())
}

fn place_cells<'a>(league: &'a League, game: &'a Game, encounter: &Encounter) -> [Cell<'a>; 5] {
    let name = |entrant: usize| Cell::Word(&league.entrants[entrant].name);
    [
        Cell::Word(&game.stage),
        Cell::Whole(game.case),
        Cell::Whole(game.seed),
        name(encounter.first),
        name(encounter.second),
    ]
}

/// The name of the winner of an encounter, or `draw`.
pub(super) fn winner<'a>(league: &'a League, encounter: &Encounter) -> &'a str {
    match encounter.winner {
        Winner::Entrant(number) => &league.entrants[number].name,
        Winner::Draw => "draw",
    }
}

fn rating_rows(table: &Table, csv: &mut CsvTable) -> Rows {
    for (group, ranked) in table.groups.iter().flat_map(ranking_of) {
        let share = |index: usize| Cell::from(ranked.share.map(|share| share[index]));
        csv.row(&[
            Cell::Word(&group.name),
            Cell::Whole(ranked.rank as u64),
            Cell::Word(&ranked.entrant),
            Cell::Number(ranked.rating),
            Cell::Number(ranked.interval[0]),
            Cell::Number(ranked.interval[1]),
            Cell::Whole(ranked.record.wins),
            Cell::Whole(ranked.record.draws),
            Cell::Whole(ranked.record.losses),
            share(0),
            share(1),
            share(2),
            Cell::Whole(ranked.faults),
            Cell::Whole(ranked.suspended),
        ])?;
    }
    Ok(())
}

fn ranking_of(group: &RankedGroup) -> impl Iterator<Item = (&RankedGroup, &Ranked)> {
    group.ranking.iter().map(move |ranked| (group, ranked))
}

fn matrix_rows(league: &League, played: &Played, csv: &mut CsvTable) -> Rows {
    let matrix = super::Matrix::new(league.entrants.len(), &played.games);
    for (number, entrant) in league.entrants.iter().enumerate() {
        for (other, against) in league.entrants.iter().enumerate() {
            let record = matrix.record(number, other);
            if record.games() > 0 {
                csv.row(&[
                    Cell::Word(&entrant.name),
                    Cell::Word(&against.name),
                    Cell::Whole(record.wins),
                    Cell::Whole(record.draws),
                    Cell::Whole(record.losses),
                ])?;
            }
        }
    }
    Ok(())
}

fn highlight_rows(league: &League, played: &Played, csv: &mut CsvTable) -> Rows {
    for highlight in highlights(&played.games) {
        let (game, encounter) = (highlight.game, highlight.encounter);
        let hash = game.state_hash.map(|hash| hash.to_string()).unwrap_or_default();
        let mut words = vec!["terrarium".to_owned(), "watch".to_owned()];
        words.extend(played.world_arguments(game, Path::new("")));
        let command = shell::command(&words);
        let mut cells = Vec::from(place_cells(league, game, encounter));
        cells.extend([
            Cell::Word(winner(league, encounter)),
            Cell::Whole(game.ticks),
            Cell::Whole(encounter.lead_changes),
            Cell::Number(encounter.margin),
            Cell::Word(&hash),
            Cell::Word(&command),
        ]);
        csv.row(&cells)?;
    }
    Ok(())
}

/// Writes a table to a temporary file beside its place, and moves it there.
fn write_csv(
    dir: &Path,
    name: &str,
    columns: &[Column],
    fill: impl FnOnce(&mut CsvTable) -> Rows,
) -> Result<(), ExperimentError> {
    let path = dir.join(name);
    let staged = dir.join(format!(".{name}.partial"));
    let file = File::create(&staged).map_err(ExperimentError::writing(&path))?;
    let mut csv = CsvTable::new(NewFile { file, path: path.clone() }, columns)?;
    fill(&mut csv)?;
    csv.finish()?;
    std::fs::rename(&staged, &path).map_err(ExperimentError::writing(&path))
}
