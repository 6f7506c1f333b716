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
  private pointer: [number, number] | null = null;
  private isBusy = false;
  private isStale = false;

  /** `choose` is called with a part of the chart that was clicked, and the tick there. */
  constructor(
    private readonly world: World,
    private readonly choose: (area: ChartArea, tick: number | undefined) => void,
  ) {
    this.canvas.onpointermove = (event) => this.pointAt([event.offsetX, event.offsetY]);
    this.canvas.onpointerleave = () => this.pointAt(null);
    this.canvas.onclick = (event) => this.click(event.offsetX, event.offsetY);
  }

  /** Shows a chart as it is now, in this height. */
  async show(request: ChartRequest, height: number): Promise<void> {
    this.request = request;
    this.canvas.style.height = `${height}px`;
    await this.paint();
  }

  /** Paints the chart, once more if something has changed meanwhile. */
  private async paint(): Promise<void> {
    this.isStale = true;
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.isStale && this.request) {
        this.isStale = false;
        const { clientWidth, clientHeight } = this.canvas;
        const [width, height] = [clientWidth, clientHeight].map((side) =>
          Math.max(1, Math.round(side * devicePixelRatio)),
        ) as [number, number];
        const pointer = this.pointer?.map((at) => at * devicePixelRatio) as [number, number] | null;
        const frame = { width, height, scale: devicePixelRatio, pointer, ink: this.ink() };
        const painted = await this.world.call("paintChart", this.request, frame);
        this.draw(painted, width, height);
      }
    } finally {
      this.isBusy = false;
    }
  }

  private draw(painted: PaintedChart, width: number, height: number): void {
    this.shown = painted;
    this.canvas.width = width;
    this.canvas.height = height;
    const pixels = new ImageData(painted.pixels, width, height);
    this.canvas.getContext("2d")?.putImageData(pixels, 0, 0);
    this.canvas.ariaLabel = [painted.title, painted.note].filter(Boolean).join(": ");
    const isClickable = painted.areas.some((area) => this.isIn(area, this.pointer));
    this.canvas.classList.toggle("clickable", isClickable);
    this.nameAreas(painted.areas.filter((area) => area.name));
    this.showPlate(painted.plate);
  }

  /** Puts a button over each name, so that keys and screen readers reach it. The pointer reaches what is below. */
  private nameAreas(areas: ChartArea[]): void {
    const known = [...this.names.children] as HTMLButtonElement[];
    known.slice(areas.length).forEach((button) => button.remove());
    areas.forEach((area, at) => {
      const button = known[at] ?? element("button", { type: "button" });
      if (!known[at]) this.names.append(button);
      button.ariaLabel = area.name;
      button.onclick = () => this.choose(area, area.ticks?.[0]);
      const css = (pixels: number): string => `${pixels / devicePixelRatio}px`;
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
    if (this.shown) this.paint().catch(notifyError);
  }

  private click(x: number, y: number): void {
    const area = [...(this.shown?.areas ?? [])].reverse().find((it) => this.isIn(it, [x, y]));
    if (!area) return;
    const share = (x * devicePixelRatio - area.left) / Math.max(1, area.width);
    const [first, last] = area.ticks ?? [];
    const tick =
      first === undefined || last === undefined
        ? undefined
        : Math.round(first + Math.min(1, Math.max(0, share)) * (last - first));
    this.choose(area, tick);
  }

  private isIn(area: ChartArea, place: [number, number] | null): boolean {
    if (!place) return false;
    const [x, y] = [
      place[0] * devicePixelRatio - area.left,
      place[1] * devicePixelRatio - area.top,
    ];
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
