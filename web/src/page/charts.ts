/** The panel of charts. */
import type uPlot from "uplot";
import type { Chart, ChartName, Plot } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { choice, element, setText } from "./element";
import { icon } from "./icons";
import { notify } from "./notices";
import { addPanel, isShown, showPanel } from "./panels";
import { drawPlot, type Scale } from "./plot";
import { saveFile } from "./download";
import type { SpeciesPanel } from "./species";
import { drawStacks, isNamed } from "./stacks";
import { paced, type World } from "./world";

const SCALES: Scale[] = ["linear", "root", "logarithmic"];

export class ChartsPanel {
  private readonly kinds = choice([["population", "Populations"]], "population");
  private readonly title = element("p", { className: "chart-title" });
  private readonly plots = element("div", { className: "plots" });
  private readonly enlarge = element("button", { type: "button", ariaPressed: "false" });
  private names: ChartName[] = [];
  private drawings: uPlot[] = [];
  private chart: Chart | undefined;
  private scale: Scale = "linear";
  private listed = -1;
  private key = "";
  private readonly refresh = paced(500, async () => {
    const { state } = this.world;
    if (!state || !isShown("charts")) return;
    try {
      this.chart = await this.world.call("chart", this.kinds.value, this.subject(state));
      this.draw(this.chart);
    } catch (error) {
      this.clear();
      setText(this.title, error instanceof Error ? error.message : String(error));
    }
  });

  constructor(
    private readonly world: World,
    private readonly species: SpeciesPanel,
  ) {
    this.kinds.ariaLabel = "Chart";
    this.kinds.onchange = () => this.refresh();
    this.enlarge.ariaLabel = this.enlarge.title = "Enlarge the chart";
    this.enlarge.append(icon("larger"));
    this.enlarge.onclick = () => this.toggleSize();
    const content = element("div", {}, this.title, this.plots);
    const tools = [this.kinds, this.enlarge];
    const shown = (): void => this.refresh();
    addPanel({ id: "charts", title: "Charts", icon: "chart", side: "left", tools, content, shown });
    world.watch((state) => this.show(state));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
    addEventListener("resize", () => this.refresh());
  }

  /** Asks for the chart anew, since what it is about has changed. */
  update(): void {
    this.refresh();
  }

  next(): void {
    showPanel("charts");
    const at = this.names.findIndex((it) => it.name === this.kinds.value);
    this.kinds.value = this.names[(at + 1) % this.names.length]?.name ?? "population";
    this.refresh();
  }

  nextScale(): void {
    this.scale = SCALES[(SCALES.indexOf(this.scale) + 1) % SCALES.length] ?? "linear";
    notify(`Scale of the chart: ${this.scale}`);
    this.refresh();
  }

  /** Shows the chart in place of the world, or in its panel again. */
  toggleSize(): void {
    showPanel("charts");
    const isLarge = document.getElementById("charts")?.classList.toggle("large") ?? false;
    this.enlarge.ariaPressed = String(isLarge);
    this.refresh();
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
    const key = `${state.world} ${state.present} ${state.tick}`;
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
  }

  /** The species that charts about one show: the chosen one, or the first animal. */
  private subject(state: WorldState): number {
    if (this.species.chosen !== undefined) return this.species.chosen;
    return Math.max(
      0,
      state.species.findIndex((it) => it.kind !== "plant"),
    );
  }

  private draw(chart: Chart): void {
    this.clear();
    setText(this.title, [chart.title, chart.note].filter(Boolean).join(" · "));
    const isLarge = document.getElementById("charts")?.classList.contains("large") ?? false;
    const width = Math.max(180, this.plots.clientWidth);
    const height = isLarge
      ? Math.max(160, innerHeight / Math.min(2, chart.plots.length) - 190)
      : 170;
    for (const plot of chart.plots) {
      const host = element("div", { className: "plot", role: "group" });
      host.ariaLabel = plot.name || chart.title;
      if (plot.name) host.append(element("p", { className: "chart-title" }, plot.name));
      this.plots.append(host);
      const turned = isTurned(plot) ? { ...plot, x: plot.y, y: plot.x } : plot;
      const isTime = plot.x.unit === "ticks" || plot.x.name.startsWith("tick");
      const onClick = isTime && !isTurned(plot) ? (x: number) => this.go(x) : undefined;
      if (isNamed(plot)) drawStacks(host, plot);
      else if (plot.kind !== "none") {
        const { scale } = this;
        this.drawings.push(
          drawPlot(host, this.filtered(turned), { width, height, scale, onClick }),
        );
      }
    }
  }

  /** Only the chosen species, where a series is one. */
  private filtered(plot: Plot): Plot {
    const { chosen } = this.species;
    if (chosen === undefined) return plot;
    const series = plot.series.filter((it) => it.name === this.species.name(chosen));
    return series.length > 0 ? { ...plot, series } : plot;
  }

  private go(x: number): void {
    this.world.send("seek", Math.max(0, Math.round(x)));
  }

  private clear(): void {
    for (const drawing of this.drawings) drawing.destroy();
    this.drawings = [];
    this.plots.replaceChildren();
  }
}

/** Whether the bars of a plot lie: their ranges are on the vertical axis. */
function isTurned(plot: Plot): boolean {
  return plot.kind === "bars" && plot.x.name === "organisms";
}

function rowsOf(plot: Plot): string[] {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return plot.series.flatMap(({ name, points }) =>
    points.map((point) => {
      const [x = "", y = ""] = plot.kind === "bars" ? [point[3] || point[0], point[2]] : point;
      return [quoted(plot.name), quoted(name), x, y].join(",");
    }),
  );
}
