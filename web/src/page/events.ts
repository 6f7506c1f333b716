/** The list of events, latest first. */
import type { Remark } from "../contract/engine";
import { element } from "./element";
import { addPanel, isShown } from "./panels";
import type { Remarks } from "./remarks";
import type { SpeciesPanel } from "./species";
import type { World } from "./world";

/** The greatest number of events in the list; the filter reaches all. */
const MOST = 120;

export class EventsPanel {
  private readonly filter = element("input", { type: "search", placeholder: "Filter", value: "" });
  private readonly everything = element("input", { type: "checkbox" });
  private readonly list = element("ol", { className: "events", tabIndex: -1 });
  private shownTick = -1;

  constructor(
    private readonly world: World,
    private readonly remarks: Remarks,
    private readonly species: SpeciesPanel,
  ) {
    this.filter.ariaLabel = "Filter events by text";
    this.filter.oninput = () => this.draw();
    this.everything.onchange = () => this.draw();
    const all = element("label", { className: "row" }, this.everything, "all events");
    const bar = element("div", { className: "events-filter" }, this.filter, all);
    const content = element("div", {}, bar, this.list);
    const shown = (): void => this.draw();
    addPanel({ id: "events", title: "Events", icon: "events", side: "left", content, shown });
    this.list.onkeydown = (event) => this.key(event);
    remarks.watch(() => this.draw());
    world.watch((state) => {
      // New events come with the frontier; others appear and vanish where recorded ticks are shown.
      if (state.tick !== this.shownTick && state.tick < state.frontier) this.draw();
    });
  }

  draw(): void {
    if (!isShown("events")) return;
    const tick = this.world.state?.tick ?? 0;
    this.shownTick = tick;
    const words = this.filter.value.trim().toLowerCase();
    const { chosen } = this.species;
    const name = chosen === undefined ? "" : this.species.name(chosen);
    const isWanted = (remark: Remark): boolean =>
      remark.tick <= tick &&
      (this.everything.checked || remark.isListed) &&
      (!words || remark.text.toLowerCase().includes(words)) &&
      (remark.species === chosen || remark.text.includes(name));
    const wanted: Remark[] = [];
    for (let at = this.remarks.all.length - 1; at >= 0 && wanted.length < MOST; at -= 1) {
      const remark = this.remarks.all[at];
      if (remark && isWanted(remark)) wanted.push(remark);
    }
    this.fill(wanted);
  }

  /** Makes rows for new events only, so that focus and scrolling stay. */
  private fill(wanted: Remark[]): void {
    const known = new Map<string, Element>();
    for (const row of this.list.children) known.set((row as HTMLElement).dataset["key"] ?? "", row);
    const rows = wanted.map((remark) => known.get(keyOf(remark)) ?? this.row(remark));
    if (rows.length === 0) {
      this.list.replaceChildren(element("li", { className: "note" }, "No such events yet."));
      return;
    }
    const kept = new Set(rows);
    for (const row of [...this.list.children]) if (!kept.has(row)) row.remove();
    rows.forEach((row, at) => {
      if (this.list.children[at] !== row)
        this.list.insertBefore(row, this.list.children[at] ?? null);
    });
    this.markStop();
  }

  /** The list is one stop of the Tab key; arrows move in it. */
  private markStop(): void {
    const buttons = [...this.list.querySelectorAll("button")];
    const stop = buttons.find((it) => it === document.activeElement) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = document.activeElement?.closest("li");
    const next = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
    if (!by || !row) return;
    event.preventDefault();
    next?.querySelector("button")?.focus();
    this.markStop();
  }

  private row(remark: Remark): HTMLElement {
    const button = element(
      "button",
      { type: "button" },
      element("time", { textContent: String(remark.tick) }),
      element("span", { textContent: remark.text }),
    );
    button.onclick = () => this.go(remark);
    const row = element("li", { className: remark.icon }, button);
    row.dataset["key"] = keyOf(remark);
    return row;
  }

  private go({ tick, place, organism }: Remark): void {
    this.world.send("pause");
    this.world.send("seek", tick);
    if (organism !== null) this.world.send("select", organism);
    this.world.send("follow", null);
    if (place) this.world.send("centre", ...place);
  }
}

function keyOf({ tick, text }: Remark): string {
  return `${tick} ${text}`;
}
