/** Overlays and colours of the picture. */
import type { MenuRow } from "./menu";
import { notifyError } from "./notices";
import type { World } from "./world";

/** The overlays of actions. */
export const OVERLAY_ACTIONS: Record<string, string> = {
  Paths: "paths",
  Obstacles: "inflated",
  Sight: "sight",
  Danger: "danger",
  Light: "light",
  Density: "density",
  Boxes: "tree",
  Energy: "energy",
  Marks: "marks",
  Grid: "grid",
};

export class Overlays {
  private readonly shown = new Set<string>();
  private colour: string | null = null;

  constructor(private readonly world: World) {
    let known = 0;
    // A new world shows what the one before it did.
    world.watch((state) => {
      if (state.world !== known && this.shown.size > 0) world.send("setOverlays", [...this.shown]);
      if (state.world !== known) this.colour = null;
      known = state.world;
    });
  }

  toggle(name: string): void {
    if (!this.shown.delete(name)) this.shown.add(name);
    this.world.send("setOverlays", [...this.shown]);
  }

  has(name: string): boolean {
    return this.shown.has(name);
  }

  /** Whether organisms have other colours than those of their species. */
  get isColoured(): boolean {
    return this.colour !== null;
  }

  async colourRows(): Promise<MenuRow[]> {
    const names = await this.world.call("colourChoices");
    const row = (name: string | null): MenuRow => ({
      name: name?.replaceAll("_", " ") ?? "species",
      isChecked: this.colour === name,
      choose: () => this.colourBy(name),
    });
    return [row(null), ...names.map(row)];
  }

  /** Colours organisms by what has this name, or by species. */
  colourBy(name: string | null): void {
    this.world
      .call("colourBy", name)
      .then(() => (this.colour = name))
      .catch(notifyError);
  }
}
