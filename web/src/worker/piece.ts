/** Work beside the ticks of the world: how much of it at a time, and how often. */

/** How long ticks are simulated before messages are read, in milliseconds. */
export const SLICE = 14;
/** The greatest number of ticks of a piece. */
const MOST = 256;

/** Work that takes at most a part of the time. */
export class Share {
  private spent = 0;
  private until = 0;

  /** One part of so many. */
  constructor(private readonly parts: number) {}

  isRested(): boolean {
    return performance.now() >= this.until;
  }

  /** Notes the time that was spent since `begun`. What is done is followed by a rest. */
  spend(begun: number, isDone: boolean): void {
    const now = performance.now();
    this.spent += now - begun;
    if (!isDone) return;
    this.until = now + this.parts * this.spent;
    this.spent = 0;
  }
}

/** How many ticks fit into the time between two messages. */
export class Piece {
  ticks = 8;

  /** Adapts the size to the time that a piece took, in milliseconds. */
  fit(took: number, room = SLICE): void {
    const fitting = took > room ? this.ticks / 2 : this.ticks * 2;
    this.ticks = Math.min(MOST, Math.max(1, Math.floor(fitting)));
  }
}
