/** Replays in pieces, in the engine alone. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import init, { Session } from "../src/engine/terrarium_web.js";

interface Chart {
  note: string | null;
  plots: { series: { name: string; points: [number, number][] }[] }[];
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

const census = (session: Session): Chart =>
  JSON.parse(session.chart("census", 0, "births")) as Chart;
const clusters = (session: Session): Chart =>
  JSON.parse(session.chart("clusters", 2, undefined)) as Chart;

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
  expect(census(opened)).toMatchObject({ note: "replaying …", plots: [] });
  expect(opened.isReplaying()).toBe(true);
  opened.continueReplay(30);
  const partial = census(opened);
  expect(partial.note).toBe(`replayed to tick 30 of ${LAST}`);
  expect(partial.plots[0]?.series[0]?.points.at(-1)?.[0]).toBe(30);
  finish(opened);
  const whole = census(opened);
  expect(whole.note).toBeNull();
  expect(whole.plots[0]?.series[0]?.points.at(-1)?.[0]).toBe(LAST);
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
  const { note, plots } = census(opened);
  expect(note).toBeNull();
  expect(plots[0]?.series[0]?.points.at(-1)?.[0]).toBe(LAST + 21);
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
  expect(clusters(opened).plots.length).toBe(1);
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
  expect(census(live).plots[0]?.series[0]?.points.at(-1)?.[0]).toBe(10);
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
