/** Opening worlds: the first one, new ones, files, and links. */
import type { Founding } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { ask } from "./dialog";
import { element } from "./element";
import { linkIn } from "./link";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

/** Links beyond these are shown before they are run: they take long, or much memory. */
const QUICK_TICKS = 2000;
const SMALL_MEMORY = 128 * 1024 * 1024;

/** The largest file that is read, in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;

const MEADOW: Founding = { scenario: { name: "meadow" }, overrides: [], creatures: [] };

export class Opening {
  /** Called with files of creatures, which the editor takes. */
  onCreatures: (files: File[]) => void = () => {};
  private judged = 0;

  constructor(private readonly world: World) {
    world.watch((state) => this.judge(state));
    addEventListener("hashchange", () => {
      const link = linkIn(location.hash);
      if (link) void this.openLink(link).catch(notifyError);
    });
    this.listenToDrops();
  }

  /** Opens what the page was opened for: the recording in it, the link in its address, or the meadow. */
  async first(run: Uint8Array | undefined): Promise<void> {
    const link = linkIn(location.hash);
    try {
      if (run) return await this.openBytes("the recording of this page", run);
      if (link && (await this.openLink(link))) return;
    } catch (error) {
      notifyError(error);
    }
    await this.found(MEADOW);
  }

  async found(founding: Founding): Promise<void> {
    await this.world.call("found", founding);
    this.world.send("play");
  }

  /** Lets the user choose a file. */
  choose(): void {
    const input = element("input", { type: "file", multiple: true });
    input.onchange = () => void this.openFiles([...(input.files ?? [])]);
    input.click();
  }

  async openFiles(files: File[]): Promise<void> {
    const ofCreatures = files.filter((file) => isOfCreature(file.name));
    if (ofCreatures.length > 0) this.onCreatures(ofCreatures);
    for (const file of files.filter((it) => !ofCreatures.includes(it))) {
      try {
        if (file.size > MOST_BYTES) {
          throw new Error(`${file.name} is larger than 512 MB: open it with terrarium watch.`);
        }
        if (await this.mayReplace(file.name)) {
          await this.openBytes(file.name, new Uint8Array(await file.arrayBuffer()));
        }
      } catch (error) {
        notifyError(error);
      }
    }
  }

  private async openBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.world.call("openFile", name, bytes);
    this.world.send("play");
    notify(`${name} is shown`, "good");
  }

  /** Opens a link, after a question if it holds much. Returns whether it was opened. */
  private async openLink(link: string): Promise<boolean> {
    const held = await this.world.call("describeLink", link);
    const isQuick = held.ticks <= QUICK_TICKS && held.memory <= SMALL_MEMORY;
    if (!isQuick || held.creatures.length > 0) {
      const rows: [string, string][] = [
        ["Scenario", held.scenario],
        ["Seed", held.seed],
        ["Tick", held.ticks.toLocaleString("en")],
        ["Creatures", held.creatures.join(", ") || "only shipped ones"],
        ["Commands", String(held.commands)],
        ["Memory", `${Math.ceil(held.memory / 1024 ** 2)} MB at least`],
      ];
      const list = element(
        "dl",
        {},
        ...rows.flatMap(([term, value]) => [
          element("dt", { textContent: term }),
          element("dd", { textContent: value }),
        ]),
      );
      const text = element(
        "p",
        {},
        "This link holds a run. Its creatures run in a sandbox: they reach neither this computer nor the network.",
      );
      if (!(await ask("Run this link?", [text, list], "Run"))) return false;
    }
    await this.world.call("openLink", link);
    this.world.send("seek", held.ticks);
    return true;
  }

  /** Reports once whether the run of a link is the one that was shared. */
  private judge(state: WorldState): void {
    const { link, world } = state;
    if (!link || link.verdict === "pending" || this.judged === world) return;
    this.judged = world;
    if (link.verdict === "same") {
      notify(`Run to tick ${link.tick}: its state hash equals that of the link.`, "good");
    } else {
      notify(
        `Run to tick ${link.tick}: its state hash differs from that of the link (${link.hash}).`,
        "bad",
      );
    }
  }

  /** Asks before a world with branches is replaced. */
  private async mayReplace(name: string): Promise<boolean> {
    const branches = this.world.state?.timelines.length ?? 1;
    if (branches === 1) return true;
    const text = `The present world has ${branches} branches, which are lost unless they are saved.`;
    return ask(`Open ${name}?`, [element("p", {}, text)], "Open");
  }

  private listenToDrops(): void {
    const { classList } = document.body;
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      classList.remove("dropping");
      if (event.defaultPrevented || !event.dataTransfer) return;
      event.preventDefault();
      void this.openFiles([...event.dataTransfer.files]);
    });
  }
}

function isOfCreature(name: string): boolean {
  return /\.(zip|rhai|wasm)$/.test(name) || name === "creature.toml";
}
