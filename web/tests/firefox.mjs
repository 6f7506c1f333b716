// The page in Firefox, by its remote protocol: Playwright drives only its own build of Firefox.
//
//   node --test web/tests/firefox.mjs
//
// FIREFOX is its path, or else /usr/bin/firefox-esr.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const PORT = process.env.PAGE_PORT ?? "8326";
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const FILE = new URL("../dist/terrarium.html", import.meta.url).href;
/** How long something may take before a test fails, in milliseconds. */
const PATIENCE = 45_000;

let server;
let browser;

before(async () => {
  const script = fileURLToPath(new URL("server.mjs", import.meta.url));
  server = spawn(process.execPath, [script, PORT], { stdio: "inherit" });
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    defaultViewport: { width: 1440, height: 900 },
  });
});

after(async () => {
  await browser?.close();
  server?.kill();
});

/** The meadow from its first tick on, without a first look. */
const MEADOW = "?scenario=meadow";

/** A page at an address, and the errors of its console. */
async function open(address = ADDRESS + MEADOW) {
  const page = await browser.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  await until(async () => (await tick(page)) > 0, "the first tick");
  return { page, errors };
}

async function until(isSo, what) {
  const begun = Date.now();
  while (!(await isSo())) {
    if (Date.now() - begun > PATIENCE) throw new Error(`it took too long: ${what}`);
    await sleep(50);
  }
}

/** Waits until an element contains a text. */
function says(page, selector, text) {
  const has = () =>
    page.$$eval(selector, (found, text) => found.some((it) => it.textContent.includes(text)), text);
  return until(has, `${selector} with "${text}"`);
}

/** Clicks on the element that has exactly this text. Without one, the error names the texts that there are. */
async function clickOn(page, selector, text) {
  const begun = Date.now();
  for (;;) {
    const all = await page.$$(selector);
    const texts = await Promise.all(all.map((it) => it.evaluate((it) => it.textContent)));
    const found = all[texts.indexOf(text)];
    if (found) return found.click();
    if (Date.now() - begun > PATIENCE)
      throw new Error(`no ${selector} has the text "${text}", but ${JSON.stringify(texts)}`);
    await sleep(50);
  }
}

async function tick(page) {
  const text = await page.$eval('[aria-label="Tick"]', (it) => it.textContent).catch(() => "");
  return Number(text.replace(/\D/g, ""));
}

async function pause(page) {
  await page.keyboard.press(" ");
  await page.waitForSelector('button[aria-label="Play"]');
}

/** The colours of the canvas, counted in a screenshot that the engine has painted. */
async function colours(page) {
  const picture = await (await page.$("#world")).screenshot({ encoding: "base64" });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, picture);
}

test("plays, pauses, steps, seeks and paints", async () => {
  const { page, errors } = await open();
  await pause(page);
  const paused = await tick(page);
  await page.keyboard.press(".");
  await until(async () => (await tick(page)) === paused + 1, "a step");
  await page.keyboard.press("Home");
  await until(async () => (await tick(page)) === 0, "the first tick again");
  assert.ok((await colours(page)) > 50, "the world is painted");
  assert.deepEqual(errors, []);
  await page.close();
});

test("follows an animal and explains it", async () => {
  const { page, errors } = await open();
  await pause(page);
  await page.keyboard.press("n");
  await says(page, ".report h3", "#");
  await says(page, ".report", "Energy");
  assert.deepEqual(errors, []);
  await page.close();
});

test("opens its own links, with the same world", async () => {
  const { page, errors } = await open();
  await pause(page);
  const last = await tick(page);
  // Without the clipboard, the link is shown.
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error())));
  await clickOn(page, "#menus > button", "File");
  await clickOn(page, "[role=menu] [role=menuitem] > span", "Share");
  const field = await page.waitForSelector("dialog :is(input, textarea)");
  const link = await field.evaluate((it) => it.value);
  assert.ok(link.startsWith(`${ADDRESS}#run=`), link);
  const other = await open(link);
  await says(other.page, ".notice.good", "equals that of the link");
  assert.equal(await tick(other.page), last);
  assert.deepEqual([...errors, ...other.errors], []);
  await other.page.close();
  await page.close();
});

test("edits a creature, and checks it in a worker of its own", async () => {
  const { page, errors } = await open();
  await pause(page);
  await page.keyboard.down("Shift");
  await page.keyboard.press("X");
  await page.keyboard.up("Shift");
  await page.locator("::-p-text(New creature …)").click();
  await page.locator("dialog input").fill("dhole");
  await page.locator("dialog button.primary").click();
  const editor = await page.waitForSelector(".author-root >>> .cm-content");
  await editor.focus();
  await page.keyboard.type("fn");
  await says(page, ".author-root", "behaviour.rhai");
  await page.waitForSelector('[aria-label="Mistakes"] button');
  assert.deepEqual(errors, []);
  await page.close();
});

test("opens as one file from a disk", async () => {
  const { page, errors } = await open(FILE + MEADOW);
  await says(page, "#world-name", "meadow");
  assert.deepEqual(errors, []);
  await page.close();
});
