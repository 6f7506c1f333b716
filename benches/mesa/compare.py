"""Compare Terrarium with Mesa's wolf-sheep model: the same number of agent-steps on the same cores.

    pip install mesa networkx polars
    python benches/mesa/compare.py --terrarium target/release/terrarium

An agent-step is one step of one animal. Plants are not counted, although Terrarium simulates them
every tick and Mesa's grass only when it has grown back. Mesa runs under multiprocessing with one
task per replicate. Terrarium runs as `terrarium batch` with a census of every tick, from which its
agent-steps are counted. Both times include start-up, replicates and data collection.
"""

import argparse
import multiprocessing
import pathlib
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).parent
STEPS = 100


def run_mesa(seed):
    """Run a replicate of Mesa's model; return its number of agent-steps."""
    from mesa.examples.advanced.wolf_sheep.agents import Sheep, Wolf
    from mesa.examples.advanced.wolf_sheep.model import WolfSheep
    from mesa.experimental.devs import ABMSimulator

    simulator = ABMSimulator()
    model = WolfSheep(seed=seed, simulator=simulator)
    steps = 0
    for _ in range(STEPS):
        steps += len(model.agents_by_type[Sheep]) + len(model.agents_by_type[Wolf])
        simulator.run_for(1)
    return steps


def measure_mesa(replicates, jobs):
    start = time.perf_counter()
    with multiprocessing.Pool(jobs) as pool:
        done = sum(pool.imap_unordered(run_mesa, range(replicates)))
    return done, time.perf_counter() - start


def measure_terrarium(program, replicates, jobs):
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
    parser.add_argument("--terrarium", default="terrarium", help="the command, built in release mode")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--replicates", type=int, default=40, help="replicates of Mesa's model")
    options = parser.parse_args()

    steps, seconds = measure_mesa(options.replicates, options.jobs)
    # The number of replicates with as many agent-steps.
    sample, _ = measure_terrarium(options.terrarium, 2, options.jobs)
    replicates = max(1, round(steps / (sample / 2)))
    ours, our_seconds = measure_terrarium(options.terrarium, replicates, options.jobs)
    print("| | agent-steps | seconds | agent-steps/s |")
    print("|---|---|---|---|")
    print(f"| Mesa, {options.replicates} replicates | {steps} | {seconds:.1f} | {steps / seconds:.0f} |")
    rate = ours / our_seconds
    print(f"| Terrarium, {replicates} replicates | {ours} | {our_seconds:.1f} | {rate:.0f} |")
    print(f"\nratio: {rate / (steps / seconds):.1f}")


if __name__ == "__main__":
    main()
