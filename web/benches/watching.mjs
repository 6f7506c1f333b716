// The page while it is watched: the pictures that it paints in a second.
//
//   node web/benches/watching.mjs [ADDRESS] [MINUTES] [SPEED]
//
// ADDRESS is that of `terrarium serve`. SPEED is a row of the page's list, such as `full`; without one, the
// normal speed. Each minute has a row: the tick, and ticks and pictures a second.
import { chromium } from "@playwright/test";

const [address = "http://127.0.0.1:8323/", minutes = "1", speed] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(address);
await page.locator("#loading").waitFor({ state: "detached" });
if (speed) await page.getByLabel("Speed").selectOption({ label: speed });
const [worker] = page.workers();
await worker.evaluate(() => {
  const { prototype } = OffscreenCanvasRenderingContext2D;
  const { putImageData } = prototype;
  globalThis.painted = 0;
  prototype.putImageData = function (...given) {
    globalThis.painted += 1;
    return putImageData.apply(this, given);
  };
});

const number = async (label) => {
  const text = await page.getByLabel(label, { exact: true }).textContent();
  return Number(text.replace(/\D/g, ""));
};
const row = (cells) => console.log(cells.map((cell) => String(cell).padStart(10)).join(" "));
const MINUTE = 60_000;

row(["minute", "tick", "ticks/s", "pictures/s"]);
let [tick, painted, at] = [await number("Tick"), 0, performance.now()];
for (let minute = 1; minute <= Number(minutes); minute += 1) {
  await page.waitForTimeout(MINUTE);
  const now = performance.now();
  const seconds = (now - at) / 1000;
  const next = [await number("Tick"), await worker.evaluate(() => globalThis.painted)];
  const rates = [next[0] - tick, next[1] - painted].map((it) => (it / seconds).toFixed(1));
  row([minute, next[0], ...rates]);
  [tick, painted] = next;
  at = now;
}
await browser.close();
