/** The plots of a chart as elements. */
import type uPlot from "uplot";
import type { Chart, Plot } from "../contract/engine";
import { drawTree, listClusters, type OnCluster } from "./clusters";
import { element } from "./element";
import { drawPlot, titleOf, type Scale } from "./plot";
import { drawStacks, isNamed } from "./stacks";

/** The least width of a plot where several stand side by side, in pixels. */
const BESIDE = 340;
/** The heights of plots in a panel, in pixels: alone, and with others. */
const ALONE = 170;
const AMONG = 110;

export interface DrawingOptions {
  /** Whether the chart is shown in place of the world. */
  isLarge: boolean;
  scale: Scale;
  /** The tick that is shown. */
  tick: number;
  onTick(tick: number): void;
  onCluster: OnCluster;
}

export class Drawings {
  readonly element = element("div", { className: "plots" });
  private drawings: uPlot[] = [];

  clear(): void {
    for (const drawing of this.drawings) drawing.destroy();
    this.drawings = [];
    this.element.replaceChildren();
  }

  draw(chart: Chart, options: DrawingOptions): void {
    const focused = this.focused();
    this.clear();
    const all = Math.max(180, this.element.clientWidth);
    const isGrid = options.isLarge && chart.plots.length > 2;
    const columns = isGrid ? Math.max(1, Math.floor(all / BESIDE)) : 1;
    this.element.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const width = Math.floor(all / columns) - (columns - 1) * 8;
    const size = { width, height: heightOf(chart, options.isLarge) };
    for (const plot of chart.plots) {
      const host = element("div", { className: "plot", role: "group" });
      host.ariaLabel = plot.name || chart.title;
      if (plot.name) host.append(element("p", { className: "chart-title" }, headingOf(plot)));
      this.element.append(host);
      this.drawOne(host, plot, { ...options, ...size });
    }
    const legend = chart.plots.find((plot) => plot.legend)?.legend;
    if (legend) this.element.append(element("p", { className: "chart-title" }, legend));
    this.focus(focused);
  }

  private drawOne(
    host: HTMLElement,
    plot: Plot,
    options: DrawingOptions & { width: number; height: number },
  ): void {
    const { width, height, scale, tick, onTick, onCluster } = options;
    if (isNamed(plot)) return drawStacks(host, plot);
    if (plot.kind === "tree") return host.append(drawTree(plot, width, tick, onCluster));
    const isHistory = plot.kind === "quantiles";
    const shown = isTurned(plot) ? { ...plot, x: plot.y, y: plot.x } : plot;
    const x = options.isLarge ? plot.x : { ...plot.x, name: "" };
    const named = isHistory ? { ...shown, x, y: { ...plot.y, name: "" } } : shown;
    const hasLegend = !isHistory || options.isLarge;
    const isTime = plot.x.unit === "ticks" || plot.x.name.startsWith("tick");
    const onClick =
      isTime && !isTurned(plot) ? (x: number) => onTick(Math.max(0, Math.round(x))) : undefined;
    this.drawings.push(drawPlot(host, named, { width, height, scale, hasLegend, onClick }));
    if (plot.kind === "bands") host.append(listClusters(plot, tick, onCluster));
  }

  /** The place of the button with the focus, which is drawn anew. */
  private focused(): number {
    const active = document.activeElement;
    return [...this.element.querySelectorAll("button")].findIndex((it) => it === active);
  }

  private focus(place: number): void {
    this.element.querySelectorAll("button")[place]?.focus({ preventScroll: true });
  }
}

function heightOf({ plots }: Chart, isLarge: boolean): number {
  if (isLarge) return Math.max(ALONE, innerHeight / Math.min(2, plots.length) - 190);
  return plots.length > 2 && plots[0]?.kind === "quantiles" ? AMONG : ALONE;
}

/** The name above a plot: of a history, that of its vertical axis, which has no room beside it. */
function headingOf(plot: Plot): string {
  return plot.kind === "quantiles" ? titleOf(plot.y) : plot.name;
}

/** Whether the bars of a plot lie: their ranges are on the vertical axis. */
function isTurned(plot: Plot): boolean {
  return plot.kind === "bars" && plot.x.name === "organisms";
}

/** The rows of a plot as CSV: its name, that of the series, and two values. */
export function rowsOf(plot: Plot): string[] {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  return plot.series.flatMap(({ name, points }) =>
    points.map((point) => [quoted(plot.name), quoted(name), ...valuesOf(plot, point)].join(",")),
  );
}

function valuesOf({ kind }: Plot, point: (number | string | null)[]): (number | string)[] {
  const [first, second, third, fourth] = point.map((it) => it ?? "");
  if (kind === "bars") return [fourth || (first ?? ""), third ?? ""];
  if (kind === "bands") return [first ?? "", fourth ?? ""];
  return [first ?? "", second ?? ""];
}
