/** Hints for somebody new: bubbles that point at what can be done, until it is done or some seconds have passed. */
import type { HintEntry } from "../contract/engine";
import { byId, element } from "./element";

/** How long they are shown, in milliseconds. */
const SHOWN = 20_000;

type About = "world" | "time" | "keys";

export class Hints {
  private readonly host = byId("hints");
  private readonly bubbles = new Map<string, HTMLElement>();

  constructor(private readonly entries: HintEntry[]) {
    byId("time").addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement) this.dismiss("time");
    });
    document.addEventListener("keydown", () => this.dismiss("keys"));
  }

  show(): void {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    for (const { about, text, touch } of this.entries) {
      const said = isTouch ? touch : text;
      if (said === null) continue;
      const bubble = element("button", { type: "button", className: `bubble ${about}` }, said);
      bubble.append(element("span", { textContent: "×", ariaHidden: "true" }));
      bubble.title = "Close this hint";
      bubble.onclick = () => this.dismiss(about as About);
      this.bubbles.set(about, bubble);
      this.host.append(bubble);
    }
    setTimeout(() => this.clear(), SHOWN);
  }

  /** Closes a hint, whose matter has been dealt with. */
  dismiss(about: About): void {
    this.bubbles.get(about)?.remove();
    this.bubbles.delete(about);
  }

  /** Closes all hints. */
  clear(): void {
    for (const about of [...this.bubbles.keys()]) this.dismiss(about as About);
  }
}
