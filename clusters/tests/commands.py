#!/usr/bin/env python3
"""Writes the programs in the manifests of Kubernetes to a folder, for linters: scripts of the shell and of Python."""

import pathlib
import sys

import yaml

FOLDER = pathlib.Path(__file__).parents[1] / "kubernetes"
ENDINGS = {"sh": ".sh", "python": ".py"}

target = pathlib.Path(sys.argv[1])
for path in sorted(FOLDER.glob("*-job.yaml")):
    for container in yaml.safe_load(path.read_text())["spec"]["template"]["spec"]["containers"]:
        ending = ENDINGS[container["command"][0]]
        [program] = container["args"]
        (target / f"{path.stem}_{container['name']}{ending}".replace("-", "_")).write_text(program)
