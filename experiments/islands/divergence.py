#!/usr/bin/env python3
"""The share of the variance of hues and traits that lies between the nine islands, for each run of the islands.

Usage: experiments/islands/divergence.py DIR > FILE.csv. The share is the component of variance between the islands by that of
all (an intraclass correlation, the F_ST or Q_ST of asexual organisms), estimated without bias from the analysis of variance. It
may be a little below 0. Without water, the places of the islands and the ground around them count.
"""

import csv
import sys
from pathlib import Path
from statistics import mean

# From one island to the next: 8 tiles of 64 units, of which 2 are water.
PERIOD = 8 * 64
HALF_CHANNEL = 64
TRAITS = ["hue", "points_energy", "points_eating", "points_attack", "points_defence", "points_speed", "points_camouflage",
          "points_sight"]


def island(place):
    return min(int((float(place) + HALF_CHANNEL) // PERIOD), 2)


def by_island(rows, trait):
    groups = {}
    for row in rows:
        value = float(row[trait])
        if trait == "hue":
            # All descend from founders of hue 0; the largest change is 2 % of the circle, so none has gone halfway round.
            value = (value + 0.5) % 1 - 0.5
        groups.setdefault((island(row["last_x"]), island(row["last_y"])), []).append(value)
    return list(groups.values())


def share_between(groups):
    number, count = sum(map(len, groups)), len(groups)
    total = sum(map(sum, groups)) / number
    between = sum(len(it) * (mean(it) - total) ** 2 for it in groups) / (count - 1)
    within = sum((value - mean(it)) ** 2 for it in groups for value in it) / (number - count)
    size = (number - sum(len(it) ** 2 for it in groups) / number) / (count - 1)
    component = (between - within) / size
    return component / (component + within)


def main(folder):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["treatment", "seed", "trait", "value"])
    for path in sorted(Path(folder).glob("*-*/individuals.csv")):
        treatment, seed = path.parent.name.rsplit("-", 1)
        with open(path) as file:
            living = [row for row in csv.DictReader(file) if row["species"] == "vole" and not row["died"]]
        out.writerow([treatment, seed, "islands with voles", len(by_island(living, "hue"))])
        out.writerow([treatment, seed, "living", len(living)])
        shares = [share_between(by_island(living, trait)) for trait in TRAITS]
        for trait, share in zip(TRAITS, shares):
            out.writerow([treatment, seed, trait, f"{share:.5f}"])
        out.writerow([treatment, seed, "all points", f"{mean(shares[1:]):.5f}"])


if __name__ == "__main__":
    main(*sys.argv[1:])
