/** The panel of charts. */
import type { Chart, ChartName, Plot } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { saveFile } from "./download";
import { Drawings, rowsOf } from "./drawings";
import { choice, element, setText } from "./element";
import { icon } from "./icons";
import { notify } from "./notices";
import { addPanel, isShown, showPanel } from "./panels";
import type { Scale } from "./plot";
import type { SpeciesPanel } from "./species";
import { paced, type World } from "./world";

/** The charts of descent may take long: they are made for at most a twelfth of the time. */
const REST = 11;
const SCALES: Scale[] = ["linear", "root", "logarithmic"];

export class ChartsPanel {
  private readonly kinds = choice([["population", "Populations"]], "population");
  private readonly title = element("p", { className: "chart-title" });
  private readonly columns = choice([], "");
  private readonly drawings = new Drawings();
  private readonly enlarge = element("button", { type: "button", ariaPressed: "false" });
  private names: ChartName[] = [];
  private chart: Chart | undefined;
  private scale: Scale = "linear";
  private listed = -1;
  private key = "";
  /** Loads the chart again since the world has changed. What users choose is loaded at once. */
  private readonly refresh = paced(500, () => this.load(), REST);

  constructor(
    private readonly world: World,
    private readonly species: SpeciesPanel,
  ) {
    this.kinds.ariaLabel = "Chart";
    this.kinds.onchange = () => this.changeKind();
    this.columns.ariaLabel = "Column of the census";
    this.columns.onchange = () => void this.load();
    this.columns.hidden = true;
    this.enlarge.ariaLabel = this.enlarge.title = "Enlarge chart";
    this.enlarge.append(icon("larger"));
    this.enlarge.onclick = () => this.toggleSize();
    const content = element("div", {}, this.columns, this.title, this.drawings.element);
    const tools = [this.kinds, this.enlarge];
    const shown = (): void => void this.load();
    addPanel({ id: "charts", title: "Charts", icon: "chart", side: "left", tools, content, shown });
    world.watch((state) => this.show(state));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
    addEventListener("resize", () => this.refresh());
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
    this.scale = SCALES[(SCALES.indexOf(this.scale) + 1) % SCALES.length] ?? "linear";
    notify(`Scale of the chart: ${this.scale}`);
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
    const { chart } = this;
    if (!chart) return notify("No chart is shown: open the panel of charts (C) first.", "bad");
    const rows = chart.plots.flatMap((plot) => rowsOf(plot));
    const table = ["plot,series,x,y", ...rows].join("\n");
    saveFile(`${this.kinds.value}.csv`, new TextEncoder().encode(`${table}\n`), "text/csv");
  }

  private show(state: WorldState): void {
    if (state.world !== this.listed) void this.list();
    this.listed = state.world;
    // What is missing may come with the replay under way.
    const progress = this.chart?.note ? String(state.replayed) : "";
    const key = `${state.world} ${state.present} ${state.tick} ${progress}`;
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

  /** The species that charts about one show: the chosen one, or the first animal. */
  private subject(state: WorldState): number {
    if (this.species.chosen !== undefined) return this.species.chosen;
    return Math.max(
      0,
      state.species.findIndex((it) => it.kind !== "plant"),
    );
  }

  private async load(): Promise<void> {
    const { state } = this.world;
    if (!state || !isShown("charts")) return;
    try {
      const column = this.columns.hidden ? null : this.columns.value;
      const chart = await this.world.call("chart", this.kinds.value, this.subject(state), column);
      this.chart = chart;
      this.draw(chart);
    } catch (error) {
      this.drawings.clear();
      setText(this.title, error instanceof Error ? error.message : String(error));
    }
  }

  private draw(chart: Chart): void {
    setText(this.title, [chart.title, chart.note].filter(Boolean).join(" · "));
    const plots = chart.plots.map((plot) => this.filtered(plot));
    this.drawings.draw(
      { ...chart, plots },
      {
        isLarge: this.isLarge,
        scale: this.scale,
        tick: this.world.state?.tick ?? 0,
        onTick: (tick) => this.world.send("seek", tick),
        onCluster: (organism, tick) => {
          this.world.send("pause");
          this.world.send("seek", tick);
          this.world.send("select", organism);
          this.world.send("follow", organism);
        },
      },
    );
  }

  /** Only the chosen species, where a series is one. */
  private filtered(plot: Plot): Plot {
    const { chosen } = this.species;
    if (chosen === undefined) return plot;
    const series = plot.series.filter((it) => it.name === this.species.name(chosen));
    return series.length > 0 ? { ...plot, series } : plot;
  }
}
