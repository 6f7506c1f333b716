/** A chart as the engine paints it: its pixels, buttons over the names in it, and what is at the pointer. */
import type {
  ChartArea,
  ChartInk,
  ChartRequest,
  PaintedChart,
  PlateLine,
} from "../contract/engine";
import { element } from "./element";
import { notifyError } from "./notices";
import type { World } from "./world";

export class ChartCanvas {
  private readonly canvas = element("canvas", { role: "img" });
  private readonly names = element("div", { className: "names" });
  private readonly plate = element("div", { className: "plate", role: "status", hidden: true });
  readonly element = element("div", { className: "chart" }, this.canvas, this.names, this.plate);
  /** What is shown. */
  shown: PaintedChart | undefined;
  private request: ChartRequest | undefined;
  /** The least height, which is more where a chart needs it. */
  private height = 0;
  private pointer: [number, number] | null = null;
  /** Whether something has changed since the last picture: the pointer, or also the chart. */
  private isStale = false;
  private isOld = false;
  private painting: Promise<void> | undefined;

  /** `choose` is called with a part of the chart that was clicked, and the tick there. */
  constructor(
    private readonly world: World,
    private readonly choose: (area: ChartArea, tick: number | undefined) => void,
  ) {
    this.canvas.onpointermove = (event) => this.pointAt([event.offsetX, event.offsetY]);
    this.canvas.onpointerleave = () => this.pointAt(null);
    this.canvas.onclick = (event) =>
      void this.click(event.offsetX, event.offsetY).catch(notifyError);
    new ResizeObserver(() => this.request && this.refresh()).observe(this.element);
  }

  /** Shows a chart as it is now, in this height or the greater one that it needs. */
  async show(request: ChartRequest, height: number): Promise<void> {
    this.request = request;
    this.height = height;
    this.isOld = true;
    await this.paint();
  }

  private refresh(): void {
    this.paint().catch(notifyError);
  }

  /** Paints the chart, once more if something has changed meanwhile. */
  private paint(): Promise<void> {
    this.isStale = true;
    this.painting ??= this.paintWhileStale().finally(() => (this.painting = undefined));
    return this.painting;
  }

  private async paintWhileStale(): Promise<void> {
    while (this.isStale && this.request) {
      this.isStale = false;
      const again = !this.isOld;
      this.isOld = false;
      try {
        await this.paintOnce(this.request, again);
      } catch (error) {
        // Another chart is asked for already.
        if (!this.isStale) throw error;
      }
    }
  }

  private async paintOnce(request: ChartRequest, again: boolean): Promise<void> {
    // A panel that is closed has no size.
    if (this.element.clientWidth === 0) return;
    const height = Math.max(this.height, this.shown?.height ?? 0);
    this.canvas.style.height = `${height}px`;
    const [across, down] = [this.canvas.clientWidth, this.canvas.clientHeight].map((side) =>
      Math.max(1, Math.round(side * devicePixelRatio)),
    ) as [number, number];
    const pointer = this.pointer?.map((at) => at * this.ratio) as [number, number] | null;
    const painted = await this.world.call("paintChart", request, {
      width: across,
      height: down,
      scale: devicePixelRatio,
      pointer: pointer ?? null,
      ink: this.ink(),
      again,
    });
    this.draw(painted, across, down);
    if (Math.max(this.height, painted.height) !== height) this.isStale = this.isOld = true;
  }

  /** The number of painted pixels for one of the page. */
  private get ratio(): number {
    return this.canvas.width / Math.max(1, this.canvas.clientWidth);
  }

  private draw(painted: PaintedChart, width: number, height: number): void {
    this.shown = painted;
    this.canvas.width = width;
    this.canvas.height = height;
    const pixels = new ImageData(painted.pixels, width, height);
    this.canvas.getContext("2d")?.putImageData(pixels, 0, 0);
    this.canvas.ariaLabel = [painted.title, painted.note].filter(Boolean).join(": ");
    this.canvas.ariaDescription = painted.values.join("; ");
    const isClickable = painted.areas.some((area) => this.isIn(area, this.pointer));
    this.canvas.classList.toggle("clickable", isClickable);
    this.nameAreas(painted.areas.filter((area) => area.name));
    this.showPlate(painted.plate);
  }

  /** Puts a button over each name, so that keys and screen readers reach it. The pointer reaches what is below. */
  private nameAreas(areas: ChartArea[]): void {
    const known = [...this.names.children] as HTMLButtonElement[];
    known.slice(areas.length).forEach((button) => button.remove());
    const inOrder = areas.toSorted((a, b) => a.top - b.top || a.left - b.left);
    inOrder.forEach((area, at) => {
      const button = known[at] ?? element("button", { type: "button" });
      if (!known[at]) this.names.append(button);
      button.ariaLabel = area.name;
      button.onclick = () => this.choose(area, area.ticks?.[0]);
      const css = (pixels: number): string => `${pixels / this.ratio}px`;
      button.style.inset = `${css(area.top)} auto auto ${css(area.left)}`;
      button.style.width = css(area.width);
      button.style.height = css(area.height);
    });
  }

  private showPlate(lines: PlateLine[]): void {
    this.plate.hidden = lines.length === 0 || this.pointer === null;
    const rows = lines.map(({ text, colour }) => {
      const row = element("div", { textContent: text });
      row.style.color = colour;
      return row;
    });
    this.plate.replaceChildren(...rows);
    if (this.plate.hidden || !this.pointer) return;
    // Beside the pointer, inside the window.
    const { left, top } = this.canvas.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.plate;
    const x = left + this.pointer[0] + 14;
    const y = top + this.pointer[1] + 14;
    const isAbove = y + offsetHeight > innerHeight;
    this.plate.style.left = `${Math.max(4, Math.min(x, innerWidth - offsetWidth - 4))}px`;
    this.plate.style.top = `${isAbove ? Math.max(4, y - offsetHeight - 28) : y}px`;
  }

  private pointAt(place: [number, number] | null): void {
    this.pointer = place;
    if (place === null) this.plate.hidden = true;
    if (this.shown) this.refresh();
  }

  /** What is at the pointer is known when it was painted there: touches point only when they click. */
  private async click(x: number, y: number): Promise<void> {
    this.pointer = [x, y];
    await this.paint();
    const area = [...(this.shown?.areas ?? [])].reverse().find((it) => this.isIn(it, [x, y]));
    if (!area) return;
    const share = (x * this.ratio - area.left) / Math.max(1, area.width);
    const [first, last] = area.ticks ?? [];
    const tick =
      first === undefined || last === undefined
        ? undefined
        : Math.round(first + Math.min(1, Math.max(0, share)) * (last - first));
    this.choose(area, tick);
  }

  private isIn(area: ChartArea, place: [number, number] | null): boolean {
    if (!place) return false;
    const [x, y] = [place[0] * this.ratio - area.left, place[1] * this.ratio - area.top];
    return x >= 0 && y >= 0 && x < area.width && y < area.height;
  }

  /** The colours of the page, as they are now. */
  private ink(): ChartInk {
    const style = getComputedStyle(this.element);
    const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const [text, faint, accent] = [of("text"), of("faint"), of("accent")];
    return { text, faint, accent, warning: of("warning"), line: of("line"), ground: of("panel") };
  }
}
