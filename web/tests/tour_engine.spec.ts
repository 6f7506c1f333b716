/** The tour, in the engine alone. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import init, { Session } from "../src/engine/terrarium_web.js";
import type { Caption, State } from "../src/contract/engine";

const POPULATION = { clover: 60, oak: 4, hare: 20, deer: 4, lynx: 1, wolf: 1 };
const FOUNDING = JSON.stringify({
  scenario: { name: "meadow" },
  overrides: [
    "world.size=[900, 700]",
    ...Object.entries(POPULATION).map(([name, count]) => `population.${name}=${count}`),
  ],
});

test.beforeAll(async () => {
  const module = new URL("../src/engine/terrarium_web_bg.wasm", import.meta.url);
  await init({ module_or_path: readFileSync(module) });
});

function begun(byItself: boolean): Session {
  const session = Session.create(FOUNDING);
  for (let count = 0; count < 5; count += 1) session.step();
  session.show();
  session.beginTour(byItself, false);
  return session;
}

const state = (session: Session): State => JSON.parse(session.state()) as State;

function captionOf(session: Session): Caption {
  const { tour } = state(session);
  if (!tour) throw new Error("There is no tour.");
  return tour;
}

/** Continues a tour to the next stop that is about an organism. */
function animal(session: Session): { caption: Caption; organism: number } {
  for (;;) {
    const caption = captionOf(session);
    if (caption.organism !== null) return { caption, organism: caption.organism };
    session.continueTour(caption.stay - caption.passed - 0.01);
    session.continueTour(0.02);
  }
}

test("shows one stop after the other, each for its time", () => {
  const session = begun(false);
  const first = captionOf(session);
  expect(first).toMatchObject({ caption: 1, title: "Tick 5, day 1", stay: 7, passed: 0 });
  session.continueTour(6.5);
  expect(captionOf(session)).toEqual({ ...first, passed: 6.5 });
  expect(session.continueTour(0.5)).toBe(true);
  const second = captionOf(session);
  expect(second).toMatchObject({ caption: 2, passed: 0 });
  expect(second.title).not.toBe(first.title);
});

test("the camera arrives at an animal, and rests there", () => {
  const session = begun(false);
  const { organism } = animal(session);
  expect(state(session)).toMatchObject({ selected: organism, followed: organism });
  const before = session.view();
  expect(session.continueTour(0.1)).toBe(true);
  expect(session.view()).not.toBe(before);
  let pictures = 0;
  while (session.continueTour(0.05)) pictures += 1;
  expect(pictures).toBeLessThan(140);
});

test("says once that the animal is dead, and stays for a moment", () => {
  const session = begun(false);
  const { caption, organism } = animal(session);
  session.command(JSON.stringify({ command: "remove", whom: organism }));
  session.step();
  session.show();
  expect(session.continueTour(0.1)).toBe(true);
  const last = captionOf(session);
  expect(last).toMatchObject({ caption: caption.caption + 1, title: caption.title, stay: 3 });
  expect(last.text).toContain(`#${organism}`);
  session.continueTour(1);
  expect(captionOf(session)).toMatchObject({ caption: last.caption, passed: 1 });
  session.continueTour(2);
  expect(captionOf(session).title).not.toBe(last.title);
});

test("gives back what was shown before a tour that began by itself", () => {
  for (const byItself of [true, false]) {
    const session = begun(byItself);
    const before = session.view();
    animal(session);
    session.continueTour(1);
    const shown = session.view();
    session.endTour();
    expect(session.isTouring()).toBe(false);
    expect(session.view()).toBe(byItself ? before : shown);
    expect(state(session).selected === null).toBe(byItself);
    expect(state(session).tour).toBeNull();
  }
});
