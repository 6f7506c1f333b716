/** The notes of a creature: what its organisms log, and the faults of their turns. */
import type { Note } from "../contract/engine";
import { element } from "../page/element";

const MOST = 200;
const HINT =
  "Log lines of the selected organism, and faults of all of them, appear here while the world runs.";

export class NoteList {
  readonly element = element("div", { className: "author-notes" });
  private readonly list = element("ul", { ariaLabel: "Notes, newest first" });
  private readonly hint = element("p", { className: "faint", textContent: HINT });
  private notes: Note[] = [];
  private creature = "";

  constructor(private readonly follow: (organism: number) => void) {
    this.element.append(this.hint, this.list);
  }

  /** Lists notes of this creature from now on. */
  begin(creature: string): void {
    if (creature === this.creature) return;
    this.creature = creature;
    this.notes = [];
    this.list.replaceChildren();
    this.hint.hidden = false;
  }

  /** Adds the notes of the present tick. Those of later ticks go: the world went back. */
  add(arrived: readonly Note[]): void {
    const own = arrived.filter((it) => it.species === this.creature);
    const tick = own[0]?.tick;
    if (tick === undefined || own.every((it) => this.notes.some((other) => isSame(it, other)))) {
      return;
    }
    const earlier = this.notes.filter((it) => it.tick < tick);
    this.notes = [...own, ...earlier].slice(0, MOST);
    this.list.replaceChildren(...this.notes.map((it) => element("li", {}, this.row(it))));
    this.hint.hidden = true;
  }

  private row({ tick, organism, text, isFault }: Note): HTMLButtonElement {
    const place = `tick ${tick.toLocaleString("en")} · #${organism}`;
    const button = element(
      "button",
      { type: "button", className: isFault ? "author-row fault" : "author-row" },
      element("span", { className: "author-place" }, place),
      element("span", {}, isFault ? `Fault: ${text}` : text),
    );
    button.title = `Follow #${organism}`;
    button.onclick = () => this.follow(organism);
    return button;
  }
}

function isSame(one: Note, other: Note): boolean {
  return one.tick === other.tick && one.organism === other.organism && one.text === other.text;
}
