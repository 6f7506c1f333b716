"""Processes that come from fork, as multiprocessing makes them on many machines: they have none of their parent's threads."""

import multiprocessing
import os
import threading
import time
import warnings

import pytest
from conftest import EXPERIMENT, SMALL

import terrarium

if not hasattr(os, "fork"):
    pytest.skip("there is no fork", allow_module_level=True)

# More than one thread, also where there is one core.
os.environ.setdefault("RAYON_NUM_THREADS", "2")


def in_child(work, seconds=60):
    """What the work returns, a text, in a forked process; fails if it does not end."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python says of a process with threads what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.write(writer, str(work()).encode())
        except BaseException as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    ended = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > ended:
            os.kill(child, 9)
            os.waitpid(child, 0)
            pytest.fail(f"the forked process did not end in {seconds} s")
        time.sleep(0.01)
    with os.fdopen(reader) as pipe:
        return pipe.read()


def meadow(**options):
    # Large enough that its work is divided among threads.
    return terrarium.Scenario("meadow", seed=1).create(**options)


def expected(ticks):
    world = meadow(threads=1)
    world.run(ticks)
    return world.state_hash


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_a_world_continues_in_a_forked_process(threads):
    world = meadow(threads=threads)
    world.run(2)

    def own():
        world.run(3)
        return world.state_hash

    def other():
        another = meadow(threads=threads)
        another.run(5)
        return another.state_hash

    assert in_child(own) == in_child(other) == expected(5)
    # And in the process that forked.
    assert own() == expected(5)


def test_everything_else_works_in_a_forked_process(tmp_path):
    world = meadow()
    world.run(1)
    recording, experiment = tmp_path / "hares.recording", tmp_path / "light.toml"
    experiment.write_text(EXPERIMENT)
    numpy = pytest.importorskip("numpy")
    from terrarium.herd import DRIVES, Herd

    def everything():
        herd = Herd(terrarium.Scenario("meadow", overrides=SMALL), "hare")
        herd.record(recording)
        herd.step(numpy.zeros((len(herd.ids), len(DRIVES))))
        herd.finish_recording()
        copies = world.clone(), terrarium.World.restore(world.snapshot()), terrarium.Recording(recording).seek(1)
        for copy in copies:
            copy.run(1)
            copy.render(200, 200)
            assert len(copy.organisms) and copy.animate(2, width=100, height=100).frames == 2
        study = terrarium.Experiment.from_file(experiment)
        return study.run(tmp_path / "runs", jobs=2).runs["ending"]

    assert in_child(everything) == str(["complete"] * 6)


def test_a_forked_process_forks():
    world = meadow()
    world.run(1)

    def grandchild():
        world.run(1)
        return in_child(lambda: world.run(1) and world.state_hash)

    assert in_child(grandchild) == expected(3)


def test_a_world_that_was_in_use_is_refused():
    world = meadow(threads=1)
    running = threading.Thread(target=world.run, args=[200])
    running.start()
    found = set()
    while running.is_alive():
        found.add(in_child(lambda: world.run(1)))
    running.join()
    # Between two calls of the engine, nobody uses it.
    assert all("forked while a thread used" in text for text in found - {"1"}) and found - {"1"}, found


def hashed(seed):
    world = terrarium.Scenario("meadow", seed=seed, overrides=SMALL).create()
    world.run(5)
    return world.state_hash


def test_multiprocessing_by_fork_has_the_same_worlds():
    # The parent has pools.
    here = [hashed(seed) for seed in range(4)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert pool.map_async(hashed, range(4)).get(timeout=60) == here


def test_a_lock_that_another_thread_had_is_new():
    from terrarium import executors

    with executors._lock:
        def work():
            with executors._lock:
                return "got it"

        assert in_child(work, seconds=10) == "got it"
