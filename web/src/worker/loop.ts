/** The loop of the worker: ticks when they are due, seeks in pieces, pictures, and messages between. */
import { Clock } from "./clock";
import type { EngineSession } from "./engine";
import type { Stage } from "./stage";

/** How long ticks are simulated before messages are read, in milliseconds. */
const SLICE = 14;
/** The least time between two pictures: that of a display with 60 of them a second, nearly. */
const FRAME = 15;
/** The pictures in which the camera arrives at an organism that it begins to follow. */
const ARRIVAL = 50;
/** The time between two messages with the state. */
const REPORT = 50;

export interface LoopEvents {
  /** Something that panels show may have changed. */
  changed(): void;
  failed(error: unknown): void;
}

export class Loop {
  readonly clock = new Clock();
  session: EngineSession | undefined;
  /** Whether the session is on its way to another tick. */
  isSeeking = false;
  private arriving = 0;
  private piece = 8;
  private isScheduled = false;
  private hasChanged = false;
  private reportedAt = 0;
  private paintedAt = 0;
  private readonly channel = new MessageChannel();

  constructor(
    private readonly stage: Stage,
    private readonly events: LoopEvents,
  ) {
    this.channel.port1.onmessage = () => this.turn();
  }

  /** Notes a change of what is shown, and continues if the loop rests. */
  wake(): void {
    this.hasChanged = this.stage.isStale = true;
    this.schedule(0);
  }

  /** Paints so many pictures, also while paused, that the camera arrives at what it follows. */
  arrive(): void {
    this.arriving = ARRIVAL;
  }

  play(): void {
    if (!this.clock.isPlaying) this.clock.start(performance.now());
    this.wake();
  }

  pause(): void {
    this.clock.stop();
    this.wake();
  }

  private turn(): void {
    this.isScheduled = false;
    const { session } = this;
    if (!session) return;
    try {
      this.simulate(session);
      this.show(session);
    } catch (error) {
      this.clock.stop();
      this.isSeeking = false;
      this.hasChanged = true;
      this.events.failed(error);
    }
    this.report();
    this.continue();
  }

  private simulate(session: EngineSession): void {
    const begun = performance.now();
    if (this.isSeeking) {
      this.isSeeking = !session.advance(this.piece);
      const took = performance.now() - begun;
      const fitting = took > SLICE ? this.piece / 2 : this.piece * 2;
      this.piece = Math.min(256, Math.max(1, Math.floor(fitting)));
      this.clock.pass(performance.now());
      this.hasChanged = this.stage.isStale = true;
      return;
    }
    this.clock.pass(begun);
    if (!this.clock.isDue) return;
    this.hasChanged = this.stage.isStale = true;
    do {
      session.step();
      this.clock.count();
    } while (this.clock.isDue && performance.now() - begun <= SLICE);
    session.show();
  }

  private show(session: EngineSession): void {
    if (!this.stage.isVisible) return;
    const { clock, stage } = this;
    const isMoving = clock.isPlaying && !this.isSeeking;
    if (!stage.isStale && !isMoving && this.arriving === 0) return;
    // Where ticks wait, painting leaves them half of the time.
    const rest = clock.isDue || this.isSeeking ? Math.max(FRAME, 2 * stage.cost) : FRAME;
    if (performance.now() - this.paintedAt < rest) return;
    this.paintedAt = performance.now();
    if (this.arriving > 0) this.arriving -= 1;
    stage.paint(session, this.isSeeking ? 1 : clock.share);
  }

  private report(): void {
    const now = performance.now();
    if (!this.hasChanged || now - this.reportedAt < REPORT) return;
    this.hasChanged = false;
    this.reportedAt = now;
    this.events.changed();
  }

  /** Plans the next turn, if there is something left to do. */
  private continue(): void {
    const { clock, stage } = this;
    if (this.isSeeking || clock.isDue) return this.schedule(0);
    if (clock.isPlaying) {
      return this.schedule(stage.isVisible ? Math.min(clock.wait, FRAME) : clock.wait);
    }
    if (stage.isVisible && (stage.isStale || this.arriving > 0)) return this.schedule(FRAME / 2);
    if (this.hasChanged) this.schedule(REPORT);
  }

  private schedule(milliseconds: number): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Timers wait at least 4 ms, so what is due at once comes as a message.
    if (milliseconds < 2) this.channel.port2.postMessage(null);
    else setTimeout(() => this.turn(), milliseconds);
  }
}
