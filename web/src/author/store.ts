/** The creatures that this browser keeps: IndexedDB, shared by all tabs of the page. */
import type { Creature } from "../contract/engine";

const DATABASE = "terrarium";
const CREATURES = "creatures";

/** What another tab has done. */
export interface Change {
  kind: "kept" | "deleted";
  name: string;
}

export class CreatureStore {
  /** Called with what other tabs do. */
  onChange: (change: Change) => void = () => {};
  private opened: Promise<IDBDatabase> | undefined;
  private readonly channel = new BroadcastChannel("terrarium-creatures");

  constructor() {
    this.channel.onmessage = (event: MessageEvent<Change>) => this.onChange(event.data);
  }

  /** All creatures, by name. */
  async all(): Promise<Creature[]> {
    return this.transact("readonly", (creatures) => creatures.getAll() as IDBRequest<Creature[]>);
  }

  async get(name: string): Promise<Creature | undefined> {
    return this.transact(
      "readonly",
      (creatures) => creatures.get(name) as IDBRequest<Creature | undefined>,
    );
  }

  /** Keeps a creature, in place of one of the same name. */
  async put(creature: Creature): Promise<void> {
    const { name, files } = creature;
    await this.transact("readwrite", (creatures) => creatures.put({ name, files: { ...files } }));
    this.post({ kind: "kept", name });
  }

  async delete(name: string): Promise<void> {
    await this.transact("readwrite", (creatures) => creatures.delete(name));
    this.post({ kind: "deleted", name });
  }

  /** Keeps a creature in place of one of another name: both or neither. */
  async rename(from: string, creature: Creature): Promise<void> {
    const { name, files } = creature;
    await this.transact("readwrite", (creatures) => {
      creatures.delete(from);
      return creatures.put({ name, files: { ...files } });
    });
    this.post({ kind: "deleted", name: from });
    this.post({ kind: "kept", name });
  }

  private post(change: Change): void {
    this.channel.postMessage(change);
  }

  private async transact<Value>(
    mode: IDBTransactionMode,
    work: (creatures: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> {
    try {
      const database = await this.database();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(CREATURES, mode);
        const request = work(transaction.objectStore(CREATURES));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } catch (error) {
      throw storageError(error);
    }
  }

  private database(): Promise<IDBDatabase> {
    this.opened ??= open();
    this.opened.catch(() => (this.opened = undefined));
    return this.opened;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(CREATURES, { keyPath: "name" });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // A newer page in another tab must be able to change the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

function storageError(error: unknown): Error {
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return new Error(
      "The storage of this browser is full: delete creatures here, or the data of other pages.",
    );
  }
  const cause = error instanceof Error ? error.message : String(error);
  return new Error(`This browser gives the page no storage (${cause}).`);
}
