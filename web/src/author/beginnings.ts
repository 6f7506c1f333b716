/** How creatures begin: anew, or as copies. */
import type { Creature } from "../contract/engine";
import type { AuthorEngine } from "./author";
import type { Collection, Entry } from "./collection";
import { freeName, KINDS, nameProblem, renamed } from "./creature";
import { askForName } from "./name_dialog";

/** What takes the creatures in. */
export interface Adding {
  /** Adds a creature, shows it, and says a text if it was kept. */
  add(creature: Creature, text: string): Promise<void>;
  /** Called when the dialog has closed. */
  done(): void;
}

export class Beginnings {
  constructor(
    private readonly engine: AuthorEngine,
    private readonly collection: Collection,
    private readonly adding: Adding,
  ) {}

  /** A new creature of a kind. */
  anew(): void {
    askForName({
      ...this.common("my-creature"),
      title: "New creature",
      yes: "Begin",
      from: { label: "Kind", options: KINDS.map((kind) => [kind, kind] as const) },
      act: async (name, kind) => {
        const files = await this.engine.templateFiles(name, kind);
        await this.adding.add({ name, files }, `${name} is kept in this browser.`);
      },
    });
  }

  /** A copy of a creature that ships with the program; of the same name, if that is free. */
  async ofShipped(): Promise<void> {
    const shipped = await this.engine.shippedCreatures();
    const options = shipped.map(({ name, kind }) => [name, `${name} (${kind})`] as const);
    const suggest = (chosen: string): string => freeName(chosen, this.collection.names);
    askForName({
      ...this.common(""),
      title: "Copy of a shipped creature",
      yes: "Copy",
      from: { label: "Creature", options, suggest },
      act: async (name, chosen) => {
        const original = shipped.find((it) => it.name === chosen);
        if (!original) return;
        const files = name === chosen ? { ...original.files } : renamed(original.files, name);
        await this.adding.add({ name, files }, `${name} is a copy of the shipped ${chosen}.`);
      },
    });
  }

  /** A copy of a creature of the author. */
  ofOwn(entry: Entry): void {
    askForName({
      ...this.common(freeName(entry.name, this.collection.names)),
      title: `Copy of ${entry.name}`,
      yes: "Copy",
      act: (name) => {
        const creature = { name, files: renamed(entry.files, name) };
        return this.adding.add(creature, `${name} is a copy of ${entry.name}.`);
      },
    });
  }

  private common(name: string) {
    const problem = (chosen: string): string | null => nameProblem(chosen, this.collection.names);
    return { name, problem, done: () => this.adding.done() };
  }
}
