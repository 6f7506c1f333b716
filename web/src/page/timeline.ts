/** The timeline: a slider over the ticks of the run, with populations, events and branches behind it. */
import type { Chronicle, Remark } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { byId, element } from "./element";
import { notifyError } from "./notices";
import type { World } from "./world";
import { paced } from "./world";

/** The least distance between marks on average, in pixels. */
const PER_MARK = 24;

export class TimelineBar {
  readonly element: HTMLElement;
  private readonly slider = element("input", { type: "range", min: "0", max: "1", value: "0" });
  private readonly picture = element("canvas", { ariaHidden: "true" });
  private chronicle: Chronicle | undefined;
  private isHeld = false;
  private readonly refresh = paced(700, async () => {
    try {
      this.chronicle = await this.world.call("chronicle");
    } catch (error) {
      notifyError(error);
    }
    this.draw();
  });
  private drawn = "";

  constructor(
    private readonly world: World,
    private readonly remarks: () => readonly Remark[],
  ) {
    this.slider.ariaLabel = "Timeline: tick shown";
    this.slider.step = "1";
    this.slider.oninput = () => world.send("seek", Number(this.slider.value));
    this.slider.onpointerdown = () => (this.isHeld = true);
    this.slider.onpointerup = this.slider.onpointercancel = () => (this.isHeld = false);
    // Arrows step by ticks and belong to the slider here; the space bar plays.
    this.element = element("div", { className: "timeline" }, this.picture, this.slider);
    world.watch((state) => this.show(state));
    new ResizeObserver(() => this.draw()).observe(this.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  toggle(): void {
    byId("time").classList.toggle("without-timeline");
  }

  get isShown(): boolean {
    return !byId("time").classList.contains("without-timeline");
  }

  private show(state: WorldState): void {
    this.slider.min = String(state.first);
    this.slider.max = String(Math.max(state.first + 1, state.frontier, state.seeking ?? 0));
    // On the way to a tick that is not simulated yet, the thumb shows how far the world is.
    const isForward = state.seeking !== null && state.seeking > state.frontier;
    const shown = isForward ? state.tick : (state.seeking ?? state.tick);
    if (!this.isHeld) this.slider.value = String(shown);
    this.slider.ariaValueText = `tick ${state.tick} of ${state.frontier}`;
    const key = `${state.world} ${state.present} ${state.frontier} ${state.timelines.length} ${state.seeking}`;
    if (key !== this.drawn) this.refresh();
    this.drawn = key;
  }

  private draw(): void {
    const { state } = this.world;
    const context = this.picture.getContext("2d");
    const { clientWidth: width, clientHeight: height } = this.picture;
    if (!context || !state || width === 0) return;
    const scale = devicePixelRatio;
    this.picture.width = Math.round(width * scale);
    this.picture.height = Math.round(height * scale);
    context.scale(scale, scale);
    const span = Math.max(1, Math.max(state.frontier, state.seeking ?? 0) - state.first);
    // The thumb is 14 px wide: its middle is at the ends of this line.
    const x = (tick: number): number => 7 + ((tick - state.first) / span) * (width - 14);
    this.drawPopulations(context, x, height, state);
    this.drawMarks(context, x, height, state);
  }

  private drawPopulations(
    context: CanvasRenderingContext2D,
    x: (tick: number) => number,
    height: number,
    state: WorldState,
  ): void {
    const { chronicle } = this;
    if (!chronicle) return;
    const most = Math.max(1, ...chronicle.populations.flat());
    context.lineWidth = 1.25;
    context.globalAlpha = 0.8;
    chronicle.populations.forEach((counts, species) => {
      context.strokeStyle = state.species[species]?.colour ?? "#888";
      context.beginPath();
      counts.forEach((count, at) => {
        const y = height - 3 - (Math.log1p(count) / Math.log1p(most)) * (height - 9);
        context.lineTo(x(chronicle.ticks[at] ?? 0), y);
      });
      context.stroke();
    });
    context.globalAlpha = 1;
  }

  private drawMarks(
    context: CanvasRenderingContext2D,
    x: (tick: number) => number,
    height: number,
    state: WorldState,
  ): void {
    const style = getComputedStyle(this.element);
    context.fillStyle = style.getPropertyValue("--accent");
    // The rarest events, so that marks can be told apart.
    const listed = this.remarks().filter((remark) => remark.isListed);
    listed.sort((a, b) => b.worth - a.worth || b.tick - a.tick);
    const most = Math.floor(this.picture.clientWidth / PER_MARK);
    for (const { tick } of listed.slice(0, most)) context.fillRect(x(tick) - 0.5, 0, 1, 4);
    context.fillStyle = style.getPropertyValue("--warning");
    for (const { parent } of state.timelines) {
      if (parent?.[0] === state.present || state.timelines[state.present]?.parent === parent) {
        if (parent) context.fillRect(x(parent[1]) - 1, 0, 2, height);
      }
    }
  }
}
