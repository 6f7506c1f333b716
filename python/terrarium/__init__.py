"""Terrarium: a deterministic ecosystem simulation.

>>> import terrarium
>>> world = terrarium.Scenario("meadow", seed=7).create()
>>> world.run(100)
100
>>> world.tick
100

Plants, herbivores and carnivores see, decide, find paths, eat, fight, grow, breed and die in a continuous world. The same
scenario and seed give the same `state_hash` after each tick as with the command `terrarium`, on any machine and number of
threads.
"""

from . import errors, measures
from ._native import VERSION, Animation, Picture, Recording, Scenario, Table, World, read_table
from .errors import InputError, TerrariumError
from .experiment import Experiment, Results
from .run import Run, read_run

__version__ = VERSION

__all__ = [
    "Animation",
    "Experiment",
    "InputError",
    "Picture",
    "Recording",
    "Results",
    "Run",
    "Scenario",
    "Table",
    "TerrariumError",
    "World",
    "errors",
    "measures",
    "read_run",
    "read_table",
]
