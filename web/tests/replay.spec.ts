/** Replays in pieces, in the engine alone. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import init, { Session } from "../src/engine/terrarium_web.js";

interface Chart {
  note: string | null;
  /** The lines of its table, without the line of names. */
  rows: string[];
}

const POPULATION = { clover: 60, oak: 4, hare: 20, deer: 4, lynx: 1, wolf: 1 };
const FOUNDING = JSON.stringify({
  scenario: { name: "meadow" },
  overrides: [
    "world.size=[900, 700]",
    ...Object.entries(POPULATION).map(([name, count]) => `population.${name}=${count}`),
  ],
});
const LAST = 120;

/** The meadow after some ticks, and its recording opened at the last one. */
function run(): { live: Session; opened: Session } {
  const live = Session.create(FOUNDING);
  for (let count = 0; count < LAST; count += 1) live.step();
  const opened = Session.openFile("a.recording", live.recording());
  opened.seek(LAST);
  while (!opened.advance(50));
  return { live, opened };
}

const INK = { text: "#ffffff", faint: "#999999", accent: "#66aaee", warning: "#eebb55" };
const FRAME = JSON.stringify({
  width: 200,
  height: 150,
  scale: 1,
  pointer: null,
  ink: { ...INK, line: "#444444", ground: "#101418" },
  again: false,
});

function chart(
  session: Session,
  kind: string,
  species: number | null,
  column: string | null,
): Chart {
  const chosen = column ? [{ part: "column", name: column }] : [];
  const request = JSON.stringify({ kind, species, chosen, scale: null });
  const { note } = JSON.parse(session.paintChart(request, FRAME)) as { note: string | null };
  return { note, rows: tableOf(session, request).trim().split("\n").slice(1) };
}

/** The numbers of a chart; none while it has no data. */
function tableOf(session: Session, request: string): string {
  try {
    return new TextDecoder().decode(session.chartFile(request, "csv"));
  } catch {
    return "";
  }
}

const census = (session: Session): Chart => chart(session, "census", null, "births");
const clusters = (session: Session): Chart => chart(session, "clusters", 2, null);
/** The tick of the last line of a table. */
const lastTick = ({ rows }: Chart): number => Number(rows.at(-1)?.split(",")[0]);

function finish(session: Session): void {
  while (session.isReplaying()) session.continueReplay(50);
}

test.beforeAll(async () => {
  const module = new URL("../src/engine/terrarium_web_bg.wasm", import.meta.url);
  await init({ module_or_path: readFileSync(module) });
});

test("says how far a replay is, and shows what is counted so far", () => {
  const { opened } = run();
  expect(opened.isReplaying()).toBe(false);
  expect(census(opened)).toEqual({ note: "replaying …", rows: [] });
  expect(opened.isReplaying()).toBe(true);
  opened.continueReplay(30);
  const partial = census(opened);
  expect(partial.note).toBe(`replayed to tick 30 of ${LAST}`);
  expect(lastTick(partial)).toBe(30);
  finish(opened);
  const whole = census(opened);
  expect(whole.note).toBeNull();
  expect(lastTick(whole)).toBe(LAST);
  expect(JSON.parse(opened.state())).toMatchObject({ tick: LAST, replayed: null });
});

test("a world that runs meanwhile is caught up with, and then counted as it runs", () => {
  const { opened } = run();
  census(opened);
  opened.continueReplay(30);
  for (let count = 0; count < 20; count += 1) opened.step();
  finish(opened);
  expect(census(opened).note).toBeNull();
  opened.step();
  expect(opened.isReplaying()).toBe(false);
  const counted = census(opened);
  expect(counted.note).toBeNull();
  expect(lastTick(counted)).toBe(LAST + 21);
});

test("a replayed recording has the census, the clusters and the lineages of its run", () => {
  const { live, opened } = run();
  for (const session of [live, opened]) {
    session.lineages(undefined);
    census(session);
    clusters(session);
    finish(session);
  }
  expect(census(opened)).toEqual(census(live));
  expect(clusters(opened).rows.length).toBeGreaterThan(1);
  expect(clusters(opened)).toEqual(clusters(live));
  expect(JSON.parse(opened.lineages(undefined))).toEqual(JSON.parse(live.lineages(undefined)));
});

test("an undone command is not counted", () => {
  const session = Session.create(FOUNDING);
  for (let count = 0; count < 5; count += 1) session.step();
  census(session);
  finish(session);
  const before = census(session);
  session.command(JSON.stringify({ command: "add", species: 2, at: [450, 350] }));
  session.step();
  census(session);
  finish(session);
  session.undo();
  census(session);
  finish(session);
  expect(census(session)).toEqual(before);
});

test("another branch is replayed anew", () => {
  const { live } = run();
  census(live);
  finish(live);
  live.seek(10);
  while (!live.advance(50));
  live.branch();
  expect(census(live).note).toBe("replaying …");
  finish(live);
  expect(lastTick(census(live))).toBe(10);
});

test("a life is replayed in pieces, and again when the run is longer", () => {
  const { opened } = run();
  const report = (): { sections: unknown[]; note: string | null } =>
    JSON.parse(opened.report("life")) as { sections: unknown[]; note: string | null };
  opened.select(70);
  expect(opened.isLifeDue(true)).toBe(false);
  expect(report().note).toBe("replaying …");
  expect(opened.continueLife(30)).toBe(false);
  expect(report().note).toBe(`replayed to tick 30 of at most ${LAST}`);
  while (!opened.continueLife(30));
  expect(report()).toMatchObject({ note: null });
  expect(report().sections.length).toBeGreaterThan(2);
  expect(opened.isLifeDue(true)).toBe(false);
  opened.step();
  report();
  expect(opened.isLifeDue(false)).toBe(false);
  expect(opened.isLifeDue(true)).toBe(true);
});
