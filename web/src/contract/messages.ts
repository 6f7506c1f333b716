/** The messages between the page and the worker that the world is in. */
import type * as engine from "./engine";

/** The ticks a second at normal speed. */
export const NORMAL_RATE = 30;

/** A multiple of the normal speed; infinite: as fast as possible. */
export type Speed = number;

/** What the page asks the worker to do, each with its answer. */
export interface Requests {
  found(founding: engine.Founding): void;
  openFile(name: string, bytes: Uint8Array): void;
  openLink(link: string): void;
  describeLink(link: string): engine.LinkContents;

  play(): void;
  pause(): void;
  speed(speed: Speed): void;
  step(): void;
  /** Goes to a tick. Ticks after the last one are simulated, and shown meanwhile. */
  seek(tick: number): void;
  /** Ends the way to another tick where it is. */
  stop(): void;
  branch(): string;
  switchTo(branch: number): void;
  undo(): string | undefined;
  beside(branch: number | null): void;

  resize(width: number, height: number, scale: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  fit(): void;
  centre(x: number, y: number): void;
  visible(isVisible: boolean): void;
  toWorld(x: number, y: number): engine.Place;
  /** Begins a tour. After one that began by itself, the view returns. Its camera moves, or jumps. */
  beginTour(byItself: boolean, jumps: boolean): void;
  endTour(): void;
  setOverlays(names: string[]): void;
  colourChoices(): string[];
  colourBy(name: string | null): void;
  minimap(width: number, height: number): Uint8ClampedArray<ArrayBuffer>;

  pick(x: number, y: number): number | null;
  hover(x: number, y: number): void;
  select(organism: number | null): void;
  /** Selects no organism, and reports on the base, nest or sentry at a pixel. Returns whether there is one. */
  selectSite(x: number, y: number): boolean;
  follow(organism: number | null): void;
  /** Selects and follows the most interesting animal, from near. */
  lookFirst(): number | null;
  interesting(): number | null;
  report(kind: engine.ReportKind): engine.Report | null;
  tick(): number;
  chronicle(): engine.Chronicle;
  remarks(from: number): engine.Remark[];
  charts(): engine.ChartName[];
  paintChart(chart: engine.ChartRequest, frame: engine.ChartFrame): engine.PaintedChart;
  /** Comma-separated values. */
  chartFile(chart: engine.ChartRequest, format: "png" | "svg" | "csv"): Uint8Array;
  /** The lineages of all species, or of one. */
  lineages(species: number | null): engine.Lineages;
  album(): engine.AlbumList;
  /** The pixels of the picture of a moment; none without one. */
  momentPicture(tick: number, caption: string): Uint8ClampedArray<ArrayBuffer>;
  /** Makes an organism a favourite, or no longer. Returns what is so now. */
  toggleFavourite(organism: number): string;
  /** Gives an organism a name. Returns what it is called now. */
  rename(organism: number, name: string): string;
  nameOf(organism: number): string;

  plan(command: engine.Command): engine.Plan;
  planTool(tool: engine.Tool, stroke: engine.Stroke): engine.Plan;
  useTool(tool: engine.Tool, stroke: engine.Stroke): string;
  switchLink(): string;
  clearPlan(): void;
  command(command: engine.Command): string;

  snapshot(): Uint8Array;
  recording(): Uint8Array;
  scenarioText(): string;
  screenshot(): Uint8Array;
  gif(seconds: number): Uint8Array;
  share(): string;

  completions(): engine.Completions;
  templateFiles(name: string, kind: string): engine.Files;
  shippedCreatures(): engine.ShippedCreature[];
  saveCreature(name: string, files: engine.Files): engine.Saved;
  notes(): engine.Note[];
}

/** What the page asks the second worker: what takes long, and needs no world. */
export interface AsideRequests {
  checkCreature(name: string, files: engine.Files): engine.Problem[];
  testCreature(name: string, files: engine.Files): engine.CreatureReport;
  search(recording: Uint8Array, search: engine.Search): engine.Found;
}

export type RequestName = keyof Requests;

/** The handlers of a table of requests. */
export type Handlers<Table> = {
  [Name in keyof Table]: (...given: Arguments<Table, Name>) => Answer<Table, Name>;
};

export type Arguments<Table, Name extends keyof Table> = Table[Name] extends (
  ...given: infer Given
) => unknown
  ? Given
  : never;
export type Answer<Table, Name extends keyof Table> = Table[Name] extends (
  ...given: never[]
) => infer Value
  ? Value
  : never;

/** From the page to a worker. With a canvas, to paint on, it gets worlds. */
export type ToWorker =
  | { kind: "start"; engine: WebAssembly.Module; canvas?: OffscreenCanvas }
  | { kind: "request"; id: number; name: string; arguments: unknown[] };

/** Tables of the engine that never change. */
export interface Library {
  version: string;
  scenarios: engine.ShippedScenario[];
  actions: engine.ActionEntry[];
  overlays: engine.OverlayEntry[];
  hints: engine.HintEntry[];
  opening: engine.Opening;
}

/** The state of the world as the page shows it. */
export interface WorldState extends engine.State {
  /** Counts the worlds that were founded or opened: 0 before the first. */
  world: number;
  playing: boolean;
  speed: Speed;
  /** Ticks a second, measured; 0 while paused. */
  rate: number;
  species: engine.Species[];
  view: engine.ViewArea;
}

/** From a worker to the page. */
export type FromWorker =
  | { kind: "ready"; library: Library }
  /** How many ticks of a search are replayed, and of how many. */
  | { kind: "progress"; done: number; ticks: number }
  | { kind: "state"; state: WorldState }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "refusal"; id: number; message: string }
  /** Something failed that nobody asked for; playing has stopped. */
  | { kind: "trouble"; message: string }
  /** The worker cannot continue. */
  | { kind: "crash"; message: string };
