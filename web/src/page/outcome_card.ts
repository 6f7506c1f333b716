/** The card at the end of a conquest: who has won, when, and how the tickets went. */
import type { Founding, Outcome } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { ChartCanvas } from "./chart_canvas";
import { byId, element } from "./element";
import { notifyError } from "./notices";
import type { World } from "./world";

/** The height of its chart, in pixels. */
const CHART = 150;

const REQUEST = { kind: "conquest", species: null, chosen: [], scale: null };

export class OutcomeCard {
  private readonly host = byId("outcome");
  private readonly title = element("h2", { id: "outcome-title" });
  private readonly lines = element("div");
  private readonly chart: ChartCanvas;
  private readonly another = element("button", { type: "button" }, "Another seed");
  /** The end that is shown or was closed. */
  private known = "";

  constructor(
    private readonly world: World,
    /** What founds the scenario with another seed, if something does. */
    anotherSeed: () => Founding | undefined,
    found: (founding: Founding) => Promise<void>,
  ) {
    this.chart = new ChartCanvas(world, (_, tick) => {
      if (tick !== undefined) world.send("seek", tick);
    });
    const again = element("button", { type: "button", className: "primary" }, "Watch again");
    const close = element("button", { type: "button" }, "Close");
    again.onclick = () => this.watchAgain();
    close.onclick = () => this.close();
    this.another.onclick = () => {
      const founding = anotherSeed();
      if (founding) void found(founding).catch(notifyError);
    };
    const buttons = element("div", { className: "buttons" }, again, this.another, close);
    this.host.append(this.title, this.lines, this.chart.element, buttons);
    world.watch((state) => {
      this.another.hidden = anotherSeed() === undefined;
      this.follow(state);
    });
  }

  private follow({ contest, seeking, world, present }: WorldState): void {
    const outcome = contest?.outcome ?? null;
    if (!outcome || seeking !== null) {
      this.host.hidden = true;
      // Whoever sees the end again sees the card again.
      if (!outcome) this.known = "";
      return;
    }
    const key = `${world} ${present} ${outcome.tick}`;
    if (key === this.known) return;
    this.known = key;
    this.show(outcome);
  }

  private show({ title, colour, lines }: Outcome): void {
    this.title.textContent = title;
    this.title.style.color = colour;
    const rows = lines.map((textContent) => element("p", { textContent }));
    this.lines.replaceChildren(...rows);
    this.host.hidden = false;
    this.chart.show(REQUEST, CHART).catch(notifyError);
  }

  private watchAgain(): void {
    this.world.send("seek", this.world.state?.first ?? 0);
    this.world.send("play");
  }

  private close(): void {
    this.host.hidden = true;
    byId("world").focus();
  }
}
