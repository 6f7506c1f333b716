/** The world, as the page knows it: requests to its worker, and the state that comes back. */
import type {
  Answer,
  Arguments,
  FromWorker,
  Library,
  RequestName,
  Requests,
  WorldState,
} from "../contract/messages";
import { engineModule, workerAddress } from "./assets";
import { Calls } from "./calls";
import { notify, notifyError } from "./notices";

/** The requests by which users change the world. */
const CHANGING: ReadonlySet<RequestName> = new Set<RequestName>([
  "branch",
  "undo",
  "useTool",
  "switchLink",
  "command",
  "saveCreature",
]);

export class World {
  /** The latest state. Undefined before the first world. */
  state: WorldState | undefined;
  library!: Library;
  /** Called when the worker cannot continue. */
  onCrash: (message: string) => void = () => {};
  /** Called when the user has changed the world. */
  onChange: () => void = () => {};
  private readonly worker: Worker;
  private readonly calls: Calls<Requests>;
  private readonly listeners = new Set<(state: WorldState) => void>();
  private isReady!: (library: Library) => void;

  constructor() {
    this.worker = new Worker(workerAddress(), { name: "terrarium" });
    this.calls = new Calls(this.worker);
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event) => this.crash(event.message || "The worker could not be loaded.");
  }

  /** Starts the engine; the worker paints on the canvas from then on. */
  async start(canvas: HTMLCanvasElement): Promise<Library> {
    const offscreen = canvas.transferControlToOffscreen();
    const ready = new Promise<Library>((resolve) => (this.isReady = resolve));
    this.calls.post({ kind: "start", engine: await engineModule(), canvas: offscreen }, [
      offscreen,
    ]);
    this.library = await ready;
    return this.library;
  }

  /** Asks the worker, and returns its answer. */
  call<Name extends RequestName>(
    name: Name,
    ...given: Arguments<Requests, Name>
  ): Promise<Answer<Requests, Name>> {
    const answer = this.calls.call(name, ...given);
    // A request that is refused has changed nothing.
    if (CHANGING.has(name)) answer.then(() => this.onChange()).catch(() => {});
    return answer;
  }

  /** Asks the worker; only errors are shown. */
  send<Name extends RequestName>(name: Name, ...given: Arguments<Requests, Name>): void {
    this.call(name, ...given).catch(notifyError);
  }

  /** Calls back with each new state, and with the present one. */
  watch(listener: (state: WorldState) => void): void {
    this.listeners.add(listener);
    if (this.state) listener(this.state);
  }

  /** Waits for a new state of which something holds. */
  until(holds: (state: WorldState) => boolean): Promise<WorldState> {
    return new Promise((resolve) => {
      const listener = (state: WorldState): void => {
        if (!holds(state)) return;
        this.listeners.delete(listener);
        resolve(state);
      };
      this.listeners.add(listener);
    });
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        return this.isReady(message.library);
      case "state":
        this.state = message.state;
        for (const listener of this.listeners) listener(message.state);
        return;
      case "answer":
      case "refusal":
        return this.calls.settle(message);
      case "trouble":
        return notify(message.message, "bad");
      case "crash":
        return this.crash(message.message);
    }
  }

  private crash(message: string): void {
    this.worker.terminate();
    this.onCrash(message);
  }
}

/**
 * A function that runs `work` when called, but not again before `rest` milliseconds after it has ended, and `times` the time that
 * it took.
 */
export function paced(
  rest: number,
  work: () => Promise<void>,
  times: () => number = () => 4,
): () => void {
  let isBusy = false;
  let isWanted = false;
  const run = (): void => {
    if (isBusy) {
      isWanted = true;
      return;
    }
    isBusy = true;
    isWanted = false;
    const begun = performance.now();
    void work().finally(() => {
      // What takes long is done seldom.
      const took = performance.now() - begun;
      setTimeout(
        () => {
          isBusy = false;
          if (isWanted) run();
        },
        Math.max(rest, times() * took),
      );
    });
  };
  return run;
}
