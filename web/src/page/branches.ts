/** Branches of the run: the list, switching, and two side by side. */
import type { WorldState } from "../contract/messages";
import { byId, element, setText } from "./element";
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

  constructor(private readonly world: World) {
    this.toEnd.onclick = () => world.send("seek", world.state?.frontier ?? 0);
    this.banner.append(this.bannerText, this.toEnd);
    world.watch((state) => this.show(state));
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
    this.world.send("switchTo", branch);
    this.beside = null;
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
    this.button.hidden = false;
    const name = state.timelines[state.present]?.name ?? "";
    setText(this.button, state.timelines.length > 1 ? `Branch: ${name}` : "Branches");
    const isEarlier = state.seeking !== null || state.tick < state.frontier;
    this.banner.hidden = !isEarlier && !state.decided && state.difference === null;
    this.toEnd.hidden = !isEarlier || state.seeking !== null;
    const texts = [
      state.seeking !== null && `Going to tick ${state.seeking}: at tick ${state.tick}`,
      state.seeking === null &&
        isEarlier &&
        `An earlier tick: ${state.tick} of ${state.frontier}. A command here starts a branch.`,
      state.difference !== null &&
        `The replay differs from the recording from tick ${state.difference} on.`,
      state.decided,
    ];
    setText(this.bannerText, texts.filter(Boolean).join(" "));
  }
}
