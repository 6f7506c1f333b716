/** The row of settings of the tool that is chosen. */
import type { Species } from "../contract/engine";
import { byId, choice, element, setText } from "./element";
import { TILES, WIDEST, type ToolEntry, type ToolName, type ToolSettings } from "./tool_table";

interface Range {
  label: string;
  least: number;
  most: number;
  step: number;
  show(value: number, tool: ToolName): string;
}

type Numeric = "radius" | "count" | "share" | "ticks";

const RANGES: Record<Numeric, Range> = {
  radius: {
    label: "radius",
    least: 0,
    most: WIDEST,
    step: 10,
    show: (value, tool) =>
      value >= WIDEST && (tool === "drought" || tool === "plague")
        ? "everywhere"
        : `${value} units`,
  },
  count: { label: "number", least: 1, most: 64, step: 1, show: String },
  share: {
    label: "strength",
    least: 0.1,
    most: 1,
    step: 0.1,
    show: (value, tool) =>
      tool === "drought"
        ? `${Math.round(value * 100)} % of light`
        : `${Math.round(value * 100)} % die`,
  },
  ticks: { label: "duration", least: 20, most: 2000, step: 20, show: (value) => `${value} ticks` },
};

const FIELDS: Record<ToolName, readonly (keyof ToolSettings)[]> = {
  look: [],
  add: ["species", "radius", "count"],
  wall: [],
  polygon: [],
  unwall: [],
  paint: ["tile", "radius"],
  drought: ["radius", "share", "ticks"],
  plague: ["species", "radius", "share", "ticks"],
  fire: ["radius", "share", "ticks"],
};

const ADVICE: Record<ToolName, string> = {
  look: "",
  add: "Click to place one; with a radius, click or drag to scatter many.",
  wall: "Drag a rectangle to build a wall.",
  polygon: "Drag around an area to make it impassable.",
  unwall: "Click on a wall, or drag a rectangle.",
  paint: "Drag to paint the ground.",
  drought: "Click where the drought begins.",
  plague: "Click where the plague begins.",
  fire: "Click where the fire begins.",
};

export class ToolOptions {
  private readonly host = byId("tool-options");
  private readonly text = element("output");
  private tool: ToolEntry | undefined;
  private settings: ToolSettings | undefined;
  private readonly inputs = new Map<keyof ToolSettings, HTMLInputElement | HTMLSelectElement>();

  constructor(private readonly changed: () => void) {}

  show(tool: ToolEntry, settings: ToolSettings, species: Species[]): void {
    this.tool = tool;
    this.settings = settings;
    this.inputs.clear();
    const fields = FIELDS[tool.name].map((field) => this.field(field, settings, species));
    const name = element("strong", { textContent: tool.label });
    this.host.replaceChildren(name, ...fields, this.text);
    this.host.hidden = tool.name === "look";
    this.say(ADVICE[tool.name], false);
  }

  has(field: keyof ToolSettings): boolean {
    return this.inputs.has(field);
  }

  say(text: string, isRefused: boolean): void {
    setText(this.text, text);
    this.text.classList.toggle("refused", isRefused);
  }

  /** Makes a number larger or smaller. */
  change(field: keyof ToolSettings, by: 1 | -1): void {
    const input = this.inputs.get(field);
    if (!(input instanceof HTMLInputElement)) return;
    const value = Number(input.value);
    const step = Math.max(
      Number(input.step),
      Math.round((value * 0.15) / Number(input.step)) * Number(input.step),
    );
    input.value = String(value + by * step);
    input.dispatchEvent(new Event("input"));
  }

  /** Chooses the species or the tile of a number. Returns whether there is one. */
  chooseNumber(place: number): boolean {
    const input = this.inputs.get("species") ?? this.inputs.get("tile");
    if (!(input instanceof HTMLSelectElement) || place >= input.options.length) return false;
    input.selectedIndex = place;
    input.dispatchEvent(new Event("change"));
    return true;
  }

  private field(
    field: keyof ToolSettings,
    settings: ToolSettings,
    species: Species[],
  ): HTMLElement {
    if (field === "species") {
      const rows = species.map(({ name }, at) => [String(at), name] as const);
      return this.select(field, "species", rows, String(settings.species));
    }
    if (field === "tile") {
      const rows = TILES.map((tile) => [tile, tile.toLowerCase()] as const);
      return this.select(field, "tile", rows, settings.tile);
    }
    const range = RANGES[field];
    const tool = this.tool?.name ?? "look";
    const input = element("input", {
      type: "range",
      min: String(range.least),
      max: String(range.most),
      step: String(range.step),
      value: String(settings[field]),
    });
    const shown = element("span", {
      className: "faint",
      textContent: range.show(settings[field], tool),
    });
    input.oninput = () => {
      if (this.settings) this.settings[field] = Number(input.value);
      setText(shown, range.show(Number(input.value), tool));
      this.changed();
    };
    input.ariaLabel = range.label;
    this.inputs.set(field, input);
    return element("label", {}, range.label, input, shown);
  }

  private select(
    field: "species" | "tile",
    label: string,
    rows: (readonly [string, string])[],
    chosen: string,
  ): HTMLElement {
    const select = choice(rows, chosen);
    select.ariaLabel = label;
    select.onchange = () => {
      if (!this.settings) return;
      if (field === "species") this.settings.species = Number(select.value);
      else this.settings.tile = select.value;
      this.changed();
    };
    this.inputs.set(field, select);
    return element("label", {}, label, select);
  }
}
