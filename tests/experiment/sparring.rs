//! The sparring partners of the arena: what they are for is to be met.

use terrarium::arena::{Conditions, Entrants, Format, League, LeagueDir, Matrix, SPARRING, play};
use terrarium::creature_check;
use terrarium::experiment::SweepOptions;

#[test]
fn no_turn_of_a_sparring_partner_fails() {
    for name in SPARRING {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sparring").join(name);
        let species = creature_check::subject(&folder).unwrap_or_else(|error| panic!("{error}"));
        let report = creature_check::check(&species).unwrap_or_else(|error| panic!("{error}"));
        assert!(report.faults.is_empty() && !report.suspended, "{name}: {:?}", report.faults);
        let points = report.points.as_ref().unwrap();
        assert_eq!(points.spent, points.allowed, "{name}");
    }
}

/// The first of a kind in the list is the clumsiest, the last the best.
#[test]
fn the_best_sparring_partner_of_a_kind_beats_the_clumsiest() {
    for (clumsiest, best) in [("drifter", "strider"), ("stumbler", "stalker")] {
        let rank = |name| SPARRING.iter().position(|&partner| partner == name).unwrap();
        assert!(rank(clumsiest) < rank(best));
        let folder = |name| format!("{}/sparring/{name}", env!("CARGO_MANIFEST_DIR"));
        let ticks = Format::Duel.default_ticks();
        let conditions = Conditions { ticks, seeds: (1, 2), overrides: Vec::new() };
        let mut entrants = Entrants::new(&conditions).unwrap();
        for name in [clumsiest, best] {
            entrants.add(&folder(name)).unwrap();
        }
        let league = League::new(Format::Duel, conditions, entrants).unwrap();
        let out = tempfile::tempdir().unwrap();
        let dir = LeagueDir::prepare(out.path().join("league"), &league, false).unwrap();
        let played = play(&league, &dir, SweepOptions::default(), &()).unwrap();
        let record = Matrix::new(2, &played.games).record(1, 0);
        assert_eq!((record.wins, record.losses), (4, 0), "{best} against {clumsiest}");
    }
}
