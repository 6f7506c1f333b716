/** The world, as the page knows it: requests to its worker, and the state that comes back. */
import type {
  Answer,
  Arguments,
  FromWorker,
  Library,
  RequestName,
  ToWorker,
  WorldState,
} from "../contract/messages";
import { engineSource, workerAddress } from "./assets";
import { notify, notifyError } from "./notices";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class World {
  /** The latest state. Undefined before the first world. */
  state: WorldState | undefined;
  library!: Library;
  /** Called when the worker cannot continue. */
  onCrash: (message: string) => void = () => {};
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(state: WorldState) => void>();
  private count = 0;
  private isReady!: (library: Library) => void;

  constructor() {
    this.worker = new Worker(workerAddress(), { name: "terrarium" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event) => this.crash(event.message || "The worker could not be loaded.");
  }

  /** Loads the engine; the worker paints on the canvas from then on. */
  async start(canvas: HTMLCanvasElement): Promise<Library> {
    const offscreen = canvas.transferControlToOffscreen();
    const ready = new Promise<Library>((resolve) => (this.isReady = resolve));
    const engine = engineSource();
    this.post({ kind: "start", engine, canvas: offscreen }, [offscreen]);
    this.library = await ready;
    return this.library;
  }

  /** Asks the worker, and returns its answer. */
  call<Name extends RequestName>(name: Name, ...given: Arguments<Name>): Promise<Answer<Name>> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ kind: "request", id, name, arguments: given } as ToWorker);
    });
  }

  /** Asks the worker; only errors are shown. */
  send<Name extends RequestName>(name: Name, ...given: Arguments<Name>): void {
    this.call(name, ...given).catch(notifyError);
  }

  /** Calls back with each new state, and with the present one. */
  watch(listener: (state: WorldState) => void): void {
    this.listeners.add(listener);
    if (this.state) listener(this.state);
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
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
        return this.settle(message.id, (it) => it.resolve(message.value));
      case "refusal":
        return this.settle(message.id, (it) => it.reject(new Error(message.message)));
      case "trouble":
        return notify(message.message, "bad");
      case "crash":
        return this.crash(message.message);
    }
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }

  private crash(message: string): void {
    this.worker.terminate();
    this.waiting.clear();
    this.onCrash(message);
  }
}

/**
 * A function that runs `work` when called, but not again before `rest` milliseconds after it has ended, and `times` the time that
 * it took.
 */
export function paced(rest: number, work: () => Promise<void>, times = 4): () => void {
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
        Math.max(rest, times * took),
      );
    });
  };
  return run;
}
