"""Environments for learning: the tests of PettingZoo and Gymnasium, and exact copies."""

import pathlib
import warnings

import numpy
import pytest
from conftest import SMALL

import terrarium

pettingzoo = pytest.importorskip("pettingzoo")

pytest.importorskip("gymnasium")

from terrarium.env import DRIVES, SENSES, CreatureEnv, Herd, HerdEnv, Rewards  # noqa: E402

MEADOW = terrarium.Scenario("meadow", overrides=SMALL)
# Hares that die and have children within the steps of a test.
LIVELY = terrarium.Scenario(
    "meadow", overrides={**SMALL, "rules.lifespan_herbivore": 6, "rules.breeding_wait_herbivore": 1}
)


def env(**options):
    return HerdEnv(LIVELY, threads=1, max_cycles=60, **options)


def test_the_tests_of_pettingzoo_pass():
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # At the end of an episode, not all possible agents need have been born.
        warnings.filterwarnings("ignore", message="No agents present but not all possible_agents")
        parallel_api_test(env(), num_cycles=60)
    parallel_seed_test(env, num_cycles=20)


def test_the_tests_of_gymnasium_pass():
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(CreatureEnv(LIVELY, threads=1, render_mode="rgb_array"))


def test_agents_are_born_and_die():
    world = env(rewards=Rewards(eaten=0, child=1, death=0))
    world.reset(seed=3)
    begun, born, gone, gained = len(world.agents), set(), set(), 0.0
    feed, breed = DRIVES.index("feed"), DRIVES.index("breed")
    action = numpy.zeros(len(DRIVES), dtype=numpy.float32)
    action[[feed, breed, DRIVES.index("speed")]] = 1
    known = set(world.agents)
    while world.agents:
        before = set(world.agents)
        observations, rewards, terminated, truncated, _ = world.step(dict.fromkeys(world.agents, action))
        assert set(observations) == set(rewards) == set(terminated) == set(truncated)
        assert before <= set(observations)
        born |= set(observations) - known
        known |= set(observations)
        gone |= {agent for agent, died in terminated.items() if died}
        gained += sum(rewards.values())
    assert begun == 25 and born and gone
    # A child may be born to an agent that died in the same tick, or to none that is named.
    assert abs(gained - len(born)) <= 2, (gained, len(born))
    numbers = sorted(int(agent.split("_")[1]) for agent in known)
    assert numbers == list(range(len(known)))


def test_what_is_driven_happens():
    herd = Herd(terrarium.Scenario("meadow", seed=5, overrides=SMALL), "hare", threads=1)
    places = dict(zip(herd.world().organisms["organism"], herd.world().organisms["x"]))
    drives = numpy.zeros((len(herd.ids), len(DRIVES)))
    drives[:, DRIVES.index("walk_x")] = 1
    drives[:, DRIVES.index("speed")] = 1
    herd.step(drives)
    herd.step(drives[: len(herd.ids)])
    east = herd.senses[:, SENSES.index("speed_x")]
    assert (east > 0.5).mean() > 0.7
    now = dict(zip(herd.world().organisms["organism"], herd.world().organisms["x"]))
    assert numpy.mean([now[it] > places[it] for it in herd.ids.tolist()]) > 0.8


def random_steps(herd, random, steps):
    for _ in range(steps):
        herd.step(random.uniform(-1, 1, (len(herd.ids), len(DRIVES))))
    return herd.state_hash


def test_a_restored_herd_develops_alike():
    herd = Herd(MEADOW, "hare", threads=2)
    random_steps(herd, numpy.random.default_rng(1), 15)
    snapshot, senses = herd.snapshot(), herd.senses.copy()
    first = random_steps(herd, numpy.random.default_rng(2), 15)
    herd.restore(snapshot)
    assert (herd.senses == senses).all()
    assert random_steps(herd, numpy.random.default_rng(2), 15) == first
    other = Herd(MEADOW, "hare", threads=1)
    other.restore(snapshot)
    assert random_steps(other, numpy.random.default_rng(2), 15) == first
    assert random_steps(herd, numpy.random.default_rng(3), 1) != first


def test_a_restored_environment_has_the_same_agents():
    one = env()
    one.reset(seed=4)

    def steps(count):
        for _ in range(count):
            one.step({agent: one.action_space(agent).sample() for agent in one.agents})
        return one.agents, one.herd.state_hash

    for agent in one.possible_agents:
        one.action_space(agent).seed(7)
    steps(10)
    snapshot = one.snapshot()
    for agent in one.possible_agents:
        one.action_space(agent).seed(8)
    first = steps(10)
    one.restore(snapshot)
    for agent in one.possible_agents:
        one.action_space(agent).seed(8)
    assert steps(10) == first


@pytest.mark.parametrize("wrong", [numpy.nan, numpy.inf, -numpy.inf])
def test_a_drive_that_is_no_number_is_refused_by_name(wrong):
    herd = Herd(MEADOW, "hare")
    drives = numpy.zeros((25, 8))
    drives[3, DRIVES.index("speed")] = wrong
    with pytest.raises(terrarium.InputError, match=f"the drive speed of hare {herd.ids[3]} is {wrong}; give numbers from -1 to 1"):
        herd.step(drives)
    assert herd.tick == 0


def test_a_drive_beyond_its_range_is_limited_with_a_warning():
    one, other = Herd(MEADOW, "hare"), Herd(MEADOW, "hare")
    drives = numpy.zeros((25, 8))
    drives[4, DRIVES.index("feed")] = 50
    with pytest.warns(UserWarning, match=f"the drive feed of hare {one.ids[4]} is 50, beyond -1 to 1, and is limited"):
        one.step(drives)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other.step(numpy.clip(drives, -1, 1))
    assert one.state_hash == other.state_hash


def test_wrong_actions_are_refused_by_name():
    world = env()
    world.reset(seed=1)
    before = world.herd.state_hash
    for actions, expected in [
        ({"hare_0": 0.5}, "the action of hare_0 has the shape of a single number; give 8 drives"),
        ({"hare_1": numpy.zeros(3)}, "the action of hare_1 has the shape 3; give 8 drives"),
        ({"hair_0": numpy.zeros(8)}, "there is no agent 'hair_0'"),
        ({"hare_0": numpy.full(8, numpy.nan)}, "the drive walk_x of hare .* is nan"),
    ]:
        with pytest.raises(terrarium.InputError, match=expected):
            world.step(actions)
    assert world.herd.state_hash == before
    one = CreatureEnv(LIVELY, threads=1)
    one.reset(seed=1)
    with pytest.raises(terrarium.InputError, match="the action has the shape 2 x 8"):
        one.step(numpy.zeros((2, 8)))


def test_each_agent_has_a_row_of_its_own():
    world = env()
    observations, _ = world.reset(seed=3)
    died = set()
    while world.agents:
        kept = list(observations.values())
        values = [row.copy() for row in kept]
        for row in observations.values():
            assert row.flags.writeable and row.flags.owndata and row.dtype == numpy.float32
            row += 1
        assert all((row == value + 1).all() for row, value in zip(kept, values))
        # What an agent does to its row is not seen by others, nor by the world.
        assert (numpy.abs(world.state()) <= 1).all()
        observations, _, terminated, _, _ = world.step({})
        died |= {name for name, has_died in terminated.items() if has_died}
        gone = [observations[name] for name, has_died in terminated.items() if has_died]
        assert all((row == 0).all() for row in gone) and len({id(row) for row in gone}) == len(gone)
    assert len(died) > 2
    one = CreatureEnv(LIVELY, threads=1)
    for row in (one.reset(seed=1)[0], one.step(numpy.zeros(8))[0]):
        assert row.flags.writeable and row.flags.owndata


def test_wrong_herds_are_refused():
    herd = Herd(MEADOW, "hare")
    with pytest.raises(ValueError, match="give 25 animals x 8 drives"):
        herd.step(numpy.zeros((3, 8)))
    with pytest.raises(terrarium.InputError, match="seed cannot be -1"):
        herd.reset(-1)
    with pytest.raises(terrarium.InputError, match="no species \"hair\"; it has clover"):
        Herd(MEADOW, "hair")
    with pytest.raises(terrarium.InputError, match="clover is a plant; choose an animal"):
        Herd(MEADOW, "clover")
    with pytest.raises(terrarium.InputError, match="no species \"hare\"; it has"):
        Herd(MEADOW, "hare").restore(terrarium.Scenario("conquest").create().snapshot())
    with pytest.raises(ValueError, match="there are 25 founders"):
        env(max_agents=3)


def test_senses_are_in_their_range_and_named():
    herd = Herd(MEADOW, "hare")
    random_steps(herd, numpy.random.default_rng(1), 10)
    assert herd.senses.shape == (len(herd.ids), len(SENSES)) and len(SENSES) == 27
    assert (numpy.abs(herd.senses) <= 1).all() and (herd.senses[:, SENSES.index("bias")] == 1).all()
    assert len(set(SENSES)) == 27 and len(set(DRIVES)) == 8


def test_a_recording_is_played_back_without_what_drove_them(tmp_path):
    path = tmp_path / "driven.recording"
    world = env()
    world.reset(seed=9)
    world.herd.record(path)
    hashes = [world.herd.state_hash]
    random = numpy.random.default_rng(4)
    for _ in range(20):
        world.step({agent: random.uniform(-1, 1, len(DRIVES)) for agent in world.agents})
        hashes.append(world.herd.state_hash)
    world.close()
    recording = terrarium.Recording(path)
    assert (recording.first_tick, recording.last_tick) == (0, 20)
    assert [recording.seek(tick).state_hash for tick in (20, 5, 11, 0)] == [hashes[tick] for tick in (20, 5, 11, 0)]
    with pytest.raises(terrarium.InputError, match="exists"):
        world.herd.record(path)


def test_a_herd_continues_any_world_with_the_species():
    world = MEADOW.create(threads=1)
    world.run(30)
    herd = Herd(MEADOW, "hare", threads=1)
    herd.restore(world.snapshot())
    assert herd.tick == 30 and len(herd.ids) == world.populations["hare"]
    random_steps(herd, numpy.random.default_rng(1), 3)


def test_species_with_brains_can_be_driven():
    heath = pathlib.Path(__file__).parents[2] / "experiments" / "brains" / "heath.toml"
    herd = Herd(heath, "lemming", threads=1)
    random_steps(herd, numpy.random.default_rng(1), 3)
    assert herd.tick == 3 and (numpy.abs(herd.senses) <= 1).all()


def test_a_picture_has_its_pixels():
    picture = env(render_mode="rgb_array").render()
    assert picture.shape == (640, 960, 3) and picture.std() > 5
    assert env().render() is None
    with pytest.raises(terrarium.InputError, match="render_mode cannot be 'human'"):
        env(render_mode="human")


def test_a_dead_animal_does_nothing():
    world = CreatureEnv(LIVELY, threads=1, rewards=Rewards(alive=0.5))
    world.reset(seed=1)
    steps = 0
    while True:
        _, gain, died, truncated, _ = world.step(numpy.zeros(len(DRIVES)))
        steps += 1
        if died:
            break
        assert gain >= 0.5 and not truncated
    assert gain <= 0 and steps < 1000
    with pytest.raises(terrarium.InputError, match="call reset"):
        world.step(numpy.zeros(len(DRIVES)))


@pytest.mark.parametrize("kind", [HerdEnv, CreatureEnv])
def test_episodes_differ_and_are_repeated(kind):
    def hashes(begin):
        world = kind(LIVELY, threads=1)
        found = []
        for seed in (begin, None, None):
            world.reset(seed=seed)
            found.append(world.herd.state_hash)
        assert len(set(found)) == 3
        return found

    assert hashes(None) == hashes(None)
    assert hashes(5) == hashes(5) != hashes(6)
