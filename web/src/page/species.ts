/** The list of species with their populations. */
import type { Species } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { element, setText } from "./element";
import { addPanel } from "./panels";
import type { World } from "./world";

interface Row {
  button: HTMLButtonElement;
  swatch: HTMLElement;
  count: HTMLElement;
  bar: HTMLElement;
}

export class SpeciesPanel {
  /** The species that is the only one shown in charts and events, by index. */
  chosen: number | undefined;
  /** Called when another species is chosen. */
  onChoose: () => void = () => {};
  private readonly list = element("ul", { className: "species" });
  private rows: Row[] = [];
  private key = "";

  constructor(private readonly world: World) {
    addPanel({
      id: "species",
      title: "Species",
      icon: "species",
      side: "left",
      content: this.list,
    });
    world.watch((state) => this.show(state));
  }

  private show(state: WorldState): void {
    const key = `${state.world} ${state.species.map((it) => it.name).join(" ")}`;
    if (key !== this.key) this.rebuild(state.species);
    this.key = key;
    const most = Math.max(1, ...state.species.map((it) => it.count ?? 0));
    // Where organisms are coloured by something else, the world does not show the colours of species.
    const isColoured = state.colours !== null && state.colours.note === null;
    state.species.forEach(({ count, colour }, at) => {
      const row = this.rows[at];
      if (!row) return;
      row.swatch.style.backgroundColor = isColoured ? "var(--no-value)" : colour;
      row.bar.style.backgroundColor = colour;
      setText(row.count, (count ?? 0).toLocaleString("en"));
      row.bar.style.width = `${(100 * Math.log1p(count ?? 0)) / Math.log1p(most)}%`;
      row.button.classList.toggle("extinct", !count);
    });
  }

  private rebuild(all: Species[]): void {
    this.chosen = undefined;
    this.rows = all.map((species, at) => {
      const bar = element("i", { className: "bar", ariaHidden: "true" });
      const swatch = element("i", { className: `swatch ${species.kind}`, ariaHidden: "true" });
      const count = element("span", { className: "count" });
      const button = element(
        "button",
        {
          type: "button",
          ariaPressed: "false",
          title: "Show only this species in charts and events",
        },
        swatch,
        element("span", { className: "name", textContent: species.name }),
        element("small", { textContent: species.kind }),
        count,
        bar,
      );
      button.onclick = () => this.choose(this.chosen === at ? undefined : at);
      return { button, swatch, count, bar };
    });
    this.list.replaceChildren(...this.rows.map((row) => element("li", {}, row.button)));
  }

  private choose(species: number | undefined): void {
    this.chosen = species;
    this.rows.forEach((row, at) => (row.button.ariaPressed = String(at === species)));
    this.onChoose();
  }

  /** The name of a species of the world. */
  name(species: number): string {
    return this.world.state?.species[species]?.name ?? `species ${species}`;
  }
}
