/** The names of the two branches that stand side by side. */
import type { WorldState } from "../contract/messages";
import { byId, element, setText } from "./element";

export class Halves {
  private readonly host = byId("halves");
  private readonly names = [element("span"), element("span")] as const;

  constructor() {
    this.host.append(...this.names);
  }

  /** Shows the names of this branch and of the one with an index, or none. */
  show({ timelines, present, tick }: WorldState, beside: number | null): void {
    const [here, there] = [timelines[present], beside === null ? undefined : timelines[beside]];
    this.host.hidden = !here || !there;
    if (!here || !there) return;
    setText(this.names[0], here.name);
    const isMissing = tick > there.frontier;
    setText(this.names[1], isMissing ? `${there.name}: no such tick yet` : there.name);
  }
}
