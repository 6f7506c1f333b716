// What passes from opening the page to its first picture, in a browser that has it in its cache.
//
//   node web/benches/first_picture.mjs [ADDRESS] [ROUNDS]
//
// ADDRESS is that of `terrarium serve`.
import { chromium } from "@playwright/test";

const [address = "http://127.0.0.1:8323/", rounds = "5"] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
const times = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const begun = performance.now();
  await page.goto(address);
  await page.locator("#loading").waitFor({ state: "detached" });
  times.push(Math.round(performance.now() - begun));
}
await browser.close();
console.log(`first picture after ${times.join(", ")} ms`);
