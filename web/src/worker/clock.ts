/** How many ticks are due: the speed, and the share of the tick that has passed. */
import { NORMAL_RATE, type Speed } from "../contract/messages";

/** Ticks that are due after a pause of the machine are dropped beyond this time, in seconds. */
const LONGEST_DEBT = 0.1;

export class Clock {
  speed: Speed = 1;
  isPlaying = false;
  private owed = 0;
  private last = 0;
  private since = 0;
  private ticks = 0;
  private measured = 0;

  /** Starts at a time in milliseconds. */
  start(now: number): void {
    this.isPlaying = true;
    this.last = this.since = now;
    this.owed = 1;
    this.ticks = this.measured = 0;
  }

  stop(): void {
    this.isPlaying = false;
    this.owed = this.measured = 0;
  }

  /** Adds the time that has passed. */
  pass(now: number): void {
    const rate = this.speed * NORMAL_RATE;
    const seconds = Math.max(0, now - this.last) / 1000;
    this.last = now;
    if (Number.isFinite(rate)) {
      this.owed = Math.min(this.owed + seconds * rate, Math.max(1.999, rate * LONGEST_DEBT));
    }
    if (now - this.since >= 500) {
      this.measured = (this.ticks * 1000) / (now - this.since);
      this.since = now;
      this.ticks = 0;
    }
  }

  /** Whether a tick is due now. */
  get isDue(): boolean {
    return this.isPlaying && (this.owed >= 1 || !Number.isFinite(this.speed));
  }

  /** Notes that a tick was shown. */
  count(): void {
    this.owed = Math.max(0, this.owed - 1);
    this.ticks += 1;
  }

  /** The share of the current tick that has passed, for the picture between two ticks. */
  get share(): number {
    const isBetween = this.isPlaying && this.speed <= 2;
    return isBetween ? Math.min(1, this.owed) : 1;
  }

  /** Milliseconds until the next tick is due. */
  get wait(): number {
    if (this.isDue) return 0;
    return ((1 - this.owed) * 1000) / (this.speed * NORMAL_RATE);
  }

  /** Ticks a second, measured. */
  get rate(): number {
    return this.measured;
  }
}
