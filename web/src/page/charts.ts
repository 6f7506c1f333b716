/** The panel of charts. */
import type { ChartArea, ChartName, ChartRequest } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { ChartCanvas } from "./chart_canvas";
import { saveFile } from "./download";
import { choice, element, setText } from "./element";
import { icon } from "./icons";
import { notify, notifyError } from "./notices";
import { addPanel, isShown, showPanel } from "./panels";
import type { SpeciesPanel } from "./species";
import { paced, type World } from "./world";

/** The charts of descent may take long: they are made for at most a twelfth of the time. */
const REST = 11;
const SCALES = ["linear", "root", "log"];
/** The height of a chart in its panel, and what is above and below an enlarged one, in pixels. */
const HEIGHT = 230;
const AROUND = 170;

export class ChartsPanel {
  private readonly kinds = choice([["population", "Populations"]], "population");
  private readonly columns = choice([], "");
  private readonly canvas: ChartCanvas;
  private readonly problem = element("p", { className: "note", hidden: true });
  private readonly scales = element("button", { type: "button", hidden: true });
  private readonly saving = element("button", { type: "button", textContent: "save" });
  private readonly enlarge = element("button", { type: "button", ariaPressed: "false" });
  private names: ChartName[] = [];
  private scale: string | null = null;
  private listed = -1;
  private key = "";
  /** Loads the chart again since the world has changed. What users choose is loaded at once. */
  private readonly refresh = paced(500, () => this.load(), REST);

  constructor(
    private readonly world: World,
    private readonly species: SpeciesPanel,
  ) {
    this.canvas = new ChartCanvas(world, (area, tick) => this.choose(area, tick));
    this.kinds.ariaLabel = "Chart";
    this.kinds.onchange = () => this.changeKind();
    this.columns.ariaLabel = "Column of the census";
    this.columns.onchange = () => void this.load();
    this.columns.hidden = true;
    this.scales.title = "Scale of the chart";
    this.scales.onclick = () => this.nextScale();
    this.saving.title = "Save chart";
    this.saving.onclick = () => this.save();
    this.enlarge.ariaLabel = this.enlarge.title = "Enlarge chart";
    this.enlarge.append(icon("larger"));
    this.enlarge.onclick = () => this.toggleSize();
    const chosen = element("div", { className: "chart-choices" }, this.kinds, this.columns);
    const content = element("div", {}, chosen, this.problem, this.canvas.element);
    const tools = [this.scales, this.saving, this.enlarge];
    const shown = (): void => void this.load();
    addPanel({ id: "charts", title: "Charts", icon: "chart", side: "left", tools, content, shown });
    world.watch((state) => this.show(state));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
  }

  /** Asks for the chart anew, since what it is about has changed. */
  update(): void {
    void this.load();
  }

  next(): void {
    showPanel("charts");
    const at = this.names.findIndex((it) => it.name === this.kinds.value);
    this.kinds.value = this.names[(at + 1) % this.names.length]?.name ?? "population";
    this.changeKind();
  }

  nextScale(): void {
    const scale = this.canvas.shown?.scale;
    if (scale == null) return notify("This chart has only one scale.");
    this.scale = SCALES[(SCALES.indexOf(scale) + 1) % SCALES.length] ?? null;
    void this.load();
  }

  /** Shows the chart in place of the world, or in its panel again. */
  toggleSize(): void {
    showPanel("charts");
    document.getElementById("charts")?.classList.toggle("large");
    this.enlarge.ariaPressed = String(this.isLarge);
    void this.load();
  }

  get isLarge(): boolean {
    return document.getElementById("charts")?.classList.contains("large") ?? false;
  }

  /** Saves the numbers of the chart. */
  save(): void {
    const table = this.world.call("chartTable", this.request());
    table
      .then((text) =>
        saveFile(`${this.kinds.value}.csv`, new TextEncoder().encode(text), "text/csv"),
      )
      .catch(notifyError);
  }

  private show(state: WorldState): void {
    if (state.world !== this.listed) void this.list();
    this.listed = state.world;
    // What is missing may come with the replay under way.
    const progress = this.canvas.shown?.note ? String(state.replayed) : "";
    const key = `${state.world} ${state.present} ${state.tick} ${state.selected} ${progress}`;
    if (key !== this.key && state.seeking === null) this.refresh();
    this.key = key;
  }

  private async list(): Promise<void> {
    this.names = await this.world.call("charts");
    const { value } = this.kinds;
    const options = this.names.map(({ name, title }) =>
      element("option", { value: name, textContent: title, selected: name === value }),
    );
    this.kinds.replaceChildren(...options);
    this.changeKind();
  }

  /** Shows another kind of chart, with the columns that it can show. */
  private changeKind(): void {
    const columns = this.names.find((it) => it.name === this.kinds.value)?.columns ?? [];
    this.columns.hidden = columns.length === 0;
    if (columns.length > 0 && this.columns.childElementCount === 0) {
      const option = ({ name, meaning }: (typeof columns)[number]): HTMLOptionElement =>
        element("option", { value: name, textContent: name.replaceAll("_", " "), title: meaning });
      this.columns.append(...columns.map(option));
    }
    void this.load();
  }

  private request(): ChartRequest {
    const column = this.columns.hidden ? null : this.columns.value;
    const species = this.species.chosen ?? null;
    return { kind: this.kinds.value, species, column, scale: this.scale };
  }

  private async load(): Promise<void> {
    if (!this.world.state || !isShown("charts")) return;
    const height = this.isLarge ? innerHeight - AROUND : HEIGHT;
    try {
      await this.canvas.show(this.request(), height);
      this.problem.hidden = true;
    } catch (error) {
      this.problem.hidden = false;
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    const scale = this.canvas.shown?.scale ?? null;
    this.scales.hidden = scale === null;
    setText(this.scales, scale ?? "");
  }

  /** Goes to what was clicked in the chart. */
  private choose({ organism }: ChartArea, tick: number | undefined): void {
    if (tick !== undefined) {
      if (organism !== null) this.world.send("pause");
      this.world.send("seek", tick);
    }
    if (organism === null) return;
    this.world.send("select", organism);
    this.world.send("follow", organism);
  }
}
