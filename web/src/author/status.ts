/** What was done last, and what can be done about it. */
import { element } from "../page/element";

export type Tone = "plain" | "good" | "bad";

export interface Remedy {
  label: string;
  act: () => void;
}

export class Status {
  readonly element = element("div", { className: "author-status" });
  private readonly text = element("p", { role: "status" });
  private readonly buttons = element("span", { className: "author-buttons" });

  constructor() {
    this.element.append(this.text, this.buttons);
    this.clear();
  }

  /** Shows a text with buttons for what can be done next. */
  show(text: string, tone: Tone = "plain", ...remedies: Remedy[]): void {
    this.element.hidden = false;
    this.element.dataset["tone"] = tone;
    this.text.textContent = text;
    this.buttons.replaceChildren(...remedies.map((it) => this.button(it)));
  }

  fail(error: unknown, ...remedies: Remedy[]): void {
    this.show(error instanceof Error ? error.message : String(error), "bad", ...remedies);
  }

  /** Clears what needs no answer. */
  settle(): void {
    if (this.element.dataset["tone"] === "good" && !this.buttons.firstChild) this.clear();
  }

  clear(): void {
    this.element.hidden = true;
    this.text.textContent = "";
    this.buttons.replaceChildren();
  }

  private button({ label, act }: Remedy): HTMLButtonElement {
    const button = element("button", { type: "button", textContent: label });
    button.onclick = () => {
      this.clear();
      act();
    };
    return button;
  }
}
