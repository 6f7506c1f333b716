/** Opening worlds: the first one, files and links. */
import type { World } from "./world";

export class Opening {
  constructor(private readonly world: World) {}

  async first(run: Uint8Array | undefined): Promise<void> {
    if (run) await this.world.call("openFile", "recording", run);
    else
      await this.world.call("found", {
        scenario: { name: "meadow" },
        overrides: [],
        creatures: [],
      });
    this.world.send("play");
  }
}
