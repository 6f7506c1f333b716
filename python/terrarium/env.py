"""Environments for learning: `HerdEnv` of PettingZoo, and `CreatureEnv` of Gymnasium.

Both drive the animals of one species, by what `terrarium.herd` names: observations are `SENSES`, actions `DRIVES`, each from
-1 to 1. They need NumPy, PettingZoo and Gymnasium: `pip install "./python[env]"`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy
from gymnasium.spaces import Box
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from ._native import Scenario
from .errors import InputError
from .herd import DRIVES, SENSES, Herd, Step

__all__ = ["DRIVES", "SENSES", "CreatureEnv", "Herd", "HerdEnv", "Rewards", "Step"]


@dataclass(frozen=True)
class Rewards:
    """What an animal gains in a tick."""

    eaten: float = 0.001
    """For each unit of energy that it eats."""
    child: float = 1.0
    """For each child."""
    alive: float = 0.0
    """For a tick that it survives."""
    death: float = -1.0
    """For its death."""

    def of(self, step: Step) -> numpy.ndarray:
        """What each animal gains in a tick, in the order of `step.before`."""
        lot = numpy.where(step.died, self.death, self.alive)
        return lot + step.eaten * self.eaten + step.children * self.child


class _Seeds:
    """The seeds of the worlds of episodes. First the one of the scenario, and later ones follow from the last that was given."""

    def __init__(self, herd: Herd) -> None:
        self._herd = herd
        self._random: numpy.random.Generator | None = None

    def next(self, given: int | None) -> int | None:
        if given is None and self._random is not None:
            return int(self._random.integers(2**63))
        self._random = numpy.random.default_rng(self._herd.seed if given is None else given)
        return given


def _observations() -> Box:
    return Box(-1.0, 1.0, (len(SENSES),), numpy.float32)


def _actions() -> Box:
    return Box(-1.0, 1.0, (len(DRIVES),), numpy.float32)


def _picture(herd: Herd, render_mode: str | None) -> numpy.ndarray | None:
    if render_mode is None:
        return None
    picture = herd.world().render()
    return numpy.frombuffer(picture.rgb, dtype=numpy.uint8).reshape(picture.height, picture.width, 3)


def _checked(render_mode: str | None) -> str | None:
    if render_mode not in (None, "rgb_array"):
        raise InputError(f'render_mode cannot be {render_mode!r}; give None or "rgb_array"')
    return render_mode


def _checked_action(action: Any, whose: str = "") -> numpy.ndarray:
    """An action with a number for each drive. What the numbers can be, `Herd.step` checks."""
    row = numpy.asarray(action, dtype=numpy.float32)
    if row.shape != (len(DRIVES),):
        given = " x ".join(map(str, row.shape)) or "of a single number"
        raise InputError(f"the action {whose} has the shape {given}; give {len(DRIVES)} drives".replace("  ", " "))
    return row


class HerdEnv(ParallelEnv):
    """A species as an environment of PettingZoo: its animals are agents, which are born and die.

    scenario, species, threads: those of `Herd`.
    max_agents: the most agents of an episode; animals that are born beyond it roam.
    max_cycles: the ticks after which an episode is truncated.
    rewards: what an agent gains in a tick.
    render_mode: "rgb_array" for `render`.

    The agents are named in the order of their births: hare_0, hare_1 and so on.
    """

    metadata = {"name": "terrarium_herd_v0", "render_modes": ["rgb_array"]}

    def __init__(
        self,
        scenario: Scenario | str | os.PathLike[str] = "meadow",
        species: str = "hare",
        *,
        threads: int | None = None,
        max_agents: int = 1000,
        max_cycles: int = 1000,
        rewards: Rewards = Rewards(),
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = _checked(render_mode)
        self.herd = Herd(scenario, species, threads=threads)
        if len(self.herd.ids) > max_agents:
            raise InputError(f"there are {len(self.herd.ids)} founders, but max_agents is {max_agents}; raise it")
        self.max_cycles = max_cycles
        self.rewards = rewards
        self.possible_agents = [f"{species}_{number}" for number in range(max_agents)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, _observations())
        # Each agent samples actions of its own.
        self.action_spaces = {agent: _actions() for agent in self.possible_agents}
        self.agents: list[str] = []
        self._seeds = _Seeds(self.herd)
        self._names: dict[int, str] = {}
        self._begin = 0

    def observation_space(self, agent: str) -> Box:
        """What an agent senses: `SENSES`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Box:
        """What drives an agent: `DRIVES`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Founds the world anew, with this seed. Without one, each episode has another, and they are the same each time."""
        self.herd.reset(self._seeds.next(seed))
        self._begin = self.herd.tick
        self._names = {}
        self.agents = self._name_new()
        return self._sensed(), {agent: {} for agent in self.agents}

    def _name_new(self) -> list[str]:
        """Names the animals that are new. Returns their names."""
        room = len(self.possible_agents) - len(self._names)
        new = [it for it in self.herd.ids.tolist() if it not in self._names][:room]
        begin = len(self._names)
        names = self.possible_agents[begin : begin + len(new)]
        self._names.update(zip(new, names))
        return names

    def _sensed(self) -> dict[str, numpy.ndarray]:
        rows = zip(self.herd.ids.tolist(), self.herd.senses)
        # Each agent has a row of its own, which it may change and keep.
        return {self._names[it]: row.copy() for it, row in rows if it in self._names}

    def step(self, actions: dict[str, numpy.ndarray]) -> tuple[dict, dict, dict, dict, dict]:
        """Simulates a tick. Agents without an action roam, and actions of agents that have died have no effect."""
        herd = self.herd
        if unknown := [agent for agent in actions if agent not in self.observation_spaces]:
            raise InputError(f"there is no agent {unknown[0]!r}; `agents` has those that are alive")
        drives = numpy.zeros((len(herd.ids), len(DRIVES)), dtype=numpy.float32)
        for row, it in enumerate(herd.ids.tolist()):
            agent = self._names.get(it, "")
            if (action := actions.get(agent)) is not None:
                drives[row] = _checked_action(action, f"of {agent}")
        result = herd.step(drives)
        new = self._name_new()
        rewards: dict[str, float] = {}
        terminated: dict[str, bool] = {}
        gains = self.rewards.of(result).tolist()
        for it, gain, died in zip(result.before.tolist(), gains, result.died.tolist()):
            if (name := self._names.get(it)) is not None:
                rewards[name], terminated[name] = gain, died
        for name in new:
            rewards[name], terminated[name] = 0.0, False
        sensed = self._sensed()
        observations = {
            name: sensed[name] if name in sensed else numpy.zeros(len(SENSES), dtype=numpy.float32) for name in terminated
        }
        has_ended = herd.tick - self._begin >= self.max_cycles
        truncated = {name: has_ended and not died for name, died in terminated.items()}
        self.agents = [] if has_ended else [name for name, died in terminated.items() if not died]
        return observations, rewards, terminated, truncated, {name: {} for name in terminated}

    def state(self) -> numpy.ndarray:
        """What all animals sense, of shape (living animals, len(SENSES))."""
        return self.herd.senses.copy()

    def snapshot(self) -> tuple[Any, ...]:
        """The environment as it is, exactly, for `restore`."""
        return (self.herd.snapshot(), dict(self._names), list(self.agents), self._begin)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Continues from a snapshot of this environment."""
        world, names, agents, self._begin = snapshot
        self.herd.restore(world)
        self._names, self.agents = dict(names), list(agents)

    def render(self) -> numpy.ndarray | None:
        """With the mode "rgb_array", the pixels of a picture of the world, of shape (height, width, 3)."""
        return _picture(self.herd, self.render_mode)

    def close(self) -> None:
        """Completes the recording of the herd, if there is one."""
        self.herd.finish_recording()


class CreatureEnv(gymnasium.Env):
    """One animal as an environment of Gymnasium: the first founder of a species. All others of the species roam.

    An episode ends with its death. The options are those of `HerdEnv`.
    """

    metadata = {"render_modes": ["rgb_array"]}

    def __init__(
        self,
        scenario: Scenario | str | os.PathLike[str] = "meadow",
        species: str = "hare",
        *,
        threads: int | None = None,
        max_cycles: int = 1000,
        rewards: Rewards = Rewards(),
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = _checked(render_mode)
        self.herd = Herd(scenario, species, threads=threads)
        if len(self.herd.ids) == 0:
            raise InputError(f"the world has no {species}; raise population.{species}")
        self.observation_space, self.action_space = _observations(), _actions()
        self.max_cycles = max_cycles
        self.rewards = rewards
        self._seeds = _Seeds(self.herd)
        self._own = int(self.herd.ids[0])
        self._begin = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[numpy.ndarray, dict[str, Any]]:
        """Founds the world anew, with this seed. Without one, each episode has another, and they are the same each time."""
        super().reset(seed=seed)
        self.herd.reset(self._seeds.next(seed))
        self._begin = self.herd.tick
        self._own = int(self.herd.ids[0])
        return self.herd.senses[0].copy(), {}

    def step(self, action: numpy.ndarray) -> tuple[numpy.ndarray, float, bool, bool, dict[str, Any]]:
        """Simulates a tick."""
        herd = self.herd
        drives = numpy.zeros((len(herd.ids), len(DRIVES)), dtype=numpy.float32)
        row = int(numpy.searchsorted(herd.ids, self._own))
        if row == len(herd.ids) or herd.ids[row] != self._own:
            raise InputError("the animal is dead; call reset")
        drives[row] = _checked_action(action)
        result = herd.step(drives)
        gain, died = float(self.rewards.of(result)[row]), bool(result.died[row])
        if died:
            senses = numpy.zeros(len(SENSES), dtype=numpy.float32)
        else:
            senses = herd.senses[int(numpy.searchsorted(herd.ids, self._own))].copy()
        truncated = not died and herd.tick - self._begin >= self.max_cycles
        return senses, gain, died, truncated, {}

    def snapshot(self) -> tuple[bytes, int, int]:
        """The environment as it is, exactly, for `restore`."""
        return (self.herd.snapshot(), self._own, self._begin)

    def restore(self, snapshot: tuple[bytes, int, int]) -> None:
        """Continues from a snapshot of this environment."""
        world, self._own, self._begin = snapshot
        self.herd.restore(world)

    def render(self) -> numpy.ndarray | None:  # type: ignore[override]
        """With the mode "rgb_array", the pixels of a picture of the world, of shape (height, width, 3)."""
        return _picture(self.herd, self.render_mode)

    def close(self) -> None:
        """Completes the recording of the herd, if there is one."""
        self.herd.finish_recording()
