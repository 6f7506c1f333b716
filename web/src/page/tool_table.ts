/** The tools that change the world, and what they can be set to. */
import type { Place, Stroke, Tool } from "../contract/engine";
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
  { name: "paint", action: "Paint", icon: "paint", label: "Paint tiles", defaults: { radius: 40 } },
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

/** The tool with its settings, as the engine knows it. */
export function toolOf(name: ToolName, settings: ToolSettings): Tool | undefined {
  const { species, radius, count, share, ticks, tile } = settings;
  // The place is that of the stroke.
  const disc = { at: [0, 0] as Place, radius };
  const area = radius >= WIDEST ? null : disc;
  switch (name) {
    case "look":
      return undefined;
    case "add":
      return { tool: "add", species, radius, count };
    case "wall":
      return { tool: "wall" };
    case "polygon":
      return { tool: "polygon" };
    case "unwall":
      return { tool: "remove_walls" };
    case "paint":
      return { tool: "paint", tile, radius };
    case "drought":
      return { tool: "calamity", DrySpell: { area, light: share, ticks } };
    case "plague":
      return { tool: "calamity", Epidemic: { species, area, mortality: share, ticks } };
    case "fire":
      return { tool: "calamity", Wildfire: { area: disc, mortality: share, ticks } };
  }
}

/** How far an outline may pass beside a place of its stroke, in units. */
const BESIDE = 3;

/** The corners of the outline that a stroke goes around: its places without those near the line between others. */
export function outlineOf(stroke: Stroke): [Place, ...Place[]] {
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
  return [first, ...there.slice(1, -1), ...back.slice(0, -1)];
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
