/** Bars with names, as elements: such as deaths by cause for each species. */
import type { Plot } from "../contract/engine";
import { element } from "./element";

/** Whether the bars of a plot have names rather than a place on an axis. */
export function isNamed(plot: Plot): boolean {
  return plot.kind === "bars" && plot.series.some((it) => it.points.some((point) => point[3]));
}

/** Draws named bars, with the parts of each and a key of their colours. */
export function drawStacks(host: HTMLElement, plot: Plot): void {
  const bars = plot.series[0]?.points.map((point) => String(point[3])) ?? [];
  const count = (part: number, bar: number): number =>
    Number(plot.series[part]?.points[bar]?.[2] ?? 0);
  const total = (bar: number): number =>
    plot.series.reduce((sum, _, part) => sum + count(part, bar), 0);
  const most = Math.max(1, ...bars.map((_, bar) => total(bar)));
  const rows = bars.flatMap((name, bar) => {
    const stack = element("span", { className: "stack", ariaHidden: "true" });
    const words: string[] = [];
    plot.series.forEach((part, at) => {
      const number = count(at, bar);
      if (number === 0) return;
      const piece = element("i", { title: `${part.name}: ${number}` });
      piece.style.width = `${(100 * number) / most}%`;
      piece.style.backgroundColor = part.colour ?? "";
      stack.append(piece);
      words.push(`${number} ${part.name}`);
    });
    const sum = element("span", { textContent: total(bar).toLocaleString("en") });
    sum.title = words.join(", ");
    return [element("span", { textContent: name }), stack, sum];
  });
  const keys = plot.series
    .filter((_, part) => bars.some((_, bar) => count(part, bar) > 0))
    .map(({ name, colour }) => {
      const swatch = element("i", { className: "swatch", ariaHidden: "true" });
      swatch.style.backgroundColor = colour ?? "";
      return element("li", {}, swatch, name);
    });
  host.append(
    element("div", { className: "stacks" }, ...rows),
    element("ul", { className: "keys" }, ...keys),
  );
}
