/** Branches of the run: the list, switching, and two side by side. */
import type { WorldState } from "../contract/messages";
import { byId, element, setText } from "./element";
import { Halves } from "./halves";
import { Menu, type MenuRow } from "./menu";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

export class Branches {
  private readonly menu = new Menu("Branches", "Branches of the run", () => this.rows());
  readonly button = this.menu.button;
  /** The branch at the right half of the view, if there are two. */
  private beside: number | null = null;
  private readonly banner = byId("banner");
  private readonly bannerText = element("span");
  private readonly toEnd = element("button", { type: "button" }, "Go to end");
  private readonly stop = element("button", { type: "button" }, "Stop here");
  private readonly progress = element("progress", { ariaLabel: "Progress" });
  private readonly halves = new Halves();
  private known = 0;

  constructor(private readonly world: World) {
    this.toEnd.onclick = () => world.send("seek", this.end);
    this.stop.onclick = () => world.send("stop");
    this.banner.append(this.progress, this.bannerText, this.toEnd, this.stop);
    world.watch((state) => this.show(state));
  }

  /** The last tick, or the one that a link leads to. */
  private get end(): number {
    const { frontier = 0, link } = this.world.state ?? {};
    return link?.verdict === "pending" ? link.tick : frontier;
  }

  /** Whether two branches are side by side. */
  get isBeside(): boolean {
    return this.beside !== null;
  }

  async branch(): Promise<void> {
    notify(`${await this.world.call("branch")} begins here`, "good");
  }

  next(): void {
    const { state } = this.world;
    if (!state) return;
    if (state.timelines.length === 1)
      return notify("The run has one branch: B starts another here.");
    this.switchTo((state.present + 1) % state.timelines.length);
  }

  /** Shows the branch that this one began from, or the last that began from it, at the right. */
  toggleBeside(): void {
    const { state } = this.world;
    if (!state) return;
    if (this.beside !== null) return this.showBeside(null);
    const parent = state.timelines[state.present]?.parent?.[0];
    const child = state.timelines.findLastIndex((it) => it.parent?.[0] === state.present);
    const other = parent ?? (child < 0 ? undefined : child);
    if (other === undefined) return notify("The run has one branch: B starts another here.");
    this.showBeside(other);
  }

  private showBeside(branch: number | null): void {
    this.world
      .call("beside", branch)
      .then(() => (this.beside = branch))
      .catch(notifyError);
  }

  private switchTo(branch: number): void {
    if (this.beside !== null) this.showBeside(null);
    this.world.send("switchTo", branch);
  }

  private rows(): MenuRow[] {
    const { state } = this.world;
    if (!state) return [];
    const rows = state.timelines.map((line, at): MenuRow => {
      const from = line.parent && `from tick ${line.parent[1]}`;
      const to = `to tick ${line.frontier}`;
      return {
        name: [line.name, from, to].filter(Boolean).join(", "),
        isChecked: at === state.present,
        choose: () => this.switchTo(at),
      };
    });
    const others = state.timelines.map((line, at): MenuRow => ({
      name: `Beside: ${line.name}`,
      isChecked: at === this.beside,
      isDisabled: at === state.present,
      choose: () => this.showBeside(at === this.beside ? null : at),
    }));
    const branch: MenuRow = {
      name: "New branch here",
      key: "B",
      choose: () => void this.branch().catch(notifyError),
    };
    return [branch, null, ...rows, ...(others.length > 1 ? [null, ...others] : [])];
  }

  private show(state: WorldState): void {
    // Another world has other branches.
    if (state.world !== this.known) this.beside = null;
    this.known = state.world;
    this.halves.show(state, this.beside);
    this.button.hidden = false;
    const name = state.timelines[state.present]?.name ?? "";
    setText(this.button, state.timelines.length > 1 ? `Branch: ${name}` : "Branches");
    const isEarlier = state.seeking !== null || state.tick < state.frontier;
    const { seeking, link } = state;
    const isPending = link?.verdict === "pending";
    const isForward = seeking !== null && seeking > state.frontier;
    this.banner.hidden = !isEarlier && !state.decided && state.difference === null && !isPending;
    this.toEnd.hidden = (!isEarlier && !isPending) || seeking !== null;
    setText(this.toEnd, isPending ? `Go to tick ${link.tick}` : "Go to end");
    this.stop.hidden = this.progress.hidden = !isForward;
    if (seeking !== null) {
      this.progress.max = Math.max(1, seeking - state.first);
      this.progress.value = state.tick - state.first;
    }
    const texts = [
      isForward && `Fast-forward to tick ${seeking}: at tick ${state.tick}`,
      seeking !== null && !isForward && `Going to tick ${seeking}: at tick ${state.tick}`,
      seeking === null &&
        isEarlier &&
        `An earlier tick: ${state.tick} of ${state.frontier}. A command here starts a branch.`,
      seeking === null && isPending && `Tick ${state.tick} of the ${link.tick} of the link.`,
      state.difference !== null &&
        `The replay differs from the recording from tick ${state.difference} on.`,
      state.decided,
    ];
    setText(this.bannerText, texts.filter(Boolean).join(" "));
  }
}
