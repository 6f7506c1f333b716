/** The inspector: what is known of the selected organism. */
import type { ReportKind } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { element } from "./element";
import { icon, type IconName } from "./icons";
import { addPanel, isShown, showPanel } from "./panels";
import { ReportView } from "./report";
import { TabList } from "./tab_list";
import { paced, type World } from "./world";

const EMPTY = "Click on an organism to see its state, what it senses and what it decided.";

/** What a report says while it waits for a replay, and the time until it is asked for again. */
const REPLAYING = /^replay/;
const AGAIN = 400;

export class Inspector {
  private readonly tabs: TabList<ReportKind>;
  private readonly report: ReportView;
  private readonly buttons = element("div", { className: "row" });
  private key = "";
  private readonly refresh = paced(200, async () => {
    const { selected, site } = this.world.state ?? {};
    const isNothing = selected == null && site == null;
    const kind = this.tabs.chosen;
    if (!isShown("inspector")) return;
    try {
      const report = isNothing ? null : await this.world.call("report", kind);
      this.report.show(report, EMPTY);
      // A short replay can end without a state that says so.
      if (report?.note && REPLAYING.test(report.note)) setTimeout(() => this.refresh(), AGAIN);
    } catch (error) {
      const heading = selected == null ? "" : `#${selected}`;
      const note = error instanceof Error ? error.message : String(error);
      this.report.show({ heading, sections: [], note }, EMPTY);
    }
  });

  constructor(
    private readonly world: World,
    act: (action: string) => void,
  ) {
    this.report = new ReportView({
      organism: (id) => world.send("select", id),
      tick: (tick, organism) => {
        world.send("seek", tick);
        if (organism !== null) world.send("select", organism);
      },
    });
    this.report.element.id = "report";
    this.tabs = new TabList(
      "Reports on the organism",
      [
        ["details", "Now"],
        ["life", "Life"],
        ["relatives", "Relatives"],
        ["steps", "Steps"],
      ],
      this.report.element,
      () => this.refresh(),
    );
    const button = (name: IconName, text: string, action: string): HTMLButtonElement => {
      const made = element("button", { type: "button" }, icon(name), text);
      made.onclick = () => act(action);
      return made;
    };
    this.buttons.append(
      button("follow", "Follow", "Follow"),
      button("favourite", "Favourite", "Favourite"),
      button("name", "Name …", "Rename"),
      button("feed", "Feed", "Feed"),
      button("remove", "Remove", "Remove"),
    );
    const content = element("div", {}, this.tabs.element, this.buttons, this.report.element);
    const shown = (): void => this.refresh();
    addPanel({
      id: "inspector",
      title: "Inspector",
      icon: "inspect",
      side: "right",
      content,
      shown,
    });
    this.report.show(null, EMPTY);
    world.watch((state) => this.show(state));
  }

  /** Asks for the report anew, since names have changed. */
  update(): void {
    this.refresh();
  }

  /** Shows a report, or the details again if it is shown already. */
  toggle(kind: ReportKind): void {
    const isAlready = this.shows(kind);
    showPanel("inspector");
    this.tabs.choose(isAlready ? "details" : kind);
  }

  shows(kind: ReportKind): boolean {
    return isShown("inspector") && this.tabs.chosen === kind;
  }

  private show(state: WorldState): void {
    this.buttons.hidden = state.selected === null;
    const follow = this.buttons.firstElementChild as HTMLElement;
    follow.ariaPressed = String(state.selected !== null && state.followed === state.selected);
    const { world, present, tick, selected, site, followed, seeking, replayed } = state;
    // A life, which also one has that is gone, and relatives are replayed.
    const key = `${world} ${present} ${tick} ${selected} ${site} ${followed} ${seeking} ${replayed}`;
    if (key !== this.key && state.seeking === null) this.refresh();
    this.key = key;
  }
}
