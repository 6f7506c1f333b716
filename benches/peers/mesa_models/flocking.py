"""Time Mesa's public flocking example.

Takes a JSON object with `boids`, `side`, `sight`, `speed`, `warm_up`, `steps` and `enough`, and prints
one with the seconds of a step in the fastest flock and the mean number of neighbours at its end. Flocks
of other seeds are timed until `enough` seconds have passed. Only the steps of the boids are timed, not
the statistics of the example.
"""

import json
import sys
import time

import numpy as np
from mesa.examples.basic.boid_flockers.model import BoidFlockers


def mean_neighbours(space, sight, sample=1000):
    """Return the mean number of others within sight of the first boids."""
    points = space.agent_positions[:sample]
    found = [len(space.get_agents_in_radius(point, sight)[0]) - 1 for point in points]
    return float(np.mean(found))


def main():
    options = json.loads(sys.argv[1])
    fastest, begin = float("inf"), time.perf_counter()
    for seed in range(1, 21):
        model = BoidFlockers(
            population_size=options["boids"],
            width=options["side"],
            height=options["side"],
            speed=options["speed"],
            vision=options["sight"],
            seed=seed,
        )
        for _ in range(options["warm_up"]):
            model.agents.shuffle_do("step")
        start = time.perf_counter()
        for _ in range(options["steps"]):
            model.agents.shuffle_do("step")
        fastest = min(fastest, (time.perf_counter() - start) / options["steps"])
        if time.perf_counter() - begin > options["enough"]:
            break
    neighbours = mean_neighbours(model.space, options["sight"])
    print(json.dumps({"seconds_per_step": fastest, "neighbours": neighbours}))


if __name__ == "__main__":
    main()
