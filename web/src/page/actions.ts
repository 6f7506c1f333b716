/** The actions of the page: the table of the engine, with what each does here and its keys. */
import type { ActionEntry } from "../contract/engine";

/** Actions that only the page has. */
const ADDED: ActionEntry[] = [
  {
    id: "Open",
    keys: ["Ctrl+O"],
    name: "Open …",
    help: "Open a recording, a snapshot, a scenario or a creature",
    lacking: null,
    group: "File",
  },
  {
    id: "NewWorld",
    keys: ["Shift+O"],
    name: "New world …",
    help: "Found a world from a scenario",
    lacking: null,
    group: "File",
  },
  {
    id: "Creatures",
    keys: ["Shift+X"],
    name: "Creatures",
    help: "Write creatures in the page",
    lacking: null,
    group: "Panels",
  },
];

export class Actions {
  /** Those that the page can do, in the order of the table. */
  readonly entries: ActionEntry[];
  /** Those of the window that it cannot. */
  readonly missing: ActionEntry[];
  private readonly byKey = new Map<string, string>();

  constructor(
    table: ActionEntry[],
    private readonly handlers: Record<string, () => void>,
  ) {
    this.entries = [...table.filter(({ lacking }) => lacking === null), ...ADDED];
    this.missing = table.filter(({ lacking }) => lacking !== null);
    for (const { id, keys } of this.entries) for (const key of keys) this.byKey.set(key, id);
  }

  run(id: string): void {
    this.handlers[id]?.();
  }

  entry(id: string): ActionEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Runs the action of a keystroke. Returns whether there is one. */
  press(event: KeyboardEvent): boolean {
    const id = this.byKey.get(strokeOf(event));
    if (id) this.run(id);
    return id !== undefined;
  }
}

const NAMES: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
};

/** The name of a keystroke, as in the table. Shift counts only with letters and named keys. */
function strokeOf(event: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(event.key);
  const isSign = event.key.length === 1 && !isLetter && event.key !== " ";
  const key = isLetter ? event.key.toUpperCase() : (NAMES[event.key] ?? event.key);
  const shift = event.shiftKey && !isSign ? "Shift+" : "";
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${shift}${key}`;
}

/** Listens to keys of the whole page, except where an element needs them itself. */
export function listenToKeys(actions: Actions, before: (event: KeyboardEvent) => boolean): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isTyping(event)) return;
    if (before(event) || actions.press(event)) event.preventDefault();
  });
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (document.querySelector("dialog[open]")) return true;
  if (target.isContentEditable || target.matches("textarea, select, .cm-editor *")) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type !== "range" && target.type !== "checkbox") return true;
    return (
      /^(Arrow|Home|End|Page)/.test(event.key) || (target.type === "checkbox" && event.key === " ")
    );
  }
  const activates = event.key === " " || event.key === "Enter";
  return target.matches("button, a, summary, [role=tab]") && activates;
}
