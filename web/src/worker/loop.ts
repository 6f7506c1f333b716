/** The loop of the worker: ticks when they are due, seeks in pieces, pictures, and messages between. */
import { Clock } from "./clock";
import type { EngineSession } from "./engine";
import { Piece, Share, SLICE } from "./piece";
import type { Stage } from "./stage";

/** The least time between two pictures: that of a display with 60 of them a second, nearly. */
const FRAME = 15;
/** The pictures in which the camera arrives at an organism that it begins to follow. */
const ARRIVAL = 50;
/** The least time between two pictures of ticks that are simulated on the way to another one. */
const GLIMPSE = 90;
/** The time between two messages with the state. */
const REPORT = 50;
/** The parts of the time that may be spent on clusters and on a life, which change with each tick: one of so many. */
const CLUSTERS = 12;
const LIVES = 10;

export interface LoopEvents {
  /** Something that panels show may have changed. */
  changed(): void;
  failed(error: unknown): void;
}

export class Loop {
  readonly clock = new Clock();
  session: EngineSession | undefined;
  /** The last tick that was known when the session went on its way to another one. */
  private from: number | undefined;
  private glimpsedAt = 0;
  private arriving = 0;
  private readonly piece = new Piece();
  private readonly replayed = new Piece();
  private readonly clusters = new Share(CLUSTERS);
  private readonly lives = new Share(LIVES);
  private isScheduled = false;
  private hasChanged = false;
  private reportedAt = 0;
  private paintedAt = 0;
  private touredAt = 0;
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

  /** Continues if a request was for something that has to be replayed. */
  resume(): void {
    if (this.session?.isReplaying() || this.session?.isLifeDue(true)) this.schedule(0);
  }

  /** Paints so many pictures, also while paused, that the camera arrives at what it follows. */
  arrive(): void {
    this.arriving = ARRIVAL;
  }

  /** Notes that the session is on its way to another tick, and what its last known tick is. */
  depart(from: number): void {
    this.from = from;
  }

  /** Notes that the session is on its way no longer. */
  arriveNowhere(): void {
    this.from = undefined;
  }

  private get isSeeking(): boolean {
    return this.from !== undefined;
  }

  /** Moves the camera of a tour that begins now. */
  beginMoving(): void {
    this.touredAt = performance.now();
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
      this.follow(session);
      this.tour(session);
      this.show(session);
    } catch (error) {
      this.clock.stop();
      this.arriveNowhere();
      this.hasChanged = true;
      this.events.failed(error);
    }
    this.report();
    if (this.session === session) this.continue(session);
  }

  private simulate(session: EngineSession): void {
    const begun = performance.now();
    if (this.from !== undefined) return this.travel(session, this.from);
    this.clock.pass(begun);
    if (!this.clock.isDue) return;
    this.hasChanged = this.stage.isStale = true;
    const wasDecided = session.isDecided();
    do {
      session.step();
      this.clock.count();
      // A conquest rests when it is decided, until the user plays on.
      if (!wasDecided && session.isDecided()) this.clock.stop();
    } while (this.clock.isDue && performance.now() - begun <= SLICE);
    session.show();
  }

  /** Continues on the way to another tick. New ticks are shown meanwhile; recorded ones are replayed unseen. */
  private travel(session: EngineSession, from: number): void {
    const begun = performance.now();
    const hasArrived = session.advance(this.piece.ticks);
    this.piece.fit(performance.now() - begun);
    const isGlimpse = session.tick() > from && begun - this.glimpsedAt >= GLIMPSE;
    if (hasArrived) {
      this.arriveNowhere();
    } else if (isGlimpse && this.stage.isVisible) {
      session.show();
      this.glimpsedAt = begun;
    }
    this.stage.isStale ||= hasArrived || this.glimpsedAt === begun;
    this.clock.pass(performance.now());
    this.hasChanged = true;
  }

  /** Continues what panels and colours wait for. */
  private follow(session: EngineSession): void {
    if (this.isSeeking) return;
    if (session.isReplaying()) this.replay(session);
    else if (session.isLifeDue(this.lives.isRested())) this.replayLife(session);
    else if (this.clusters.isRested() && session.areClustersDue()) this.cluster(session);
    else return;
    this.clock.pass(performance.now());
    this.hasChanged = true;
  }

  /** Replays a piece. Where ticks wait, too, it gets more time than they do, to catch up with them. */
  private replay(session: EngineSession): void {
    const begun = performance.now();
    if (session.continueReplay(this.replayed.ticks)) this.stage.isStale = true;
    this.replayed.fit(performance.now() - begun, this.clock.isDue ? 2 * SLICE : SLICE);
  }

  private replayLife(session: EngineSession): void {
    const begun = performance.now();
    const isDone = session.continueLife(this.replayed.ticks);
    this.replayed.fit(performance.now() - begun);
    this.lives.spend(begun, isDone);
  }

  private cluster(session: EngineSession): void {
    const begun = performance.now();
    session.computeClusters();
    this.clusters.spend(begun, true);
    this.stage.isStale = true;
  }

  /** Continues a tour, or what comes after a death, by the time since it was continued last, while the world can be seen. */
  private tour(session: EngineSession): void {
    const now = performance.now();
    const passed = now - this.touredAt;
    if (passed < FRAME) return;
    this.touredAt = now;
    if (this.isSeeking || !this.stage.isVisible) return;
    const seconds = passed / 1000;
    const showsOther = session.isTouring()
      ? session.continueTour(seconds)
      : session.continueMourning(seconds);
    if (showsOther) this.hasChanged = this.stage.isStale = true;
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
  private continue(session: EngineSession): void {
    const { clock, stage } = this;
    const isReplaying = session.isReplaying() || session.isLifeDue(this.lives.isRested());
    if (this.isSeeking || clock.isDue || isReplaying) return this.schedule(0);
    if (clock.isPlaying) {
      const picture = Math.max(0, this.paintedAt + FRAME - performance.now());
      return this.schedule(stage.isVisible ? Math.min(clock.wait, picture) : clock.wait);
    }
    const isStory = session.isTouring() || session.isMourning();
    const isMoving = stage.isStale || this.arriving > 0 || isStory;
    if (stage.isVisible && isMoving) return this.schedule(FRAME / 2);
    const isBehind = session.isLifeDue(true) || session.areClustersDue();
    if (this.hasChanged || isBehind) this.schedule(REPORT);
  }

  private schedule(milliseconds: number): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Timers wait at least 4 ms, so what is due at once comes as a message.
    if (milliseconds < 2) this.channel.port2.postMessage(null);
    else setTimeout(() => this.turn(), milliseconds);
  }
}
