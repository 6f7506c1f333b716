/** Plots of what lies between two values over time: quantiles of traits, and clusters as nested bands. */
import uPlot from "uplot";
import type { Plot, Series } from "../contract/engine";

/** The frame of a plot: its size, axes and legend. */
export type PlotFrame = Omit<uPlot.Options, "series">;

/** The median of a value over time, and bands around it; behind them the same of those alive at the first tick. */
export function quantilesPlot(host: HTMLElement, plot: Plot, frame: PlotFrame): uPlot {
  const [q5, q25, median, q75, q95] = plot.series;
  const colour = median?.colour ?? "#888";
  const xs = median?.points.map((point) => Number(point[0])) ?? [];
  const row = (of: Series | undefined): (number | null)[] =>
    of?.points.map(([, value]) => (typeof value === "number" ? value : null)) ?? [];
  const line = (of: Series | undefined): uPlot.Series => ({
    label: of?.name ?? "",
    stroke: of === median ? colour : "transparent",
    width: of === median ? 1.5 : 0,
    points: { show: false },
  });
  const all = [q5, q25, median, q75, q95];
  const behind = (drawing: uPlot): void => drawFirst(drawing, all);
  const options: uPlot.Options = {
    ...frame,
    scales: { x: { time: false }, y: { range: [plot.y.low ?? 0, plot.y.high ?? 1] } },
    series: [{ label: plot.x.name }, ...all.map(line)],
    bands: [
      { series: [5, 1], fill: `${colour}40` },
      { series: [4, 2], fill: `${colour}60` },
    ],
    hooks: { drawAxes: [behind] },
  };
  return new uPlot(options, [xs, ...all.map(row)] as uPlot.AlignedData, host);
}

/** Draws the quantiles of those that are alive at the first tick: a band, and a dashed line for their median. */
function drawFirst(drawing: uPlot, [low, , median, , high]: (Series | undefined)[]): void {
  if (median?.first == null || low?.first == null || high?.first == null) return;
  const { ctx, bbox } = drawing;
  const at = (value: number): number => drawing.valToPos(value, "y", true);
  ctx.save();
  ctx.fillStyle = "rgb(128 128 128 / 20%)";
  ctx.fillRect(bbox.left, at(high.first), bbox.width, Math.max(1, at(low.first) - at(high.first)));
  ctx.strokeStyle = "rgb(128 128 128 / 80%)";
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, at(median.first));
  ctx.lineTo(bbox.left + bbox.width, at(median.first));
  ctx.stroke();
  ctx.restore();
}

/** Clusters over time as bands, each inside that of the cluster that it descends from. */
export function bandsPlot(host: HTMLElement, plot: Plot, frame: PlotFrame): uPlot {
  const ticks = plot.series.flatMap((it) => it.points.map((point) => Number(point[0])));
  const xs = [...new Set(ticks)].sort((a, b) => a - b);
  const row = ({ points }: Series): (number | null)[] => {
    const highs = new Map(points.map(([x, , high]) => [Number(x), Number(high)]));
    return xs.map((x) => highs.get(x) ?? null);
  };
  const options: uPlot.Options = {
    ...frame,
    legend: { show: false },
    scales: { x: { time: false }, y: { range: [0, plot.y.high ?? 1] } },
    series: [
      { label: plot.x.name },
      ...plot.series.map((it) => ({ label: it.name, paths: bandOf(it), points: { show: false } })),
    ],
  };
  return new uPlot(options, [xs, ...plot.series.map(row)] as uPlot.AlignedData, host);
}

/** Fills a band, with a thin line around it that sets it apart from the band in which it lies. */
function bandOf({ points, colour = "#888" }: Series): uPlot.Series.PathBuilder {
  return (drawing) => {
    const { ctx } = drawing;
    const place = (point: Series["points"][number], edge: number): [number, number] => [
      drawing.valToPos(Number(point[0]), "x", true),
      drawing.valToPos(Number(point[edge]), "y", true),
    ];
    ctx.save();
    ctx.beginPath();
    for (const point of points) ctx.lineTo(...place(point, 2));
    for (const point of [...points].reverse()) ctx.lineTo(...place(point, 1));
    ctx.closePath();
    ctx.fillStyle = colour;
    ctx.fill();
    ctx.strokeStyle = "rgb(0 0 0 / 30%)";
    ctx.lineWidth = 0.5 * devicePixelRatio;
    ctx.stroke();
    ctx.restore();
    return null;
  };
}
