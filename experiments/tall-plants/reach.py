#!/usr/bin/env python3
"""The height of clover at the end of each run, the share of it that hares of radius 12 cannot reach where the rule `browsing` is
0.6, its generations, and the numbers of hares and clover over the second half of the run.

Usage: experiments/tall-plants/reach.py DIR > FILE.csv
"""

import csv
import json
import sys
from pathlib import Path
from statistics import mean

REACH = 0.6 * 12


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def number(census, species):
    counts = [int(row["count"]) for row in census if row["species"] == species]
    return mean(counts[len(counts) // 2 :]) if counts else 0


def main(folder):
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["treatment", "seed", "trait", "value"])
    for report in sorted(Path(folder).glob("*/evolve.json")):
        treatment, seed = report.parent.name.rsplit("-", 1)
        everyone = rows(report.parent / "individuals.csv")
        living = [row for row in everyone if row["species"] == "clover" and not row["died"]]
        heights = [float(row["height"]) * float(row["mature_radius"]) for row in living]
        census = rows(report.parent / "census.csv")
        generations = json.loads(report.read_text())["species"][0]["generations"]
        figures = {
            "height in units": mean(heights),
            "share out of reach": mean(height > REACH for height in heights),
            "generations": generations,
            "hares": number(census, "hare"),
            "clover": number(census, "clover"),
        }
        for name, value in figures.items():
            out.writerow([treatment, seed, name, f"{value:.5f}"])


if __name__ == "__main__":
    main(*sys.argv[1:])
