"""A model of Mesa without agents, which counts in its only step."""

from typing import Any

from mesa import DataCollector, Model


class Counting(Model):
    """Counts to `count`."""

    def __init__(self, count: int, **others: Any) -> None:
        super().__init__(**others)
        self.count = count
        self.value = 0
        self.datacollector = DataCollector(model_reporters={"value": "value"})

    def step(self) -> None:
        self.value = busy(self.count)
        self.datacollector.collect(self)
        self.running = False


def busy(count: int) -> int:
    """Counts, in a time that is proportional to `count`."""
    value = 1
    for _ in range(count):
        value = value * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
    return value
