"""How many agent-steps a second a driven species makes: `python agents.py --agents 1000 --ticks 200`.

An agent-step is the decision of one animal in one tick: its senses reach Python, drives come back, and the world is simulated.
Prints, of several rounds, the minimum, median and maximum for arrays (`Herd`), for dictionaries (`HerdEnv`), and for the same
world simulated without Python, in which the animals decide by their own behaviour.
"""

import argparse
import statistics
import time

import numpy

import terrarium
from terrarium.env import DRIVES, HerdEnv
from terrarium.herd import Herd


def pasture(agents: int) -> terrarium.Scenario:
    """Hares on as much ground as those of the meadow have."""
    side = (agents / 100) ** 0.5
    others = dict.fromkeys((f"population.{name}" for name in ("oak", "deer", "lynx", "wolf")), 0)
    size = {"world.size": [round(1200 * side), round(900 * side)]}
    counts = {"population.hare": agents, "population.clover": 3 * agents}
    return terrarium.Scenario("meadow", overrides={**others, **size, **counts})


def by_arrays(herd: Herd, ticks: int, random: numpy.random.Generator) -> float:
    herd.reset()
    steps, begun = 0, time.perf_counter()
    for _ in range(ticks):
        steps += len(herd.ids)
        herd.step(random.uniform(-1, 1, (len(herd.ids), len(DRIVES))).astype(numpy.float32))
    return steps / (time.perf_counter() - begun)


def by_dictionaries(env: HerdEnv, ticks: int, random: numpy.random.Generator) -> float:
    env.reset()
    steps, begun = 0, time.perf_counter()
    for _ in range(ticks):
        rows = random.uniform(-1, 1, (len(env.agents), len(DRIVES))).astype(numpy.float32)
        steps += len(env.agents)
        env.step(dict(zip(env.agents, rows)))
    return steps / (time.perf_counter() - begun)


def without_python(scenario: terrarium.Scenario, ticks: int, threads: int | None) -> float:
    world = scenario.create(census_every=1, threads=threads)
    begun = time.perf_counter()
    world.run(ticks)
    took = time.perf_counter() - begun
    census = world.census
    counts = [count for count, species in zip(census["count"], census["species"]) if species == "hare"]
    return sum(counts[:-1]) / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--ticks", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()
    scenario = pasture(given.agents)
    herd = Herd(scenario, "hare", threads=given.threads)
    env = HerdEnv(scenario, "hare", threads=given.threads, max_agents=10 * given.agents, max_cycles=10**9)
    random = numpy.random.default_rng(1)
    found: dict[str, list[float]] = {"arrays": [], "dictionaries": [], "without Python": []}
    for _ in range(given.rounds):
        found["arrays"].append(by_arrays(herd, given.ticks, random))
        found["dictionaries"].append(by_dictionaries(env, given.ticks, random))
        found["without Python"].append(without_python(scenario, given.ticks, given.threads))
    print(f"{given.agents} agents, {given.ticks} ticks, {given.rounds} rounds: agent-steps per second, minimum, median, maximum")
    for name, rates in found.items():
        print(f"{name:15} {min(rates):9.0f} {statistics.median(rates):9.0f} {max(rates):9.0f}")


if __name__ == "__main__":
    main()
