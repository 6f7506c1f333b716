#!/usr/bin/env python3
"""Means and 95 % intervals of an experiment by treatment, and of the differences from the first treatment.

Usage: experiments/effects.py DIR SPECIES TREATMENT… reads DIR/TREATMENT-SEED/evolve.json: how much farther the mean of each
trait moved than in neutral shadows.
Usage: experiments/effects.py FILE.csv TREATMENT… reads the columns treatment, seed, trait and value.

Intervals are by Student's t; those of differences by Welch's test.
"""

import csv
import json
import math
import sys
from pathlib import Path
from statistics import mean, stdev

# The quantile 0.975 of Student's t for 1, 2, … degrees of freedom.
T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
     2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042]


def excess(folder, species):
    """Rows of treatment, trait and value from the reports of `terrarium evolve`."""
    for path in sorted(Path(folder).glob("*/evolve.json")):
        treatment = path.parent.name.rsplit("-", 1)[0]
        for found in json.loads(path.read_text())["species"]:
            if found["species"] != species:
                continue
            for trait in found["traits"]:
                change = trait["change"]
                if change["run"] is not None and change["shadow_sd"]:
                    yield treatment, trait["trait"], change["run"] - change["shadow_mean"]


def table(path):
    with open(path) as file:
        for row in csv.DictReader(file):
            yield row["treatment"], row["trait"], float(row["value"])


def quantile(freedom):
    # Rounded down, so intervals are rather too wide.
    return T[min(int(freedom), len(T)) - 1]


def square_error(values):
    return stdev(values) ** 2 / len(values)


def interval(values):
    half = quantile(len(values) - 1) * math.sqrt(square_error(values))
    return mean(values), mean(values) - half, mean(values) + half


def difference(one, other):
    a, b = square_error(one), square_error(other)
    if a + b == 0:
        return mean(one) - mean(other), 0.0, 0.0
    freedom = (a + b) ** 2 / (a**2 / (len(one) - 1) + b**2 / (len(other) - 1))
    half = quantile(freedom) * math.sqrt(a + b)
    middle = mean(one) - mean(other)
    return middle, middle - half, middle + half


def shown(numbers):
    middle, low, high = numbers
    return f"{middle:+.3f} ({low:+.3f} to {high:+.3f})"


def main(source, *names):
    if source.endswith(".csv"):
        rows, treatments = list(table(source)), names
    else:
        species, *treatments = names
        rows = list(excess(source, species))
    print("trait,treatment,runs,mean and interval,difference from", treatments[0])
    for trait in dict.fromkeys(trait for _, trait, _ in rows):
        values = {it: [value for of, name, value in rows if (of, name) == (it, trait)] for it in treatments}
        for treatment in treatments:
            own, first = values[treatment], values[treatments[0]]
            if len(own) < 2:
                print(trait, treatment, len(own), "too few", sep=",")
                continue
            other = shown(difference(own, first)) if treatment != treatments[0] and len(first) > 1 else ""
            print(trait, treatment, len(own), shown(interval(own)), other, sep=",")


if __name__ == "__main__":
    main(*sys.argv[1:])
