/**
 * The run of this tab, kept in the browser, so that it is there again after a reload. The recording of the branch is kept every few
 * seconds, in IndexedDB; what was shown of it at the end, in the storage of the tab.
 */
import type { WorldState } from "../contract/messages";
import { notify, notifyError } from "./notices";
import { RunStore } from "./run_store";
import { paced, type World } from "./world";

/** The time between two recordings, in milliseconds, and how many times as long as one takes it is at least. */
const REST = 5000;
const TIMES = 40;

/** When runs of tabs that are closed are deleted, after the page is opened, in milliseconds. */
const TIDY = 20_000;

/** The entry of the storage of the tab. */
const ENTRY = "terrarium-run";

/** What was shown of a run. */
interface Shown {
  /** The run. */
  id: string;
  /** The address of the page. */
  address: string;
  tick: number;
  playing: boolean;
  speed: number | "full";
  selected: number | null;
  followed: number | null;
  middle: [number, number];
  scale: number;
}

export class Keeping {
  private readonly store = new RunStore();
  private readonly id = RunStore.newId();
  /** The world whose recording is kept, the state that it was kept in, and as which run. */
  private keptWorld = 0;
  private keptKey = "";
  private keptId = "";
  /** Whether the run of before a reload is being opened. */
  isReopening = false;
  /** Whether the user has changed the world since it was kept. */
  private isChanged = false;
  private isLeaving = false;
  private readonly keep = paced(
    REST,
    () => this.record(),
    () => TIMES,
  );

  constructor(private readonly world: World) {
    world.watch((state) => {
      if (keyOf(state) !== this.keptKey) this.keep();
    });
    world.onChange = () => {
      this.isChanged = true;
      void this.record();
    };
    addEventListener("pagehide", () => this.note());
    addEventListener("beforeunload", (event) => {
      if (this.isAtRisk) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.note();
    });
    setTimeout(() => void this.store.tidy().catch(() => {}), TIDY);
  }

  /** Opens the run that this tab showed before it was reloaded. Returns whether there is one. */
  async reopen(): Promise<boolean> {
    const shown = isReload() ? read() : undefined;
    sessionStorage.removeItem(ENTRY);
    if (shown?.address !== addressHere()) return false;
    this.isReopening = true;
    try {
      const run = await this.store.get(shown.id);
      if (!run) return false;
      await this.world.call("openFile", run.name, run.recording);
      await this.show(shown);
      this.keptId = shown.id;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      this.isReopening = false;
    }
    notify(`The run is here again, at tick ${shown.tick.toLocaleString("en")}`, "good");
    return true;
  }

  /** Shows of the world that was opened what was shown of it before. */
  private async show(shown: Shown): Promise<void> {
    const { world } = this;
    await world.call("seek", shown.tick);
    world.send("speed", shown.speed === "full" ? Infinity : shown.speed);
    world.send("select", shown.selected);
    world.send("follow", shown.followed);
    const state = await world.until(() => true);
    this.keptWorld = state.world;
    world.send("zoom", shown.scale / state.view.scale, 0, 0);
    world.send("centre", ...shown.middle);
    if (shown.playing) world.send("play");
  }

  /** Drops what is kept: the world is not to be opened again. */
  forget(): void {
    this.isLeaving = true;
    sessionStorage.removeItem(ENTRY);
  }

  /** Whether something that cannot be kept would be lost. */
  private get isAtRisk(): boolean {
    const { state } = this.world;
    if (!state || this.isLeaving) return false;
    return this.isChanged || state.timelines.length > 1;
  }

  /** Keeps the recording of the branch. A link on its way to its tick is opened again by its address. */
  private async record(): Promise<void> {
    const { state } = this.world;
    const isOnItsWay = state?.seeking !== null || state.link?.verdict === "pending";
    if (!state?.canSimulate || isOnItsWay || this.isLeaving) return;
    const key = keyOf(state);
    const wasChanged = this.isChanged;
    this.isChanged = false;
    try {
      const recording = await this.world.call("recording");
      await this.store.put({ id: this.id, name: state.name, recording });
      const before = this.keptId;
      [this.keptWorld, this.keptKey, this.keptId] = [state.world, key, this.id];
      if (before && before !== this.id) await this.store.delete(before);
    } catch {
      // A browser without storage asks before the page is left.
      this.isChanged ||= wasChanged;
    }
  }

  /** Notes what is shown, at the last moment: there is no time to wait for anything. */
  private note(): void {
    const { state } = this.world;
    if (!state || this.isLeaving || state.world !== this.keptWorld) {
      return sessionStorage.removeItem(ENTRY);
    }
    const { view, tick, playing, speed, selected, followed } = state;
    const shown: Shown = {
      id: this.keptId,
      address: addressHere(),
      tick,
      playing,
      speed: Number.isFinite(speed) ? speed : "full",
      selected,
      followed,
      middle: [(view.left + view.right) / 2, (view.top + view.bottom) / 2],
      scale: view.scale,
    };
    sessionStorage.setItem(ENTRY, JSON.stringify(shown));
  }
}

/** What changes when there is more to keep. */
function keyOf({ world, present, frontier }: WorldState): string {
  return `${world} ${present} ${frontier}`;
}

function addressHere(): string {
  return location.search + location.hash;
}

function read(): Shown | undefined {
  const text = sessionStorage.getItem(ENTRY);
  return text === null ? undefined : (JSON.parse(text) as Shown);
}

/** Whether the page is loaded again, and not opened. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}
