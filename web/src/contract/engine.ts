/** What goes between the page and the engine: what sessions say of themselves, and what the page asks for. */
import type { ChartPicture } from "./session";

export type * from "./session";

/** Text files by name; binary ones as `base64:…`. */
export type Files = Record<string, string>;

export interface Creature {
  name: string;
  files: Files;
}

/** A search from a tick on for another one, in which a condition about an organism holds. */
export interface Search {
  organism: number;
  condition: string;
  tick: number;
  isForward: boolean;
}

/** What was painted of a chart, with its pixels. */
export type PaintedChart = ChartPicture & { pixels: Uint8ClampedArray<ArrayBuffer> };

export type Place = [number, number];

/** What a pointer has passed over with a tool, from where it went down. A click is one place. */
export type Stroke = readonly [Place, ...Place[]];

export type Area = { at: Place; radius: number } | null;
export type Box = { min: Place; max: Place };

/** A command, as manifests of runs write it. */
export type Command =
  | { command: "add"; species: number; at: Place }
  | { command: "scatter"; species: number; places: Place[]; radius: number; count: number }
  | { command: "build_wall" | "remove_walls"; area: Box }
  | { command: "build_polygon"; corners: readonly Place[] }
  | { command: "paint_tiles"; tile: string; cells: Place[] }
  | { command: "calamity"; calamity: Calamity }
  | { command: "feed" | "remove"; whom: number };

export type Calamity =
  | { Wildfire: { area: Area; mortality: number; ticks: number } }
  | { DrySpell: { area: Area; light: number; ticks: number } }
  | { Epidemic: { species: number; area: Area; mortality: number; ticks: number } };
