/** The tools that change the world: what each of them asks of it. */
import type { Area, Box, Command, Place } from "../contract/engine";
import type { IconName } from "./icons";

export type ToolName =
  "look" | "add" | "wall" | "polygon" | "unwall" | "paint" | "drought" | "plague" | "fire";

/** What tools can be set to. Lengths are in units, shares from 0 to 1. */
export interface ToolSettings {
  species: number;
  radius: number;
  count: number;
  share: number;
  ticks: number;
  tile: string;
}

export interface ToolEntry {
  name: ToolName;
  /** The action that takes it. */
  action: string;
  icon: IconName;
  label: string;
  /** What it begins with. */
  defaults: Partial<ToolSettings>;
}

export const TOOLS: readonly ToolEntry[] = [
  { name: "look", action: "Look", icon: "look", label: "Select and move", defaults: {} },
  { name: "add", action: "Add", icon: "add", label: "Add", defaults: { radius: 0, count: 8 } },
  { name: "wall", action: "Wall", icon: "wall", label: "Wall", defaults: {} },
  { name: "polygon", action: "Polygon", icon: "polygon", label: "Polygon", defaults: {} },
  { name: "unwall", action: "RemoveWalls", icon: "unwall", label: "Remove walls", defaults: {} },
  { name: "paint", action: "Paint", icon: "paint", label: "Paint", defaults: { radius: 40 } },
  {
    name: "drought",
    action: "Drought",
    icon: "drought",
    label: "Drought",
    defaults: { radius: 400, share: 0.5, ticks: 300 },
  },
  {
    name: "plague",
    action: "Plague",
    icon: "plague",
    label: "Plague",
    defaults: { radius: 400, share: 0.3, ticks: 200 },
  },
  {
    name: "fire",
    action: "Fire",
    icon: "fire",
    label: "Fire",
    defaults: { radius: 150, share: 0.5, ticks: 60 },
  },
];

export const TILES = ["Ground", "Road", "Swamp", "Water", "Trees", "Rock", "Wall"] as const;

/** Beyond this radius, a drought or plague is everywhere. */
export const WIDEST = 1000;

/** What a pointer has passed over with a tool, from where it went down. */
export type Stroke = readonly [Place, ...Place[]];

/** The command of a tool at the end of a stroke. `tile` is the side of a tile, if the ground has some. */
export function commandOf(
  tool: ToolName,
  settings: ToolSettings,
  stroke: Stroke,
  tile: number | null | undefined,
): Command | undefined {
  const { species, radius, count, share, ticks } = settings;
  const at = stroke[stroke.length - 1] ?? stroke[0];
  const area: Area = tool !== "fire" && radius >= WIDEST ? null : { at, radius };
  switch (tool) {
    case "look":
      return undefined;
    case "add": {
      if (radius === 0) return { command: "add", species, at };
      const places = thinned(stroke, radius);
      return { command: "scatter", species, places, radius, count: count * places.length };
    }
    case "wall":
      return { command: "build_wall", area: boxOf(stroke[0], at) };
    case "polygon": {
      const corners = outlineOf(stroke);
      return corners.length > 2 ? { command: "build_polygon", corners } : undefined;
    }
    case "unwall":
      return { command: "remove_walls", area: boxOf(stroke[0], at) };
    case "paint":
      if (!tile) throw new Error("The ground here cannot be painted: it has no tiles.");
      return { command: "paint_tiles", tile: settings.tile, cells: cellsOf(stroke, radius, tile) };
    case "drought":
      return { command: "calamity", calamity: { DrySpell: { area, light: share, ticks } } };
    case "plague":
      return {
        command: "calamity",
        calamity: { Epidemic: { species, area, mortality: share, ticks } },
      };
    case "fire":
      return { command: "calamity", calamity: { Wildfire: { area, mortality: share, ticks } } };
  }
}

function boxOf(from: Place, to: Place): Box {
  // A click is a small box, in which a wall is found.
  const margin = from[0] === to[0] && from[1] === to[1] ? 2 : 0;
  return {
    min: [Math.min(from[0], to[0]) - margin, Math.min(from[1], to[1]) - margin],
    max: [Math.max(from[0], to[0]) + margin, Math.max(from[1], to[1]) + margin],
  };
}

/** How far an outline may pass beside a place of its stroke, in units. */
const BESIDE = 3;

/** The corners of the outline that a stroke goes around: its places without those near the line between others. */
export function outlineOf(stroke: Stroke): Place[] {
  const [first] = stroke;
  const far = stroke.reduce(
    (best, at, index) => {
      const distance = Math.hypot(at[0] - first[0], at[1] - first[1]);
      return distance > best.distance ? { index, distance } : best;
    },
    { index: 0, distance: 0 },
  );
  if (far.index === 0) return [first];
  // Two halves, because a stroke that is closed has no line from its beginning to its end.
  const there = simplified(stroke.slice(0, far.index + 1));
  const back = simplified([...stroke.slice(far.index), first]);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

/** A line without the places that lie near it (Ramer 1972, Douglas and Peucker 1973). */
function simplified(line: readonly Place[]): Place[] {
  const [from, to] = [line[0], line[line.length - 1]];
  if (!from || !to || line.length < 3) return [...line];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  let [farthest, most] = [0, BESIDE];
  line.forEach(([x, y], index) => {
    const [px, py] = [x - from[0], y - from[1]];
    const beside = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
    if (beside > most) [farthest, most] = [index, beside];
  });
  if (farthest === 0) return [from, to];
  const before = simplified(line.slice(0, farthest + 1));
  return [...before.slice(0, -1), ...simplified(line.slice(farthest))];
}

/** Places of a stroke that are at least so far apart. */
function thinned(stroke: Stroke, distance: number): Place[] {
  const places: Place[] = [];
  for (const at of stroke) {
    const [x, y] = places[places.length - 1] ?? [Infinity, Infinity];
    if (Math.hypot(at[0] - x, at[1] - y) >= distance) places.push(at);
  }
  return places;
}

/** The tiles whose middle a brush has passed, each once. */
function cellsOf(stroke: Stroke, radius: number, tile: number): Place[] {
  const cells = new Map<string, Place>();
  const reach = Math.ceil(radius / tile);
  for (const [x, y] of stroke) {
    const [column, row] = [Math.floor(x / tile), Math.floor(y / tile)];
    for (let right = column - reach; right <= column + reach; right += 1) {
      for (let down = row - reach; down <= row + reach; down += 1) {
        const far = Math.hypot((right + 0.5) * tile - x, (down + 0.5) * tile - y);
        const isHit = far <= radius || (right === column && down === row);
        if (isHit && right >= 0 && down >= 0) cells.set(`${right} ${down}`, [right, down]);
      }
    }
  }
  return [...cells.values()];
}
