/** The runs of tabs that this browser keeps until they are reloaded: IndexedDB. */

const DATABASE = "terrarium-runs";
const RUNS = "runs";

/** Runs of pages that were opened longer ago are deleted, in milliseconds. Those that are still shown are kept again. */
const OLDEST = 3 * 24 * 3600 * 1000;

export interface KeptRun {
  id: string;
  name: string;
  recording: Uint8Array;
}

export class RunStore {
  private opened: Promise<IDBDatabase> | undefined;

  /** An identifier that no other tab has, with the time. Addresses without encryption have no `randomUUID`. */
  static newId(): string {
    const parts = [Date.now(), ...crypto.getRandomValues(new Uint32Array(2))];
    return parts.map((it) => it.toString(36)).join("-");
  }

  /** Keeps a run, in place of what was kept of it before. */
  async put(run: KeptRun): Promise<void> {
    await this.transact((runs) => runs.put(run));
  }

  /** A run; none if it is not kept. */
  get(id: string): Promise<KeptRun | undefined> {
    return this.transact((runs) => runs.get(id) as IDBRequest<KeptRun | undefined>);
  }

  async delete(id: string): Promise<void> {
    await this.transact((runs) => runs.delete(id));
  }

  /** Deletes the runs of tabs that are closed. */
  async tidy(): Promise<void> {
    const ids = await this.transact((runs) => runs.getAllKeys());
    for (const id of ids)
      if (Date.now() - begunAt(String(id)) > OLDEST) await this.delete(String(id));
  }

  private async transact<Value>(work: (runs: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    const database = await this.database();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(RUNS, "readwrite");
      const request = work(transaction.objectStore(RUNS));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("no storage"));
    });
  }

  private database(): Promise<IDBDatabase> {
    this.opened ??= open();
    this.opened.catch(() => (this.opened = undefined));
    return this.opened;
  }
}

/** When the page was opened whose run has this identifier. */
function begunAt(id: string): number {
  return Number.parseInt(id.split("-")[0] ?? "", 36);
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RUNS, { keyPath: "id" });
    request.onerror = () => reject(request.error ?? new Error("no storage"));
    request.onsuccess = () => resolve(request.result);
  });
}
