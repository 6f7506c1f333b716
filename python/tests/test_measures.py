"""Measures, compared with what NumPy computes from the census of each run."""

import math

import pytest
from conftest import SMALL, without

import terrarium
from terrarium import measures

numpy = pytest.importorskip("numpy")

TICKS = 640
OVERRIDES = {**SMALL, "population.hare": 15, "population.wolf": 4}


class Course:
    """The quantities of a run in all ticks, from its census."""

    def __init__(self, clover, seed):
        overrides = {**OVERRIDES, "population.clover": clover}
        world = terrarium.Scenario("meadow", seed=seed, overrides=overrides).create(census_every=1)
        world.run(TICKS)
        self.census = world.census.to_dict()
        self.tick = numpy.arange(TICKS + 1.0)
        self.every = numpy.full(TICKS + 1, True)

    def column(self, species, name):
        of = numpy.array(self.census["species"]) == species
        values = numpy.array(self.census[name], dtype=float)[of]
        assert len(values) == len(self.tick)
        return values

    def count(self, species):
        return self.column(species, "count")

    def speed(self, species):
        return self.column(species, "mean_points_speed")

    def died(self, species, cause):
        return self.column(species, f"died_{cause}").sum()

    def deaths(self, species):
        return sum(self.died(species, name[5:]) for name in self.census if name.startswith("died_"))


def extinction(course, species):
    dead = (course.count(species) == 0) & (numpy.maximum.accumulate(course.count(species)) > 0)
    return course.tick[dead].min(initial=math.inf)


def period(values):
    """By the definition in docs/batch.md, with the correlation and the regression of NumPy."""
    size = len(values)
    places = numpy.arange(size)
    rest = values - numpy.polyval(numpy.polyfit(places, values, 1), places)
    with numpy.errstate(invalid="ignore"):
        correlation = numpy.correlate(rest, rest, "full")[size - 1 :] / (rest @ rest)
    negative = numpy.flatnonzero(correlation < 0)
    if size < 16 or not len(negative):
        return math.nan
    lags = range(negative[0] + 1, size // 2 + 1)
    peaks = [lag for lag in lags if correlation[lag - 1] < correlation[lag] >= correlation[lag + 1]]
    best = max(peaks, key=lambda lag: correlation[lag], default=0)
    if correlation[best] < max(0.2, 4 / math.sqrt(size)) or not best:
        return math.nan
    before, peak, after = correlation[best - 1 : best + 2]
    return best + 0.5 * (before - after) / (before - 2 * peak + after)


def late(course):
    return course.tick >= 200


# The text of each measure, and what it should be.
CASES = {
    "mean": (measures.mean("hare"), lambda it: it.count("hare").mean()),
    "mean_late": (measures.mean("hare", "tick >= 200"), lambda it: it.count("hare")[late(it)].mean()),
    "mean_trait": (measures.mean("hare.points.speed"), lambda it: numpy.nanmean(it.speed("hare"))),
    "sd": (measures.sd("hare"), lambda it: it.count("hare").std(ddof=1)),
    "variance": (measures.variance("hare", "tick >= 200"), lambda it: it.count("hare")[late(it)].var(ddof=1)),
    "coefficient_of_variation": (
        measures.coefficient_of_variation("hare"),
        lambda it: it.count("hare").std(ddof=1) / it.count("hare").mean(),
    ),
    "variation_of_none": (measures.coefficient_of_variation("oak"), lambda it: math.nan),
    "total": (measures.total("hare - wolf"), lambda it: (it.count("hare") - it.count("wolf")).sum()),
    "minimum": (measures.minimum("hare"), lambda it: it.count("hare").min()),
    "maximum": (measures.maximum("hare"), lambda it: it.count("hare").max()),
    "tick_of_minimum": (measures.tick_of_minimum("hare"), lambda it: it.count("hare").argmin()),
    "tick_of_maximum": (measures.tick_of_maximum("hare"), lambda it: it.count("hare").argmax()),
    "tick_of_late_maximum": (
        measures.tick_of_maximum("wolf", "tick >= 200"),
        lambda it: 200 + it.count("wolf")[late(it)].argmax(),
    ),
    "first": (measures.first("hare"), lambda it: 15),
    "first_tick_of_few": (
        measures.first("tick", "hare < 14"),
        lambda it: it.tick[it.count("hare") < 14].min(initial=math.inf),
    ),
    "final": (measures.final("wolf"), lambda it: it.count("wolf")[-1]),
    "final_births": (measures.final("hare.births"), lambda it: it.column("hare", "births").sum()),
    "change": (measures.change("hare"), lambda it: it.count("hare")[-1] - 15),
    "change_of_trait": (
        measures.change("hare.points.speed"),
        lambda it: (speeds := it.speed("hare")[it.count("hare") > 0])[-1] - speeds[0],
    ),
    "slope": (measures.slope("hare"), lambda it: numpy.polyfit(it.tick, it.count("hare"), 1)[0]),
    "period": (measures.period("wolf.energy"), lambda it: period(it.column("wolf", "energy"))),
    "late_period": (
        measures.period("hare.energy", "tick >= 200"),
        lambda it: period(it.column("hare", "energy")[late(it)]),
    ),
    "extinction": (measures.extinction("hare"), lambda it: extinction(it, "hare")),
    "extinction_of_none": (measures.extinction("oak"), lambda it: math.nan),
    "ticks_when": (
        measures.ticks_when("hare < 10 || wolf > 6"),
        lambda it: ((it.count("hare") < 10) | (it.count("wolf") > 6))[1:].sum(),
    ),
    "ticks_always": (measures.ticks_when("wolf >= 0"), lambda it: TICKS),
    "ticks_never": (measures.ticks_when("hare > 5000"), lambda it: 0),
    "ticks_from_the_beginning": (measures.ticks_when("tick < 3"), lambda it: 2),
    "persistence": (measures.persistence("hare"), lambda it: (it.count("hare")[1:] > 0).mean()),
    "persistence_of_none": (measures.persistence("oak"), lambda it: 0),
    "share_of_deaths": (
        measures.share_of_deaths("hare", "killed"),
        lambda it: it.died("hare", "killed") / it.deaths("hare"),
    ),
    "share_of_no_deaths": (measures.share_of_deaths("oak", "eaten"), lambda it: math.nan),
    "combined": (
        f"({measures.maximum('hare')} - {measures.minimum('hare')}) / {measures.mean('hare')}",
        lambda it: numpy.ptp(it.count("hare")) / it.count("hare").mean(),
    ),
    "of_combined": (f"1 / {measures.variance('wolf')}", lambda it: 1 / it.count("wolf").var(ddof=1)),
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    # Without clover hares starve, so that some die out.
    study = terrarium.Experiment(
        scenario="meadow",
        ticks=TICKS,
        replicates=2,
        overrides=without("population.clover", OVERRIDES),
        factors={"population.clover": [0, 70]},
        measures={name: text for name, (text, _) in CASES.items()},
    )
    return study.run(tmp_path_factory.mktemp("measures") / "runs").runs.to_dict()


@pytest.fixture(scope="module")
def courses(runs):
    return [Course(*point) for point in zip(runs["population.clover"], runs["seed"])]


@pytest.mark.parametrize("name", CASES)
def test_a_measure_is_what_the_census_says(name, runs, courses):
    expected = [float(CASES[name][1](course)) for course in courses]
    found = [math.nan if value is None else value for value in runs[name]]
    expected = [value if math.isfinite(value) else math.nan for value in expected]
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-9, nan_ok=True)


def test_the_runs_show_what_the_measures_are_for(runs):
    """Otherwise the comparison would say little: hares die out in some runs only, and some have a period."""
    assert runs["extinction"] == runs["hare_extinct_at"]
    for name in ("extinction", "period", "late_period", "first_tick_of_few"):
        assert {value is None for value in runs[name]} == {True, False}, name
    assert any(0 < value < 1 for value in runs["share_of_deaths"])


def test_every_measure_is_compared():
    assert set(measures.__all__) <= set(CASES)


WRONG = [
    (measures.mean("hair"), "hare"),
    (measures.mean("hare", "tick > 1000"), "can never hold"),
    (measures.mean("hare", "tick"), "compare it with another"),
    (measures.variance("hare.eating"), "hare.points.eating"),
    (measures.mean(measures.final("hare")), "inside another function"),
    (measures.mean(""), "was not expected"),
    (measures.ticks_when("hare"), "is a number"),
    (measures.extinction("wolff"), "wolf"),
    (measures.share_of_deaths("hare", "boredom"), "hare.died.burned"),
]


@pytest.mark.parametrize("text, expected", WRONG, ids=[text for text, _ in WRONG])
def test_a_wrong_quantity_is_refused_by_the_parser(text, expected):
    with pytest.raises(terrarium.InputError) as caught:
        terrarium.Experiment(scenario="meadow", ticks=50, measures={"it": text})
    assert expected in str(caught.value)


def test_measures_of_a_stored_world_count_from_the_beginning_of_the_run(tmp_path):
    world = terrarium.Scenario("meadow", seed=3, overrides=OVERRIDES).create(threads=1)
    world.run(90)
    (tmp_path / "ninety.snapshot").write_bytes(world.snapshot())
    texts = {
        "always": measures.ticks_when("tick > 0"),
        "late": measures.ticks_when("tick > 100"),
        "persistence": measures.persistence("hare"),
        "extinction": measures.extinction("hare"),
        "last": measures.final("tick"),
    }
    lines = "".join(f'{name} = "{text}"\n' for name, text in texts.items())
    file = tmp_path / "on.toml"
    file.write_text(f'ticks = 40\nreplicates = 3\n[base]\nsnapshot = "ninety.snapshot"\n[measures]\n{lines}')
    runs = terrarium.Experiment.from_file(file).run(tmp_path / "runs").runs
    assert (runs["always"], runs["late"], runs["last"]) == ([40] * 3, [30] * 3, [130] * 3)
    for share, extinct_at in zip(runs["persistence"], runs["hare_extinct_at"]):
        # An alive species has no tick of extinction.
        assert share == (1 if extinct_at is None else (extinct_at - 1) / 40)
    assert runs["extinction"] == runs["hare_extinct_at"]
