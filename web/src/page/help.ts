/** The help: gestures, keys, and what the page cannot do. */
import type { Actions } from "./actions";
import { openDialog } from "./dialog";
import { element } from "./element";

const GESTURES: readonly (readonly [string, string])[] = [
  ["Click or tap on an organism", "Select it and show its details"],
  ["Double click, double tap", "Follow it"],
  ["Drag", "Move the view"],
  ["Wheel, two fingers", "Zoom; with a tool, its size"],
  ["Drag on the timeline", "Go to that tick"],
  ["Click on a chart over time", "Go to that tick"],
  [
    "Click on the name of a cluster",
    "Go to the tick in which it split off, and follow its first member",
  ],
  ["Click on a lineage", "Show the means of its traits"],
  ["Click on the map", "Move the view there"],
  ["Any key, click, touch or the wheel on a tour", "End it"],
  ["Click on an event", "Go to its tick and place"],
  ["Drop a file", "Open a recording, a snapshot, a scenario, a link or a creature"],
];

const LIMITS = [
  "One thread: large worlds run faster in the program.",
  "No arena, experiments, sweeps or videos: the command has them.",
  "Files are saved as downloads, and opened by choosing or dropping them.",
];

export function openHelp(actions: Actions, version: string): void {
  const content: HTMLElement[] = [
    element("h3", { textContent: "Pointer" }),
    table(GESTURES.map(([gesture, effect]) => [gesture, effect])),
  ];
  for (const group of actions.groups) {
    const rows = actions
      .ofGroup(group)
      .map(({ name, keys, help }) => [name, keys.join("  "), help]);
    content.push(element("h3", { textContent: group }), table(rows));
  }
  const missing = actions.missing.map(({ name, lacking }) =>
    element("li", { textContent: `${name}: ${lacking ?? ""}.` }),
  );
  const limits = LIMITS.map((text) => element("li", { textContent: text }));
  content.push(
    element("h3", { textContent: "What the page cannot do" }),
    element("ul", { className: "dots" }, ...limits),
    element("h3", { textContent: "Actions that only the window has" }),
    element("ul", { className: "dots" }, ...missing),
    element("p", { className: "note", textContent: `Terrarium ${version}` }),
  );
  openDialog("Help", ...content).classList.add("wide");
}

function table(rows: string[][]): HTMLElement {
  const body = rows.map(([first = "", ...cells]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", textContent: first }),
      ...cells.map((cell, at) =>
        element(
          "td",
          {},
          cells.length > 1 && at === 0 ? element("kbd", { textContent: cell }) : cell,
        ),
      ),
    ),
  );
  return element("table", {}, element("tbody", {}, ...body));
}
