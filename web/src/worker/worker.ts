/** A worker: it loads the engine, and answers the page. Given a canvas, it is the one that the world is in. */
import type * as contract from "../contract/engine";
import type { FromWorker, RequestName, ToWorker, WorldState } from "../contract/messages";
import { asideHandlers } from "./aside";
import { loadEngine, parsed } from "./engine";
import { Loop } from "./loop";
import { handlers, QUIET } from "./requests";
import { Stage } from "./stage";

const page = self as unknown as DedicatedWorkerGlobalScope;
let loop: Loop | undefined;
let requests: Record<string, (...given: unknown[]) => unknown> | undefined;
let world = 0;
let hasCrashed = false;
let started: Promise<void> | undefined;

page.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") started = start(message.engine, message.canvas);
  else void started?.then(() => answer(message.id, message.name, message.arguments));
};

async function start(engine: WebAssembly.Module, canvas?: OffscreenCanvas): Promise<void> {
  try {
    const library = await loadEngine(engine);
    const table = canvas ? worldHandlers(canvas) : asideHandlers(progressed);
    requests = table as unknown as typeof requests;
    send({ kind: "ready", library });
  } catch (error) {
    crash(error);
  }
}

function worldHandlers(canvas: OffscreenCanvas): ReturnType<typeof handlers> {
  const stage = new Stage(canvas);
  loop = new Loop(stage, { changed: sendState, failed });
  return handlers(loop, stage, () => (world += 1));
}

function answer(id: number, name: string, given: unknown[]): void {
  if (hasCrashed) return;
  const request = requests?.[name];
  if (!request) {
    send({ kind: "refusal", id, message: `This worker does not do \`${name}\`.` });
    return;
  }
  try {
    const value = request(...given);
    send({ kind: "answer", id, value }, buffersOf(value));
    if (QUIET.has(name as RequestName)) loop?.resume();
    else loop?.wake();
  } catch (error) {
    if (isPanic(error)) crash(error);
    else send({ kind: "refusal", id, message: textOf(error) });
  }
}

/** The bytes of an answer, which are moved to the page and not copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  const isBytes = value instanceof Uint8Array || value instanceof Uint8ClampedArray;
  if (isBytes) return [value.buffer as ArrayBuffer];
  return value instanceof Object && "pixels" in value ? buffersOf(value.pixels) : [];
}

function progressed(done: number, ticks: number): void {
  send({ kind: "progress", done, ticks });
}

function sendState(): void {
  if (!loop?.session || hasCrashed) return;
  const { session, clock } = loop;
  const state: WorldState = {
    ...parsed<contract.State>(session.state()),
    world,
    playing: clock.isPlaying,
    speed: clock.speed,
    rate: clock.rate,
    species: parsed(session.species()),
    view: parsed(session.view()),
  };
  send({ kind: "state", state });
}

function failed(error: unknown): void {
  if (isPanic(error)) crash(error);
  else send({ kind: "trouble", message: textOf(error) });
}

/** A panic of the engine is a trap of WebAssembly: its memory cannot be trusted afterwards. */
function isPanic(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

function crash(error: unknown): void {
  hasCrashed = true;
  if (loop) loop.session = undefined;
  send({ kind: "crash", message: textOf(error) });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function send(message: FromWorker, transfer: Transferable[] = []): void {
  page.postMessage(message, transfer);
}
