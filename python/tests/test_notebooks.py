"""What notebooks show and complete, and tables as rows."""

import pandas
import pytest
from conftest import EXPERIMENT, SMALL

import terrarium


@pytest.fixture
def world():
    world = terrarium.Scenario("meadow", seed=7, overrides=SMALL).create(ledger_every=5)
    world.run(20)
    return world


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "light.toml"
    path.write_text(EXPERIMENT)
    return terrarium.Experiment.from_file(path).run(tmp_path / "runs")


def test_the_rows_of_a_table_are_dictionaries(world):
    census = world.census
    rows = list(census)
    assert len(rows) == len(census) and list(rows[0]) == census.columns
    assert {name: [row[name] for row in rows] for name in census.columns} == census.to_dict()


@pytest.mark.parametrize("name", ["census", "ledger", "events", "organisms"])
def test_pandas_takes_a_table(world, name):
    table = getattr(world, name)
    frame = pandas.DataFrame(table)
    assert list(frame.columns) == table.columns and len(frame) == len(table)
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(table.to_dict()))


def test_a_table_shows_itself(world):
    census = world.census
    html = census._repr_html_()
    assert html.count("<tr>") == 1 + min(20, len(census)) and f"{len(census)} rows × {len(census.columns)} columns" in html
    assert all(f">{name}</th>" in html for name in census.columns)
    assert census._ipython_key_completions_() == census.columns


def test_what_a_table_shows_is_text(tmp_path):
    (tmp_path / "a.csv").write_text('name\n"<b>&"\n')
    html = terrarium.read_table(tmp_path / "a.csv")._repr_html_()
    assert "<td>&lt;b&gt;&amp;</td>" in html and "<b>" not in html


def test_results_show_and_complete_themselves(results):
    assert {"runs", "summary", "survival"} <= set(dir(results)) and "evolution" not in dir(results)
    html = results._repr_html_()
    assert str(results.dir) in html and "<code>summary</code>" in html and results.summary._repr_html_() in html
    empty = terrarium.Results("nowhere", finished=False)
    assert "not finished" in empty._repr_html_() and "runs" not in dir(empty)


def test_a_run_shows_and_completes_itself(command, tmp_path):
    command("run", "meadow", "--ticks", 3, "--out", tmp_path / "run")
    run = terrarium.read_run(tmp_path / "run")
    assert {"census", "events", "ledger", "table", "recording"} <= set(dir(run)) and "conquest" not in dir(run)
    assert "<code>census</code>" in run._repr_html_()
    with pytest.raises(terrarium.InputError, match="this is the record of a run, not a sweep; open it with terrarium.read_run"):
        terrarium.Results(tmp_path / "run").runs


def test_a_sweep_is_not_read_as_a_run(results):
    with pytest.raises(terrarium.InputError, match="this is a sweep of many runs; open it with terrarium.Results"):
        terrarium.read_run(results.dir)
    with pytest.raises(terrarium.InputError, match="this is a sweep of many runs; open it with terrarium.Results"):
        terrarium.Recording(results.dir)


def test_tab_completes_in_ipython(world, results):
    completer = pytest.importorskip("IPython.core.completer")
    shell = completer.IPCompleter(namespace={"results": results, "census": world.census}, use_jedi=False)
    for text, expected in [("results.su", "summary"), ('census["spec', "species")]:
        with completer.provisionalcompleter():
            found = [it.text for it in shell.completions(text, len(text))]
        assert any(expected in it for it in found), (text, found)
