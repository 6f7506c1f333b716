/** The canvas: it shows the pixels that the engine paints. */
import { pixels, type EngineSession } from "./engine";

export class Stage {
  isVisible = true;
  /** Whether what is shown is not the present picture. */
  isStale = true;
  /** What the last painting took, in milliseconds. */
  cost = 0;
  /** When the last painting began. */
  private painted = 0;
  private readonly context: OffscreenCanvasRenderingContext2D;
  private width = 640;
  private height = 480;
  private scale = 1;

  constructor(private readonly canvas: OffscreenCanvas) {
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("The browser gives no 2D canvas to workers.");
    this.context = context;
    canvas.addEventListener("contextrestored", () => (this.isStale = true));
  }

  resize(width: number, height: number, scale: number, session: EngineSession | undefined): void {
    this.width = this.canvas.width = Math.max(1, Math.round(width));
    this.height = this.canvas.height = Math.max(1, Math.round(height));
    this.scale = scale;
    if (session) this.adopt(session);
  }

  /** Gives a session the size of the canvas. */
  adopt(session: EngineSession): void {
    session.resize(this.width, this.height, this.scale);
    this.isStale = true;
  }

  paint(session: EngineSession, share: number): void {
    const begun = performance.now();
    session.paint(share, (begun - this.painted) / 1000);
    this.painted = begun;
    const image = new ImageData(pixels(session), this.width, this.height);
    this.context.putImageData(image, 0, 0);
    this.isStale = false;
    this.cost = performance.now() - begun;
  }
}
