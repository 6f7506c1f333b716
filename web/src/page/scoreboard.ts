/** The scoreboard of a conquest, above the world: what each colony has, the bases, and who leads. */
import type { BaseScore, ColonyScore } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { byId, element, setText } from "./element";
import type { World } from "./world";

/** The row of a colony. */
interface Side {
  element: HTMLElement;
  show(score: ColonyScore, most: number): void;
}

export class Scoreboard {
  private readonly host = byId("scores");
  private readonly sides = [side(), side()] as const;
  private readonly bases = element("div", { className: "bases" });
  private readonly lead = element("strong", { className: "lead" });

  constructor(private readonly world: World) {
    const middle = element("div", { className: "middle" }, this.bases, this.lead);
    this.host.append(this.sides[0].element, middle, this.sides[1].element);
    world.watch((state) => this.show(state));
  }

  private show({ contest }: WorldState): void {
    this.host.hidden = contest === null;
    if (!contest) return;
    contest.colonies.forEach((score, at) => this.sides[at]?.show(score, contest.most));
    setText(this.lead, contest.lead);
    const leader = contest.colonies.find(({ colony }) => colony === contest.leader);
    this.lead.style.color = leader?.colour ?? "";
    contest.bases.forEach((base, at) => this.showBase(base, at));
    while (this.bases.childElementCount > contest.bases.length) this.bases.lastChild?.remove();
  }

  /** A disc in the colour of the owner, in a ring that shows how far another colony has taken it. */
  private showBase({ text, colour, taker, share, place }: BaseScore, at: number): void {
    const known = this.bases.children[at] as HTMLButtonElement | undefined;
    const button = known ?? element("button", { type: "button" }, element("i"));
    if (!known) this.bases.append(button);
    if (button.title !== text) button.ariaLabel = button.title = text;
    const disc = button.firstElementChild as HTMLElement;
    disc.style.setProperty("--owner", colour);
    disc.style.setProperty("--taker", taker);
    disc.style.setProperty("--share", `${Math.round(share * 100)}%`);
    button.onclick = () => {
      this.world.send("follow", null);
      this.world.send("centre", ...place);
    };
  }
}

function side(): Side {
  const name = element("strong");
  const summary = element("small");
  const bar = element("i");
  const tickets = element("span", { className: "tickets" });
  const line = element("div", { className: "line" }, name, summary);
  const meter = element("div", { className: "line" }, tickets, element("div", {}, bar));
  return {
    element: element("div", { className: "side" }, line, meter),
    show(score, most) {
      setText(name, score.name);
      setText(summary, score.summary);
      setText(tickets, `${score.tickets} tickets`);
      name.style.color = bar.style.backgroundColor = score.colour;
      bar.style.width = `${(100 * score.tickets) / most}%`;
    },
  };
}
