/** The tour: the camera shows, one after the other, what is worth watching now, each with a caption. */
import type { Caption } from "../contract/engine";
import type { WorldState } from "../contract/messages";
import { byId, element } from "./element";
import type { World } from "./world";

/** The time without input after which a tour begins by itself, in milliseconds. */
const IDLE = 60_000;

const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Tour {
  private readonly box = byId("tour");
  /** It is always there and empty without a tour: what appears with its text is not read out. */
  private readonly live = element("div", { ariaLive: "polite", ariaAtomic: "true" });
  /** It is read out with its title only: numbers in it change often. */
  private readonly text = element("p", { ariaLive: "off" });
  private readonly button = element("button", { type: "button", textContent: "End" });
  private isTouring = false;
  /** The caption that is shown. */
  private caption = 0;
  /** The organism that a tour has chosen last. */
  private organism: number | null = null;
  private inputAt = performance.now();

  constructor(
    private readonly world: World,
    /** Whether the user is at something that a tour would take away. */
    private readonly isBusy: () => boolean,
  ) {
    this.button.ariaLabel = "End the tour";
    this.button.onclick = () => this.end();
    this.box.append(this.live);
    const noted = { capture: true, passive: true };
    addEventListener("pointermove", () => (this.inputAt = performance.now()), noted);
    for (const kind of ["keydown", "pointerdown", "wheel"]) {
      addEventListener(kind, (event) => this.note(event), { capture: true, passive: false });
    }
    world.watch((state) => this.follow(state));
  }

  /** Notes an organism that the page has chosen of itself, and not the user. */
  noteChoice(organism: number): void {
    this.organism = organism;
  }

  /** Begins a tour. After one that begins by itself, the view becomes what it was before. */
  begin(byItself = false): void {
    this.isTouring = true;
    this.world.send("beginTour", byItself, reducedMotion.matches);
  }

  private end(): void {
    if (!this.isTouring) return;
    this.isTouring = false;
    this.world.send("endTour");
    if (document.activeElement === this.button) byId("world").focus();
    this.clear();
  }

  /** Ends the tour at an input, which has no other effect on the world. */
  private note(event: Event): void {
    this.inputAt = performance.now();
    const isKey = event instanceof KeyboardEvent;
    if (!this.isTouring || (isKey && MODIFIERS.has(event.key))) return;
    this.end();
    const { target } = event;
    const isTaken = isKey
      ? event.key !== "Tab" && !isText(target)
      : target === byId("world") || target === this.button;
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private follow(state: WorldState): void {
    const isIdle = performance.now() - this.inputAt >= IDLE;
    if (!this.isTouring && isIdle && this.isLeftAlone(state)) return this.begin(true);
    // Another world has no tour.
    if (this.caption !== 0 && !state.tour) this.isTouring = false;
    if (!this.isTouring || !state.tour) return this.clear();
    this.organism = state.tour.organism;
    if (state.tour.caption !== this.caption) this.show(state.tour);
    else if (this.text.textContent !== state.tour.text) this.text.textContent = state.tour.text;
  }

  /** Whether the world plays in sight of a user who has chosen nothing in it. */
  private isLeftAlone({ playing, seeking, selected, followed }: WorldState): boolean {
    const isChosen = [selected, followed].some((it) => it !== null && it !== this.organism);
    const isCovered = document.querySelector("dialog[open], .menu, body.authoring") !== null;
    const isSeen = !document.hidden && !reducedMotion.matches;
    return playing && seeking === null && isSeen && !isChosen && !isCovered && !this.isBusy();
  }

  private show({ caption, title, text, stay, passed }: Caption): void {
    this.caption = caption;
    this.text.textContent = text;
    this.live.replaceChildren(element("strong", { textContent: title }), this.text);
    const bar = element("i", { ariaHidden: "true" });
    bar.style.animationDuration = `${stay}s`;
    bar.style.animationDelay = `${-passed}s`;
    this.box.querySelector("i")?.remove();
    this.box.append(bar);
    if (!this.button.isConnected) this.live.after(this.button);
    this.box.classList.add("touring");
  }

  private clear(): void {
    if (this.caption === 0) return;
    this.caption = 0;
    this.live.replaceChildren();
    this.box.replaceChildren(this.live);
    this.box.classList.remove("touring");
  }
}

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
