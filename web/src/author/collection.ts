/** The creatures of the author: those on the screen, of which the storage has a copy. */
import type { Creature, Files } from "../contract/engine";
import { renamed, sameFiles } from "./creature";
import type { Change, CreatureStore } from "./store";

export interface Entry extends Creature {
  /** As on the screen. */
  files: Files;
  /** As saved last. */
  saved: Files;
  /** Whether the storage has what was saved last. */
  isKept: boolean;
}

export class Collection {
  /** Called when entries come, go, or change their state. */
  onChange: () => void = () => {};
  /** Called when another tab has saved or deleted an entry that is edited or shown here. */
  onForeign: (change: Change, entry: Entry) => void = () => {};
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly store: CreatureStore) {
    store.onChange = (change) => void this.adopt(change);
  }

  get all(): Entry[] {
    return [...this.entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  get names(): Set<string> {
    return new Set(this.entries.keys());
  }

  get(name: string): Entry | undefined {
    return this.entries.get(name);
  }

  /** Reads what the storage has. Throws if there is none. */
  async load(): Promise<void> {
    for (const { name, files } of await this.store.all()) {
      if (!this.entries.has(name)) {
        this.entries.set(name, { name, files, saved: { ...files }, isKept: true });
      }
    }
    this.onChange();
  }

  /** Takes in a new creature, and keeps it. It stays on the screen if that fails. */
  async add(creature: Creature): Promise<Entry> {
    const entry: Entry = { ...creature, saved: {}, isKept: false };
    this.entries.set(entry.name, entry);
    await this.save(entry);
    return entry;
  }

  /** Keeps what is on the screen. Throws if the storage does not take it. */
  async save(entry: Entry): Promise<void> {
    entry.saved = { ...entry.files };
    entry.isKept = false;
    this.entries.set(entry.name, entry);
    try {
      await this.store.put({ name: entry.name, files: entry.saved });
      entry.isKept = true;
    } finally {
      this.onChange();
    }
  }

  /** Deletes a creature. Throws if the storage keeps it. */
  async delete(entry: Entry): Promise<void> {
    try {
      await this.store.delete(entry.name);
    } catch (error) {
      // What is on the screen only can go without a storage.
      if (entry.isKept) throw error;
    }
    this.entries.delete(entry.name);
    entry.isKept = false;
    this.onChange();
  }

  /** Brings back a creature that was deleted, with what was edited. */
  async restore(entry: Entry): Promise<void> {
    const { files } = entry;
    entry.files = entry.saved;
    await this.save(entry).finally(() => (entry.files = files));
  }

  /** Saves a creature under another name. */
  async rename(entry: Entry, name: string): Promise<void> {
    const from = entry.name;
    const files = renamed(entry.files, name);
    this.entries.delete(from);
    Object.assign(entry, { name, files, saved: { ...files }, isKept: false });
    this.entries.set(name, entry);
    try {
      await this.store.rename(from, { name, files });
      entry.isKept = true;
    } finally {
      this.onChange();
    }
  }

  /** Follows another tab, except over what is edited here. */
  private async adopt(change: Change): Promise<void> {
    const entry = this.entries.get(change.name);
    if (change.kind === "deleted") {
      if (!entry) return;
      entry.isKept = false;
      if (!isEdited(entry)) this.entries.delete(change.name);
      this.onForeign(change, entry);
    } else {
      const kept = await this.store.get(change.name).catch(() => undefined);
      if (!kept) return;
      if (!entry) {
        this.entries.set(kept.name, { ...kept, saved: { ...kept.files }, isKept: true });
      } else {
        const wasEdited = isEdited(entry);
        entry.saved = { ...kept.files };
        entry.isKept = true;
        if (!wasEdited) entry.files = { ...kept.files };
        this.onForeign(change, entry);
      }
    }
    this.onChange();
  }
}

/** Whether the screen has what was not saved. */
export function isEdited(entry: Entry): boolean {
  return !sameFiles(entry.files, entry.saved);
}
