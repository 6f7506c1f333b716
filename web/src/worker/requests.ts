/** What the worker with the world does for the page, request by request. */
import type { ChartPicture, State } from "../contract/engine";
import type { Handlers, RequestName, Requests } from "../contract/messages";
import { foundSession, library, parsed, sessionOfFile, sessionOfLink } from "./engine";
import type { EngineSession } from "./engine";
import type { Loop } from "./loop";
import type { Stage } from "./stage";

/** The requests that change nothing that panels show, so that no state follows them. */
export const QUIET: ReadonlySet<RequestName> = new Set<RequestName>([
  "describeLink",
  "tick",
  "toWorld",
  "colourChoices",
  "minimap",
  "pick",
  "interesting",
  "chronicle",
  "remarks",
  "charts",
  "paintChart",
  "chartFile",
  "lineages",
  "album",
  "momentPicture",
  "nameOf",
  "report",
  "snapshot",
  "recording",
  "scenarioText",
  "screenshot",
  "gif",
  "share",
  "completions",
  "templateFiles",
  "shippedCreatures",
  "notes",
]);

/** The handlers of requests. `began` is called with each new world. */
export function handlers(loop: Loop, stage: Stage, began: () => void): Handlers<Requests> {
  const session = (): EngineSession => {
    if (!loop.session) throw new Error("There is no world yet: found one or open a file.");
    return loop.session;
  };
  const begin = (next: EngineSession): void => {
    loop.session?.free();
    loop.session = next;
    loop.arriveNowhere();
    loop.clock.speed = next.usualSpeed();
    stage.adopt(next);
    began();
  };
  const seek = (begins: (session: EngineSession) => void): void => {
    const { frontier } = parsed<State>(session().state());
    begins(session());
    loop.depart(frontier);
  };

  return {
    found: (founding) => begin(foundSession(founding)),
    openFile: (name, bytes) => begin(sessionOfFile(name, bytes)),
    openLink: (link) => begin(sessionOfLink(link)),
    describeLink: (link) => parsed(library.describeLink(link)),

    play: () => loop.play(),
    pause: () => loop.pause(),
    speed: (speed) => void (loop.clock.speed = speed),
    step: () => {
      session().step();
      session().show();
    },
    seek: (tick) => seek((it) => it.seek(tick)),
    stop: () => seek((it) => it.seek(it.tick())),
    branch: () => session().branch(),
    switchTo: (branch) => seek((it) => it.switchTo(branch)),
    undo: () => session().undo(),
    beside: (branch) => session().besideOf(branch ?? undefined),

    resize: (width, height, scale) => stage.resize(width, height, scale, loop.session),
    pan: (dx, dy) => session().pan(dx, dy),
    zoom: (factor, x, y) => session().zoom(factor, x, y),
    fit: () => session().fit(),
    centre: (x, y) => session().centre(x, y),
    visible: (isVisible) => void (stage.isVisible = isVisible),
    toWorld: (x, y) => {
      const [right = 0, down = 0] = session().toWorld(x, y);
      return [right, down];
    },
    beginTour: (byItself, jumps) => {
      session().beginTour(byItself, jumps);
      loop.beginMoving();
    },
    endTour: () => session().endTour(),
    setOverlays: (names) => session().setOverlays(names),
    colourChoices: () => parsed(session().colourChoices()),
    colourBy: (name) => session().colourBy(name ?? undefined),
    minimap: (width, height) => new Uint8ClampedArray(session().minimap(width, height)),

    pick: (x, y) => session().pick(x, y) ?? null,
    hover: (x, y) => session().hover(x, y),
    select: (organism) => session().select(organism ?? undefined),
    selectSite: (x, y) => session().selectSite(x, y),
    follow: (organism) => {
      session().follow(organism ?? undefined);
      if (organism !== null) loop.arrive();
    },
    lookFirst: () => session().lookFirst() ?? null,
    interesting: () => session().interesting() ?? null,
    report: (kind) => parsed(session().report(kind)),
    tick: () => session().tick(),
    chronicle: () => parsed(session().chronicle()),
    remarks: (from) => parsed(session().remarks(from)),
    charts: () => parsed(session().charts()),
    paintChart: (chart, frame) => {
      const painted = session().paintChart(JSON.stringify(chart), JSON.stringify(frame));
      const picture: ChartPicture = parsed(painted);
      return { ...picture, pixels: new Uint8ClampedArray(session().chartPixels()) };
    },
    chartFile: (chart, format) => session().chartFile(JSON.stringify(chart), format),
    lineages: (species) => parsed(session().lineages(species ?? undefined)),
    album: () => parsed(session().album()),
    momentPicture: (tick, caption) => new Uint8ClampedArray(session().momentPicture(tick, caption)),
    toggleFavourite: (organism) => session().toggleFavourite(organism),
    rename: (organism, name) => session().rename(organism, name),
    nameOf: (organism) => session().nameOf(organism),

    plan: (command) => parsed(session().plan(JSON.stringify(command))),
    planTool: (tool, stroke) =>
      parsed(session().planTool(JSON.stringify(tool), new Float64Array(stroke.flat()))),
    useTool: (tool, stroke) =>
      session().useTool(JSON.stringify(tool), new Float64Array(stroke.flat())),
    switchLink: () => session().switchLink(),
    clearPlan: () => session().clearPlan(),
    command: (command) => session().command(JSON.stringify(command)),

    snapshot: () => session().snapshot(),
    recording: () => session().recording(),
    scenarioText: () => session().scenarioText(),
    screenshot: () => session().screenshot(),
    gif: (seconds) => session().gif(seconds),
    share: () => session().share(),

    completions: () => parsed(library.completions()),
    templateFiles: (name, kind) => parsed(library.templateFiles(name, kind)),
    shippedCreatures: () => parsed(library.shippedCreatures()),
    saveCreature: (name, files) => parsed(session().saveCreature(name, JSON.stringify(files))),
    notes: () => parsed(session().notes()),
  };
}
