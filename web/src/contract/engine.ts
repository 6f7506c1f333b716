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
  /** The tick that is replayed for panels, and the last one to replay. */
  replayed: [number, number] | null;
  colours: ColourKey | null;
  tour: Caption | null;
}

/** What a tour shows. */
export interface Caption {
  /** Counts the captions of the tour. */
  caption: number;
  title: string;
  text: string;
  /** The organism that the camera follows. */
  organism: number | null;
  /** How long it is shown, and for how long it has been, in seconds. */
  stay: number;
  passed: number;
}

/** What the colours of organisms mean, or why they have those of their species. */
export interface ColourKey {
  title: string;
  lines: string[];
  note: string | null;
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
  /** Rows of trees have none. */
  colour?: string;
  /**
   * `x, y` of curves, quantiles and points; `from, to, count, name` of bars; `x, low, high, living` of bands; `begin, end` of
   * the only point of a row of a tree.
   */
  points: (number | string | null)[][];
  below?: boolean;
  /** A quantile among those that are alive at the first tick. */
  first?: number | null;
  /** The first member of a cluster, and the tick of its birth. */
  organism?: number;
  origin?: number;
  /** The index of the cluster that it descends from. */
  parent?: number | null;
  members?: number;
  living?: number;
  extant?: boolean;
  details?: string;
}

export type PlotKind = "curves" | "bars" | "points" | "trajectory" | "quantiles" | "bands" | "tree";

export interface Plot {
  name: string;
  x: Axis;
  y: Axis;
  kind: PlotKind;
  /** What it shows, in a line. */
  legend: string | null;
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
  /** What the chart can show: the columns of the census. */
  columns: { name: string; meaning: string }[];
}

/** The living descendants of each founder. */
export interface Lineages {
  /** The tick whose organisms are all founders, if it is not 0. */
  since: number | null;
  /** Why they are not known. */
  note: string | null;
  species: SpeciesLineages[];
}

export interface SpeciesLineages {
  species: number;
  count: number;
  /** The largest first. */
  lineages: Lineage[];
  /** The living of those that are not listed. */
  others: number;
}

export interface Lineage {
  founder: number;
  living: number;
  /** Their share of the species, 0 to 1. */
  share: number;
  generation: number;
  /** Its eldest living member. */
  member: number;
  /** Its colour, if organisms are coloured by lineage and it has one. */
  colour: string | null;
  /** The means of its traits, and of those of the species. */
  traits: { name: string; mean: string; all: string }[];
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

/** A search from a tick on for another one, in which a condition about an organism holds. */
export interface Search {
  organism: number;
  condition: string;
  tick: number;
  isForward: boolean;
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
  | { command: "build_polygon"; corners: readonly Place[] }
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
