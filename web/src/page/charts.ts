/** The panel of charts. */
import type { ChartArea, ChartList, ChartName, ChartRequest } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { ChartCanvas } from "./chart_canvas";
import { saveFile } from "./download";
import { choice, element, setText } from "./element";
import { icon } from "./icons";
import { Menu } from "./menu";
import { notify, notifyError } from "./notices";
import { addPanel, isShown, showPanel } from "./panels";
import type { SpeciesPanel } from "./species";
import { paced, type World } from "./world";

/** The charts of descent may take long: they are made for at most a twelfth of the time, others for a third. */
const DESCENT: ReadonlySet<string> = new Set(["history", "clusters", "tree"]);
const REST_OF_DESCENT = 11;
const REST = 2;
const SCALES = ["linear", "root", "log"];
/** The files of a chart: what each is, and its type. */
const FORMATS = {
  png: { name: "Picture (PNG)", type: "image/png" },
  svg: { name: "Lines and text (SVG)", type: "image/svg+xml" },
  csv: { name: "Numbers (CSV)", type: "text/csv" },
} as const;
type Format = keyof typeof FORMATS;
/** The parts that are chosen from lists: what each is, and what stands before its names. */
const PARTS: Record<ChartList["part"], [string, string]> = {
  column: ["Column of the census", ""],
  vertical: ["Vertical axis", "↑ "],
  horizontal: ["Horizontal axis", "→ "],
};
/** The height of a chart in its panel, and what is above and below an enlarged one, in pixels. */
const HEIGHT = 230;
const AROUND = 170;

export class ChartsPanel {
  private readonly kinds = choice([["population", "Populations"]], "population");
  private readonly lists = element("span", { className: "chart-lists" });
  private readonly canvas: ChartCanvas;
  private readonly problem = element("p", { className: "note", hidden: true });
  private readonly scales = element("button", { type: "button", hidden: true });
  private readonly saving = new Menu("save", "Save chart", () =>
    (Object.keys(FORMATS) as Format[]).map((format) => ({
      name: FORMATS[format].name,
      choose: () => this.saveAs(format),
    })),
  );
  private readonly enlarge = element("button", { type: "button", ariaPressed: "false" });
  private names: ChartName[] = [];
  /** What was chosen from the lists of each kind of charts, by part. */
  private readonly chosen = new Map<string, Map<string, string>>();
  private scale: string | null = null;
  private listed = -1;
  private key = "";
  /** Loads the chart again since the world has changed. What users choose is loaded at once. */
  private readonly refresh = paced(
    500,
    () => this.load(),
    () => (DESCENT.has(this.kinds.value) ? REST_OF_DESCENT : REST),
  );

  constructor(
    private readonly world: World,
    private readonly species: SpeciesPanel,
  ) {
    this.canvas = new ChartCanvas(world, (area, tick) => this.choose(area, tick));
    this.kinds.ariaLabel = "Chart";
    this.kinds.onchange = () => void this.load();
    this.scales.title = "Scale of the chart";
    this.scales.onclick = () => this.nextScale();
    this.saving.button.title = "Save chart";
    this.enlarge.ariaLabel = this.enlarge.title = "Enlarge chart";
    this.enlarge.append(icon("larger"));
    this.enlarge.onclick = () => this.toggleSize();
    const chosen = element("div", { className: "chart-choices" }, this.kinds, this.lists);
    const content = element("div", {}, chosen, this.problem, this.canvas.element);
    const tools = [this.scales, this.saving.button, this.enlarge];
    const shown = (): void => void this.load();
    addPanel({ id: "charts", title: "Charts", icon: "chart", side: "left", tools, content, shown });
    world.watch((state) => this.show(state));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
  }

  /** Asks for the chart anew, since what it is about has changed. */
  update(): void {
    void this.load();
  }

  next(): void {
    showPanel("charts");
    const at = this.names.findIndex((it) => it.name === this.kinds.value);
    this.kinds.value = this.names[(at + 1) % this.names.length]?.name ?? "population";
    void this.load();
  }

  nextScale(): void {
    const scale = this.canvas.shown?.scale;
    if (scale == null) return notify("This chart has only one scale.");
    this.scale = SCALES[(SCALES.indexOf(scale) + 1) % SCALES.length] ?? null;
    void this.load();
  }

  /** Shows the chart in place of the world, or in its panel again. */
  toggleSize(): void {
    showPanel("charts");
    document.getElementById("charts")?.classList.toggle("large");
    this.enlarge.ariaPressed = String(this.isLarge);
    void this.load();
  }

  get isLarge(): boolean {
    return document.getElementById("charts")?.classList.contains("large") ?? false;
  }

  /** Offers the files as which the chart can be saved. */
  save(): void {
    showPanel("charts");
    this.saving.open();
  }

  private saveAs(format: Format): void {
    const { type } = FORMATS[format];
    const made = this.world.call("chartFile", this.request(), format);
    made.then((bytes) => saveFile(`${this.kinds.value}.${format}`, bytes, type)).catch(notifyError);
  }

  private show(state: WorldState): void {
    if (state.world !== this.listed) void this.list();
    this.listed = state.world;
    // What is missing may come with the replay under way.
    const progress = this.canvas.shown?.note ? String(state.replayed) : "";
    const key = `${state.world} ${state.present} ${state.tick} ${state.selected} ${progress}`;
    // A seek that is stopped ends at a tick that was passed already.
    if (key === this.key || state.seeking !== null) return;
    this.key = key;
    this.refresh();
  }

  private async list(): Promise<void> {
    this.names = await this.world.call("charts");
    const { value } = this.kinds;
    const options = this.names.map(({ name, title }) =>
      element("option", { value: name, textContent: title, selected: name === value }),
    );
    this.kinds.replaceChildren(...options);
    void this.load();
  }

  /** Shows the lists from which parts of the chart are chosen. */
  private showLists(lists: ChartList[]): void {
    // A list that is open stays so while the world goes on.
    const key = JSON.stringify(lists);
    if (this.lists.dataset.key === key) return;
    this.lists.dataset.key = key;
    this.lists.replaceChildren(...lists.map((list) => this.select(list)));
  }

  private select({ part, entries, chosen }: ChartList): HTMLSelectElement {
    const [label, axis] = PARTS[part];
    const select = element("select", { ariaLabel: label });
    const options = entries.map(({ name, meaning }, at) =>
      element("option", {
        value: name,
        textContent: axis + name,
        title: meaning,
        selected: at === chosen,
      }),
    );
    select.append(...options);
    select.onchange = () => {
      const { value } = this.kinds;
      const ofKind = this.chosen.get(value) ?? new Map<string, string>();
      this.chosen.set(value, ofKind.set(part, select.value));
      void this.load();
    };
    return select;
  }

  private request(): ChartRequest {
    const { value: kind } = this.kinds;
    const species = this.species.chosen ?? null;
    const chosen = [...(this.chosen.get(kind) ?? [])].map(([part, name]) => ({ part, name }));
    return { kind, species, chosen, scale: this.scale };
  }

  private async load(): Promise<void> {
    if (!this.world.state || !isShown("charts")) return;
    const height = this.isLarge ? innerHeight - AROUND : HEIGHT;
    try {
      await this.canvas.show(this.request(), height);
      this.problem.hidden = true;
    } catch (error) {
      this.problem.hidden = false;
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    const scale = this.canvas.shown?.scale ?? null;
    this.scales.hidden = scale === null;
    setText(this.scales, scale ?? "");
    this.showLists(this.canvas.shown?.lists ?? []);
  }

  /** Goes to what was clicked in the chart. */
  private choose({ organism }: ChartArea, tick: number | undefined): void {
    if (tick !== undefined) {
      if (organism !== null) this.world.send("pause");
      this.world.send("seek", tick);
    }
    if (organism === null) return;
    this.world.send("select", organism);
    this.world.send("follow", organism);
  }
}
