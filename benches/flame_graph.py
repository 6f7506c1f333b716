"""Draws the flame graph of a tick: its phases, and the modules and functions that they call.

Reads the stacks that `inferno-collapse-perf` writes, and writes an SVG that needs no script to be read;
docs/performance.md has the whole command. Keeps the frames of this project, one for each module that a stack
enters and one for its last function, and names what the engines of scripts and modules, allocation, copying and
sorting take. Frames narrower than 0.3 % are left out.
"""

import colorsys
import re
import sys
import zlib
from xml.sax.saxutils import escape

PHASES = {
    "decide": "sense and decide",
    "gather": "gather",
    "burn": "burn, age and rot",
    "attack": "attack",
    "defend": "defend",
    "movement": "move",
    "eat": "eat",
    "grow": "grow",
    "heal": "heal",
    "incubate": "incubate",
    "light": "light",
    "birth": "place births",
    "store_results": "store",
}

OTHERS = [
    (r"^rhai::", "rhai"),
    (r"^wasmi", "wasmi"),
    (r"malloc|^_?int_free|^cfree|^realloc|^calloc|__rust_(de|re)?alloc|^__libc_(m|c|re)alloc", "allocation"),
    (r"mem(move|cpy|set|cmp)", "copying"),
    (r"slice::sort|::quicksort|::smallsort|::driftsort", "sorting"),
]

# Crates whose modules are shown with their name.
NAMED_CRATES = {"space", "script", "wasm"}

# Modules that only pass calls on.
PASSING = {"parallel", "behaviour::pool", "search", "danger", "scratch"}

# Modules that are shown as one.
MERGED = [
    (r"^plan::surroundings$", "obstacles in view"),
    (r"^plan(::.*)?$", "plan"),
    (r"^space::index(::.*)?$", "spatial index"),
    (r"^movement(::.*)?$", "movement"),
    (r"^behaviour::native(::.*)?$", "native behaviours"),
    (r"^script(::.*)?$", "scripts"),
    (r"^wasm(::.*)?$", "modules"),
    (r"^perimeter(::.*)?$", "perimeter"),
]


def plain(frame):
    """A name without type parameters, closures and implementations."""
    frame = re.sub(r"_\[[a-z]\]$|\+0x[0-9a-f]+$", "", frame)
    frame = re.sub(r"<impl ([^<>]*?)(<.*?>)? for ([^<>]*?)>", r"\3", frame)
    frame = re.sub(r"<impl ([^<>]*?)>", lambda it: it[1].rsplit("::", 1)[-1], frame)
    frame = re.sub(r"^<(?:&mut |&)?([^<> ]*)(?:<.*>)? as [^>]*>+", r"\1", frame)
    before = None
    while before != frame:
        before, frame = frame, re.sub(r"(::)?<[^<>]*>", "", frame)
    return re.sub(r"::\{\{closure\}\}|::_?\{closure[^}]*\}|::h[0-9a-f]{16}$", "", frame)


def module_and_function(frame):
    """The module of a function of this project, and its name; None for other functions."""
    path = plain(frame).split("::")
    crate = path[0].removeprefix("terrarium_")
    if crate == path[0] or len(path) < 3:
        return None
    if crate in NAMED_CRATES:
        path.insert(1, crate)
    is_type = len(path[-2]) > 0 and path[-2][0].isupper()
    cut = -2 if is_type else -1
    module = [part for part in path[1:cut] if part != "tick"]
    module = "::".join(module)
    for pattern, name in MERGED:
        module = re.sub(pattern, name, module)
    return module, "::".join(path[cut:])


def simplified(stack):
    """The frames to show; None for what is outside a tick."""
    frames = stack.split(";")
    ticks = [at for at, frame in enumerate(frames) if "tick_with_observer" in frame]
    if not ticks:
        return None
    frames = frames[ticks[-1] + 1 :]
    places = [place for frame in frames if (place := module_and_function(frame))]
    phases = [PHASES[name] for module, _ in places if (name := module.split("::")[0]) in PHASES]
    shown, function = ["a tick", phases[0] if phases else "other phases"], None
    for frame in frames:
        other = next((name for pattern, name in OTHERS if re.search(pattern, plain(frame))), None)
        if other:
            function = None
            shown.append(other)
            break
        place = module_and_function(frame)
        if place is None or not place[0] or place[0] in PASSING:
            continue
        module, function = place
        is_phase = PHASES.get(module) == shown[1]
        if module not in shown and not is_phase:
            shown.append(module)
    if function and function not in shown:
        shown.append(function)
    return shown


class Frame:
    """A frame of the graph, with the samples in it and what it calls."""

    def __init__(self):
        self.samples = 0
        self.calls = {}

    def add(self, frames, samples):
        self.samples += samples
        if frames:
            self.calls.setdefault(frames[0], Frame()).add(frames[1:], samples)

    def depth(self, least):
        """The number of rows of frames that are wide enough."""
        if self.samples < least:
            return 0
        return 1 + max((call.depth(least) for call in self.calls.values()), default=0)


WIDTH, ROW, LETTER, NARROWEST = 1200, 19, 6.7, 0.003


def colour(name, row):
    """One colour for each frame, whatever is drawn beside it: warm, and paler farther up."""
    number = zlib.crc32(name.encode())
    hue, saturation = (12 + number % 38) / 360, (88 - number // 64 % 16) / 100
    parts = colorsys.hls_to_rgb(hue, min(62 + row * 2, 82) / 100, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def in_order(name):
    """Phases in their order, other frames by name."""
    phases = list(PHASES.values())
    return (phases.index(name) if name in phases else len(phases), name)


def drawn(name, frame, left, row, rows, whole):
    """The elements of a frame and of those above it."""
    width = frame.samples / whole * WIDTH
    top = (rows - 1 - row) * ROW + 30
    share = f"{frame.samples / whole * 100:.1f} %"
    yield f"<g><title>{escape(name)}: {share}</title>"
    yield (
        f'<rect x="{left:.1f}" y="{top}" width="{max(width - 0.6, 0.6):.1f}" height="{ROW - 1}" '
        f'fill="{colour(name, row)}"/>'
    )
    text = next((text for text in (f"{name} {share}", name) if len(text) * LETTER + 6 < width), None)
    letters = int((width - 6) / LETTER)
    if text is None and letters > 3:
        text = name[: letters - 1] + "…"
    if text:
        yield f'<text x="{left + 3:.1f}" y="{top + 13}">{escape(text)}</text>'
    yield "</g>"
    for call in sorted(frame.calls, key=in_order):
        inner = frame.calls[call]
        if inner.samples >= whole * NARROWEST:
            yield from drawn(call, inner, left, row + 1, rows, whole)
        left += inner.samples / whole * WIDTH


def main():
    whole = Frame()
    for line in sys.stdin:
        stack, samples = line.rsplit(" ", 1)
        frames = simplified(stack)
        if frames:
            whole.add(frames, int(samples))
    ((name, tick),) = whole.calls.items()
    rows = tick.depth(tick.samples * NARROWEST)
    title = sys.argv[1] if len(sys.argv) > 1 else "A tick"
    height = rows * ROW + 36
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="11">'
    )
    print(f'<rect width="{WIDTH}" height="{height}" fill="#fffdf7"/>')
    print(f'<text x="6" y="19" font-size="13">{escape(title)}</text>')
    for element in drawn(name, tick, 0.0, 0, rows, tick.samples):
        print(element)
    print("</svg>")


main()
