/** What the engine returns as JSON. */

/** A shipped scenario. */
export interface Scenario {
  name: string;
  description: string;
  text: string;
}

/** An action of viewers, with its keys as shown to users: `Shift+B`. */
export interface ActionEntry {
  id: string;
  keys: string[];
  name: string;
  help: string;
  group: string;
}

export interface Overlay {
  name: string;
  help: string;
}

/** A branch of a run. `parent` is the branch it began from, and the tick. */
export interface Timeline {
  name: string;
  parent: [number, number] | null;
  frontier: number;
}

export interface State {
  name: string;
  seed: string;
  tick: number;
  first: number;
  frontier: number;
  seeking: number | null;
  timelines: Timeline[];
  present: number;
  organisms: number;
  selected: number | null;
  followed: number | null;
  /** The first tick in which a replay differed from the recording. */
  difference: number | null;
  /** False if only keyframes can be shown. */
  canSimulate: boolean;
  decided: string | null;
  link: { tick: number; hash: string; verdict: "pending" | "same" | "different" } | null;
}

export interface Species {
  name: string;
  kind: string;
  colour: string;
  count: number | null;
  behaviour: string | null;
}

export interface Remark {
  tick: number;
  text: string;
  /** Its category: `daily`, `story`, `days`, `close`, `population`, `species`, `conquest`, `fault`. */
  icon: string;
  place: [number, number] | null;
  organism: number | null;
}

export type Severity = "plain" | "faint" | "good" | "warning" | "bad";

export interface ReportLine {
  label: string;
  value: string;
  severity: Severity;
  share: number | null;
  whom: number | null;
  tick: number | null;
}

export interface Report {
  heading: string;
  sections: { title: string; lines: ReportLine[] }[];
  note: string | null;
}

export type ReportKind = "details" | "life" | "relatives" | "steps";

export interface Axis {
  name: string;
  unit: string;
  low?: number;
  high?: number;
}

export interface Series {
  name: string;
  colour: string;
  /** `x, y` of curves and points; `from, to, count, name` of bars. */
  points: (number | string)[][];
  below?: boolean;
}

export interface Plot {
  name: string;
  x: Axis;
  y: Axis;
  kind: "curves" | "bars" | "points" | "trajectory" | "none";
  series: Series[];
}

export interface Chart {
  title: string;
  note: string | null;
  plots: Plot[];
}

export interface ChartName {
  name: string;
  title: string;
}

/** The part of the world that is in view, in units. */
export interface ViewArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Pixels for a unit. */
  scale: number;
  world: { width: number; height: number };
  /** The side of a tile, or of those that painting would make; without one, nothing can be painted. */
  tile?: number | null;
}

export interface Plan {
  text: string;
  refused: boolean;
}

export interface Found {
  tick: number | null;
  text: string;
}

/** What a link holds. */
export interface LinkContents {
  scenario: string;
  seed: string;
  ticks: number;
  hash: string;
  version: string;
  creatures: string[];
  commands: number;
  bytes: number;
  memory: number;
}

/** Text files by name; binary ones as `base64:…`. */
export type Files = Record<string, string>;

export interface Problem {
  file: string;
  line: number;
  column: number;
  length: number;
  message: string;
  remedy: string | null;
}

export interface Completions {
  functions: { form: string; name: string; text: string }[];
  properties: { owner: string; name: string; text: string }[];
  handlers: { name: string; parameters: string[]; text: string }[];
  schema: object;
}

export interface Creature {
  name: string;
  files: Files;
}

export interface ShippedCreature extends Creature {
  kind: string;
}

export interface Note {
  tick: number;
  species: string;
  organism: number;
  text: string;
  isFault: boolean;
}

/** What a world is founded from. */
export interface Founding {
  scenario: { name?: string; text?: string };
  overrides: string[];
  creatures: Creature[];
}

export type Place = [number, number];
export type Area = { at: Place; radius: number } | null;
export type Box = { min: Place; max: Place };

/** A command, as manifests of runs write it. */
export type Command =
  | { command: "add"; species: number; at: Place }
  | { command: "scatter"; species: number; places: Place[]; radius: number; count: number }
  | { command: "build_wall" | "remove_walls"; area: Box }
  | { command: "paint_tiles"; tile: string; cells: Place[] }
  | { command: "calamity"; calamity: Calamity }
  | { command: "feed" | "remove"; whom: number };

export type Calamity =
  | { Wildfire: { area: Area; mortality: number; ticks: number } }
  | { DrySpell: { area: Area; light: number; ticks: number } }
  | { Epidemic: { species: number; area: Area; mortality: number; ticks: number } };

/** The history of a branch, thinned: a row for each of `ticks`, by species. */
export interface Chronicle {
  ticks: number[];
  populations: number[][];
  births: number[][];
  deaths: number[][];
}
