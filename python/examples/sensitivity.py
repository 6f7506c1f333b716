#!/usr/bin/env python3
"""Which of six rules decides how many hares there are? Morris' elementary effects and Sobol's indices, by SALib, with a chart.

Usage: sensitivity.py [--ticks 1000] [--trajectories 20] [--samples 64] [--chart sensitivity.png]
"""

import argparse
from statistics import mean

import matplotlib
import numpy
from SALib.analyze import morris as analyse_morris
from SALib.analyze import sobol as analyse_sobol
from SALib.sample import morris as sample_morris
from SALib.sample import sobol as sample_sobol

import terrarium

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

PROBLEM = {
    "num_vars": 6,
    "names": [
        "rules.light",
        "rules.crowding",
        "rules.living_animal",
        "rules.moving",
        "rules.bite_points",
        "rules.birth_distance",
    ],
    "bounds": [[20, 45], [0.02, 0.3], [0.03, 0.08], [0.001, 0.004], [8, 25], [12, 48]],
}


def hares(experiment: terrarium.Experiment, points: numpy.ndarray) -> numpy.ndarray:
    """The mean number of hares at each point."""
    found = experiment.measure([dict(zip(PROBLEM["names"], map(float, point))) for point in points])
    return numpy.array([mean(values["hares"]) for values in found])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ticks", type=int, default=1000)
    parser.add_argument("--trajectories", type=int, default=20)
    parser.add_argument("--samples", type=int, default=64, help="a power of two")
    parser.add_argument("--chart", default="sensitivity.png")
    options = parser.parse_args()

    experiment = terrarium.Experiment(
        scenario="meadow",
        ticks=options.ticks,
        overrides={"world.size": [1200, 900], "population.clover": 120, "population.oak": 0, "population.hare": 40,
                   "population.deer": 0, "population.lynx": 0, "population.wolf": 0},
        measures={"hares": "mean(hare)"},
    )
    points = sample_morris.sample(PROBLEM, options.trajectories, seed=1)
    effects = analyse_morris.analyze(PROBLEM, points, hares(experiment, points), seed=1)
    points = sample_sobol.sample(PROBLEM, options.samples, calc_second_order=False, seed=1)
    indices = analyse_sobol.analyze(PROBLEM, hares(experiment, points), calc_second_order=False, seed=1)

    print(f"{'rule':22} {'mu*':>8} {'sigma':>8} {'S1':>7} {'ST':>7} {'±':>6}")
    for place, name in enumerate(PROBLEM["names"]):
        print(f"{name:22} {effects['mu_star'][place]:8.2f} {effects['sigma'][place]:8.2f} "
              f"{indices['S1'][place]:7.2f} {indices['ST'][place]:7.2f} {indices['ST_conf'][place]:6.2f}")

    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    axes.barh(PROBLEM["names"], indices["ST"], xerr=indices["ST_conf"])
    axes.set_xlabel("share of the variance of the number of hares (total index of Sobol, 95 %)")
    figure.savefig(options.chart, dpi=120)


if __name__ == "__main__":
    main()
