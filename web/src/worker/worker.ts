/** The worker that the world is in: it loads the engine, and answers the page. */
import type * as contract from "../contract/engine";
import type { FromWorker, RequestName, ToWorker, WorldState } from "../contract/messages";
import { loadEngine, parsed } from "./engine";
import { Loop } from "./loop";
import { handlers, QUIET, type Handlers } from "./requests";
import { Stage } from "./stage";

const page = self as unknown as DedicatedWorkerGlobalScope;
let loop: Loop | undefined;
let requests: Handlers | undefined;
let world = 0;
let hasCrashed = false;

page.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") void start(message.engine, message.canvas);
  else answer(message.id, message.name, message.arguments);
};

async function start(source: string | ArrayBuffer, canvas: OffscreenCanvas): Promise<void> {
  try {
    const library = await loadEngine(source);
    const stage = new Stage(canvas);
    loop = new Loop(stage, { changed: sendState, failed });
    requests = handlers(loop, stage, () => (world += 1));
    send({ kind: "ready", library });
  } catch (error) {
    crash(error);
  }
}

function answer(id: number, name: RequestName, given: unknown[]): void {
  if (hasCrashed) return;
  if (!requests || !loop) {
    send({ kind: "refusal", id, message: "The engine is still loading." });
    return;
  }
  try {
    const value = (requests[name] as (...given: unknown[]) => unknown)(...given);
    const bytes = value instanceof Uint8Array || value instanceof Uint8ClampedArray;
    send({ kind: "answer", id, value }, bytes ? [value.buffer as ArrayBuffer] : []);
    if (QUIET.has(name)) loop.resume();
    else loop.wake();
  } catch (error) {
    if (isPanic(error)) crash(error);
    else send({ kind: "refusal", id, message: textOf(error) });
  }
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
