"""The tables of a sweep, opened with public tools, and its statistics reckoned anew with SciPy.

    python .ci/tables.py runs/quick
"""

import json
import math
import pathlib
import sys

import duckdb
import numpy
import pandas
import polars
import pyarrow.parquet
import scipy.stats


def close(found, expected, what):
    both_missing = pandas.isna(found) and (expected is None or math.isnan(expected))
    same = both_missing or math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)
    assert same, f"{what}: {found} is not {expected}"


def check_runs(folder):
    """Every reader finds the same rows."""
    plain = pandas.read_csv(folder / "runs.csv")
    path = folder / "runs.parquet"
    arrow = pyarrow.parquet.read_table(path).to_pandas()
    frame = polars.read_parquet(path)
    count, alive = duckdb.sql(f"select count(*), sum(hare_alive) from '{path}'").fetchall()[0]
    assert list(plain.columns) == list(arrow.columns) == frame.columns
    assert len(plain) == len(arrow) == frame.height == count
    assert plain.case.tolist() == list(range(count)), "in their order"
    sums = {int(plain.hare_alive.sum()), int(arrow.hare_alive.sum()), frame["hare_alive"].sum()}
    assert sums == {alive}
    assert plain.seed.is_unique, "replicates have seeds of their own"
    assert plain.seed.tolist() == frame["seed"].to_list()
    return plain


def check_census(folder, runs):
    """The parts of the census read as one table, whose ends agree with the rows."""
    parts = folder / "census.parquet"
    frame = polars.read_parquet(parts / "*.parquet")
    arrow = pyarrow.parquet.read_table(parts)
    pandas_frame = pandas.read_parquet(parts)
    count = duckdb.sql(f"select count(*) from '{parts}/*.parquet'").fetchall()[0][0]
    assert frame.height == arrow.num_rows == len(pandas_frame) == count > 0
    ends = frame.filter(polars.col("species") == "hare").sort("case", "tick").group_by("case")
    ends = ends.agg(polars.col("count").last()).sort("case")
    assert ends["count"].to_list() == runs.hare_alive.tolist()


def check_summary(folder, runs, factors):
    """summary.csv is what SciPy finds in runs.csv."""
    summary = pandas.read_csv(folder / "summary.csv", dtype={name: str for name in factors})
    well = runs[runs.ending != "failed"]
    seen = 0
    text = pandas.read_csv(folder / "runs.csv", dtype=str)
    keys = text[factors].map(canonical)
    for _, row in summary.iterrows():
        here = (keys == [canonical(row[name]) for name in factors]).all(axis=1)
        assert row.runs == here.sum()
        values = measured(row.measure, well[here.loc[well.index]])
        if values is None:
            continue
        seen += 1
        check_row(row, values.dropna().to_numpy(dtype=float))
    assert seen > 0 and seen >= 4 * len(keys.drop_duplicates())


def canonical(text):
    """A value as it is told in any table: 0.0 is 0."""
    try:
        return f"{float(text):g}"
    except ValueError:
        return text


def there(runs, species):
    """The runs in which a species ever lived."""
    return runs[runs[f"{species}_founders"] + runs[f"{species}_births"] > 0]


def measured(measure, runs):
    what, _, of = measure.partition(".")
    if what in ("alive", "births", "lives", "deaths"):
        runs = there(runs, of)
    match what:
        case "ticks":
            return runs.ticks
        case "alive" | "births":
            return runs[f"{of}_{what}"]
        case "lives":
            return (runs[f"{of}_alive"] > 0).astype(float)
        case "extinct_at":
            return runs[f"{of}_extinct_at"].where(runs[f"{of}_alive"] == 0)
        case "deaths":
            return runs[[name for name in runs if name.startswith(f"{of}_died_")]].sum(axis=1)
        case "won":
            return (runs.detail == of).astype(float)
    return None


def check_row(row, values):
    count = len(values)
    assert row["count"] == count, row.measure
    close(row["mean"], values.mean(), row.measure)
    close(row.sd, values.std(ddof=1) if count > 1 else math.nan, row.measure)
    for name, share in dict(q05=0.05, q25=0.25, median=0.5, q75=0.75, q95=0.95).items():
        close(row[name], numpy.quantile(values, share), f"{row.measure} {name}")
    if row.interval == "wilson":
        share = scipy.stats.binomtest(int(values.sum()), count).proportion_ci(method="wilson")
        low, high = share.low, share.high
    elif count > 1:
        half = scipy.stats.t.ppf(0.975, count - 1) * scipy.stats.sem(values)
        low, high = values.mean() - half, values.mean() + half
    else:
        low = high = math.nan
    close(row.low, low, f"{row.measure} low")
    close(row.high, high, f"{row.measure} high")


def at_value(runs, factor, value):
    """The rows at a value of a factor, or at the values of several."""
    for name, wanted in zip(factor.split(" × "), value.split(" × "), strict=True):
        runs = runs[runs[name].astype(str).map(canonical) == canonical(wanted)]
    return runs


def ends_of(runs, species):
    """When a species died out, or the run ended with it alive."""
    lost = runs[f"{species}_extinct_at"]
    return scipy.stats.CensoredData(
        uncensored=lost.dropna().to_numpy(), right=runs.ticks[lost.isna()].to_numpy()
    )


def check_survival(folder, runs, factors):
    """survival.csv is the estimate of Kaplan and Meier that SciPy finds in runs.csv."""
    survival = pandas.read_csv(folder / "survival.csv", dtype={"value": str})
    well = runs[runs.ending != "failed"]
    for (factor, value, species), curve in survival.groupby(["factor", "value", "species"]):
        here = there(at_value(well, factor, value), species)
        expected = scipy.stats.ecdf(ends_of(here, species)).sf
        for _, step in curve.iterrows():
            close(step.share, float(expected.evaluate(step.tick)), f"{species} at {step.tick}")


def check_log_rank(folder, runs):
    """Each pair in log_rank.csv is the test of SciPy. Returns the number of pairs."""
    text = dict(first=str, second=str)
    tests = pandas.read_csv(folder / "log_rank.csv", dtype=text, keep_default_na=False)
    well = runs[runs.ending != "failed"]
    pairs = tests[(tests["first"] != "") & (tests.p != "")]
    for _, row in pairs.iterrows():
        one, other = (
            ends_of(there(at_value(well, row.factor, value), row.species), row.species)
            for value in (row["first"], row["second"])
        )
        expected = scipy.stats.logrank(one, other)
        close(float(row.chi_square), expected.statistic**2, f"{row.species} chi-square")
        close(float(row.p), expected.pvalue, f"{row.species} p")
    for _, group in pairs.groupby(["factor", "species"]):
        # Holm 1979: the k-th smallest of m is multiplied by m - k + 1, and none is below the one before.
        p = group.p.astype(float).sort_values()
        expected = (p * numpy.arange(len(p), 0, -1)).clip(upper=1).cummax()
        for index, value in expected.items():
            close(float(group.p_holm[index]), value, "Holm")
    return len(pairs)


def main():
    folder = pathlib.Path(sys.argv[1])
    manifest = json.loads((folder / "manifest.json").read_text())
    factors = [factor["name"] for factor in manifest["experiment"]["factors"]]
    runs = check_runs(folder)
    check_census(folder, runs)
    check_summary(folder, runs, factors)
    check_survival(folder, runs, factors)
    pairs = check_log_rank(folder, runs)
    print(f"{folder}: {len(runs)} runs read by five tools; SciPy finds the same statistics")
    print(f"log-rank tests compared: {pairs}")


if __name__ == "__main__":
    main()
