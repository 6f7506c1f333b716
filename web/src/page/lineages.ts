/** The panel of lineages: for each founder, its living descendants. */
import type { Lineage, SpeciesLineages } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { element, setText } from "./element";
import type { Overlays } from "./overlays";
import { addPanel, isShown } from "./panels";
import type { SpeciesPanel } from "./species";
import { paced, type World } from "./world";

const COLUMNS = ["founder", "living", "share", "generation"];

export class LineagesPanel {
  private readonly note = element("p", { className: "note", role: "status" });
  private readonly lists = element("div");
  /** The founder of the lineage that is open. */
  private open: number | undefined;
  private key = "";
  private readonly refresh = paced(500, async () => {
    if (!this.world.state || !isShown("lineages")) return;
    try {
      const all = await this.world.call("lineages", this.species.chosen ?? null);
      const since =
        all.since === null ? "" : `founders: alive at tick ${all.since}, or without a parent`;
      this.show(all.note ?? since, all.species);
    } catch (error) {
      this.show(error instanceof Error ? error.message : String(error), []);
    }
  });

  constructor(
    private readonly world: World,
    private readonly species: SpeciesPanel,
    private readonly overlays: Overlays,
  ) {
    const content = element("div", {}, this.note, this.lists);
    const shown = (): void => this.refresh();
    addPanel({
      id: "lineages",
      title: "Lineages",
      icon: "lineages",
      side: "left",
      isFolded: true,
      content,
      shown,
    });
    world.watch((state) => this.watch(state));
  }

  /** Asks for the lineages anew, since what they are about has changed. */
  update(): void {
    this.refresh();
  }

  private watch(state: WorldState): void {
    const progress = this.note.hidden ? "" : String(state.replayed);
    const colours = state.colours?.title ?? "";
    const key = `${state.world} ${state.present} ${state.tick} ${colours} ${progress}`;
    if (key === this.key || state.seeking !== null) return;
    this.key = key;
    this.refresh();
  }

  private show(note: string, all: SpeciesLineages[]): void {
    setText(this.note, note);
    this.note.hidden = !note;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["lineage"];
    this.lists.replaceChildren(...all.map((them) => this.table(them)));
    if (focused) this.button(focused)?.focus({ preventScroll: true });
  }

  private button(name: string): HTMLElement | null {
    return this.lists.querySelector(`[data-lineage="${name}"]`);
  }

  private table({ species, count, lineages, others }: SpeciesLineages): HTMLElement {
    const name = this.species.name(species);
    const caption = `${name}: ${count.toLocaleString("en")} ${count === 1 ? "lineage" : "lineages"}`;
    const heads = COLUMNS.map((text) => element("th", { scope: "col", textContent: text }));
    const rows = lineages.flatMap((lineage) => this.rows(lineage));
    const left = count - lineages.length;
    if (left > 0) {
      const text = `${left.toLocaleString("en")} others: ${others.toLocaleString("en")} living`;
      const cell = element("td", { colSpan: COLUMNS.length, className: "faint" }, text);
      rows.push(element("tr", {}, cell));
    }
    return element(
      "table",
      { className: "lineages" },
      element("caption", { textContent: caption }),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows),
    );
  }

  /** The row of a lineage, and below it what is known of it, if it is open. */
  private rows(lineage: Lineage): HTMLElement[] {
    const { founder, living, share, generation, colour } = lineage;
    const isOpen = this.open === founder;
    const swatch = element("i", { className: "swatch", ariaHidden: "true" });
    if (colour) swatch.style.backgroundColor = colour;
    else swatch.hidden = true;
    const button = element("button", { type: "button", className: "link" }, swatch, `#${founder}`);
    button.ariaExpanded = String(isOpen);
    button.dataset["lineage"] = String(founder);
    button.onclick = () => {
      this.open = isOpen ? undefined : founder;
      this.refresh();
    };
    const cells = [living.toLocaleString("en"), `${Math.round(share * 100)} %`, String(generation)];
    const row = element(
      "tr",
      {},
      element("th", { scope: "row" }, button),
      ...cells.map((text) => element("td", { textContent: text })),
    );
    return isOpen ? [row, this.details(lineage)] : [row];
  }

  private details({ founder, member, traits }: Lineage): HTMLElement {
    const follow = element("button", { type: "button" }, "Follow its eldest");
    follow.dataset["lineage"] = `${founder} follow`;
    follow.onclick = () => {
      this.world.send("select", member);
      this.world.send("follow", member);
    };
    const colour = element("button", { type: "button" }, "Colour by lineage");
    colour.dataset["lineage"] = `${founder} colour`;
    colour.onclick = () => this.overlays.colourBy("lineage");
    const means = traits.map(({ name, mean, all }) =>
      element("li", { textContent: `${name} ${mean} (all ${all})` }),
    );
    const list = element("ul", { className: "faint", ariaLabel: "Means of traits" }, ...means);
    const buttons = element("div", { className: "row" }, follow, colour);
    return element("tr", {}, element("td", { colSpan: COLUMNS.length }, buttons, list));
  }
}
