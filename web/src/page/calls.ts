/** Requests to a worker, and the promises of their answers. */
import type { Answer, Arguments, FromWorker, ToWorker } from "../contract/messages";

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Calls<Table> {
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  constructor(private readonly worker: Worker) {}

  post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  /** Asks the worker, and returns its answer. */
  call<Name extends keyof Table & string>(
    name: Name,
    ...given: Arguments<Table, Name>
  ): Promise<Answer<Table, Name>> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.post({ kind: "request", id, name, arguments: given });
    });
  }

  /** Takes in the answer to a request. */
  settle(message: FromWorker & { kind: "answer" | "refusal" }): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === "answer") waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.message));
  }

  /** Ends the worker, and rejects all requests that have no answer. */
  stop(reason: string): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }
}
