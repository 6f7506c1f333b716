/** The overview map: the whole world, and the part of it that is in view. */
import type { WorldState } from "../contract/messages";
import { element } from "./element";
import { notifyError } from "./notices";
import { addPanel, isShown } from "./panels";
import { paced, type World } from "./world";

export class Minimap {
  private readonly canvas = element("canvas", { tabIndex: 0, role: "img" });
  private readonly visible = element("i", { className: "visible", ariaHidden: "true" });
  private readonly frame = element("div", { className: "map-frame" }, this.canvas, this.visible);
  private key = "";
  private readonly refresh = paced(400, () => this.draw());

  constructor(private readonly world: World) {
    this.canvas.ariaLabel = "Map of the whole world. Click to move the view there.";
    this.canvas.onpointerdown = (event) => this.move(event);
    this.canvas.onpointermove = (event) => event.buttons === 1 && this.move(event);
    const content = element("div", {}, this.frame);
    const shown = (): void => this.refresh();
    addPanel({ id: "map", title: "Map", icon: "map", side: "right", content, shown });
    world.watch((state) => this.show(state));
  }

  private show(state: WorldState): void {
    const { view } = state;
    const across = (units: number): string => percent(units / view.world.width);
    const down = (units: number): string => percent(units / view.world.height);
    const [left, top] = [Math.max(0, view.left), Math.max(0, view.top)];
    const right = Math.min(view.world.width, view.right);
    const bottom = Math.min(view.world.height, view.bottom);
    Object.assign(this.visible.style, {
      left: across(left),
      top: down(top),
      width: across(Math.max(0, right - left)),
      height: down(Math.max(0, bottom - top)),
    });
    const key = `${state.world} ${state.present} ${state.tick}`;
    if (key !== this.key) this.refresh();
    this.key = key;
  }

  private async draw(): Promise<void> {
    const { state } = this.world;
    if (!state || !isShown("map")) return;
    const { width: across, height: down } = state.view.world;
    const scale = Math.min(2, devicePixelRatio);
    // A tall world is as narrow as its map may be high.
    this.frame.style.width = `min(100%, ${(15 * across) / down}rem)`;
    const width = Math.max(1, Math.round(this.frame.clientWidth * scale));
    const height = Math.max(1, Math.round((width * down) / across));
    try {
      const pixels = await this.world.call("minimap", width, height);
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
    } catch (error) {
      notifyError(error);
    }
  }

  private move(event: PointerEvent): void {
    const { state } = this.world;
    if (!state) return;
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const { world } = state.view;
    this.world.send("follow", null);
    this.world.send(
      "centre",
      ((event.clientX - left) / width) * world.width,
      ((event.clientY - top) / height) * world.height,
    );
  }
}

function percent(share: number): string {
  return `${share * 100}%`;
}
