/** The report on an organism as elements, updated in place, so that focus and selection stay. */
import type { Report, ReportLine } from "../contract/engine";
import { element, setText } from "./element";

export interface ReportLinks {
  organism(id: number): void;
  tick(tick: number, organism: number | null): void;
}

/** Sections that begin closed. */
const CLOSED = new Set(["Author"]);

export class ReportView {
  readonly element = element("div", { className: "report" });
  private readonly heading = element("h3");
  private readonly note = element("p", { className: "note" });
  private readonly sections = element("div");

  constructor(private readonly links: ReportLinks) {
    this.element.append(this.heading, this.note, this.sections);
  }

  show(report: Report | null, empty: string): void {
    setText(this.heading, report?.heading ?? "");
    this.heading.hidden = !report;
    setText(this.note, report ? (report.note ?? "") : empty);
    this.note.hidden = !this.note.textContent;
    const sections = report?.sections ?? [];
    matchCount(this.sections, sections.length, newSection);
    sections.forEach((section, at) => {
      const node = this.sections.children[at] as HTMLDetailsElement;
      const summary = node.firstElementChild as HTMLElement;
      if (summary.textContent !== section.title) {
        summary.textContent = section.title;
        node.open = !CLOSED.has(section.title);
      }
      const list = node.lastElementChild as HTMLElement;
      matchCount(list, section.lines.length, newLine);
      section.lines.forEach((line, row) => this.fill(list.children[row] as HTMLElement, line));
    });
  }

  private fill(row: HTMLElement, line: ReportLine): void {
    const isLink = line.whom !== null || line.tick !== null;
    row.className = `line ${line.severity}${line.label ? "" : " unlabelled"}`;
    const [label, value, bar] = row.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    setText(label, line.label);
    const text = value.firstElementChild as HTMLElement;
    if (isLink !== (text.tagName === "BUTTON")) {
      const other = isLink
        ? element("button", { type: "button", className: "link" })
        : element("span");
      text.replaceWith(other);
    }
    const shown = value.firstElementChild as HTMLElement;
    setText(shown, line.value);
    if (isLink) {
      shown.onclick = () =>
        line.tick === null
          ? this.links.organism(line.whom ?? 0)
          : this.links.tick(line.tick, line.whom);
    }
    bar.hidden = line.share === null;
    if (line.share !== null) {
      const full = `${Math.max(0, Math.min(1, line.share)) * 100}%`;
      (bar.firstElementChild as HTMLElement).style.width = full;
    }
  }
}

function newSection(): HTMLElement {
  return element("details", { open: true }, element("summary"), element("div"));
}

function newLine(): HTMLElement {
  return element(
    "div",
    {},
    element("span", { className: "label" }),
    element("span", { className: "value" }, element("span")),
    element("i", { className: "meter", ariaHidden: "true", hidden: true }, element("i")),
  );
}

/** Adds or removes children until there are so many. */
function matchCount(host: HTMLElement, count: number, make: () => HTMLElement): void {
  while (host.childElementCount > count) host.lastElementChild?.remove();
  while (host.childElementCount < count) host.append(make());
}
