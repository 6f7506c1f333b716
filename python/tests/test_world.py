"""Worlds: the same as those of the command, copied, changed, observed."""

import copy
import pickle
import signal
import threading
import time

import pyarrow
import pytest
from conftest import SMALL, settings

import terrarium


def small(**options):
    return terrarium.Scenario("meadow", seed=7, overrides=SMALL).create(**options)


def test_a_world_has_the_hashes_and_tables_of_the_command(command, tmp_path):
    out = tmp_path / "run"
    command("run", "meadow", "--seed", 7, "--ticks", 80, "--out", out, *settings(SMALL))
    world = small(census_every=1, ledger_every=1, threads=1)
    assert world.run(80) == 80
    run = terrarium.read_run(out)
    assert world.state_hash == run.manifest["outcome"]["state_hash"]
    for name in ("census", "ledger", "events"):
        own, recorded = (pyarrow.table(getattr(it, name)) for it in (world, run))
        assert own.column_names == recorded.column_names, name
        assert own.to_pylist() == recorded.to_pylist(), name
    assert len(world.census) == 81 * 6 and len(world.events) > 20


def test_the_state_does_not_depend_on_threads():
    hashes = {small(threads=threads).run(40) and small(threads=threads).state_hash for threads in (1, 2, 5)}
    worlds = [small(threads=threads) for threads in (1, 2, 5)]
    for world in worlds:
        world.run(40)
    assert len({world.state_hash for world in worlds}) == 1 and len(hashes) == 1


@pytest.mark.parametrize("copied", [lambda it: it.clone(), copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_develop_alike_and_apart(copied):
    world = small()
    world.run(30)
    other = copied(world)
    assert other.state_hash == world.state_hash
    world.run(30)
    other.run(30)
    assert (other.tick, other.state_hash) == (60, world.state_hash)
    other.command(add={"species": "hare", "count": 5})
    assert other.populations["hare"] == world.populations["hare"] + 5
    assert other.state_hash != world.state_hash


def test_a_snapshot_is_a_file_of_the_command(command, tmp_path):
    world = small()
    world.run(20)
    path = tmp_path / "twenty.snapshot"
    path.write_bytes(world.snapshot())
    command("run", "--from", path, "--ticks", 20, "--out", tmp_path / "on")
    world.run(20)
    assert terrarium.read_run(tmp_path / "on").manifest["outcome"]["state_hash"] == world.state_hash
    restored = terrarium.World.restore((tmp_path / "on" / "final.snapshot").read_bytes())
    assert (restored.tick, restored.state_hash) == (40, world.state_hash)


def test_overrides_can_be_scalars_of_numpy():
    import numpy

    plain = {**SMALL, "rules.light": 40.5, "population.hare": 9}
    scalars = {**SMALL, "rules.light": numpy.float64(40.5), "population.hare": numpy.int64(9)}
    hashes = [terrarium.Scenario("meadow", overrides=it).create().state_hash for it in (plain, scalars)]
    assert hashes[0] == hashes[1]


def test_a_run_ends_when_its_condition_holds():
    world = small()
    ticks = world.run(5_000, until="tick >= 12 && hare > 0")
    assert ticks == world.tick == 12
    assert world.run(until="tick == 30") == 18
    counts = world.populations
    assert set(counts) == {"clover", "oak", "hare", "deer", "lynx", "wolf"} and counts["oak"] == 0


@pytest.mark.parametrize(
    "copied",
    [
        lambda it, _: it.clone(),
        lambda it, _: terrarium.World.restore(it.snapshot()),
        lambda it, _: pickle.loads(pickle.dumps(it)),
        lambda it, recording: terrarium.Recording(recording).seek(100),
    ],
    ids=["clone", "restore", "pickle", "seek"],
)
def test_a_condition_has_the_tick_of_the_world_however_it_was_made(copied, tmp_path, command):
    command("run", "meadow", "--seed", 7, "--ticks", 100, "--record", tmp_path / "a.recording", *settings(SMALL))
    world = small()
    world.run(100)
    other = copied(world, tmp_path / "a.recording")
    assert other.run(500, until="tick >= 120") == 20 and other.tick == 120
    # What counts from when the object began.
    assert other.run(500, until="elapsed >= 50") == 30 and other.tick == 150
    # In the first one, which was founded, they are the same.
    assert world.run(500, until="elapsed >= 150 && tick == elapsed") == 50
    assert world.state_hash == other.state_hash


def test_tables_go_to_all_libraries():
    import duckdb
    import pandas
    import polars

    world = small()
    world.run(50)
    organisms = world.organisms
    rows = len(organisms)
    assert rows == sum(world.populations.values()) + organisms["state"].count("carcass")
    assert polars.DataFrame(organisms).height == rows
    assert pyarrow.table(organisms).num_rows == rows
    assert pandas.DataFrame.from_arrow(organisms).shape[0] == rows if hasattr(pandas.DataFrame, "from_arrow") else True
    arrow = pyarrow.table(organisms)
    hares = duckdb.sql("select count(*) from arrow where species = 'hare' and state = 'alive'").fetchall()
    assert hares == [(world.populations["hare"],)]
    everything = organisms.to_dict()
    assert list(everything) == organisms.columns and len(everything["x"]) == rows
    assert organisms.meanings["x"] == "place of its centre, in units from the left"
    with pytest.raises(KeyError, match="there is no column \"weight\"; the columns are organism, species"):
        organisms["weight"]


def test_pictures_and_animations_have_their_formats(tmp_path):
    world = small()
    picture = world.render(320, 200, zoom=2, centre=(400, 300))
    assert picture.png.startswith(b"\x89PNG") and picture._repr_png_() == picture.png
    assert (picture.width, picture.height) == (320, 200)
    animation = world.animate(10, every=3, width=200, height=120)
    assert (world.tick, animation.frames) == (10, 5) and animation.gif.startswith(b"GIF89a")
    animation.save(tmp_path / "ten.gif")
    assert (tmp_path / "ten.gif").read_bytes() == animation.gif
    assert "data:image/gif;base64," in animation._repr_mimebundle_()["text/html"]


def test_long_calls_let_other_threads_go_on_and_show_progress():
    world = terrarium.Scenario("meadow").create(threads=1)
    counted = []

    class Progress:
        def update(self, ticks):
            counted.append(ticks)

    beats = []
    stop = threading.Event()

    def beat():
        while not stop.is_set():
            beats.append(time.perf_counter())
            time.sleep(0.001)

    other = threading.Thread(target=beat)
    other.start()
    world.run(60, progress=Progress())
    stop.set()
    other.join()
    assert sum(counted) == 60 and len(counted) > 1
    assert len(beats) > 20


def test_threads_share_a_world_in_turn():
    world = terrarium.Scenario("meadow", seed=2).create(threads=1)
    seen = []

    def observe():
        while running.is_alive():
            seen.append((world.tick, sum(world.populations.values())))
            world.render(100, 100)

    running = threading.Thread(target=world.run, args=[60])
    observing = threading.Thread(target=observe)
    running.start()
    observing.start()
    assert world.run(40) == 40
    running.join()
    observing.join()
    # Nobody waited for the end of the others, and no tick was lost.
    assert len({tick for tick, _ in seen if 0 < tick < 100}) > 3
    alone = terrarium.Scenario("meadow", seed=2).create(threads=1)
    alone.run(100)
    assert (world.tick, world.state_hash) == (100, alone.state_hash)


def test_what_shows_progress_can_use_the_world():
    world = terrarium.Scenario("meadow", seed=2).create(threads=1)
    ticks = []

    class Progress:
        def update(self, _):
            ticks.append(world.tick)

    world.run(40, progress=Progress())
    assert ticks[-1] == 40 and ticks == sorted(ticks)


def test_an_interrupt_stops_a_run_and_leaves_the_world_intact():
    world = terrarium.Scenario("meadow", seed=3).create()
    threading.Timer(0.4, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        world.run(1_000_000)
    stopped = world.tick
    assert 0 < stopped < 1_000_000
    again = terrarium.Scenario("meadow", seed=3).create()
    again.run(stopped)
    assert again.state_hash == world.state_hash


WRONG = [
    (lambda: terrarium.Scenario("medow"), "did you mean `meadow`?"),
    (lambda: terrarium.Scenario("meadow", overrides={"rules.lihgt": 3}), "did you mean `light`?"),
    (lambda: terrarium.Scenario("meadow", overrides={"rules.light": None}), "rules.light is of type NoneType"),
    (lambda: terrarium.Scenario("meadow", overrides={"rules.light": float("nan")}), "rules.light"),
    (lambda: terrarium.Scenario("meadow", overrides={"world.size": [0, 5]}), "`world.size` is `0`"),
    (lambda: terrarium.Scenario("meadow", overrides=["rules.light"]), "there is no `=`"),
    (lambda: small(threads=0), "threads cannot be 0"),
    (lambda: small(events="all"), "events cannot be \"all\""),
    (lambda: small().run(), "give the number of ticks"),
    (lambda: small().run(5, until="wolff == 0"), "wolf"),
    (lambda: small().command(), "give what the command does"),
    (lambda: small().command(drougth={"light": 1}), "drought"),
    (lambda: small().command(add={"species": "hair", "count": 1}), "hare"),
    (lambda: small().command(fire={"at": [5000, 0], "radius": 9}), "outside the world"),
    (lambda: small().render(10, 10), "give sides from 64"),
    (lambda: small().render(zoom=float("nan")), "zoom cannot be NaN"),
    (lambda: small().animate(5, every=0), "every cannot be 0"),
    (lambda: terrarium.World.restore(b"no snapshot"), "snapshot"),
    (lambda: terrarium.World.restore(small().snapshot()[:-3]), "snapshot"),
    (lambda: terrarium.Recording("nowhere.recording"), "nowhere.recording"),
    (lambda: terrarium.read_run("nowhere"), "this is not the record of a run"),
]


@pytest.mark.parametrize("call, expected", WRONG, ids=[expected for _, expected in WRONG])
def test_wrong_input_is_an_exception_with_a_remedy(call, expected):
    with pytest.raises(terrarium.InputError) as caught:
        call()
    assert expected in str(caught.value)


def test_errors_of_files_have_a_place(tmp_path):
    path = tmp_path / "pond.toml"
    path.write_text('description = "A pond"\nseed = 1\n[world]\nsize = [900, 0]\n')
    with pytest.raises(terrarium.InputError) as caught:
        terrarium.Scenario(path)
    error = caught.value
    assert (error.file, error.line) == (str(path), 4) and error.column == 14
    assert error.remedy and error.what in str(error)
    assert pickle.loads(pickle.dumps(error)).line == 4


def test_a_recording_can_be_entered_at_any_tick(command, tmp_path):
    command("run", "meadow", "--seed", 7, "--ticks", 60, "--out", tmp_path / "run", "--record",
            tmp_path / "a.recording", *settings(SMALL))
    for path in (tmp_path / "a.recording", tmp_path / "run"):
        recording = terrarium.Recording(path)
        assert (recording.first_tick, recording.last_tick) == (0, 60)
        world = small()
        for tick in (45, 20, 60):
            assert recording.seek(tick).tick == tick
        world.run(45)
        branch = recording.seek(45)
        assert branch.state_hash == world.state_hash
        branch.command(drought={"light": 0.1, "ticks": 50})
        branch.run(10)
        assert recording.seek(55).state_hash != branch.state_hash
        with pytest.raises(terrarium.InputError, match="give one from 0 to 60"):
            recording.seek(61)
