//! The results of a league as text and as JSON.

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::Path;

use serde_json::json;

use super::super::output::columns;
use crate::arena::{
    HIGHLIGHTS, Highlight, League, Played, RATINGS, RankedGroup, Table, Winner, highlights,
};
use crate::shell;

/// The results of a league.
pub(super) struct Report<'a> {
    pub league: &'a League,
    pub out: &'a Path,
    pub played: &'a Played,
    pub table: &'a Table,
    pub seconds: f64,
}

/// The most entrants whose matrix is printed, and the most games to watch.
const MOST_IN_MATRIX: usize = 16;
const MOST_TO_WATCH: usize = 5;

impl Report<'_> {
    pub fn as_text(&self) -> String {
        let Table { format, ticks, seeds: (first, last), games, .. } = self.table;
        let mut text = format!(
            "{}: {games} games of up to {ticks} ticks, seeds {first}..{last}\n",
            format.name()
        );
        for group in &self.table.groups {
            let _ = write!(text, "\n{}", ranking(group));
            if (2..=MOST_IN_MATRIX).contains(&group.ranking.len()) {
                let _ = write!(text, "\n{}", matrix(group));
            }
        }
        text.push_str(
            "\nrating: by all games at once, with its 95 % interval; won: share of games with its 95 % interval\n",
        );
        for king in &self.table.kings {
            let _ = writeln!(text, "king of the hill: {king}");
        }
        text.push_str(&self.to_watch());
        let skipped: Vec<&str> = self.table.skipped.iter().map(|it| it.creature.as_str()).collect();
        if !skipped.is_empty() {
            let _ = writeln!(text, "\nnot entered: {}", skipped.join(", "));
        }
        let found = match self.played.found {
            0 => String::new(),
            found => format!(", {found} of them earlier"),
        };
        let _ = writeln!(text, "\n{games} games have been played{found} ({:.1} s)", self.seconds);
        let _ = writeln!(text, "results: {}", self.out.join(RATINGS).display());
        text
    }

    /// The games most worth watching, with their commands.
    fn to_watch(&self) -> String {
        let best = self.best_to_watch();
        let mut text = String::new();
        if best.is_empty() {
            return text;
        }
        text.push_str("\nmost worth watching:\n");
        for highlight in best.iter().take(MOST_TO_WATCH) {
            let _ = writeln!(text, "  {}", self.describe(highlight));
            let _ = writeln!(text, "    {}", self.command(highlight));
        }
        if best.len() > MOST_TO_WATCH {
            let path = self.out.join(HIGHLIGHTS);
            let _ = writeln!(text, "  that of every pair: {}", path.display());
        }
        text
    }

    fn best_to_watch(&self) -> Vec<Highlight<'_>> {
        let mut best = highlights(&self.played.games);
        best.sort_by(|one, other| match one {
            _ if one.is_better_than(other) => Ordering::Less,
            _ if other.is_better_than(one) => Ordering::Greater,
            _ => Ordering::Equal,
        });
        best
    }

    fn describe(&self, Highlight { game, encounter }: &Highlight<'_>) -> String {
        let name = |entrant: usize| self.league.entrants[entrant].name.as_str();
        let (first, second) = (name(encounter.first), name(encounter.second));
        let end = match encounter.winner {
            Winner::Entrant(winner) => format!("{} wins", name(winner)),
            Winner::Draw => "a draw".to_owned(),
        };
        let (changes, ticks) = (encounter.lead_changes, game.ticks);
        let plural = if changes == 1 { "" } else { "s" };
        format!(
            "{first} - {second}, seed {}: {changes} lead change{plural}, {end} after {ticks} ticks",
            game.seed
        )
    }

    /// The command that shows a game, from the working directory.
    fn command(&self, highlight: &Highlight<'_>) -> String {
        let mut words = vec!["terrarium".to_owned(), "watch".to_owned()];
        words.extend(self.played.world_arguments(highlight.game, self.out));
        shell::command(&words)
    }

    pub fn as_json(&self) -> String {
        let watch = self.best_to_watch().into_iter().map(|highlight| {
            let Highlight { game, encounter } = highlight;
            let name = |entrant: usize| self.league.entrants[entrant].name.as_str();
            json!({
                "first": name(encounter.first), "second": name(encounter.second),
                "stage": game.stage, "game": game.case, "seed": game.seed, "ticks": game.ticks,
                "lead_changes": encounter.lead_changes, "margin": encounter.margin,
                "state_hash": game.state_hash.map(|hash| hash.to_string()),
                "command": self.command(&highlight),
            })
        });
        let object = json!({
            "out": self.out, "seconds": self.seconds, "found": self.played.found,
            "league": self.table, "watch": watch.collect::<Vec<_>>(),
        });
        format!("{object}\n")
    }
}

fn ranking(group: &RankedGroup) -> String {
    let head = ["", &format!("{}s", group.name), "rating", "interval", "games", "won", "interval"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let has_faults = group.ranking.iter().any(|ranked| ranked.faults > 0);
    if has_faults {
        rows[0].push("faults".to_owned());
    }
    for ranked in &group.ranking {
        let [low, high] = ranked.interval;
        let (won, interval) = match ranked.share {
            Some([share, low, high]) => (format!("{share:.2}"), format!("{low:.2}..{high:.2}")),
            None => Default::default(),
        };
        let mut row = vec![
            ranked.rank.to_string(),
            ranked.entrant.clone(),
            format!("{:.0}", ranked.rating),
            format!("{low:.0}..{high:.0}"),
            ranked.record.games().to_string(),
            won,
            interval,
        ];
        if has_faults {
            row.push(ranked.faults.to_string());
        }
        rows.push(row);
    }
    columns(&rows, |column| column != 1)
}

/// The wins of each entrant against each, in the order of the ranking.
fn matrix(group: &RankedGroup) -> String {
    let numbers = 1..=group.ranking.len();
    let head = ["", "wins against"].map(str::to_owned).into_iter();
    let mut rows = vec![head.chain(numbers.map(|number| number.to_string())).collect::<Vec<_>>()];
    for (index, (ranked, records)) in group.ranking.iter().zip(&group.matrix).enumerate() {
        let mut row = vec![(index + 1).to_string(), ranked.entrant.clone()];
        row.extend(records.iter().map(|record| match record.games() {
            0 => "·".to_owned(),
            _ => record.wins.to_string(),
        }));
        rows.push(row);
    }
    columns(&rows, |column| column != 1)
}
