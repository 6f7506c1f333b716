/** The engine in WebAssembly, with types. A method that a build of it lacks is an error with a text. */
import init, * as wasm from "../engine/terrarium_web.js";
import type * as contract from "../contract/engine";
import type { Library } from "../contract/messages";

/** The methods of a session that the worker calls. Texts are JSON. */
export interface EngineSession {
  free(): void;
  step(): void;
  show(): void;
  seek(tick: number): void;
  advance(most: number): boolean;
  branch(): string;
  switchTo(branch: number): void;
  undo(): string | undefined;
  state(): string;
  species(): string;
  chronicle(): string;
  remarks(from: number): string;
  charts(): string;
  paintChart(request: string, frame: string): string;
  chartPixels(): Uint8Array;
  chartFile(request: string, format: string): Uint8Array;
  lineages(species: number | undefined): string;
  album(): string;
  momentPicture(tick: number, caption: string): Uint8Array;
  toggleFavourite(organism: number): string;
  rename(organism: number, name: string): string;
  nameOf(organism: number): string;
  isReplaying(): boolean;
  continueReplay(most: number): boolean;
  isLifeDue(anew: boolean): boolean;
  continueLife(most: number): boolean;
  areClustersDue(): boolean;
  computeClusters(): void;
  beginTour(byItself: boolean, jumps: boolean): void;
  endTour(): void;
  isTouring(): boolean;
  continueTour(seconds: number): boolean;
  isMourning(): boolean;
  continueMourning(seconds: number): boolean;
  resize(width: number, height: number, scale: number): void;
  paint(share: number, seconds: number): void;
  pixelsAt(): number;
  pixelsLength(): number;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  fit(): void;
  centre(x: number, y: number): void;
  follow(organism: number | undefined): void;
  lookFirst(): number | undefined;
  toWorld(x: number, y: number): Float64Array;
  view(): string;
  setOverlays(names: string[]): void;
  colourChoices(): string;
  colourBy(name: string | undefined): void;
  minimap(width: number, height: number): Uint8Array;
  besideOf(branch: number | undefined): void;
  pick(x: number, y: number): number | undefined;
  hover(x: number, y: number): void;
  select(organism: number | undefined): void;
  selectSite(x: number, y: number): boolean;
  report(kind: string): string;
  interesting(): number | undefined;
  tick(): number;
  usualSpeed(): number;
  isDecided(): boolean;
  plan(command: string): string;
  planTool(tool: string, stroke: Float64Array): string;
  useTool(tool: string, stroke: Float64Array): string;
  switchLink(): string;
  clearPlan(): void;
  command(command: string): string;
  snapshot(): Uint8Array;
  recording(): Uint8Array;
  scenarioText(): string;
  screenshot(): Uint8Array;
  gif(seconds: number): Uint8Array;
  share(): string;
  saveCreature(name: string, files: string): string;
  notes(): string;
}

/** What is called with the progress of a search. */
export interface SearchObserver {
  report(done: number, ticks: number): void;
}

interface EngineModule {
  version(): string;
  scenarios(): string;
  actions(): string;
  overlays(): string;
  hints(): string;
  opening(): string;
  completions(): string;
  templateFiles(name: string, kind: string): string;
  shippedCreatures(): string;
  checkCreature(name: string, files: string): string;
  testCreature(name: string, files: string): string;
  search(
    recording: Uint8Array,
    organism: number,
    condition: string,
    tick: number,
    isForward: boolean,
    observer: SearchObserver,
  ): string;
  describeLink(link: string): string;
  Session: {
    create(request: string): EngineSession;
    openFile(name: string, bytes: Uint8Array): EngineSession;
    openLink(link: string): EngineSession;
  };
}

let memory: WebAssembly.Memory;

/** Begins an instance of the engine. */
export async function loadEngine(engine: WebAssembly.Module): Promise<Library> {
  memory = (await init({ module_or_path: engine })).memory;
  return {
    version: library.version(),
    scenarios: parsed(library.scenarios()),
    actions: parsed(library.actions()),
    overlays: parsed(library.overlays()),
    hints: parsed(library.hints()),
    opening: parsed(library.opening()),
  };
}

/** The functions of the engine. */
export const library = complete(wasm as unknown as EngineModule);

export function foundSession(founding: contract.Founding): EngineSession {
  return complete(library.Session.create(JSON.stringify(founding)));
}

export function sessionOfFile(name: string, bytes: Uint8Array): EngineSession {
  return complete(library.Session.openFile(name, bytes));
}

export function sessionOfLink(link: string): EngineSession {
  return complete(complete(library.Session).openLink(link));
}

/** The pixels that were painted last, in the memory of the engine: valid until its next call. */
export function pixels(session: EngineSession): Uint8ClampedArray<ArrayBuffer> {
  const bytes = memory.buffer as ArrayBuffer;
  return new Uint8ClampedArray(bytes, session.pixelsAt(), session.pixelsLength());
}

/** Reads a JSON text of the engine, whose type the contract states. */
export function parsed<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

/** An object whose missing methods throw errors that users can read. */
function complete<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(object, name) {
      const member = Reflect.get(object, name, object) as unknown;
      if (typeof member === "function") {
        return "prototype" in member && member.prototype ? member : member.bind(object);
      }
      if (member !== undefined || typeof name === "symbol") return member;
      return () => {
        throw new Error(`The engine of this page cannot do this: it has no \`${name}\`.`);
      };
    },
  });
}
