/** The notable events of the branch that is shown, kept up to date. */
import type { Remark } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { notifyError } from "./notices";
import { paced, type World } from "./world";

export class Remarks {
  all: readonly Remark[] = [];
  private readonly listeners = new Set<() => void>();
  private branch = "";
  private key = "";
  private readonly refresh = paced(250, () => this.load().catch(notifyError));

  constructor(private readonly world: World) {
    world.watch((state) => this.show(state));
  }

  watch(listener: () => void): void {
    this.listeners.add(listener);
  }

  private show(state: WorldState): void {
    const branch = `${state.world} ${state.present}`;
    if (branch !== this.branch) this.all = [];
    this.branch = branch;
    const key = `${branch} ${state.frontier}`;
    if (key !== this.key) this.refresh();
    this.key = key;
  }

  private async load(): Promise<void> {
    const { branch, all } = this;
    // The last known one comes again: if it differs, old ones were dropped, and all are asked for.
    const from = Math.max(0, all.length - 1);
    const more = await this.world.call("remarks", from);
    if (branch !== this.branch) return;
    const [last] = all.slice(-1);
    const isSame = !last || (more[0]?.tick === last.tick && more[0].text === last.text);
    this.all = isSame ? [...all.slice(0, from), ...more] : await this.world.call("remarks", 0);
    for (const listener of this.listeners) listener();
  }
}
