/** Panels: at the sides of the world, or one at a time below it on small screens. */
import { byId, element } from "./element";
import { icon, type IconName } from "./icons";

export interface Panel {
  id: string;
  title: string;
  icon: IconName;
  side: "left" | "right";
  /** Buttons in the header. */
  tools?: Node[];
  content: HTMLElement;
  /** Whether only its header is shown at first. */
  isFolded?: boolean;
  /** Called when it becomes visible. */
  shown?(): void;
}

const panels: { panel: Panel; section: HTMLElement; tab: HTMLButtonElement }[] = [];
/** Whether panels are sheets below the world. */
export const narrow = matchMedia("(max-width: 899px)");

/** Adds a panel to its side, and its tab for small screens. */
export function addPanel(panel: Panel): void {
  const fold = element(
    "button",
    { className: "fold", type: "button", ariaExpanded: String(!panel.isFolded) },
    element("span", { textContent: panel.title }),
  );
  panel.content.id = `${panel.id}-content`;
  fold.setAttribute("aria-controls", panel.content.id);
  const tools = element("div", { className: "panel-tools" }, ...(panel.tools ?? []));
  const header = element("header", {}, element("h2", {}, fold), tools);
  const section = element("section", { className: "panel", id: panel.id }, header, panel.content);
  section.ariaLabel = panel.title;
  section.classList.toggle("folded", panel.isFolded ?? false);
  const name = element("span", { textContent: panel.title });
  const tab = element("button", { type: "button", ariaPressed: "false" }, icon(panel.icon), name);
  fold.onclick = () => {
    section.classList.toggle("folded");
    fold.ariaExpanded = String(!section.classList.contains("folded"));
    if (isShown(panel.id)) panel.shown?.();
  };
  tab.onclick = () => togglePanel(panel.id);
  byId(panel.side).append(section);
  byId("tabs").append(tab);
  panels.push({ panel, section, tab });
}

/** Whether a panel can be seen. */
export function isShown(id: string): boolean {
  const found = panels.find((it) => it.panel.id === id);
  if (!found || areAllHidden()) return false;
  const { classList } = found.section;
  if (narrow.matches) return classList.contains("sheet");
  return !classList.contains("closed") && !classList.contains("folded");
}

/** Shows a panel, or hides it if it is shown. */
export function togglePanel(id: string): void {
  if (isShown(id)) hidePanel(id);
  else showPanel(id);
}

export function showPanel(id: string): void {
  document.body.classList.remove("bare");
  for (const { panel, section, tab } of panels) {
    const isIt = panel.id === id;
    section.classList.toggle("sheet", isIt);
    tab.ariaPressed = String(isIt);
    if (!isIt) continue;
    section.classList.remove("closed", "folded");
    section.querySelector(".fold")?.setAttribute("aria-expanded", "true");
    panel.shown?.();
  }
}

function hidePanel(id: string): void {
  const found = panels.find((it) => it.panel.id === id);
  if (!found) return;
  found.tab.ariaPressed = "false";
  found.section.classList.remove("sheet");
  if (!narrow.matches) found.section.classList.add("closed");
}

/** Hides all panels, or shows them again. */
export function toggleAllPanels(): void {
  document.body.classList.toggle("bare");
}

export function areAllHidden(): boolean {
  return document.body.classList.contains("bare");
}
