/** Menus: a button that opens a list of commands, by pointer and by keyboard. */
import { element } from "./element";
import { notifyError } from "./notices";

interface MenuLine {
  name: string;
  /** The key for it, as shown. */
  key?: string | undefined;
  help?: string | undefined;
  /** For what can be on or off. */
  isChecked?: boolean | undefined;
  isDisabled?: boolean;
}

/** What is done, or the rows that take the place of the list. */
export type MenuItem = MenuLine & ({ choose(): void } | { rows: Rows });

/** A line between groups, or a heading. */
export type MenuRow = MenuItem | { heading: string } | null;

/** The rows of a list, which are asked for whenever it opens. */
export type Rows = () => MenuRow[] | Promise<MenuRow[]>;

let count = 0;

export class Menu {
  readonly button: HTMLButtonElement;
  private readonly id = `menu-${++count}`;
  private list: HTMLElement | undefined;
  /** The rows that are shown, or asked for. */
  private shown: Rows | undefined;
  /** Those that they have taken the place of, outermost first. */
  private outer: Rows[] = [];

  constructor(
    name: string,
    private readonly label: string,
    private readonly rows: Rows,
  ) {
    this.button = element("button", {
      className: "menu-button",
      type: "button",
      ariaHasPopup: "menu",
      ariaExpanded: "false",
    });
    this.button.append(name);
    this.button.onclick = () => (this.list ? this.close(true) : this.open());
    this.button.onkeydown = (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.open();
    };
  }

  /** Opens its list, or one of those that its rows lead to. */
  open(inner?: Rows): void {
    this.outer = inner ? [this.rows] : [];
    this.show(inner ?? this.rows);
  }

  private show(rows: Rows): void {
    this.shown = rows;
    const made = async (): Promise<void> => {
      const list = this.listOf(await rows());
      // Meanwhile the menu may have been closed, or others of its rows chosen.
      if (this.shown === rows) this.replace(list);
    };
    made().catch(notifyError);
  }

  private replace(made: HTMLElement): void {
    this.remove();
    this.list = made;
    made.id = this.id;
    this.button.after(made);
    place(made, this.button);
    this.button.ariaExpanded = "true";
    this.button.setAttribute("aria-controls", this.id);
    document.addEventListener("pointerdown", this.outside, true);
    items(made)[0]?.focus();
  }

  private close(returnsFocus: boolean): void {
    if (!this.list) return;
    this.remove();
    this.shown = undefined;
    this.button.ariaExpanded = "false";
    if (returnsFocus) this.button.focus();
  }

  private remove(): void {
    this.list?.remove();
    this.list = undefined;
    document.removeEventListener("pointerdown", this.outside, true);
  }

  private readonly outside = (event: Event): void => {
    const target = event.target as Node;
    if (!this.list?.contains(target) && !this.button.contains(target)) this.close(false);
  };

  private listOf(rows: MenuRow[]): HTMLElement {
    const list = element("div", { className: "menu", role: "menu", ariaLabel: this.label });
    for (const row of rows) list.append(this.rowOf(row));
    list.onkeydown = (event) => this.key(event, list);
    return list;
  }

  private key(event: KeyboardEvent, list: HTMLElement): void {
    const all = items(list);
    const focused = document.activeElement as HTMLElement;
    const at = all.indexOf(focused);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = moves[event.key];
    if (to !== undefined) all.at(to % all.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else if (event.key === "ArrowRight" && focused.ariaHasPopup) focused.click();
    else if (event.key === "ArrowLeft") this.back();
    else if (event.key.length === 1) {
      const starts = (it: HTMLElement): boolean =>
        (it.textContent ?? "").toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all].find(starts)?.focus();
    }
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
    event.stopPropagation();
  }

  private back(): void {
    const rows = this.outer.pop();
    if (rows) this.show(rows);
  }

  private rowOf(row: MenuRow): HTMLElement {
    if (!row) return element("hr");
    if ("heading" in row) {
      return element("div", {
        className: "heading",
        role: "presentation",
        textContent: row.heading,
      });
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
    if ("rows" in row) button.ariaHasPopup = "menu";
    button.onclick = () => {
      if (row.isDisabled) return;
      if ("rows" in row) return this.enter(row.rows);
      this.close(true);
      row.choose();
    };
    return button;
  }

  private enter(rows: Rows): void {
    if (this.shown) this.outer.push(this.shown);
    this.show(rows);
  }
}

function items(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")];
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
