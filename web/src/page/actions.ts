/** The actions of the page: the table of the engine, with what each does here and its keys. */
import type { ActionEntry } from "../contract/engine";

/** Actions that only the page has, each with the one of the table that it stands before. */
const ADDED: (ActionEntry & { before: string })[] = [
  {
    id: "NewWorld",
    keys: ["Shift+O"],
    name: "New world …",
    help: "Found a world from a scenario",
    lacking: null,
    group: "File",
    before: "Open",
  },
  {
    id: "Creatures",
    keys: ["Shift+X"],
    name: "Creatures",
    help: "Write creatures in the page",
    lacking: null,
    group: "Panels",
    before: "AllPanels",
  },
];

/** The tip of a button: the name of its action with the keys, and what it does. */
export function tipOf({ name, keys, help }: Pick<ActionEntry, "name" | "keys" | "help">): string {
  return `${name}   ${keys.join(", ")}\n${help}`;
}

export class Actions {
  /** Those that the page can do, in the order of the table. */
  readonly entries: ActionEntry[];
  /** Those of the window that it cannot. */
  readonly missing: ActionEntry[];
  private readonly byKey = new Map<string, string>();

  constructor(
    table: ActionEntry[],
    private readonly handlers: Record<string, () => void>,
    /** Whether an action is on, for those that switch something on and off. */
    private readonly switches: Record<string, () => boolean>,
  ) {
    const here = table.filter(({ lacking }) => lacking === null);
    this.entries = here.flatMap((it) => [...ADDED.filter(({ before }) => before === it.id), it]);
    this.missing = table.filter(({ lacking }) => lacking !== null);
    for (const { id, keys } of this.entries) for (const key of keys) this.byKey.set(key, id);
  }

  run(id: string): void {
    this.handlers[id]?.();
  }

  entry(id: string): ActionEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Whether an action is on; nothing for those that cannot be. */
  isOn(id: string): boolean | undefined {
    return this.switches[id]?.();
  }

  /** The groups in the order of the table. */
  get groups(): string[] {
    return [...new Set(this.entries.map(({ group }) => group))];
  }

  ofGroup(group: string): ActionEntry[] {
    return this.entries.filter((entry) => entry.group === group);
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
