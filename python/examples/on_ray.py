#!/usr/bin/env python3
"""An experiment on the workers of Ray: on this machine, or on the cluster that RAY_ADDRESS names.

Ray has no executor with the protocol of concurrent.futures; the class below is one. Each machine must have the package.

Usage: on_ray.py [--ticks 400] [--replicates 20] [--dir runs/on_ray]
"""

import argparse
from concurrent.futures import Future

import ray

import terrarium


class RayExecutor:
    """Executes functions as tasks of Ray."""

    def __init__(self) -> None:
        self.num_workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, function, *arguments) -> Future:
        # Without retries: the sweep itself gives runs to other workers, and counts how often.
        return ray.remote(max_retries=0)(function).remote(*arguments).future()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ticks", type=int, default=400)
    parser.add_argument("--replicates", type=int, default=20)
    parser.add_argument("--dir", default="runs/on_ray")
    options = parser.parse_args()

    experiment = terrarium.Experiment(
        scenario="meadow",
        ticks=options.ticks,
        replicates=options.replicates,
        overrides={"world.size": [900, 700], "population.clover": 70, "population.oak": 0, "population.hare": 25,
                   "population.deer": 0, "population.lynx": 0, "population.wolf": 2},
        factors={"rules.light": [20, 60]},
    )
    ray.init(include_dashboard=False, log_to_driver=False)
    results = experiment.run(options.dir, executor=RayExecutor())
    print(f"{experiment.runs} runs on {int(ray.cluster_resources()['CPU'])} cores: {results.dir} has the results")


if __name__ == "__main__":
    main()
