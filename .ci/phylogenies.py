"""The trees of descent of a run, opened with the software of the field, and their figures computed anew.

    terrarium phylogeny RUN --species hare --extant --out hare.csv --format json >figures.json
    terrarium phylogeny RUN --species hare --extant --out hare.nwk
    python .ci/phylogenies.py figures RUN hare.csv hare.nwk figures.json

And a tree of many generations, with what the manual shows for Newick:

    python .ci/phylogenies.py chain RUN DEEP
    terrarium phylogeny DEEP --species hare --out DEEP/hare.nwk
    python .ci/phylogenies.py manual DEEP
"""

import contextlib
import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import sys

import alifedata_phyloinformatics_convert as apc
import dendropy
import pandas
from phylotrackpy import systematics

# The generations of a deep tree.
GENERATIONS = 20_000


def opened(run, table, newick, figures):
    [figures] = json.loads(pathlib.Path(figures).read_text())["species"]
    check_individuals(pathlib.Path(run))
    check_table(table, figures)
    check_tracker(table, figures)
    check_newick(newick, table)
    print(f"{table}: {figures['living']} living taxa of {figures['taxa']}, and the figures are those of phylotrackpy")


def check_individuals(run):
    """Both files have the same rows, and every parent is there."""
    plain = pandas.read_csv(run / "individuals.csv")
    columns = pandas.read_parquet(run / "individuals.parquet")
    pandas.testing.assert_frame_equal(plain, columns, check_dtype=False)
    assert plain.organism.is_unique
    assert set(plain.parent.dropna()) <= set(plain.organism)
    assert plain.children.sum() == plain.parent.notna().sum()


def check_table(path, figures):
    table = pandas.read_csv(path)
    assert len(table) == figures["taxa"]
    assert (table.destruction_time == math.inf).sum() == figures["living"]
    assert (table.ancestor_list == "[none]").sum() == figures["roots"]
    trees = apc.alife_dataframe_to_dendropy_trees(table, setup_edge_lengths=True)
    assert len(trees) == figures["roots"]
    assert sum(len(tree.nodes()) for tree in trees) == figures["taxa"]


def check_tracker(path, figures):
    tree = systematics.Systematics(lambda organism: organism)
    tree.load_from_file(path, info_col="taxon_label", assume_leaves_extant=False)
    assert tree.get_num_active() == figures["living"]
    assert tree.get_max_depth() == figures["max_depth"]
    distance = tree.get_mean_pairwise_distance(False)
    assert math.isclose(distance, figures["mean_pairwise_distance"], rel_tol=1e-9), distance
    ancestor = tree.get_mrca()
    found = (ancestor.get_info(), ancestor.get_origination_time())
    expected = figures["common_ancestor"]
    assert found == (f"hare-{expected['id']}", expected["origin"]), found


def check_newick(path, table):
    """Its nodes are the rows of the table, and as far from the beginning as their ticks of birth."""
    births = dict(pandas.read_csv(table)[["taxon_label", "origin_time"]].itertuples(index=False))
    trees = dendropy.TreeList.get(path=path, schema="newick", rooting="force-rooted")
    nodes = [node for tree in trees for node in tree.preorder_node_iter()]
    found = {}
    for node in nodes:
        name = node.taxon.label if node.taxon else node.label
        before = found[node.parent_node] if node.parent_node else 0
        found[node] = before + (node.edge.length or 0)
        assert found[node] == births.pop(name), name
    assert not births


def chain(run, deep):
    """The directory of a run in which each hare had one child, for many generations."""
    run, deep = pathlib.Path(run), pathlib.Path(deep)
    deep.mkdir()
    shutil.copy(run / "manifest.json", deep)
    with open(run / "individuals.csv") as individuals:
        rows = csv.DictReader(individuals)
        hare = next(row for row in rows if row["species"] == "hare")
    with open(deep / "individuals.csv", "w") as individuals:
        table = csv.DictWriter(individuals, hare)
        table.writeheader()
        for number in range(1, GENERATIONS + 1):
            parent = number - 1 if number > 1 else ""
            table.writerow({**hare, "organism": number, "parent": parent, "generation": number - 1,
                            "born": number - 1, "died": number + 9, "age": 10})


def manual(deep):
    """What the manual shows reads the tree, and says what it is."""
    text = (pathlib.Path(__file__).parents[1] / "docs" / "evolution.md").read_text()
    [example] = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if 'schema="newick"' in block]
    os.chdir(deep)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(example, {})
    assert shown.getvalue() == f"hare-1 1 {GENERATIONS - 1}.0\n", shown.getvalue()
    print(f"a tree of {GENERATIONS} generations is read as the manual shows it")


if __name__ == "__main__":
    task, *arguments = sys.argv[1:]
    {"figures": opened, "chain": chain, "manual": manual}[task](*arguments)
