#!/usr/bin/env python3
"""How much light, and how large a territory, do wolves need to persist? Optuna proposes points and is told the measured values.

Usage: calibrate_wolves.py [--trials 30] [--ticks 3000] [--replicates 4]
"""

import argparse
from statistics import mean

import optuna

import terrarium


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--ticks", type=int, default=3000)
    parser.add_argument("--replicates", type=int, default=4)
    options = parser.parse_args()

    wolves = terrarium.Experiment(
        scenario="meadow",
        ticks=options.ticks,
        replicates=options.replicates,
        overrides={"world.size": [2400, 1800]},
        measures={"wolves": "mean(wolf)", "last": "final(wolf)"},
    )
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
    for _ in range(options.trials):
        trial = study.ask()
        point = {
            "rules.light": trial.suggest_float("rules.light", 20, 60),
            "rules.territory_carnivore": trial.suggest_float("rules.territory_carnivore", 20, 120),
        }
        [found] = wolves.measure([point])
        persisted = sum(last > 0 for last in found["last"])
        # First of all they persist; then the more of them the better.
        value = persisted + mean(found["wolves"]) / 1000
        study.tell(trial, value)
        print(f"light {point['rules.light']:5.1f}, territory {point['rules.territory_carnivore']:5.1f}: "
              f"wolves persist in {persisted} of {options.replicates} runs, {mean(found['wolves']):.1f} on average")
    print("best:", {name: round(value, 1) for name, value in study.best_params.items()})


if __name__ == "__main__":
    main()
