/** A plot of the engine's charts, by uPlot. */
import uPlot from "uplot";
import type { Axis, Plot, Series } from "../contract/engine";
import { bandsPlot, quantilesPlot } from "./spans";

export type Scale = "linear" | "root" | "logarithmic";

export interface PlotOptions {
  width: number;
  height: number;
  scale: Scale;
  /** Whether values under the pointer are written below. */
  hasLegend: boolean;
  /** Called with the value of the horizontal axis that was clicked. */
  onClick?: ((x: number) => void) | undefined;
}

/** Draws a plot into an element. Returns the drawing, to be destroyed. */
export function drawPlot(host: HTMLElement, plot: Plot, options: PlotOptions): uPlot {
  const drawing = drawn(host, plot, options);
  const { onClick } = options;
  if (onClick) {
    drawing.over.addEventListener("click", () => {
      const left = drawing.cursor.left ?? -1;
      if (left >= 0) onClick(drawing.posToVal(left, "x"));
    });
  }
  return drawing;
}

function drawn(host: HTMLElement, plot: Plot, options: PlotOptions): uPlot {
  switch (plot.kind) {
    case "points":
    case "trajectory":
      return freePlot(host, plot, options);
    case "quantiles":
      return quantilesPlot(host, plot, frame(host, plot, options));
    case "bands":
      return bandsPlot(host, plot, frame(host, plot, options));
    default:
      return alignedPlot(host, plot, options);
  }
}

/** Curves and bars: series over the same values of the horizontal axis. */
function alignedPlot(host: HTMLElement, plot: Plot, options: PlotOptions): uPlot {
  const isBars = plot.kind === "bars";
  const middle = (point: Series["points"][number]): number =>
    isBars ? (Number(point[0]) + Number(point[1])) / 2 : Number(point[0]);
  const place = isBars ? 2 : 1;
  const xs = [...new Set(plot.series.flatMap((it) => it.points.map(middle)))].sort((a, b) => a - b);
  const totals = [new Map<number, number>(), new Map<number, number>()] as const;
  const rows = plot.series.map(({ points, below }) => {
    const known = points.filter((point) => point[place] !== null);
    const values = new Map(known.map((point) => [middle(point), Number(point[place])]));
    return xs.map((x) => {
      const value = values.get(x);
      if (value === undefined) return null;
      if (!isBars) return value;
      // Parts of a bar stand on each other; those drawn last are in front.
      const sums = totals[below ? 1 : 0];
      sums.set(x, (sums.get(x) ?? 0) + value);
      return (below ? -1 : 1) * (sums.get(x) ?? 0);
    });
  });
  const order = plot.series.map((_, at) => (isBars ? plot.series.length - 1 - at : at));
  const bars = isBars ? uPlot.paths.bars?.({ size: [1, 60] }) : undefined;
  const series: uPlot.Series[] = order.map((at) => {
    const { name, colour = "#888" } = plot.series[at] ?? { name: "" };
    return {
      label: name || plot.name || "value",
      stroke: colour,
      width: isBars ? 0 : 1.5,
      points: { show: false },
      value: (_, value) => (value === null ? "" : short(value)),
      ...(bars ? { paths: bars, fill: colour } : {}),
    };
  });
  const data = [xs, ...order.map((at) => rows[at] ?? [])] as uPlot.AlignedData;
  return new uPlot({ ...frame(host, plot, options), series: [label(plot), ...series] }, data, host);
}

/** Points and trajectories, whose values have no order. */
function freePlot(host: HTMLElement, plot: Plot, options: PlotOptions): uPlot {
  const isLine = plot.kind === "trajectory";
  const facets = plot.series.map(({ points }) => [
    points.map((point) => Number(point[0])),
    points.map((point) => Number(point[1])),
  ]);
  const paths: uPlot.Series.PathBuilder = (drawing, at) => {
    const [xs = [], ys = []] = (drawing.data[at] ?? []) as unknown as number[][];
    const { ctx } = drawing;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = plot.series[at - 1]?.colour ?? "#888";
    ctx.lineWidth = devicePixelRatio * 1.25;
    ctx.globalAlpha = isLine ? 0.9 : 0.6;
    ctx.beginPath();
    xs.forEach((x, point) => {
      const left = drawing.valToPos(x, "x", true);
      const top = drawing.valToPos(ys[point] ?? 0, "y", true);
      if (isLine) ctx.lineTo(left, top);
      else ctx.fillRect(left - 1.5, top - 1.5, 3, 3);
    });
    if (isLine) ctx.stroke();
    ctx.restore();
    return null;
  };
  const series: uPlot.Series[] = plot.series.map(({ name, colour }) => ({
    label: name || plot.y.name,
    stroke: colour ?? "#888",
    paths,
  }));
  const data = [null, ...facets] as unknown as uPlot.AlignedData;
  const basic = frame(host, plot, options);
  const ranges = {
    x: { time: false, range: rangeOf(facets.flatMap(([xs = []]) => xs)) },
    y: { range: rangeOf(facets.flatMap(([, ys = []]) => ys)) },
  };
  const legend = { show: false };
  return new uPlot(
    { ...basic, mode: 2, scales: ranges, legend, series: [{}, ...series] },
    data,
    host,
  );
}

function rangeOf(values: number[]): uPlot.Range.MinMax {
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
  if (!(low <= high)) return [0, 1];
  const margin = (high - low || 1) * 0.05;
  return [low - margin, high + margin];
}

function label(plot: Plot): uPlot.Series {
  return { label: plot.x.name || "x", value: (_, value) => (value === null ? "" : short(value)) };
}

function frame(host: HTMLElement, plot: Plot, options: PlotOptions): Omit<uPlot.Options, "series"> {
  const hasNames = plot.series.length > 1 || Boolean(plot.series[0]?.name);
  const style = getComputedStyle(host);
  const colour = style.getPropertyValue("--faint");
  const line = { stroke: style.getPropertyValue("--line"), width: 1 };
  const font = `11px ${style.fontFamily}`;
  const axis = { stroke: colour, grid: line, ticks: line, font, labelFont: font };
  const values = (_: uPlot, all: number[]): string[] =>
    all.map((it) => (it === null ? "" : short(it)));
  return {
    width: options.width,
    height: options.height,
    scales: { x: { time: false }, y: scaleOf(plot, options.scale) },
    axes: [
      { ...axis, size: 34, values, ...labelOf(plot.x) },
      { ...axis, size: 44, values, ...labelOf(plot.y) },
    ],
    legend: { show: options.hasLegend && hasNames, live: true },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
  };
}

/** The name of an axis beside it, if it has one. */
function labelOf(axis: Axis): uPlot.Axis {
  return axis.name ? { label: titleOf(axis), labelSize: 14, labelGap: 0 } : {};
}

/** The name of an axis with its unit. */
export function titleOf({ name, unit }: Axis): string {
  const words = name.replaceAll("_", " ");
  return unit ? `${words} (${unit})` : words;
}

function scaleOf(plot: Plot, scale: Scale): uPlot.Scale {
  if (plot.kind !== "curves" || scale === "linear") return {};
  // Both show 0, which logarithms do not have.
  if (scale === "logarithmic") return { distr: 4, asinh: 1 };
  return {
    distr: 100,
    fwd: (value) => Math.sign(value) * Math.sqrt(Math.abs(value)),
    bwd: (root) => Math.sign(root) * root * root,
  };
}

/** A number as short as readers need it. */
export function short(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(4)));
}
