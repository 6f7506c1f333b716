"""Terrarium beside Mesa's wolf-sheep model: the same number of agent-steps, on the same cores.

    pip install mesa networkx polars
    python benches/mesa/compare.py --terrarium target/release/terrarium

An agent-step is one animal living one step; plants are counted for neither, though those of
Terrarium live every tick and Mesa's grass only when it has grown back. Mesa is run under
multiprocessing, a replicate a task; Terrarium by `terrarium batch`, with a census of every tick,
from which its agent-steps are counted. So the times of both hold start-up, replicates and data.
"""

import argparse
import multiprocessing
import pathlib
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).parent
STEPS = 100


def live(seed):
    """A replicate of Mesa's model: its agent-steps."""
    from mesa.examples.advanced.wolf_sheep.agents import Sheep, Wolf
    from mesa.examples.advanced.wolf_sheep.model import WolfSheep
    from mesa.experimental.devs import ABMSimulator

    simulator = ABMSimulator()
    model = WolfSheep(seed=seed, simulator=simulator)
    done = 0
    for _ in range(STEPS):
        done += len(model.agents_by_type[Sheep]) + len(model.agents_by_type[Wolf])
        simulator.run_for(1)
    return done


def of_mesa(replicates, jobs):
    start = time.perf_counter()
    with multiprocessing.Pool(jobs) as pool:
        done = sum(pool.imap_unordered(live, range(replicates)))
    return done, time.perf_counter() - start


def of_terrarium(program, replicates, jobs):
    import polars

    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [program, "batch", HERE / "meadow.toml", "--out", out, "--format", "json"]
        command += ["--seeds", f"1..{replicates}", "--jobs", str(jobs)]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        census = polars.read_parquet(out / "census.parquet" / "*.parquet")
        animals = census.filter((polars.col("kind") != "plant") & (polars.col("tick") < STEPS))
        return animals["count"].sum(), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--terrarium", default="terrarium", help="the program, built for release")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--replicates", type=int, default=40, help="of Mesa's model")
    given = parser.parse_args()

    steps, seconds = of_mesa(given.replicates, given.jobs)
    # As many agent-steps: so many replicates of another size.
    sample, _ = of_terrarium(given.terrarium, 2, given.jobs)
    replicates = max(1, round(steps / (sample / 2)))
    ours, our_seconds = of_terrarium(given.terrarium, replicates, given.jobs)
    print("| | agent-steps | seconds | agent-steps/s |")
    print("|---|---|---|---|")
    print(f"| Mesa, {given.replicates} replicates | {steps} | {seconds:.1f} | {steps / seconds:.0f} |")
    rate = ours / our_seconds
    print(f"| Terrarium, {replicates} replicates | {ours} | {our_seconds:.1f} | {rate:.0f} |")
    print(f"\nratio: {rate / (steps / seconds):.1f}")


if __name__ == "__main__":
    main()
