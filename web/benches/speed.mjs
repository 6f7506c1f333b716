// The speed of the engine in Chromium as a share of the native one, both on one thread, in turns.
//
//   node web/benches/speed.mjs TERRARIUM [ROUNDS]
//
// TERRARIUM is a release build of the command. Also measured: what painting a picture takes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "@playwright/test";

const [command, rounds = "5"] = process.argv.slice(2);
if (!command) {
  console.error("usage: node web/benches/speed.mjs TERRARIUM [ROUNDS]");
  process.exit(2);
}
/** Ticks before those that are measured, and the measured ones. */
const [BEFORE, TICKS] = [100, 300];

const types = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
const server = createServer((request, response) => {
  const name = request.url === "/" ? "index.html" : request.url.slice(1);
  const type = types[name.split(".").pop()];
  // Browsers ask for an icon, too.
  if (!type) return response.writeHead(404).end();
  const file = new URL(`../src/engine/${name}`, import.meta.url);
  response.setHeader("content-type", type);
  response.end(name === "index.html" ? "<!doctype html><title>speed</title>" : readFileSync(file));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);

for (const scenario of ["archipelago", "conquest", "meadow"]) {
  const shares = [];
  let paint = 0;
  for (let round = 0; round < Number(rounds); round += 1) {
    const native = (nativeTime(scenario, BEFORE + TICKS) - nativeTime(scenario, BEFORE)) / TICKS;
    const measured = await page.evaluate(simulate, [scenario, BEFORE, TICKS]);
    shares.push(native / measured.tick);
    paint = measured.paint;
  }
  shares.sort((one, other) => one - other);
  const [least, middle, most] = [0, shares.length >> 1, shares.length - 1].map(
    (at) => `${Math.round(shares[at] * 100)} %`,
  );
  console.log(
    `${scenario}: ${middle} of the native speed (${least} to ${most}); a picture of 1440 × 900 takes ${paint.toFixed(1)} ms`,
  );
}
await browser.close();
server.close();

/** What a run takes, in milliseconds. */
function nativeTime(scenario, ticks) {
  const begun = performance.now();
  execFileSync(command, ["run", scenario, "--ticks", String(ticks), "--threads", "1"], {
    stdio: "ignore",
  });
  return performance.now() - begun;
}

/** What a tick and a picture take in the browser, in milliseconds. */
async function simulate([scenario, before, ticks]) {
  const engine = await import("/terrarium_web.js");
  await engine.default({ module_or_path: new URL("/terrarium_web_bg.wasm", location.href) });
  const session = engine.Session.create(JSON.stringify({ scenario: { name: scenario } }));
  session.resize(1440, 900, 1);
  for (let tick = 0; tick < before; tick += 1) session.step();
  let begun = performance.now();
  for (let tick = 0; tick < ticks; tick += 1) session.step();
  const tick = (performance.now() - begun) / ticks;
  session.show();
  // The first picture of a world paints the sprites of its organisms.
  session.paint(0, 0);
  begun = performance.now();
  for (let picture = 0; picture < 100; picture += 1) session.paint(picture / 100, 0.02);
  const paint = (performance.now() - begun) / 100;
  session.free();
  return { tick, paint };
}
