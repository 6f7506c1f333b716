//! Tests of charts against the census of the same run, and of their files.

use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_output::table::Cell;
use terrarium_playback::chronicle::Trait;
use terrarium_playback::{Chronicle, History, Pedigree, Playback};
use terrarium_run::palette;
use terrarium_run::record::Provenance;
use terrarium_run::record::census::{self, Census, Line};
use terrarium_run::record::recording::Place;
use terrarium_run::{Ready, SimulationBuilder};
use terrarium_sim::tick::Simulation;
use terrarium_testing::{simulation_of, small_world, small_world_with_mutation};

use super::descent::{LineageTree, SpeciesDescent};
use super::file::{self, Format};
use super::*;

const HARE: SpeciesId = SpeciesId(1);

/// A run of the small world: its last state, its chronicle, and the census of every tick.
struct Run {
    sim: Simulation,
    chronicle: Chronicle,
    census: Vec<Vec<Line>>,
    details: ChartDetails,
}

impl Run {
    fn new(ticks: u64) -> Self {
        Self::of(simulation_of(small_world()), ticks)
    }

    fn of(mut sim: Simulation, ticks: u64) -> Self {
        let mut chronicle = Chronicle::new(sim.world());
        let mut counter = Census::new(sim.world());
        let mut census = vec![counter.take(sim.world())];
        for _ in 0..ticks {
            sim.tick();
            chronicle.record(sim.world());
            counter.record(sim.world());
            census.push(counter.take(sim.world()));
        }
        Self { sim, chronicle, census, details: ChartDetails::default() }
    }

    fn chart(&self, choice: &ChartChoice) -> Chart {
        self.chart_of(choice, usize::MAX)
    }

    fn chart_of(&self, choice: &ChartChoice, most: usize) -> Chart {
        let source = ChartSource {
            chronicle: &self.chronicle,
            others: Vec::new(),
            colours: palette::of(&self.sim.world().config().species),
            tick: self.sim.world().tick(),
            last_tick: self.sim.world().tick(),
            details: &self.details,
        };
        choice.chart(&source, most)
    }

    fn knows_organisms(mut self, species: SpeciesId) -> Self {
        let individuals = Individuals::new(self.sim.world(), species);
        self.details.individuals = Some(individuals.into());
        self
    }

    fn line(&self, tick: usize, species: SpeciesId) -> &Line {
        &self.census[tick][species.index()]
    }
}

fn choice(kind: ChartKind) -> ChartChoice {
    ChartChoice { kind, ..ChartChoice::default() }
}

fn curves(chart: &Chart) -> &[Curve] {
    match &chart.plots[0].shape {
        Shape::Curves(curves) => curves,
        other => panic!("no curves: {other:?}"),
    }
}

fn bars(plot: &Plot) -> &Bars {
    match &plot.shape {
        Shape::Bars(bars) => bars,
        other => panic!("no bars: {other:?}"),
    }
}

#[test]
fn populations_births_and_deaths_are_those_of_the_census() {
    let run = Run::new(200);
    let populations = run.chart(&choice(ChartKind::Populations));
    for (curve, index) in curves(&populations).iter().zip(0..) {
        let lines = (0..=200).map(|tick| run.line(tick, SpeciesId(index)));
        let counted: Vec<_> =
            lines.map(|line| (line.tick, Some(line.headcount.count as f64))).collect();
        assert_eq!(curve.points, counted);
    }
    for only in [None, Some(HARE)] {
        let births = run.chart(&ChartChoice { species: only, ..choice(ChartKind::Births) });
        let bars = bars(&births.plots[0]);
        for bar in &bars.bars {
            let tick = bar.range.1 as usize;
            let shown = only.map_or(vec![HARE, SpeciesId(2)], |only| vec![only]);
            let flows = shown.iter().map(|&id| &run.line(tick, id).flow);
            let births: u64 = flows.clone().map(|flow| flow.births).sum();
            let deaths: u64 = flows.map(|flow| flow.all_deaths()).sum();
            assert_eq!(bar.sum(&bars.parts, false), births, "{tick}");
            assert_eq!(bar.sum(&bars.parts, true), deaths, "{tick}");
        }
        assert!(bars.bars.iter().any(|bar| bar.sum(&bars.parts, true) > 0), "some die");
    }
    let causes = run.chart(&choice(ChartKind::Deaths));
    let died: u64 = run.census.iter().flatten().map(|line| line.flow.all_deaths()).sum();
    let shown: u64 = bars(&causes.plots[0]).bars.iter().flat_map(|bar| &bar.counts).sum();
    assert_eq!(shown, died);
}

#[test]
fn fewer_points_add_up_to_the_same_births() {
    let run = Run::new(200);
    let births = |most| {
        let chart = run.chart_of(&choice(ChartKind::Births), most);
        let bars = bars(&chart.plots[0]).clone();
        (bars.bars.iter().map(|bar| bar.sum(&bars.parts, false)).sum::<u64>(), bars.bars.len())
    };
    let (all, each_tick) = births(usize::MAX);
    let (sum, few) = births(10);
    assert!(each_tick > 100 && few <= 10 && all > 0);
    assert_eq!(sum, all);
}

#[test]
fn every_column_of_the_census_can_be_shown() {
    let mut run = Run::new(120);
    let ready =
        Ready { simulation: simulation_of(small_world()), provenance: Provenance::default() };
    let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
    (0..120).for_each(|_| playback.step().unwrap());
    playback.seek(0).unwrap();
    let mut history = CensusHistory::new(playback.simulation().world());
    // Interrupted and continued, as while watching.
    let mut left = 50;
    let mut some = |_| {
        left -= 1;
        left > 0
    };
    history.extend(&mut playback, &mut some).unwrap();
    assert_eq!(history.last_tick(), 50);
    playback.seek(10).unwrap();
    history.extend(&mut playback, |_| true).unwrap();
    let species = run.sim.world().config().species.clone();
    let names: Vec<String> = census::columns().into_iter().map(|column| column.name).collect();
    assert!(CensusColumn::all().count() > 40);
    for column in CensusColumn::all() {
        let index = names.iter().position(|name| *name == column.name()).unwrap();
        let series = history.series(column, &species);
        assert_eq!((series.every, series.rows.len()), (1, 121));
        for (tick, values) in &series.rows {
            for (line, value) in run.census[*tick as usize].iter().zip(values) {
                let cell = census::cells(line, &species[line.species.index()])[index];
                let expected = match cell {
                    Cell::Whole(number) => Some(number as f64),
                    Cell::Number(number) => Some(number),
                    _ => None,
                };
                assert_eq!(*value, expected, "{} at {tick}", column.name());
            }
        }
        run.details.census = Some(series.into());
        let chart = run.chart(&ChartChoice { column, ..choice(ChartKind::Census) });
        let has_values = curves(&chart).iter().all(|curve| curve.end().is_some());
        assert!(has_values && chart.plots[0].y.range.1 > 0.0, "{}", column.name());
    }
}

#[test]
fn a_long_census_has_fewer_rows_and_the_same_sums() {
    let mut sim = simulation_of(small_world());
    let mut history = CensusHistory::new(sim.world());
    let (mut births, mut counts) = ([0; 3], Vec::new());
    for _ in 0..2600 {
        sim.tick();
        history.record(sim.world());
        for event in sim.world().events() {
            let is_birth =
                matches!(event.what, terrarium_creatures::behaviour::EventKind::Born { .. });
            births[event.species.index()] += u64::from(is_birth);
        }
        counts.push(sim.world().populations());
    }
    let series = |name: &str| {
        let column = CensusColumn::named(name).unwrap();
        history.series(column, &sim.world().config().species)
    };
    let count = series("count");
    assert_eq!(count.every, 4);
    assert!(count.rows.len() <= 1024 && count.rows.len() > 512);
    for (tick, values) in count.rows.iter().skip(1) {
        assert!(tick.is_multiple_of(4));
        let expected = counts[*tick as usize - 1].iter().map(|&count| Some(count as f64));
        assert_eq!(*values, expected.collect::<Vec<_>>(), "{tick}");
    }
    let born = series("births");
    let last = born.rows.last().unwrap().0;
    assert_eq!(last, 2600, "a multiple of four");
    for (index, births) in births.into_iter().enumerate() {
        let sum: f64 = born.rows.iter().filter_map(|(_, values)| values[index]).sum();
        assert_eq!(sum, births as f64);
    }
}

#[test]
fn a_phase_plot_shows_two_populations_at_the_same_ticks() {
    let run = Run::new(150);
    let chart = run.chart(&choice(ChartKind::Phase));
    let Shape::Trajectory(course) = &chart.plots[0].shape else { panic!("{chart:?}") };
    assert_eq!([&*chart.plots[0].x.name, &*chart.plots[0].y.name], ["hare", "fox"]);
    for &(tick, x, y) in &course.points {
        let count = |species| run.line(tick as usize, SpeciesId(species)).headcount.count as f64;
        assert_eq!((x, y), (count(1), count(2)), "{tick}");
    }
    assert_eq!(course.now, course.points.last().copied());
    let groups = [Some(Group::Kind(Kind::Herbivore)), Some(Group::Species(SpeciesId(0)))];
    let chart = run.chart(&ChartChoice { groups, ..choice(ChartKind::Phase) });
    let Shape::Trajectory(other) = &chart.plots[0].shape else { panic!("{chart:?}") };
    assert!(course.points.iter().zip(&other.points).all(|(a, b)| (a.0, a.1) == (b.0, b.1)));
}

#[test]
fn ages_traits_and_points_count_every_organism_once() {
    // Later there are no hares.
    let run = Run::new(50).knows_organisms(HARE);
    let line = run.line(50, HARE);
    let count = line.headcount.count;
    let ages = run.chart(&choice(ChartKind::Ages));
    let ages = bars(&ages.plots[0]);
    let sum = |index: usize| ages.bars.iter().map(|bar| bar.counts[index]).sum::<u64>();
    assert_eq!(sum(1), line.headcount.grown);
    assert_eq!(sum(0) + sum(1), count);
    assert!(ages.bars.windows(2).all(|pair| pair[0].range.1 == pair[1].range.0));
    let traits = run.chart(&choice(ChartKind::Traits));
    assert_eq!(traits.plots.len(), Trait::of(Kind::Herbivore).len());
    let stored = run.chronicle.portraits(50).unwrap().1[HARE.index()].clone();
    for (plot, stored) in traits.plots.iter().zip(&stored.traits) {
        let bars = bars(plot);
        let counts: Vec<u32> = bars.bars.iter().map(|bar| bar.counts[0] as u32).collect();
        assert_eq!(counts, stored.bins, "{}", plot.name);
        assert!((bars.mean.unwrap() - f64::from(stored.mean)).abs() < 1e-3);
    }
    let properties = [Some(Property::Age), Some(Property::Trait(Trait::MatureRadius))];
    let chart = run.chart(&ChartChoice { properties, ..choice(ChartKind::Scatter) });
    let Shape::Points(points) = &chart.plots[0].shape else { panic!("{chart:?}") };
    assert_eq!(points.points.len() as u64, count);
    let mean = points.points.iter().map(|&(_, age, _)| age).sum::<f64>() / count as f64;
    assert!((mean - line.headcount.age.value().unwrap()).abs() < 1e-6);
    let within = |(_, x, y): &(_, f64, f64)| {
        let [across, up] = [&chart.plots[0].x, &chart.plots[0].y].map(|axis| axis.range);
        (across.0..=across.1).contains(x) && (up.0..=up.1).contains(y)
    };
    assert!(points.points.iter().all(within));
}

#[test]
fn what_is_not_known_is_said() {
    let run = Run::new(10);
    for kind in [ChartKind::Ages, ChartKind::Scatter, ChartKind::Census, ChartKind::Conquest] {
        let chart = run.chart(&choice(kind));
        assert!(chart.plots.is_empty() && chart.note.is_some(), "{kind:?}");
    }
}

/// The descent of hares, which mutate, as a chart shows it.
fn descent_of_hares(ticks: u64) -> SpeciesDescent {
    let mut sim = simulation_of(small_world_with_mutation(9.0));
    let mut pedigree = Pedigree::begin(sim.world());
    for _ in 0..ticks {
        sim.tick();
        pedigree.record(sim.world());
    }
    SpeciesDescent::new(&pedigree, &sim.world().config().species, HARE, LineageTree::SCREEN_ROWS)
}

#[test]
fn a_history_of_traits_has_the_quantiles_of_the_organisms_at_each_tick() {
    let mut run = Run::new(50);
    run.details.descent = Some(descent_of_hares(50).into());
    let chart = run.chart(&choice(ChartKind::TraitHistory));
    assert_eq!(chart.plots.len(), Trait::of(Kind::Herbivore).len());
    let mut sim = simulation_of(small_world_with_mutation(9.0));
    for tick in 0..=50 {
        let organisms = Individuals::new(sim.world(), HARE);
        for (plot, index) in chart.plots.iter().zip(0..) {
            let Shape::Quantiles(of) = &plot.shape else { panic!("{plot:?}") };
            let at = of.index_at(tick);
            assert_eq!((of.ticks[at], of.living[at]), (tick, organisms.all.len() as u64));
            let values = organisms.all.iter().map(|it| f64::from(it.traits[index]));
            let mut values: Vec<f64> = values.collect();
            values.sort_by(f64::total_cmp);
            for (share, value) in Quantiles::SHARES.into_iter().zip(of.quantiles[at].unwrap()) {
                // Hyndman and Fan's type 7: the sample is spread evenly from 0 to 1.
                let place = share * (values.len() - 1) as f64;
                let [low, high] = [place.floor(), place.ceil()].map(|it| values[it as usize]);
                let expected = low + (place - place.floor()) * (high - low);
                assert!((value - expected).abs() < 1e-9, "{}: {share} at {tick}", plot.name);
            }
        }
        sim.tick();
    }
    let has_spread = |plot: &Plot| match &plot.shape {
        Shape::Quantiles(of) => of.quantiles[50].is_some_and(|it| it[0] < it[4]),
        _ => false,
    };
    assert!(chart.plots.iter().any(has_spread), "children differ from their parents");
    let absent = ChartChoice { species: Some(SpeciesId(0)), ..choice(ChartKind::TraitHistory) };
    assert_eq!(run.chart(&absent).note.as_deref(), Some("computing …"));
}

/// All charts of a run.
fn all_charts() -> Vec<Chart> {
    let mut run = Run::new(50).knows_organisms(HARE);
    let mut history = CensusHistory::new(simulation_of(small_world()).world());
    let mut sim = simulation_of(small_world());
    for _ in 0..50 {
        sim.tick();
        history.record(sim.world());
    }
    let column = CensusColumn::named("mean_points_speed").unwrap();
    run.details.descent = Some(descent_of_hares(50).into());
    run.details.census = Some(history.series(column, &sim.world().config().species).into());
    let kinds = ChartKind::ALL.into_iter().filter(|&kind| kind != ChartKind::Conquest);
    let scales = [None, Some(Scale::Log)];
    let choices = kinds.flat_map(|kind| scales.map(|scale| (kind, scale)));
    let charts =
        choices.map(|(kind, scale)| run.chart(&ChartChoice { column, scale, ..choice(kind) }));
    charts.chain([conquest(80).chart(&choice(ChartKind::Conquest))]).collect()
}

fn conquest(ticks: u64) -> Run {
    Run::of(SimulationBuilder::new("conquest").build().unwrap(), ticks)
}

#[test]
fn the_owners_of_bases_are_those_of_the_chronicle() {
    let run = conquest(400);
    let chart = run.chart(&choice(ChartKind::Conquest));
    let Shape::Strips(strips) = &chart.plots[1].shape else { panic!("{chart:?}") };
    assert_eq!(strips.len(), run.chronicle.bases().len());
    assert!(strips.iter().any(|strip| strip.owners.len() > 1), "no base is conquered");
    for tick in 0..=400 {
        let owners: Vec<_> = strips.iter().map(|strip| strip.owner_at(tick)).collect();
        assert_eq!(owners, run.chronicle.owners(tick), "tick {tick}");
    }
}

#[test]
fn tables_read_back_as_the_numbers_of_the_chart() {
    for chart in all_charts() {
        let bytes = file::encode(&chart, Format::Csv, file::SIZE).unwrap();
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let number = |text: &str| (!text.is_empty()).then(|| text.parse::<f64>().unwrap());
        let mut at = 0;
        for plot in &chart.plots {
            match &plot.shape {
                Shape::Curves(curves) => {
                    for (row, &(tick, _)) in rows.iter().zip(&curves[0].points) {
                        assert_eq!(number(&row[0]), Some(tick as f64));
                        for (curve, cell) in curves.iter().zip(row.iter().skip(1)) {
                            let value = curve.at(tick).map(|(_, value)| value);
                            assert_eq!(number(cell), value, "{} at {tick}", curve.name);
                        }
                    }
                    at += curves[0].points.len();
                }
                Shape::Bars(bars) => {
                    for bar in &bars.bars {
                        let cells = rows[at].iter().skip(rows[at].len() - bar.counts.len());
                        assert_eq!(cells.collect::<Vec<_>>(), texts(&bar.counts));
                        let start = if plot.name.is_empty() { 0 } else { 1 };
                        match bar.name.as_str() {
                            "" => assert_eq!(number(&rows[at][start]), Some(bar.range.0)),
                            name => assert_eq!(&rows[at][0], name),
                        }
                        at += 1;
                    }
                }
                Shape::Trajectory(course) => {
                    for (row, &(tick, x, y)) in rows.iter().zip(&course.points) {
                        let cells: Vec<_> = row.iter().map(number).collect();
                        assert_eq!(cells, [Some(tick as f64), Some(x), Some(y)]);
                    }
                    at += course.points.len();
                }
                Shape::Quantiles(of) => {
                    for (index, &tick) in of.ticks.iter().enumerate() {
                        let Some(quantiles) = of.quantiles[index] else { continue };
                        let cells: Vec<_> = rows[at].iter().skip(2).map(number).collect();
                        let all = [of.living[index] as f64].into_iter().chain(quantiles);
                        assert!(cells.into_iter().eq(all.map(Some)), "{} at {tick}", plot.name);
                        assert_eq!((&rows[at][0], &rows[at][1]), (&*tick.to_string(), &*plot.name));
                        at += 1;
                    }
                }
                Shape::Points(points) => {
                    for (row, &(id, x, y)) in rows.iter().zip(&points.points) {
                        let cells: Vec<_> = row.iter().map(number).collect();
                        assert_eq!(cells, [Some(id.0 as f64), Some(x), Some(y)]);
                    }
                    at += points.points.len();
                }
                Shape::Bands(bands) => {
                    for (index, &tick) in bands.ticks.iter().enumerate() {
                        for band in bands.bands.iter().filter(|band| band.living[index] > 0) {
                            assert_eq!(number(&rows[at][0]), Some(tick as f64));
                            assert_eq!(rows[at][1], band.name);
                            assert_eq!(number(&rows[at][3]), Some(band.living[index] as f64));
                            at += 1;
                        }
                    }
                }
                Shape::Tree(tree) => {
                    for (row, taxon) in rows.iter().zip(&tree.rows) {
                        assert_eq!((&row[0], &row[3]), (&*taxon.name, &*taxon.origin.to_string()));
                        assert_eq!(row[5], taxon.members.to_string());
                    }
                    at += tree.rows.len();
                }
                Shape::Strips(strips) => {
                    for row in &rows {
                        let tick = row[0].parse().unwrap();
                        let owners = strips.iter().map(|strip| strip.owner_name_at(tick));
                        let owners = owners.map(Option::unwrap_or_default);
                        assert!(row.iter().skip(3).eq(owners), "tick {tick}");
                    }
                }
            }
        }
        assert_eq!(at, rows.len(), "{:?}", chart.kind);
        assert!(at > 0, "{:?}", chart.kind);
    }
}

fn texts(counts: &[u64]) -> Vec<String> {
    counts.iter().map(u64::to_string).collect()
}

#[test]
fn charts_are_said_in_words() {
    let run = Run::new(20);
    let said = run.chart(&choice(ChartKind::Populations)).describe(7);
    let expected: Vec<String> = ["clover", "hare", "fox"]
        .into_iter()
        .zip(run.chronicle.populations(7))
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    assert_eq!(said, expected);
    for chart in all_charts() {
        let said = chart.describe(50);
        // At most ticks nobody is born, and nobody dies.
        assert!(!said.is_empty() || chart.kind == ChartKind::Births, "{:?}", chart.kind);
        assert!(said.iter().all(|line| line.len() > 4), "{:?}: {said:?}", chart.kind);
    }
    let births = run.chart(&choice(ChartKind::Births));
    let Shape::Bars(of) = &births.plots[0].shape else { panic!("{births:?}") };
    let some = of.bars.iter().find(|bar| bar.counts.iter().any(|&count| count > 0)).unwrap();
    let [from, to] = [some.range.0, some.range.1];
    let said = births.describe(to as u64);
    assert!(said.len() == 1 && said[0].starts_with(&format!("{from} to {to}: ")), "{said:?}");
    assert!(
        !births.describe(from as u64).iter().any(|line| line.starts_with(&format!("{from} to")))
    );
    let hares = run.knows_organisms(HARE).chart(&choice(ChartKind::Traits)).describe(20);
    assert!(hares.iter().any(|line| line == "speed, in points: mean 20"), "{hares:?}");
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn pictures_have_their_size_and_name_what_they_show() {
    let folder = std::env::var_os("TERRARIUM_PICTURES");
    for (chart, index) in all_charts().into_iter().zip(0..) {
        for size in [(240, 240), (1280, 720)] {
            let png = file::encode(&chart, Format::Png, size).unwrap();
            let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((side(16), side(20)), size);
            let svg = file::encode(&chart, Format::Svg, size).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
            // Where it has no room in one line, it is wrapped.
            let first = chart.title.split(' ').next().unwrap();
            assert!(svg.contains(first), "{}", chart.title);
            assert!(size.0 < 1280 || svg.contains(&chart.title), "{}", chart.title);
            let pdf = file::encode(&chart, Format::Pdf, size).unwrap();
            assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
            if let (Some(folder), 1280) = (&folder, size.0) {
                for (image, ending) in [(png, "png"), (pdf, "pdf")] {
                    let name = format!("chart-{}-{index}.{ending}", chart.kind.name());
                    std::fs::write(std::path::Path::new(folder).join(name), image).unwrap();
                }
            }
        }
    }
}
