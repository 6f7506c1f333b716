/** The report of the creature check, which simulates a creature for some seconds. */
import type { Problem } from "../contract/engine";
import { element } from "../page/element";
import type { AuthorEngine } from "./author";
import type { Entry } from "./collection";
import { ProblemList } from "./problem_list";
import type { Status } from "./status";

const EMPTY =
  "Check simulates the creature in a small arena with food, prey and threats, which takes some seconds.";

export class CheckReport {
  readonly element = element("div", { className: "author-report" });
  private creature = "";

  constructor(
    private readonly engine: AuthorEngine,
    private readonly status: Status,
    private readonly goTo: (problem: Problem) => void,
  ) {
    this.clear();
  }

  /** Reports on this creature from now on. */
  begin(creature: string): void {
    if (creature === this.creature) return;
    this.creature = creature;
    this.clear();
  }

  async run({ name, files }: Entry): Promise<void> {
    this.element.ariaBusy = "true";
    this.element.replaceChildren(element("p", {}, `${name} is being checked …`));
    try {
      const { lines, problems } = await this.engine.testCreature(name, { ...files });
      if (name !== this.creature) return;
      this.show(lines, problems);
      const isSound = problems.length === 0;
      const text = isSound ? `${name} is checked.` : `${name} is checked: there are mistakes.`;
      this.status.show(text, isSound ? "good" : "bad");
    } catch (error) {
      this.clear();
      this.status.fail(error);
    } finally {
      this.element.ariaBusy = "false";
    }
  }

  private show(lines: string[], problems: Problem[]): void {
    this.element.replaceChildren();
    if (problems.length > 0) {
      const list = new ProblemList(this.goTo);
      list.show(problems);
      this.element.append(list.element);
    }
    if (lines.length > 0) {
      const text = element("pre", { tabIndex: 0, role: "region", ariaLabel: "Report" });
      text.textContent = lines.join("\n");
      this.element.append(text);
    }
  }

  private clear(): void {
    this.element.replaceChildren(element("p", { className: "faint", textContent: EMPTY }));
  }
}
