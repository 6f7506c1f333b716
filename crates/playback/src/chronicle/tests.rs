use terrarium_creatures::behaviour::{BaseId, Death};
use terrarium_creatures::rules::Rules;
use terrarium_run::record::census::Census;
use terrarium_run::record::scene::DAY;
use terrarium_run::scenario::Scenario;
use terrarium_sim::world::ConquestEvent;
use terrarium_testing::{simulation_of, small_world};

use super::thinning::most_rows;
use super::*;

/// Runs the small world for so many ticks; returns its chronicle and rows.
fn run(ticks: u64, followed: Option<OrganismId>) -> (Chronicle, Vec<Row>) {
    let mut sim = simulation_of(small_world());
    let mut chronicle = Chronicle::new(sim.world());
    chronicle.follow(followed);
    let mut rows = Vec::new();
    for _ in 0..ticks {
        sim.tick();
        rows.extend(chronicle.record(sim.world()));
        assert_eq!(chronicle.record(sim.world()), None, "a tick is recorded once");
    }
    (chronicle, rows)
}

/// A row with the given tallies and nothing else.
fn row(tick: u64, tallies: Vec<Tally>) -> Row {
    let (bases, portraits, remarks) = (None, None, Vec::new());
    Row { tick, ticks: 1, tallies, tickets: None, bases, portraits, remarks }
}

#[test]
fn a_chronicle_counts_what_the_census_counts() {
    let mut sim = simulation_of(small_world());
    let mut census = Census::new(sim.world());
    let mut chronicle = Chronicle::new(sim.world());
    for tick in 1..=120 {
        sim.tick();
        census.record(sim.world());
        chronicle.record(sim.world());
        let tallies = chronicle.tallies(chronicle.intervals().len() - 1);
        for (line, tally) in census.take(sim.world()).iter().zip(tallies) {
            assert_eq!(u64::from(tally.count), line.headcount.count, "tick {tick}");
            assert_eq!(u64::from(tally.births), line.flow.births, "tick {tick}");
            assert_eq!(tally.deaths.map(u64::from), line.flow.deaths, "tick {tick}");
        }
    }
    let flows = chronicle.flows(|_| true, 0..=120, 7);
    let births: u64 = flows.iter().map(|flow| flow.births).sum();
    assert!(births > 0 && flows.len() == 7);
    assert!(flows.iter().map(Flow::all_deaths).sum::<u64>() > 0);
    let portraits = chronicle.portraits(119).expect("the first is of tick 0");
    assert_eq!(portraits.0, 100);
    let counts: Vec<u32> = portraits.1.iter().map(|it| it.traits[0].count()).collect();
    assert_eq!(counts, chronicle.populations(100));
}

#[test]
fn totals_are_those_of_all_rows_before() {
    let (chronicle, rows) = run(120, None);
    for tick in [0, 1, 60, 120, 500] {
        let mut expected: Vec<Tally> = chronicle.tallies(0).to_vec();
        for row in rows.iter().filter(|row| row.tick <= tick) {
            for (total, tally) in expected.iter_mut().zip(&row.tallies) {
                total.count = tally.count;
                total.births += tally.births;
                (0..Death::ALL.len()).for_each(|cause| total.deaths[cause] += tally.deaths[cause]);
            }
        }
        assert_eq!(chronicle.totals(tick), expected, "tick {tick}");
    }
    assert!(chronicle.totals(120).iter().any(|total| total.all_deaths() > 0));
}

#[test]
fn rows_out_of_a_file_give_the_same_chronicle() {
    let (chronicle, rows) = run(120, None);
    let bytes = postcard::to_stdvec(&rows).unwrap();
    let read: Vec<Row> = postcard::from_bytes(&bytes).unwrap();
    let mut rebuilt = Chronicle::new(&small_world());
    read.into_iter().for_each(|row| rebuilt.add(row));
    assert_eq!(rebuilt, chronicle);
    // Rows of an earlier tick, or of another number of species, are ignored.
    rebuilt.add(row(120, vec![Tally::default(); 3]));
    rebuilt.add(row(500, vec![Tally::default(); 2]));
    assert_eq!(rebuilt, chronicle);
}

#[test]
fn a_cut_chronicle_can_be_continued_to_the_same_chronicle() {
    let (chronicle, rows) = run(150, None);
    for cut in [0, 1, 60, 99, 150, 900] {
        let mut shorter = chronicle.until(cut);
        assert_eq!(shorter.last_tick(), cut.min(150));
        assert!(shorter.remarks().iter().all(|remark| remark.tick <= cut));
        assert_eq!(shorter.divergence(&chronicle), Some(cut.min(150)));
        rows.iter().cloned().for_each(|row| shorter.add(row));
        assert_eq!(shorter, chronicle, "cut at {cut}");
    }
}

#[test]
fn merging_keeps_totals_and_populations() {
    let (mut chronicle, _) = run(120, None);
    let before = chronicle.flows(|_| true, 0..=120, 1);
    let populations = chronicle.populations(120);
    chronicle.merge(90);
    assert_eq!(chronicle.intervals().len(), 121 - 44);
    let ticks: u64 = chronicle.intervals().iter().map(|span| span.ticks).sum();
    assert_eq!(ticks, 120);
    assert_eq!(chronicle.flows(|_| true, 0..=120, 1), before);
    assert_eq!(chronicle.populations(120), populations);
}

#[test]
fn a_run_of_any_length_fits_into_memory() {
    let mut chronicle = Chronicle::new(&small_world());
    let ticks = 400_000_u32;
    for tick in 1..=ticks {
        let tally = Tally { count: tick % 100, births: 1, deaths: [0, 1, 0, 0, 0, 0, 0] };
        chronicle.add(row(tick.into(), vec![tally; 3]));
    }
    let most = most_rows(3);
    assert!(chronicle.intervals().len() <= most, "{}", chronicle.intervals().len());
    let range = 0..=u64::from(ticks);
    let whole = chronicle.flows(|id| id == SpeciesId(1), range.clone(), 1);
    assert_eq!((whole[0].births, whole[0].all_deaths()), (ticks.into(), ticks.into()));
    let longest = chronicle.intervals().iter().map(|span| span.ticks).max();
    let merged = u64::from(ticks) / (most / 2) as u64;
    assert!(
        longest.is_some_and(|ticks| ticks <= 3 * merged),
        "old intervals have similar lengths: {longest:?}"
    );
    let latest = chronicle.intervals().iter().rev().take(most / 2);
    assert!(latest.clone().all(|span| span.ticks == 1), "the latest ticks are not merged");
    let levels = chronicle.levels(SpeciesId(0), range, 300);
    assert!(levels.len() <= 301 && levels.iter().all(|level| level.low <= level.high));
    assert_eq!(levels.last().map(|level| level.tick), Some(ticks.into()));
}

#[test]
fn the_memory_of_a_chronicle_is_bounded_also_where_much_happens() {
    const SPECIES: u16 = 8;
    let world = small_world();
    let info = SpeciesInfo {
        name: "hare".into(),
        kind: Kind::Herbivore,
        colony: None,
        ranges: Vec::new(),
    };
    let mut chronicle = Chronicle::of_species(vec![info; SPECIES.into()], 0);
    let portrait = Portrait::of_all(&world).remove(0);
    let used = allocation_counter::measure(|| {
        for tick in 1..=20_000_u64 {
            let tally = Tally { count: 7, ..Tally::default() };
            let what = Notable::Command("x".repeat(1000));
            let born = Notable::Born { parent: OrganismId(tick) };
            let remark = |what| Remark {
                tick,
                at: None,
                organism: None,
                species: None,
                is_close: false,
                what,
            };
            let portraits = tick
                .is_multiple_of(portrait::EVERY)
                .then(|| vec![portrait.clone(); SPECIES.into()]);
            let remarks = vec![remark(what), remark(born)];
            let mut row = row(tick, vec![tally; SPECIES.into()]);
            (row.portraits, row.remarks) = (portraits, remarks);
            chronicle.add(row);
        }
    });
    assert!(used.bytes_current < 16 << 20, "{} bytes", used.bytes_current);
    assert_eq!(chronicle.last_tick(), 20_000);
}

#[test]
fn portraits_are_kept_at_even_intervals_however_long_a_run_is() {
    let world = small_world();
    let info = SpeciesInfo {
        name: "hare".into(),
        kind: Kind::Herbivore,
        colony: None,
        ranges: Vec::new(),
    };
    let mut chronicle = Chronicle::of_species(vec![info], 0);
    let portrait = Portrait::of_all(&world).remove(0);
    for tick in (0..=4_000_000).step_by(50) {
        let mut row = row(tick, vec![Tally::default()]);
        row.portraits = Some(vec![portrait.clone()]);
        chronicle.add(row);
        let kept = chronicle.all_portraits().count();
        assert!(kept <= 512 && (tick < 50 * 300 || kept >= 256), "{kept} at tick {tick}");
    }
    let ticks: Vec<u64> = chronicle.all_portraits().map(|(tick, _)| tick).collect();
    let gaps: Vec<u64> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps[1..].iter().all(|&gap| gap == gaps[1]), "{gaps:?}");
}

#[test]
fn remarks_on_kills_name_the_killer_and_the_position() {
    let (chronicle, _) = run(200, None);
    let kills: Vec<&Remark> = chronicle
        .remarks()
        .iter()
        .filter(|it| matches!(it.what, Notable::Died { of: Death::Killed, .. }))
        .collect();
    assert!(!kills.is_empty());
    for kill in kills {
        assert!(kill.at.is_some() && kill.category() == RemarkCategory::Daily);
        let text = chronicle.describe(kill);
        assert!(text.starts_with("fox #4") && text.contains(" kills hare #"), "{text}");
    }
    let categories: Vec<RemarkCategory> =
        chronicle.remarks().iter().map(Remark::category).collect();
    assert!(categories.contains(&RemarkCategory::Species), "there is a first birth");
    assert!(chronicle.remarks().is_sorted_by_key(|remark| remark.tick));
}

#[test]
fn events_of_the_followed_creature_are_close() {
    let fox = OrganismId(43);
    let (chronicle, _) = run(60, Some(fox));
    let close: Vec<&Remark> = chronicle
        .remarks()
        .iter()
        .filter(|remark| remark.category() == RemarkCategory::Close)
        .collect();
    assert!(!close.is_empty(), "the fox kills or has young");
    let (without, _) = run(60, None);
    assert!(without.remarks().iter().all(|remark| remark.category() != RemarkCategory::Close));
}

#[test]
fn remarks_on_captured_bases_have_a_position() {
    let scenario = Scenario::find("conquest", &[]).unwrap();
    let mut world = terrarium_run::create_world(&scenario, &[], &[]).unwrap();
    let mut chronicle = Chronicle::new(&world);
    assert!(!chronicle.bases().is_empty() && chronicle.tickets(0).is_some());
    let insides = world.insides();
    let conquest = insides.conquest.as_mut().unwrap();
    let base = BaseId(0);
    let by = Colony::Red;
    conquest.bases[0] = terrarium_sim::world::Base::held_by(Some(by), &Rules::default());
    conquest.events = vec![ConquestEvent::Captured { base, by }];
    *world.insides().tick = 7;
    chronicle.record(&world);
    let remark = chronicle.remarks().last().unwrap();
    assert!(remark.at.is_some_and(|at| world.config().bounds.contains_inside(at)));
    let name = &chronicle.bases()[0];
    assert_eq!(chronicle.describe(remark), format!("termites capture base {name}"));
    assert_eq!(chronicle.owners(7)[0], Some(by));
    assert_ne!(chronicle.owners(6), chronicle.owners(7));
}

#[test]
fn days_are_summed_up_as_in_the_totals() {
    let (chronicle, rows) = run(DAY + 20, None);
    let days: Vec<(u64, Toll)> = chronicle
        .remarks()
        .iter()
        .filter_map(|remark| match remark.what {
            Notable::DayEnded { day, toll } => Some((day, toll)),
            _ => None,
        })
        .collect();
    let totals = chronicle.totals(DAY);
    let animals = chronicle.species().iter().zip(&totals).filter(|(it, _)| it.kind != Kind::Plant);
    let mut toll = Toll::default();
    for (_, total) in animals {
        toll.births += total.births;
        toll.deaths.iter_mut().zip(total.deaths).for_each(|(sum, more)| *sum += more);
    }
    assert!(toll.births > 0);
    assert_eq!(days, [(1, toll)]);
    // The same day, told by a chronicle that was cut in the middle and continued from its rows.
    let mut continued = chronicle.until(DAY / 2);
    let rest = rows.into_iter().filter(|row| row.tick > DAY / 2);
    rest.for_each(|row| continued.add(row));
    assert_eq!(continued, chronicle);
}

#[test]
fn lines_of_events_group_what_is_alike_and_are_few() {
    let (chronicle, _) = run(400, None);
    let all: Vec<Entry<'_>> = chronicle.entries().collect();
    let events: u32 = all.iter().map(|entry| entry.count).sum();
    assert_eq!(events as usize, chronicle.remarks().len(), "each event is in one line");
    let group = all.iter().find(|entry| entry.count > 1).expect("several are born in a tick");
    let text = chronicle.describe_entry(group);
    assert!(
        text.starts_with(&format!("{} hares ", group.count)) || text.contains(" kill "),
        "{text}"
    );
    let listed = all.iter().filter(|entry| entry.is_listed).count();
    assert!(listed > 0 && listed * 4 < all.len(), "{listed} of {}", all.len());
    let marked = chronicle.landmarks(3);
    assert_eq!(marked.len(), 3);
    let least = marked.iter().map(|entry| entry.worth).min().unwrap();
    let is_rarer = |entry: &&Entry<'_>| entry.is_listed && entry.worth > least;
    assert!(all.iter().filter(is_rarer).count() < 3, "the rarest are marked");
    assert!(marked.is_sorted_by_key(|entry| entry.remark.tick));
}

#[test]
fn the_first_one_born_is_not_called_the_first_of_its_species() {
    let (chronicle, _) = run(200, None);
    let first = chronicle.remarks().iter().find(|it| matches!(it.what, Notable::FirstBorn { .. }));
    let text = chronicle.describe(first.expect("somebody is born"));
    assert!(text.ends_with(" born in this world"), "{text}");
}
