import { test as basic } from "@playwright/test";
import { ADDRESS } from "./address";
import { expect, open, openPaused, test, tick } from "./watching";

test("keeps running while the tab is hidden, without piling up", async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const hidden = await tick(page);
  await page.waitForTimeout(3000);
  const later = await tick(page);
  expect(later).toBeGreaterThan(hidden);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(1000);
  // At most the normal speed, whatever had been missed.
  expect(await tick(page)).toBeLessThan(later + 60);
});

test("works without a network once it is loaded", async ({ page, context }) => {
  await openPaused(page);
  await page.waitForTimeout(3000);
  await context.setOffline(true);
  const before = await tick(page);
  await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(before + 1);
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("region", { name: "Creatures", exact: true })).toBeVisible();
  await context.setOffline(false);
});

test("two tabs show two worlds", async ({ page, context }) => {
  await openPaused(page);
  const other = await context.newPage();
  await open(other);
  const here = await tick(page);
  const there = await tick(other);
  await expect.poll(() => tick(other)).toBeGreaterThan(there + 3);
  expect(await tick(page)).toBe(here);
});

test("the picture comes within two seconds", async ({ page }) => {
  await page.goto("/");
  await expect.poll(() => tick(page)).toBeGreaterThan(0);
  const begun = Date.now();
  await page.reload();
  await page.locator("#loading").waitFor({ state: "detached" });
  const took = Date.now() - begun;
  console.log(`first picture after ${took} ms`);
  expect(took).toBeLessThan(Number(process.env["FIRST_PICTURE"] ?? 2000));
});

basic("says that WebAssembly is missing", async ({ page }) => {
  await page.addInitScript("delete globalThis.WebAssembly");
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("no WebAssembly");
});

basic("says so in plain HTML without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await expect(page.locator("noscript p")).toBeVisible();
  await context.close();
});

basic("offers a new start when the engine cannot be loaded", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ body: "nothing", status: 404 }));
  await page.goto("/");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute("**/*.wasm");
  await page.getByRole("button", { name: "Start again" }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(0);
});

basic("offers a new start when the worker stops", async ({ page }) => {
  await open(page);
  const [worker] = page.workers();
  await worker?.evaluate(() =>
    setTimeout(() => {
      throw new Error("unreachable executed");
    }),
  );
  await expect(page.getByRole("alert")).toContainText("unreachable executed");
  await page.getByRole("button", { name: "Start again" }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(0);
});

basic("nothing but the page itself may be loaded or run", async ({ page }) => {
  await open(page);
  const refused = await page.evaluate(async () => {
    const ran = (name: string): Promise<void> =>
      new Promise((resolve, reject) => {
        setTimeout(() => (name in globalThis ? resolve() : reject(new Error("refused"))), 100);
      });
    const tries: (() => unknown)[] = [
      () => fetch("https://example.org/"),
      () => {
        setTimeout("globalThis.byText = true");
        return ran("byText");
      },
      () => {
        const script = document.createElement("script");
        script.textContent = "globalThis.byElement = true";
        document.body.append(script);
        return ran("byElement");
      },
    ];
    const outcomes: string[] = [];
    for (const attempt of tries) {
      try {
        await attempt();
        outcomes.push("allowed");
      } catch {
        outcomes.push("refused");
      }
    }
    return outcomes;
  });
  expect(refused).toEqual(["refused", "refused", "refused"]);
});
