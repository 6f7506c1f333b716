/** The mistakes of a creature, as buttons that go to their places. */
import type { Problem } from "../contract/engine";
import { element } from "../page/element";

export class ProblemList {
  readonly element = element("div", { className: "author-problems" });
  problems: readonly Problem[] = [];
  private last = -1;

  constructor(private readonly goTo: (problem: Problem) => void) {}

  show(problems: readonly Problem[]): void {
    this.problems = problems;
    this.last = -1;
    if (problems.length === 0) {
      this.element.replaceChildren(element("p", { className: "faint" }, "No mistakes."));
      return;
    }
    const list = element("ul", { ariaLabel: "Mistakes" });
    list.append(...problems.map((it) => element("li", {}, this.row(it))));
    this.element.replaceChildren(list);
  }

  /** Goes to the next mistake, after the last one to the first. Returns whether there is one. */
  next(): boolean {
    if (this.problems.length === 0) return false;
    this.last = (this.last + 1) % this.problems.length;
    this.goTo(this.problems[this.last] as Problem);
    return true;
  }

  private row(problem: Problem): HTMLButtonElement {
    const { file, line, column, message, remedy } = problem;
    const place = element("span", { className: "author-place" }, `${file} ${line}:${column}`);
    const text = element("span", {}, message);
    const help = remedy ? element("small", {}, remedy) : null;
    const button = element(
      "button",
      { type: "button", className: "author-row" },
      place,
      text,
      help,
    );
    button.onclick = () => this.goTo(problem);
    return button;
  }
}
