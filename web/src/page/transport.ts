/** The controls of time: play, step, speed. */
import { NORMAL_RATE, type WorldState } from "../contract/messages";
import { choice, element, setText } from "./element";
import { icon, type IconName } from "./icons";
import type { World } from "./world";

const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, Infinity] as const;

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly speeds: HTMLSelectElement;
  private readonly rate = element("output", { className: "rate", ariaLabel: "Measured speed" });
  private readonly tick = element("output", { className: "tick", ariaLabel: "Tick" });
  private wasPlaying: boolean | undefined;

  constructor(
    private readonly world: World,
    act: (action: string) => void,
  ) {
    const button = (name: IconName, label: string, action: string): HTMLButtonElement => {
      const made = element("button", { type: "button", ariaLabel: label, title: label });
      made.append(icon(name));
      made.onclick = () => act(action);
      return made;
    };
    this.play = button("play", "Play", "PlayPause");
    this.play.classList.add("play");
    const names = SPEEDS.map((it) => [String(it), nameOf(it)] as const);
    this.speeds = choice(names, "1");
    this.speeds.ariaLabel = "Speed";
    this.speeds.onchange = () => this.setSpeed(Number(this.speeds.value));
    this.element = element(
      "div",
      { className: "transport", role: "group", ariaLabel: "Play" },
      button("start", "Go to start", "ToStart"),
      button("back", "Step back", "StepBack"),
      this.play,
      button("step", "Step", "Step"),
      button("end", "Go to end", "ToEnd"),
      this.speeds,
      this.tick,
      this.rate,
    );
    world.watch((state) => this.show(state));
  }

  setSpeed(speed: number): void {
    this.world.send("speed", speed);
  }

  /** Halves or doubles the speed. */
  changeSpeed(by: 1 | -1): void {
    const at = SPEEDS.findIndex((it) => it === this.world.state?.speed);
    const next = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
    if (next !== undefined) this.setSpeed(next);
  }

  private show(state: WorldState): void {
    setText(this.tick, `tick ${state.tick.toLocaleString("en")}`);
    if (document.activeElement !== this.speeds) this.speeds.value = String(state.speed);
    const wanted = state.speed * NORMAL_RATE;
    const isBehind = state.playing && state.rate > 0 && state.rate < wanted * 0.9;
    setText(this.rate, isBehind ? `${Math.round(state.rate)}/s` : "");
    this.rate.title = "Ticks a second that this machine reaches";
    if (this.wasPlaying === state.playing) return;
    this.wasPlaying = state.playing;
    const label = state.playing ? "Pause" : "Play";
    this.play.ariaLabel = this.play.title = label;
    this.play.replaceChildren(icon(state.playing ? "pause" : "play"));
  }
}

/** A speed as the window shows it: `×4`, `×1/4`, `max`. */
function nameOf(speed: number): string {
  if (!Number.isFinite(speed)) return "max";
  return speed >= 1 ? `×${speed}` : `×1/${1 / speed}`;
}
