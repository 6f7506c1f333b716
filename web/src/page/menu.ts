/** Menus: a button that opens a list of commands, by pointer and by keyboard. */
import { element } from "./element";

export interface MenuItem {
  name: string;
  /** The key for it, as shown. */
  key?: string | undefined;
  help?: string | undefined;
  /** For what can be on or off. */
  isChecked?: boolean;
  isDisabled?: boolean;
  choose(): void;
}

/** A line between groups, or a heading. */
export type MenuRow = MenuItem | { heading: string } | null;

let count = 0;

/** Makes the button of a menu. Its rows are asked for whenever it opens. */
export function menuButton(
  name: string | Node,
  label: string,
  rows: () => MenuRow[] | Promise<MenuRow[]>,
): HTMLButtonElement {
  const id = `menu-${++count}`;
  const button = element("button", {
    className: "menu-button",
    type: "button",
    ariaHasPopup: "menu",
    ariaExpanded: "false",
  });
  if (typeof name !== "string") button.ariaLabel = label;
  button.append(name);
  let list: HTMLElement | undefined;

  const close = (returnsFocus: boolean): void => {
    if (!list) return;
    list.remove();
    list = undefined;
    button.ariaExpanded = "false";
    document.removeEventListener("pointerdown", outside, true);
    if (returnsFocus) button.focus();
  };
  const outside = (event: Event): void => {
    const target = event.target as Node;
    if (!list?.contains(target) && !button.contains(target)) close(false);
  };
  const open = async (): Promise<void> => {
    const made = listOf(await rows(), label, close);
    close(false);
    list = made;
    list.id = id;
    button.after(list);
    place(list, button);
    button.ariaExpanded = "true";
    button.setAttribute("aria-controls", id);
    document.addEventListener("pointerdown", outside, true);
    items(list)[0]?.focus();
  };
  button.onclick = () => (list ? close(true) : void open());
  button.onkeydown = (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      void open();
    }
  };
  return button;
}

function items(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")];
}

function listOf(rows: MenuRow[], label: string, close: (focus: boolean) => void): HTMLElement {
  const list = element("div", { className: "menu", role: "menu", ariaLabel: label });
  for (const row of rows) list.append(rowOf(row, close));
  list.onkeydown = (event) => {
    const all = items(list);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = moves[event.key];
    if (to !== undefined) all.at(to % all.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else if (event.key.length === 1) {
      const starts = (it: HTMLElement): boolean =>
        (it.textContent ?? "").toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all].find(starts)?.focus();
    }
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
    event.stopPropagation();
  };
  return list;
}

function rowOf(row: MenuRow, close: (focus: boolean) => void): HTMLElement {
  if (!row) return element("hr");
  if ("heading" in row) {
    return element("div", { className: "heading", role: "presentation", textContent: row.heading });
  }
  const button = element(
    "button",
    {
      type: "button",
      role: row.isChecked === undefined ? "menuitem" : "menuitemcheckbox",
      tabIndex: -1,
      title: row.help ?? "",
    },
    element("span", { textContent: row.name }),
    row.key ? element("kbd", { textContent: row.key }) : null,
  );
  if (row.isChecked !== undefined) button.ariaChecked = String(row.isChecked);
  if (row.isDisabled) button.ariaDisabled = "true";
  button.onclick = () => {
    if (row.isDisabled) return;
    close(true);
    row.choose();
  };
  return button;
}

/** Places a list below its button, or above it where there is more room, within the window. */
function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const left = Math.max(4, Math.min(at.left, innerWidth - width - 4));
  const isBelow = at.bottom + height <= innerHeight || at.top < innerHeight / 2;
  const room = isBelow ? innerHeight - at.bottom - 8 : at.top - 8;
  list.style.left = `${left}px`;
  list.style.top = isBelow ? `${at.bottom + 2}px` : `${Math.max(4, at.top - height - 2)}px`;
  list.style.maxHeight = `${room}px`;
}
