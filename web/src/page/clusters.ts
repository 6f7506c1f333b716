/** The names of clusters beside their plots, and their tree over time. Each name is a button, so that keys and screen readers reach it. */
import type { Plot, Series } from "../contract/engine";
import { element } from "./element";

/** Called with the first member of a cluster and the tick of its birth. */
export type OnCluster = (organism: number, tick: number) => void;

const SVG = "http://www.w3.org/2000/svg";
/** The height of a row of the tree, and of the labels of ticks below, in pixels. */
const ROW = 20;
const FOOT = 18;
/** The width of a letter at most, and the greatest share of the width that names take. */
const LETTER = 6.6;
const NAMES = 0.5;
/** The widths of the lines of the smallest and the largest cluster. */
const THIN = 1.5;
const WIDE = 8;

/** Lists the clusters of bands that have living members at a tick. */
export function listClusters(plot: Plot, tick: number, onCluster: OnCluster): HTMLElement {
  const rows = plot.series.flatMap((cluster) => {
    const living = livingAt(cluster, tick);
    if (living === 0) return [];
    const swatch = element("i", { className: "swatch", ariaHidden: "true" });
    swatch.style.backgroundColor = cluster.colour ?? "";
    const parent = plot.series[cluster.parent ?? -1];
    const title = parent ? `descends from ${parent.name}` : "descends from no other cluster";
    const button = nameButton(cluster, `${cluster.name}: ${living}`, onCluster);
    button.title = `${title}; its first member was born in tick ${cluster.origin ?? 0}`;
    return [element("li", {}, swatch, button)];
  });
  const list = element("ul", { className: "keys" }, ...rows);
  list.ariaLabel = `Clusters with living members at tick ${tick}`;
  return list;
}

/** The living members of a cluster at the last tick of its band up to `tick`. */
function livingAt({ points }: Series, tick: number): number {
  const [last, after] = [
    points.filter((point) => Number(point[0]) <= tick).at(-1),
    points.find((point) => Number(point[0]) > tick),
  ];
  const isOver = last && !after && Number(last[0]) < Number(points.at(-1)?.[0]);
  return last && !isOver ? Number(last[3]) : 0;
}

/** Draws a tree: a line for each cluster, from its origin to its end, and its name behind it. */
export function drawTree(
  plot: Plot,
  width: number,
  tick: number,
  onCluster: OnCluster,
): HTMLElement {
  const rows = plot.series;
  const longest = Math.max(0, ...rows.map((row) => labelOf(row).length));
  const room = width - Math.min(longest * LETTER + 16, width * NAMES) - 4;
  const [first, last] = [plot.x.low ?? 0, plot.x.high ?? 1];
  const x = (at: number): number => 2 + ((at - first) / (last - first)) * room;
  const lines = linesOf(rows, x);
  lines.append(...ticksOf(rows.length * ROW, [first, last], tick, x));
  lines.setAttribute("width", String(width));
  const names = rows.map((row, at) => {
    const button = nameButton(row, labelOf(row), onCluster);
    button.title = row.details ?? "";
    button.classList.toggle("extinct", !row.extant);
    const item = element("li", {}, button);
    item.style.top = `${at * ROW}px`;
    item.style.insetInlineStart = `${x(Number(row.points[0]?.[1])) + 4}px`;
    return item;
  });
  const list = element("ul", { ariaLabel: plot.legend ?? "Clusters" }, ...names);
  const tree = element("div", { className: "tree" }, lines, list);
  tree.style.height = `${rows.length * ROW + FOOT}px`;
  return tree;
}

/** The lines of all clusters: those without living descendants below the others. */
function linesOf(rows: Series[], x: (tick: number) => number): SVGSVGElement {
  const lines = svg("svg", { "aria-hidden": "true", height: rows.length * ROW + FOOT });
  const most = Math.max(1, ...rows.map((row) => row.members ?? 1));
  const middle = (at: number): number => (at + 0.5) * ROW;
  for (const isExtant of [false, true]) {
    rows.forEach((row, at) => {
      if (row.extant !== isExtant) return;
      const [begin = 0, end = 0] = (row.points[0] ?? []).map((it) => x(Number(it)));
      const y = middle(at);
      const branch = row.parent == null ? "" : `M${begin} ${middle(row.parent)}V${y}`;
      const group = svg("g", { class: isExtant ? "extant" : "extinct" });
      const wide = THIN + (WIDE - THIN) * Math.sqrt((row.members ?? 1) / most);
      const line = `M${begin} ${y}H${Math.max(end, begin + 1)}`;
      group.append(svg("path", { d: branch, "stroke-width": 1 }));
      group.append(svg("path", { d: line, "stroke-width": wide }));
      lines.append(group);
    });
  }
  return lines;
}

/** The first and the last tick below the lines, and the tick that is shown through them. */
function ticksOf(
  top: number,
  [first, last]: [number, number],
  tick: number,
  x: (tick: number) => number,
): SVGElement[] {
  const label = (at: number, anchor: string): SVGElement => {
    const text = svg("text", { x: x(at), y: top + FOOT - 4, "text-anchor": anchor });
    text.textContent = at.toLocaleString("en");
    return text;
  };
  const now = svg("path", { class: "now", d: `M${x(tick)} 0V${top}` });
  return [now, label(first, "start"), label(last, "end")];
}

/** The name of a cluster, with the numbers of its members, and of those alive at the end. */
function labelOf({ name, members = 1, living = 0 }: Series): string {
  if (members === 1) return name;
  return living === 0 ? `${name} · ${members}` : `${name} · ${members} / ${living}`;
}

function nameButton(cluster: Series, text: string, onCluster: OnCluster): HTMLButtonElement {
  const button = element("button", { type: "button", className: "link", textContent: text });
  button.onclick = () => onCluster(cluster.organism ?? 0, cluster.origin ?? 0);
  return button;
}

function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
