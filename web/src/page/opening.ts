/** Opening worlds: the first one, new ones, files, and links. */
import type { Founding, LinkContents } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { ask } from "./dialog";
import { element } from "./element";
import type { Keeping } from "./keeping";
import { linkIn, scenarioIn } from "./link";
import { notify, notifyError } from "./notices";
import type { World } from "./world";

/** Links whose founders take more memory are shown before they are run, in bytes. */
const SMALL_MEMORY = 128 * 1024 * 1024;

/** The largest file that is read, in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;

export class Opening {
  /** Called with files of creatures, which the editor takes. */
  onCreatures: (files: File[]) => void = () => {};
  /** Called when the first world is shown from near, with the animal that is followed. */
  onFirstLook: (organism: number) => void = () => {};
  /** What the world was founded from, if it was. */
  private founding: Founding | undefined;
  private judged = 0;

  constructor(
    private readonly world: World,
    private readonly keeping: Keeping,
  ) {
    world.watch((state) => this.judge(state));
    addEventListener("hashchange", () => {
      const link = linkIn(location.hash);
      if (link) void this.openLink(link).catch(notifyError);
    });
    this.listenToDrops();
  }

  /**
   * Opens the run that was shown before the page was reloaded, or what the page was opened for: the recording in it, the link or the
   * scenario in its address. Without one, it shows a world that has settled, from near.
   */
  async first(run: Uint8Array | undefined): Promise<void> {
    const link = linkIn(location.hash);
    try {
      if (await this.keeping.reopen()) return;
      if (run) return await this.openBytes("the recording of this page", run);
      if (link && (await this.openLink(link))) return;
      const founding = scenarioIn(location.search);
      if (founding) return await this.found(founding);
    } catch (error) {
      notifyError(error);
    }
    await this.showFirst();
  }

  async found(founding: Founding): Promise<void> {
    await this.world.call("found", founding);
    this.founding = founding;
    this.world.send("play");
  }

  /** What founds the same scenario with the next seed, if the world was founded from one. */
  get another(): Founding | undefined {
    const seed = this.world.state?.seed;
    if (!this.founding || !seed) return undefined;
    const others = this.founding.overrides.filter((it) => !it.startsWith("seed="));
    const next = BigInt.asUintN(64, BigInt(seed) + 1n);
    return { ...this.founding, overrides: [...others, `seed=${next}`] };
  }

  /** Shows the world of a page that was opened for nothing else: it runs fast until it has settled, and an animal is followed. */
  private async showFirst(): Promise<void> {
    const { scenario, ticks, seconds } = this.world.library.opening;
    const founding = { scenario: { name: scenario }, overrides: [], creatures: [] };
    await this.world.call("found", founding);
    this.founding = founding;
    await this.world.call("seek", ticks);
    const end = setTimeout(() => this.world.send("stop"), seconds * 1000);
    const begun = await this.world.until(() => true);
    const { world } = begun;
    const hasEnded = (it: WorldState): boolean => it.seeking === null || it.world !== world;
    const state = hasEnded(begun) ? begun : await this.world.until(hasEnded);
    clearTimeout(end);
    if (state.world !== world) return;
    this.world.send("play");
    // Whoever has chosen an animal meanwhile watches that one.
    if (state.selected !== null || state.followed !== null) return;
    const organism = await this.world.call("lookFirst");
    if (organism !== null) this.onFirstLook(organism);
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
        if (!(await this.mayReplace(file.name))) continue;
        if (file.name.endsWith(".link")) await this.openLink(await file.text());
        else await this.openBytes(file.name, new Uint8Array(await file.arrayBuffer()));
      } catch (error) {
        notifyError(error);
      }
    }
  }

  private async openBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.world.call("openFile", name, bytes);
    this.founding = undefined;
    this.world.send("play");
    notify(`${name} is shown`, "good");
  }

  /**
   * Opens a link, after a question if it holds creatures or needs much memory. It runs fast to its tick. Returns whether it was
   * opened.
   */
  private async openLink(link: string): Promise<boolean> {
    const held = await this.world.call("describeLink", link);
    const isSmall = held.memory <= SMALL_MEMORY;
    if ((!isSmall || held.creatures.length > 0) && !(await askToRun(held))) return false;
    await this.world.call("openLink", link);
    this.founding = undefined;
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

/** Shows what a link holds, and asks whether to run it. */
function askToRun(held: LinkContents): Promise<boolean> {
  const rows: [string, string][] = [
    ["Scenario", held.scenario],
    ["Seed", held.seed],
    ["Tick", held.ticks.toLocaleString("en")],
    ["Creatures", held.creatures.join(", ") || "only shipped ones"],
    ["Commands", String(held.commands)],
    ["Memory", `${Math.ceil(held.memory / 1024 ** 2)} MB at least`],
  ];
  const cells = rows.flatMap(([term, value]) => [
    element("dt", { textContent: term }),
    element("dd", { textContent: value }),
  ]);
  const text = element(
    "p",
    {},
    "This link holds a run. Its creatures run in a sandbox: they reach neither this computer nor the network.",
  );
  return ask("Run this link?", [text, element("dl", {}, ...cells)], "Run");
}

function isOfCreature(name: string): boolean {
  return /\.(zip|rhai|wasm)$/.test(name) || name === "creature.toml";
}
