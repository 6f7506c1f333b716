/** The tool that is chosen: its pointer, its preview and its keys. */
import type { Command, Place, Stroke, Tool } from "../contract/engine";
import { tipOf } from "./actions";
import { byId, element, setText } from "./element";
import { icon, type IconName } from "./icons";
import { notify, notifyError } from "./notices";
import { ToolOptions } from "./tool_options";
import { outlineOf, toolOf, TOOLS } from "./tool_table";
import type { ToolEntry, ToolName, ToolSettings } from "./tool_table";
import type { PointerTool, View } from "./view";
import type { World } from "./world";

const LOOK = TOOLS[0] as ToolEntry;

/** How far a pointer may move in a click, in pixels of style sheets. */
const STILL = 4;

/** A tool, and the places that it has passed over. */
interface Use {
  tool: Tool;
  stroke: Stroke;
}

export class Tools implements PointerTool {
  private chosen: ToolEntry = LOOK;
  private readonly settings = new Map<ToolName, ToolSettings>();
  private stroke: [Place, ...Place[]] | undefined;
  private last: Place | undefined;
  private isPlanning = false;
  private planned: Use | undefined;
  private readonly buttons = new Map<ToolName, HTMLButtonElement>();
  private readonly options: ToolOptions;
  private readonly hint = byId("hint");

  constructor(
    private readonly world: World,
    private readonly view: View,
    act: (action: string) => void,
  ) {
    const bar = byId("tools");
    const made = (name: IconName, action: string, label?: string): HTMLButtonElement => {
      const entry = world.library.actions.find(({ id }) => id === action);
      const button = element("button", { type: "button" }, icon(name));
      button.ariaLabel = label ?? entry?.name ?? action;
      button.title = entry ? tipOf(entry) : button.ariaLabel;
      return button;
    };
    for (const tool of TOOLS) {
      const button = made(tool.icon, tool.action, tool.label);
      button.ariaPressed = "false";
      button.onclick = () => this.choose(tool.name);
      this.buttons.set(tool.name, button);
      bar.append(button);
      if (tool.name === "look" || tool.name === "paint")
        bar.append(element("i", { className: "gap" }));
    }
    bar.append(element("i", { className: "gap" }));
    for (const [name, action] of [
      ["undo", "Undo"],
      ["fit", "Fit"],
      ["follow", "FollowNext"],
      ["find", "Find"],
      ["beside", "Beside"],
    ] as const) {
      const button = made(name, action);
      button.onclick = () => act(action);
      bar.append(button);
    }
    this.options = new ToolOptions(() => this.preview());
    this.choose("look");
  }

  /** Takes a tool; `look` is none. The one that is taken already is dropped. */
  choose(name: ToolName): void {
    const wanted = name === this.chosen.name ? "look" : name;
    this.chosen = TOOLS.find((tool) => tool.name === wanted) ?? LOOK;
    for (const [tool, button] of this.buttons) button.ariaPressed = String(tool === wanted);
    this.stroke = undefined;
    const isLook = wanted === "look";
    this.view.tool = isLook ? undefined : this;
    this.view.canvas.classList.toggle("tool", !isLook);
    this.options.show(this.chosen, this.current, this.world.state?.species ?? []);
    this.hint.hidden = true;
    if (isLook && this.world.state) this.world.send("clearPlan");
  }

  has(name: ToolName): boolean {
    return this.chosen.name === name;
  }

  /** Drops the tool. Returns whether there was one. */
  drop(): boolean {
    const had = this.chosen.name !== "look";
    if (had) this.choose("look");
    return had;
  }

  down(at: Place): void {
    this.stroke = [at];
    this.last = at;
    this.preview();
  }

  move(at: Place, isDown: boolean): void {
    this.last = at;
    if (isDown && this.stroke) this.stroke.push(at);
    this.preview();
  }

  up(at: Place): void {
    if (!this.stroke) return;
    this.stroke.push(at);
    const use = this.use(this.stroke);
    this.stroke = undefined;
    if (use) this.report(this.world.call("useTool", use.tool, use.stroke));
  }

  wheel(up: boolean): boolean {
    if (!this.options.has("radius")) return false;
    this.change("radius", up ? 1 : -1);
    return true;
  }

  /** Keys of the tool: sizes, strengths, species, and Enter. Returns whether it took the key. */
  key(event: KeyboardEvent): boolean {
    if (this.chosen.name === "look" || event.ctrlKey) return false;
    if (event.key === "Enter") {
      const [x, y] = this.view.pointer ?? this.view.middle;
      const at = this.view.toWorld([x, y]);
      const use = this.use([at]);
      if (use) this.report(this.world.call("useTool", use.tool, use.stroke));
      return true;
    }
    const strength = this.chosen.name === "add" ? "count" : "share";
    const steps: Record<string, [keyof ToolSettings, 1 | -1]> = {
      "[": ["radius", -1],
      "]": ["radius", 1],
      "-": [strength, -1],
      "+": [strength, 1],
      "=": [strength, 1],
      ",": ["ticks", -1],
      ".": ["ticks", 1],
    };
    const [what, by] = steps[event.key] ?? [];
    if (what && by && this.options.has(what)) {
      this.change(what, by);
      return true;
    }
    return /^[1-9]$/.test(event.key) && this.options.chooseNumber(Number(event.key) - 1);
  }

  /** Applies a command, and says what was done. */
  apply(command: Command): void {
    this.report(this.world.call("command", command));
  }

  /** Says what was done. */
  report(done: Promise<string>): void {
    this.planned = undefined;
    done.then((text) => notify(`${text} · Ctrl+Z takes it back`, "good")).catch(notifyError);
  }

  private get current(): ToolSettings {
    const { name, defaults } = this.chosen;
    const basic = { species: 0, radius: 0, count: 1, share: 0.5, ticks: 100, tile: "Water" };
    const known = this.settings.get(name) ?? { ...basic, species: this.firstAnimal(), ...defaults };
    this.settings.set(name, known);
    known.species = Math.min(known.species, (this.world.state?.species.length ?? 1) - 1);
    return known;
  }

  private firstAnimal(): number {
    const species = this.world.state?.species ?? [];
    return Math.max(
      0,
      species.findIndex((it) => it.kind !== "plant"),
    );
  }

  private change(what: keyof ToolSettings, by: 1 | -1): void {
    this.options.change(what, by);
    this.preview();
  }

  /** What the tool is used for after a stroke. */
  private use(stroke: Stroke): Use | undefined {
    const tool = toolOf(this.chosen.name, this.current);
    if (!tool) return undefined;
    if (tool.tool === "polygon") return { tool, stroke: outlineOf(stroke) };
    return { tool, stroke: this.isClick(stroke) ? [stroke[0]] : stroke };
  }

  private isClick(stroke: Stroke): boolean {
    const still = (STILL * devicePixelRatio) / (this.world.state?.view.scale ?? 1);
    const [x, y] = stroke[0];
    return stroke.every((at) => Math.hypot(at[0] - x, at[1] - y) <= still);
  }

  /** Shows what the tool would do at the pointer: the latest place wins, whatever the pace of answers. */
  private preview(): void {
    const { last, stroke } = this;
    const isArea = ["wall", "polygon", "unwall"].includes(this.chosen.name);
    if (!last || (isArea && !stroke)) return;
    if (this.chosen.name === "paint" && !this.world.state?.view.tile) return;
    this.planned = this.use(stroke ?? [last]);
    if (this.isPlanning || !this.planned) return;
    this.isPlanning = true;
    void this.plan().finally(() => (this.isPlanning = false));
  }

  private async plan(): Promise<void> {
    while (this.planned) {
      const use = this.planned;
      this.planned = undefined;
      try {
        const { text, refused } = await this.world.call("planTool", use.tool, use.stroke);
        if (this.chosen.name === "look") return this.world.send("clearPlan");
        this.showHint(text, refused);
      } catch (error) {
        this.showHint(error instanceof Error ? error.message : String(error), true);
      }
    }
  }

  private showHint(text: string, isRefused: boolean): void {
    this.options.say(text, isRefused);
    const [x, y] = this.view.pointer ?? this.view.middle;
    const [left, top] = [x / devicePixelRatio + 16, y / devicePixelRatio + 16];
    setText(this.hint, text);
    this.hint.classList.toggle("refused", isRefused);
    this.hint.hidden = !this.view.pointer;
    const { clientWidth, clientHeight } = this.view.canvas;
    this.hint.style.left = `${Math.min(left, clientWidth - this.hint.offsetWidth - 4)}px`;
    this.hint.style.top = `${Math.min(top, clientHeight - this.hint.offsetHeight - 4)}px`;
  }
}
