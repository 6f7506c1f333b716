#!/usr/bin/env python3
"""For which light are there as many hares as counted elsewhere? SciPy finds the root of a measured function.

A run follows from its point, its replicate and the seed, so the function is the same at each call; means over replicates make
it smooth enough.

Usage: fit.py [--hares 60] [--ticks 800] [--replicates 8]
"""

import argparse
from statistics import mean

from scipy.optimize import brentq

import terrarium


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hares", type=float, default=60)
    parser.add_argument("--ticks", type=int, default=800)
    parser.add_argument("--replicates", type=int, default=8)
    options = parser.parse_args()

    experiment = terrarium.Experiment(
        scenario="meadow",
        ticks=options.ticks,
        replicates=options.replicates,
        overrides={"world.size": [1200, 900], "population.clover": 120, "population.oak": 0, "population.hare": 40,
                   "population.deer": 0, "population.lynx": 0, "population.wolf": 0},
        measures={"hares": "final(hare)"},
    )

    def excess(light: float) -> float:
        [found] = experiment.measure([{"rules.light": light}])
        hares = mean(found["hares"])
        print(f"light {light:6.2f}: {hares:6.1f} hares")
        return hares - options.hares

    low, high = 5.0, 60.0
    if excess(low) > 0 or excess(high) < 0:
        raise SystemExit(f"there are never {options.hares:g} hares with light from {low:g} to {high:g}")
    print(f"light for {options.hares:g} hares: {brentq(excess, low, high, xtol=0.2, maxiter=12, disp=False):.1f}")


if __name__ == "__main__":
    main()
