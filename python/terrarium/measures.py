"""The texts of measures, for experiments that are built in code.

>>> from terrarium import Experiment, measures
>>> study = Experiment(scenario="meadow", ticks=50, measures={
...     "hares": measures.mean("hare", "tick >= 25"),
...     "cycle": measures.period("hare"),
...     "wolves_extinct_at": measures.extinction("wolf"),
... })

Each function returns an expression in the language of own measures (docs/batch.md), which `Experiment` checks when it is built.
A quantity is a name of that language or an arithmetic expression of such names: `"hare"`, `"hare.points.speed"`,
`"hare.births - hare.deaths"`. Quantities have a value at the beginning of a run and after each tick. `tick` is that of the world; `elapsed` counts from the
beginning of the run, which differs where it continues a stored world.
`when` is a condition such as `"tick >= 500 && wolf > 0"`; only the ticks in which it holds count.

The results can be combined by `+ - * /`, in parentheses where necessary:

>>> f"({measures.final('hare')} - {measures.first('hare')}) / 2"
'(final(hare) - first(hare)) / 2'

Where a measure has no value in a run, its cell in `runs` is empty, and the run does not count in the statistics of the measure.
"""

from __future__ import annotations

__all__ = [
    "change",
    "coefficient_of_variation",
    "extinction",
    "final",
    "first",
    "maximum",
    "mean",
    "minimum",
    "period",
    "persistence",
    "sd",
    "share_of_deaths",
    "slope",
    "tick_of_maximum",
    "tick_of_minimum",
    "ticks_when",
    "total",
    "variance",
]


def _call(function: str, quantity: str, when: str | None) -> str:
    return f"{function}({quantity})" if when is None else f"{function}({quantity}, {when})"


def mean(quantity: str, when: str | None = None) -> str:
    """The mean over the ticks, in the unit of the quantity. No value if the quantity has none in any of the ticks.

    >>> mean("hare", "tick >= 1000")
    'mean(hare, tick >= 1000)'
    """
    return _call("mean", quantity, when)


def sd(quantity: str, when: str | None = None) -> str:
    """The sample standard deviation over the ticks, in the unit of the quantity. No value for fewer than two ticks."""
    return _call("sd", quantity, when)


def variance(quantity: str, when: str | None = None) -> str:
    """The sample variance over the ticks, in the squared unit of the quantity. No value for fewer than two ticks.

    For the variance of a trait among the organisms at the end, the measure is its name: `"hare.points.speed.variance"`.

    >>> variance("hare")
    '(sd(hare) * sd(hare))'
    """
    return f"({sd(quantity, when)} * {sd(quantity, when)})"


def coefficient_of_variation(quantity: str, when: str | None = None) -> str:
    """The standard deviation over the ticks divided by the mean, without unit. No value if the mean is 0.

    >>> coefficient_of_variation("hare")
    '(sd(hare) / mean(hare))'
    """
    return f"({sd(quantity, when)} / {mean(quantity, when)})"


def total(quantity: str, when: str | None = None) -> str:
    """The sum over the ticks, in the unit of the quantity times ticks. 0 if the quantity has a value in none of the ticks.

    Births, deaths and other counts of events are counted from the beginning of the run: their total is `final`.

    >>> total("hare")
    'sum(hare)'
    """
    return _call("sum", quantity, when)


def minimum(quantity: str, when: str | None = None) -> str:
    """The least value, in the unit of the quantity. No value if the quantity has none in any of the ticks."""
    return _call("min", quantity, when)


def maximum(quantity: str, when: str | None = None) -> str:
    """The greatest value, in the unit of the quantity. No value if the quantity has none in any of the ticks."""
    return _call("max", quantity, when)


def tick_of_minimum(quantity: str, when: str | None = None) -> str:
    """The first tick with the least value. No value if the quantity has none in any of the ticks.

    >>> tick_of_minimum("hare")
    'argmin(hare)'
    """
    return _call("argmin", quantity, when)


def tick_of_maximum(quantity: str, when: str | None = None) -> str:
    """The first tick with the greatest value. No value if the quantity has none in any of the ticks."""
    return _call("argmax", quantity, when)


def first(quantity: str, when: str | None = None) -> str:
    """The value in the first tick in which the quantity has one, in its unit: without a condition, usually that of tick 0.

    With `"tick"` as the quantity, it is the first tick in which a condition holds; with `"elapsed"`, in a run that continues a
    stored world, the ticks from its beginning to that one:

    >>> first("tick", "hare > 200")
    'first(tick, hare > 200)'
    """
    return _call("first", quantity, when)


def final(quantity: str, when: str | None = None) -> str:
    """The value in the last tick in which the quantity has one, in its unit.

    The mean of a trait has no value once a species has died out: this is the last one before.
    """
    return _call("final", quantity, when)


def change(quantity: str, when: str | None = None) -> str:
    """The last value less the first, in the unit of the quantity. No value if the quantity has none in any of the ticks.

    >>> change("hare.points.speed")
    '(final(hare.points.speed) - first(hare.points.speed))'
    """
    return f"({final(quantity, when)} - {first(quantity, when)})"


def slope(quantity: str, when: str | None = None) -> str:
    """The slope of the regression line, in the unit of the quantity per tick. No value for fewer than two ticks."""
    return _call("slope", quantity, when)


def period(quantity: str, when: str | None = None) -> str:
    """The dominant period, in ticks: the lag of the highest peak of the autocorrelation without linear trend.

    No value if that peak is below 0.2 (in short runs below 4/√n), if there are not two periods, or for fewer than 16 ticks.
    A condition should hold in consecutive ticks, such as `"tick >= 500"`: others are treated as if they were consecutive.
    """
    return _call("period", quantity, when)


def extinction(species: str) -> str:
    """The ticks from the beginning of a run to the first after which none of a species is alive, as `extinct_at` of `runs`.

    No value if it never died out, or was never there.

    >>> extinction("wolf")
    'first(elapsed, wolf == 0 && wolf.deaths > 0)'
    """
    return first("elapsed", f"{species} == 0 && {species}.deaths > 0")


def ticks_when(condition: str) -> str:
    """The number of ticks after which a condition holds, from 0 to the ticks of the run. It always has a value.

    >>> ticks_when("hare < 20")
    'sum(1, (hare < 20) && elapsed > 0)'
    """
    return total("1", f"({condition}) && elapsed > 0")


def persistence(species: str) -> str:
    """The share of the ticks of a run after which any of a species is alive, from 0 to 1. No value for a run without ticks.

    >>> persistence("wolf")
    '(sum(1, (wolf > 0) && elapsed > 0) / final(elapsed))'
    """
    return f"({ticks_when(f'{species} > 0')} / {final('elapsed')})"


def share_of_deaths(species: str, cause: str) -> str:
    """The share of a cause in the deaths of a species during the run, from 0 to 1. No value without deaths.

    cause: `starved`, `old_age`, `killed`, `eaten`, `sick`, `burned` or `removed`.

    >>> share_of_deaths("hare", "killed")
    '(hare.died.killed / hare.deaths)'
    """
    return f"({species}.died.{cause} / {species}.deaths)"
