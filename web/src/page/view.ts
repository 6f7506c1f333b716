/** The world on its canvas: panning, zooming, selecting, by mouse, touch and keys. */
import type { Place } from "../contract/engine";
import { byId } from "./element";
import type { World } from "./world";

/** How far a pointer may move in a click, in CSS pixels. */
const CLICK = 5;

/** What a tool does with the pointer, in units of the world. */
export interface PointerTool {
  down(at: Place): void;
  move(at: Place, isDown: boolean): void;
  up(at: Place): void;
  /** Whether it took the turn of the wheel. */
  wheel(up: boolean): boolean;
}

export class View {
  readonly canvas = byId<HTMLCanvasElement>("world");
  /** The tool that has the pointer instead of the camera. */
  tool: PointerTool | undefined;
  /** Called with the organism that was clicked, or none. */
  onPick: (organism: number | null, isDouble: boolean, at: Place) => void = () => {};
  /** Where the pointer is, in device pixels. */
  pointer: Place | undefined;
  private readonly touches = new Map<number, Place>();
  private start: Place | undefined;
  private hasMoved = false;
  private lastTap = { time: 0, at: [0, 0] as Place };
  private isHovering = false;

  constructor(private readonly world: World) {
    const { canvas } = this;
    canvas.onpointerdown = (event) => this.down(event);
    canvas.onpointermove = (event) => this.move(event);
    canvas.onpointerup = (event) => this.up(event);
    canvas.onpointercancel = (event) => this.touches.delete(event.pointerId);
    canvas.onpointerleave = () => (this.pointer = undefined);
    canvas.oncontextmenu = (event) => event.preventDefault();
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Keeps the picture as large as its element. Call it once the engine has started. */
  observe(): void {
    const resize = (): void => {
      const { width, height } = byId("view").getBoundingClientRect();
      const scale = devicePixelRatio;
      if (width > 0 && height > 0) this.world.send("resize", width * scale, height * scale, scale);
    };
    new ResizeObserver(resize).observe(byId("view"));
    resize();
    const report = (): void => this.world.send("visible", !document.hidden);
    document.addEventListener("visibilitychange", report);
    report();
  }

  /** The middle of the view in device pixels. */
  get middle(): Place {
    const { clientWidth, clientHeight } = this.canvas;
    return [(clientWidth * devicePixelRatio) / 2, (clientHeight * devicePixelRatio) / 2];
  }

  /** Moves the view by a share of its size. */
  panBy(right: number, down: number): void {
    const [x, y] = this.middle;
    this.world.send("follow", null);
    this.world.send("pan", -right * x * 0.3, -down * y * 0.3);
  }

  /** Zooms so far that the world covers a small view rather than fits into it. */
  cover(): void {
    const view = this.world.state?.view;
    if (!view) return;
    const across = (view.right - view.left) / view.world.width;
    const down = (view.bottom - view.top) / view.world.height;
    const factor = Math.max(across, down);
    if (factor > 1.3) this.zoomBy(factor);
  }

  zoomBy(factor: number): void {
    this.world.send("zoom", factor, ...this.middle);
  }

  /** A place of the picture in units of the world, computed from the latest state. */
  toWorld([x, y]: Place): Place {
    const view = this.world.state?.view;
    if (!view) return [0, 0];
    return [view.left + x / view.scale, view.top + y / view.scale];
  }

  private pixel(event: MouseEvent): Place {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [(event.clientX - left) * devicePixelRatio, (event.clientY - top) * devicePixelRatio];
  }

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.pixel(event);
    this.touches.set(event.pointerId, at);
    this.pointer = this.start = at;
    this.hasMoved = this.touches.size > 1;
    if (this.tool && this.touches.size === 1 && event.button === 0)
      this.tool.down(this.toWorld(at));
  }

  private move(event: PointerEvent): void {
    const at = this.pixel(event);
    const before = this.touches.get(event.pointerId);
    this.pointer = at;
    if (!before) {
      if (this.tool) this.tool.move(this.toWorld(at), false);
      else this.hover(at);
      return;
    }
    this.touches.set(event.pointerId, at);
    if (this.touches.size === 2) return this.pinch(event.pointerId, before, at);
    if (this.tool && event.buttons === 1) return this.tool.move(this.toWorld(at), true);
    const [x, y] = this.start ?? at;
    const far = Math.hypot(at[0] - x, at[1] - y) > CLICK * devicePixelRatio;
    if (far && !this.hasMoved) this.world.send("follow", null);
    this.hasMoved ||= far;
    if (this.hasMoved) this.world.send("pan", at[0] - before[0], at[1] - before[1]);
  }

  private up(event: PointerEvent): void {
    const at = this.pixel(event);
    const isLast = this.touches.delete(event.pointerId) && this.touches.size === 0;
    if (!isLast) return;
    if (this.tool && event.button === 0) this.tool.up(this.toWorld(at));
    else if (!this.hasMoved) this.tap(at);
  }

  private tap(at: Place): void {
    const now = performance.now();
    const { time, at: last } = this.lastTap;
    const isNear = Math.hypot(at[0] - last[0], at[1] - last[1]) < 12 * devicePixelRatio;
    const isDouble = now - time < 400 && isNear;
    this.lastTap = { time: now, at };
    void this.world.call("pick", ...at).then((organism) => this.onPick(organism, isDouble, at));
  }

  /** Zooms and moves by two fingers. */
  private pinch(moved: number, before: Place, after: Place): void {
    const [, other] = [...this.touches].find(([id]) => id !== moved) ?? [];
    if (!other) return;
    const distance = (at: Place): number => Math.hypot(at[0] - other[0], at[1] - other[1]);
    const middle: Place = [(after[0] + other[0]) / 2, (after[1] + other[1]) / 2];
    this.world.send("zoom", distance(after) / Math.max(1, distance(before)), ...middle);
    this.world.send("pan", (after[0] - before[0]) / 2, (after[1] - before[1]) / 2);
  }

  private hover(at: Place): void {
    if (this.isHovering) return;
    this.isHovering = true;
    void this.world
      .call("hover", ...at)
      .catch(() => {})
      .finally(() => setTimeout(() => (this.isHovering = false), 60));
  }

  private wheel(event: WheelEvent): void {
    // With Ctrl it is the pinch of a touch pad, or the zoom of the page by a wheel: both zoom the world.
    event.preventDefault();
    if (this.tool?.wheel(event.deltaY < 0) && !event.ctrlKey) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 500);
    this.world.send("zoom", factor, ...this.pixel(event));
  }
}
