"""The wolf–sheep model in Mesa 3, for population curves and for times.

Takes a JSON object with the parameters of the model, `steps`, `seeds`, `enough` (seconds) and whether to
count the `curves`. Prints one with a list for each seed: of the numbers of sheep, wolves and grown
patches after each step, or of `[seconds, agent-steps]`.

In the public comparison of frameworks grass never grows back: the events by which it grows are executed
by the simulator, but the model is advanced step by step without it. Here the simulator advances the
model. That no dead animal is still scheduled is asserted when curves are counted.
"""

import json
import sys
import time
from math import inf

import mesa
from mesa.discrete_space import CellAgent, FixedAgent, OrthogonalMooreGrid
from mesa.experimental.devs import ABMSimulator


class Grass(FixedAgent):
    """A patch that is grown, or grows back in a while."""

    def __init__(self, model, cell, delay):
        super().__init__(model)
        self.cell = cell
        self.is_grown = delay == 0
        if delay > 0:
            self.grow_in(delay)

    def grow_in(self, delay):
        self.is_grown = False
        self.model.simulator.schedule_event_relative(self.grow, delay)

    def grow(self):
        self.is_grown = True


class Animal(CellAgent):
    """An animal that walks, eats, breeds and dies."""

    def __init__(self, model, energy, cell):
        super().__init__(model)
        self.energy = energy
        self.cell = cell

    def step(self):
        self.cell = self.cell.neighborhood.select_random_cell()
        self.energy -= 1
        self.feed()
        if self.energy < 0:
            self.remove()
        elif self.random.random() < self.model.breeding[type(self)]:
            self.energy /= 2
            type(self)(self.model, self.energy, self.cell)


class Sheep(Animal):
    def feed(self):
        grass = self.model.grass[self.cell]
        if grass.is_grown:
            self.energy += self.model.options["sheep_gain"]
            grass.grow_in(self.model.options["regrowth"])


class Wolf(Animal):
    def feed(self):
        prey = [other for other in self.cell.agents if isinstance(other, Sheep)]
        if prey:
            self.energy += self.model.options["wolf_gain"]
            self.random.choice(prey).remove()


class Meadow(mesa.Model):
    def __init__(self, options, seed):
        super().__init__(seed=seed)
        self.options = options
        self.breeding = {Sheep: options["sheep_breeding"], Wolf: options["wolf_breeding"]}
        self.agent_steps = 0
        self.simulator = ABMSimulator()
        self.simulator.setup(self)
        side = options["side"]
        self.grid = OrthogonalMooreGrid((side, side), torus=False, capacity=inf, random=self.random)
        cells = self.grid.all_cells.cells
        for kind, count, gain in [
            (Sheep, options["sheep"], options["sheep_gain"]),
            (Wolf, options["wolves"], options["wolf_gain"]),
        ]:
            for _ in range(count):
                kind(self, self.random.random() * 2 * gain, self.random.choice(cells))
        regrowth = options["regrowth"]
        self.grass = {}
        for cell in cells:
            delay = 0 if self.random.random() < 0.5 else self.random.randrange(regrowth)
            self.grass[cell] = Grass(self, cell, delay)

    def step(self):
        for kind in (Sheep, Wolf):
            animals = self.agents_by_type.get(kind)
            if animals:
                self.agent_steps += len(animals)
                animals.shuffle_do("step")

    def census(self):
        """Return the numbers of sheep, wolves and grown patches."""
        of = self.agents_by_type
        for kind in (Sheep, Wolf):
            in_cells = sum(isinstance(it, kind) for cell in self.grid for it in cell.agents)
            assert in_cells == len(of.get(kind, ())), f"dead {kind.__name__} are scheduled"
        grown = sum(grass.is_grown for grass in self.grass.values())
        return [len(of.get(Sheep, ())), len(of.get(Wolf, ())), grown]


def count(options, seed):
    """Return the census after each step."""
    model = Meadow(options, seed)
    curve = []
    for _ in range(options["steps"]):
        model.simulator.run_for(1)
        curve.append(model.census())
    return curve


def measure(options, seed):
    """Return the time of all steps, and the number of steps of animals."""
    model = Meadow(options, seed)
    start = time.perf_counter()
    model.simulator.run_for(options["steps"])
    return [time.perf_counter() - start, model.agent_steps]


def main():
    options = json.loads(sys.argv[1])
    run, begin, results = count if options["curves"] else measure, time.perf_counter(), []
    for seed in range(1, options["seeds"] + 1):
        results.append(run(options, seed))
        if time.perf_counter() - begin > options["enough"]:
            break
    print(json.dumps(results))


if __name__ == "__main__":
    main()
