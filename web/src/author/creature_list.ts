/** The list of the author's creatures. */
import { element } from "../page/element";
import type { Collection, Entry } from "./collection";
import { isEdited } from "./collection";
import { colourIn, kindIn } from "./creature";

/** What can be done from the list. */
export interface ListActions {
  open(entry: Entry): void;
  create(): void;
  copyShipped(): void;
  import(): void;
  copy(entry: Entry): void;
  rename(entry: Entry): void;
  archive(entry: Entry): void;
  delete(entry: Entry): void;
}

const INTRODUCTION =
  "A creature is a species that you write: its body in creature.toml, and what it does in a script. " +
  "Begin with a new one, or with a copy of one that ships with Terrarium. " +
  "A copy with the name of a species in the world changes that species as soon as you save it.";
const DROPS =
  "Zip archives, folders, and the files creature.toml, behaviour.rhai and behaviour.wasm can be dropped here. " +
  "Creatures are kept in this browser only: save those that matter as zip.";

export class CreatureList {
  readonly element = element("section", { className: "author-list", ariaLabel: "Your creatures" });
  private readonly rows = element("ul", { ariaLabel: "Your creatures" });
  private readonly introduction = element("p", { textContent: INTRODUCTION });

  constructor(
    private readonly collection: Collection,
    private readonly actions: ListActions,
  ) {
    const button = (label: string, act: () => void, className = ""): HTMLButtonElement => {
      const made = element("button", { type: "button", textContent: label, className });
      made.onclick = act;
      return made;
    };
    const bar = element(
      "div",
      { className: "author-buttons" },
      button("New creature …", () => actions.create(), "primary"),
      button("Copy of a shipped one …", () => actions.copyShipped()),
      button("Import …", () => actions.import()),
    );
    const drops = element("p", { className: "author-hint", textContent: DROPS });
    this.element.append(bar, this.introduction, this.rows, drops);
  }

  draw(): void {
    const focused = document.activeElement?.getAttribute("aria-label");
    const { all } = this.collection;
    this.introduction.hidden = all.length > 0;
    this.rows.hidden = all.length === 0;
    this.rows.replaceChildren(...all.map((entry) => this.row(entry)));
    if (!focused) return;
    const again = [...this.rows.querySelectorAll("button")].find((it) => it.ariaLabel === focused);
    again?.focus();
  }

  focus(): void {
    this.element.querySelector("button")?.focus();
  }

  private row(entry: Entry): HTMLLIElement {
    const { name, files } = entry;
    const open = element(
      "button",
      { type: "button", className: "author-creature" },
      swatch(colourIn(files)),
      element("strong", {}, name),
      element("span", { className: "faint" }, kindIn(files) ?? ""),
      mark(entry),
    );
    open.onclick = () => this.actions.open(entry);
    const small = (label: string, act: (entry: Entry) => void): HTMLButtonElement => {
      const made = element("button", { type: "button", className: "quiet", textContent: label });
      made.ariaLabel = `${label.replace(" …", "")} ${name}`;
      made.onclick = () => act(entry);
      return made;
    };
    const { actions } = this;
    const buttons = element(
      "span",
      { className: "author-buttons" },
      small("Copy …", (it) => actions.copy(it)),
      small("Rename …", (it) => actions.rename(it)),
      small("Zip", (it) => actions.archive(it)),
      small("Delete", (it) => actions.delete(it)),
    );
    return element("li", {}, open, buttons);
  }
}

/** Whether a creature is saved, as a word. */
export function mark(entry: Entry): HTMLElement {
  const text = isEdited(entry) ? "not saved" : entry.isKept ? "" : "not kept in the browser";
  return element("span", { className: "author-mark", textContent: text });
}

function swatch(colour: string | undefined): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("author-swatch");
  const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [name, value] of [["cx", "5"] as const, ["cy", "5"] as const, ["r", "4.5"] as const]) {
    dot.setAttribute(name, value);
  }
  dot.setAttribute("fill", colour ?? "none");
  svg.append(dot);
  return svg;
}
