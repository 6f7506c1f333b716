"""What users give: arrays, series and tables of other libraries, paths, and what is none of these."""

import decimal
import fractions
import pathlib
import shutil

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import EXPERIMENT, ROOT, SMALL, without

import terrarium


def built(**more):
    return terrarium.Experiment(**{"scenario": "meadow", "ticks": 5, "overrides": SMALL, **more})


LIGHTS = {
    "list": [20.0, 40.0],
    "tuple": (20, 40),
    "range": range(20, 60, 20),
    "generator": (light for light in [20, 40]),
    "numpy": numpy.linspace(20, 40, 2),
    "numpy whole": numpy.array([20, 40], dtype=numpy.int16),
    "pandas": pandas.Series([20.0, 40.0], index=["a", "b"]),
    "pandas index": pandas.Index([20, 40]),
    "pandas column": pandas.DataFrame({"light": [20, 40]})["light"],
    "polars": polars.Series([20, 40]),
    "pyarrow": pyarrow.array([20, 40]),
    "scalars": [numpy.float32(20), pyarrow.scalar(40)],
    "exact": [decimal.Decimal(20), fractions.Fraction(40)],
}


@pytest.mark.parametrize("name", LIGHTS)
def test_factors_are_lists_of_any_kind(name, tmp_path):
    results = built(factors={"rules.light": LIGHTS[name]}, ticks=1).run(tmp_path / "runs")
    assert results.runs["rules.light"] == [20, 40]


FRAME = pandas.DataFrame({"rules.light": [20.0, 40.0, 20.0], "population.hare": [5, 9, 5]})
TABLES = {
    "rows": FRAME.to_dict("records"),
    "pandas": FRAME,
    "polars": polars.from_dicts(FRAME.to_dict("records")),
    "pyarrow": pyarrow.Table.from_pylist(FRAME.to_dict("records")),
    "numpy": FRAME.to_records(index=False),
    "series": [row for _, row in FRAME.iterrows()],
    "iterator": iter(FRAME.to_dict("records")),
}


@pytest.mark.parametrize("name", ["rows", "pandas", "polars", "pyarrow", "numpy", "iterator"])
def test_points_are_tables_of_any_kind(name, tmp_path):
    study = built(measures={"hares": "first(hare)"}, overrides=without("population.hare"))
    assert [found["hares"] for found in study.measure(TABLES[name])] == [[5.0], [9.0], [5.0]]


def test_points_of_an_experiment_are_tables(tmp_path):
    points = built(points=FRAME[:2], overrides=without("population.hare"), ticks=1).run(tmp_path / "points").runs
    assert points["population.hare"] == [5, 9]
    # The tables of the package, too.
    lights = terrarium.read_table(tmp_path / "points" / "runs.csv")
    chosen = [{"rules.light": row["rules.light"]} for row in lights]
    assert built(points=chosen).runs == 2


def test_overrides_are_mappings_of_any_kind():
    sizes = {**SMALL, "world.size": numpy.array([900, 700]), "population.hare": numpy.int8(25)}
    for given in (sizes, pandas.Series(sizes), [f"{key}={value}" for key, value in SMALL.items()]):
        world = terrarium.Scenario("meadow", seed=1, overrides=given).create()
        assert world.size == (900, 700) and world.populations["hare"] == 25
        assert built(overrides=given).runs == 1
    assert terrarium.Scenario("meadow", overrides="population.hare=3").create().populations["hare"] == 3
    assert built(overrides="rules.light=30").runs == 1


@pytest.mark.parametrize("as_path", [str, pathlib.Path])
def test_a_folder_of_creatures_is_one_path_or_several(as_path, tmp_path):
    folder = tmp_path / "mine" / "coney"
    folder.mkdir(parents=True)
    hare = (ROOT / "creatures" / "hare" / "creature.toml").read_text()
    (folder / "creature.toml").write_text(hare.replace('"hare"', '"coney"', 1))
    for given in (as_path(folder.parent), [as_path(folder.parent)], (as_path(folder),)):
        assert terrarium.Scenario("meadow", creatures=given).name == "meadow"
        assert built(creatures=given).runs == 1
    scenario = tmp_path / "pond.toml"
    shutil.copy(ROOT / "scenarios" / "meadow.toml", scenario)
    assert built(scenario=as_path(scenario), overrides={}).runs == 1


def meadow():
    return terrarium.Scenario("meadow", overrides=SMALL).create()


WRONG = [
    (lambda: built(seed=-1), "`seed` is `-1`; give a whole number from 0"),
    (lambda: built(ticks=-1), "`ticks` is `-1`"),
    (lambda: built(factors={"rules.lihgt": [1, 2]}), "factors['rules.lihgt'] = [1, 2]: there is no factor `rules.lihgt`"),
    (lambda: built(factors={"rules.light": [1, float("nan")]}), "factors['rules.light'] is nan; give a finite number"),
    (lambda: built(factors={"rules.light": pandas.Series([1, None])}), "factors['rules.light'] is nan"),
    (lambda: built(factors={"rules.light": {1, 2}}), "factors['rules.light'] is of type set"),
    (lambda: built(factors={"rules.light": b"12"}), "factors['rules.light'] is of type bytes"),
    (lambda: built(factors={"rules.light": FRAME}), "factors['rules.light'] is of type DataFrame"),
    (lambda: built(factors=[1, 2]), "factors is [1, 2]; give a dictionary"),
    (lambda: built(factors={5: [1, 2]}), "a key is 5; give a string"),
    (lambda: built(measures={"a": "final(hair)"}), "measures['a'] = 'final(hair)': measures have no name `hair`"),
    (lambda: built(stop={"when": "hare >"}), "stop['when'] = 'hare >': the end was not expected"),
    (lambda: built(points=[{"rules.light": 1}, {"rules.lihgt": 2}]), "points[1]: `rules.lihgt` is not a factor"),
    (lambda: built(points=[{"rules.light": 1}, 5]), "points[1] is 5; give a dictionary"),
    (lambda: built(points={"rules.light": [1, 2]}), "points is {'rules.light': [1, 2]}; give a list with a dictionary"),
    (lambda: built(measures={"h": "final(hare)"}).measure({"rules.light": 1}), "give a list with a dictionary"),
    (lambda: built(measures={"h": "final(hare)"}).measure(pandas.DataFrame({"x": [1]})), "points[0]: there is no factor `x`"),
    (lambda: built(measures={"h": "final(hare)"}).measure(5), "points is 5; give a list of dictionaries, or a table"),
    (lambda: built(overrides=5), "overrides are 5; give a dictionary"),
    (lambda: built(overrides={"rules.light": [float("inf")]}), "rules.light is inf"),
    (lambda: built(creatures=5), "creatures is 5; give a path"),
    (lambda: built(creatures=[b"folder"]), "give a path, or a list of paths"),
    (lambda: built(creatures="nowhere"), "cannot read the folder nowhere"),
    (lambda: terrarium.Scenario("meadow", creatures=[5]), "creatures is [5]; give a path"),
    (lambda: terrarium.Scenario("meadow", seed=-1), "seed cannot be -1; give a whole number from 0"),
    (lambda: terrarium.Scenario("meadow", seed=1.5), "seed cannot be 1.5"),
    (lambda: terrarium.Scenario("meadow", seed=2**64), "seed cannot be 18446744073709551616; give at most 18446744073709551615"),
    (lambda: meadow().run(-5), "ticks cannot be -5; give a whole number from 0"),
    (lambda: meadow().run("5"), "ticks cannot be '5'"),
    (lambda: meadow().animate(-5), "ticks cannot be -5"),
    (lambda: meadow().render(-5), "width cannot be -5"),
    (lambda: meadow().command(drougth={"light": 1}), "drougth['light'] = 1: there is no key `drougth`; did you mean `drought`?"),
    (lambda: meadow().command(add={"species": "hair", "count": 1}), "add['species'] = 'hair': the scenario has no species"),
    (lambda: terrarium.Scenario("meadow").create(census_every=-1), "census_every cannot be -1"),
    (lambda: terrarium.Scenario("meadow").create(threads=-1), "threads cannot be -1"),
    (lambda: built().run("runs", jobs=-1), "jobs cannot be -1"),
    (lambda: built().run("runs", executor=5), "an executor of type int has no method `submit`"),
]


@pytest.mark.parametrize("call, expected", WRONG, ids=[expected for _, expected in WRONG])
def test_an_error_names_what_was_given(call, expected):
    with pytest.raises(terrarium.InputError) as caught:
        call()
    assert expected in str(caught.value)
    # Nobody wrote a file.
    assert caught.value.file is None and caught.value.line is None
    assert "toml:" not in str(caught.value) and "<code>" not in str(caught.value)


def test_the_seeds_of_a_file_are_two_numbers(tmp_path):
    path = tmp_path / "light.toml"
    path.write_text(EXPERIMENT)
    assert terrarium.Experiment.from_file(path, seeds=(1, 4)).runs == 8
    for seeds, expected in [((-1, 3), "a seed cannot be -1"), (5, "give the first and the last"), ((1, 2, 3), "give the first")]:
        with pytest.raises(terrarium.InputError, match=expected):
            terrarium.Experiment.from_file(path, seeds=seeds)
