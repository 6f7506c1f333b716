/** Saving: into the storage of the browser, and into the world that runs. */
import type { Problem } from "../contract/engine";
import type { AuthorEngine } from "./author";
import type { Checking } from "./checking";
import type { Collection, Entry } from "./collection";
import type { Remedy, Status } from "./status";

export class Saving {
  constructor(
    private readonly engine: AuthorEngine,
    private readonly collection: Collection,
    private readonly checking: Checking,
    private readonly status: Status,
    private readonly goTo: (problem: Problem) => void,
  ) {}

  /** Saves a creature, and takes it over if it is sound. Reports what of that was done. */
  async save(entry: Entry): Promise<void> {
    const refusal = await this.collection.save(entry).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const kept = refusal
      ? `${entry.name} is not kept: ${refusal} It stays on this screen; save it as zip.`
      : `${entry.name} is saved.`;
    const outcome = await this.takeOver(entry).catch((error: unknown) =>
      this.declined(entry, error),
    );
    const tone = refusal || outcome.isRefused ? "bad" : "good";
    this.status.show(`${kept} ${outcome.text}`, tone, ...outcome.remedies);
  }

  private async takeOver(entry: Entry): Promise<Outcome> {
    const files = { ...entry.saved };
    const [problem] = await this.checking.now(entry);
    if (problem) return this.mistaken(problem);
    const { text, problems } = await this.engine.saveCreature(entry.name, files);
    if (problems[0]) return this.mistaken(problems[0]);
    return { text: `In the world: ${text}.`, isRefused: false, remedies: [] };
  }

  private mistaken(problem: Problem): Outcome {
    const { file, line, message } = problem;
    const text = `The world keeps what it has, since there is a mistake. ${file}, line ${line}: ${message}`;
    const remedy = { label: "Go to the mistake", act: () => this.goTo(problem) };
    return { text, isRefused: true, remedies: [remedy] };
  }

  private declined(entry: Entry, error: unknown): Outcome {
    const cause = error instanceof Error ? error.message : String(error);
    const remedy = {
      label: "New world with it …",
      act: () => this.engine.foundWith(entry.name),
    };
    return {
      text: `The world did not take it over: ${cause}`,
      isRefused: true,
      remedies: [remedy],
    };
  }
}

interface Outcome {
  text: string;
  isRefused: boolean;
  remedies: Remedy[];
}
