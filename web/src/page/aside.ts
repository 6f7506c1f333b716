/** The second worker: what takes long and needs no world, so that the world need not wait for it. */
import type { Answer, Arguments, AsideRequests, FromWorker } from "../contract/messages";
import { engineModule, workerAddress } from "./assets";
import { Calls } from "./calls";

export class Aside {
  /** Called with the number of ticks that a search has replayed, and of how many. */
  onProgress: (done: number, ticks: number) => void = () => {};
  private calls: Calls<AsideRequests> | undefined;

  /** Asks the worker, which is started when it is needed, and returns its answer. */
  async call<Name extends keyof AsideRequests>(
    name: Name,
    ...given: Arguments<AsideRequests, Name>
  ): Promise<Answer<AsideRequests, Name>> {
    const engine = await engineModule();
    this.calls ??= this.start(engine);
    return this.calls.call(name, ...given);
  }

  /** Ends what runs: its requests are rejected with this reason. */
  stop(reason: string): void {
    this.calls?.stop(reason);
    this.calls = undefined;
  }

  private start(engine: WebAssembly.Module): Calls<AsideRequests> {
    const worker = new Worker(workerAddress(), { name: "terrarium aside" });
    const calls = new Calls<AsideRequests>(worker);
    worker.onerror = (event) => this.stop(event.message || "The worker could not be loaded.");
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "answer" || data.kind === "refusal") calls.settle(data);
      else if (data.kind === "progress") this.onProgress(data.done, data.ticks);
      else if (data.kind === "crash") this.stop(data.message);
    };
    calls.post({ kind: "start", engine });
    return calls;
  }
}
