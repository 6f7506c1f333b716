/** Checks of a creature while it is written. */
import type { Problem } from "../contract/engine";
import type { AuthorEngine } from "./author";
import type { Entry } from "./collection";

/** How long the author pauses before a check, in milliseconds. */
const PAUSE = 300;

export class Checking {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest = 0;

  constructor(
    private readonly engine: AuthorEngine,
    private readonly onChecked: (problems: Problem[]) => void,
    private readonly onFailed: (error: unknown) => void,
  ) {}

  /** Checks a creature when its author pauses. */
  soon(entry: Entry): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.now(entry).catch(this.onFailed), PAUSE);
  }

  /** Checks a creature at once. Answers that a later check has overtaken are not shown. */
  async now(entry: Entry): Promise<Problem[]> {
    clearTimeout(this.timer);
    this.latest += 1;
    const number = this.latest;
    const problems = await this.engine.checkCreature(entry.name, { ...entry.files });
    if (number === this.latest) this.onChecked(problems);
    return problems;
  }

  /** Shows no answer that is still to come. */
  cancel(): void {
    clearTimeout(this.timer);
    this.latest += 1;
  }
}
