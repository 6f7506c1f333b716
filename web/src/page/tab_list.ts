/** Tabs above a panel. */
import { element } from "./element";

export class TabList<Name extends string> {
  readonly element: HTMLElement;
  chosen: Name;
  private readonly buttons = new Map<Name, HTMLButtonElement>();

  constructor(
    label: string,
    tabs: readonly (readonly [Name, string])[],
    panel: HTMLElement,
    private readonly onChoose: (name: Name) => void,
  ) {
    this.chosen = (tabs[0] as readonly [Name, string])[0];
    panel.setAttribute("role", "tabpanel");
    for (const [name, text] of tabs) {
      const button = element("button", { type: "button", role: "tab", textContent: text });
      button.id = `tab-${name}`;
      button.setAttribute("aria-controls", panel.id);
      button.onclick = () => this.choose(name);
      this.buttons.set(name, button);
    }
    this.element = element("div", { className: "tablist", role: "tablist", ariaLabel: label });
    this.element.append(...this.buttons.values());
    this.element.onkeydown = (event) => this.key(event);
    this.panel = panel;
    this.mark();
  }

  private readonly panel: HTMLElement;

  choose(name: Name): void {
    this.chosen = name;
    this.mark();
    this.onChoose(name);
  }

  private mark(): void {
    for (const [name, button] of this.buttons) {
      button.ariaSelected = String(name === this.chosen);
      button.tabIndex = name === this.chosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${this.chosen}`);
  }

  private key(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = [...this.buttons.keys()];
    const next = names.at((names.indexOf(this.chosen) + by) % names.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(next);
    this.buttons.get(next)?.focus();
  }
}
