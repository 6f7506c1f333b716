/** The first minute: what is shown of a page that is opened for nothing else. */
import type { Page } from "@playwright/test";
import { expect, seek, test, tick } from "./watching";

const banner = (page: Page) => page.locator("#banner");
const bubble = (page: Page, about: string) => page.locator(`.bubble.${about}`);

/** Opens the page, and ends the first ticks after some. */
async function openSoon(page: Page): Promise<void> {
  await page.goto("/");
  await expect.poll(() => tick(page)).toBeGreaterThan(20);
  await banner(page).getByRole("button", { name: "Stop here" }).click();
  await expect(banner(page)).toBeHidden();
}

test("the first ticks run fast, and then an animal is followed", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#world-name")).toContainText("archipelago, seed 1");
  await expect(banner(page)).toContainText("Fast-forward to tick 500: at tick ");
  await expect(banner(page).getByRole("progressbar")).toBeVisible();
  const whole = await page.locator(".visible").getAttribute("style");
  await expect(banner(page)).toBeHidden();
  await expect(page.locator(".report h3")).toContainText("#");
  const follow = page.getByRole("button", { name: "Follow", exact: true });
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  expect(await page.locator(".visible").getAttribute("style")).not.toBe(whole);
  // It took at most some seconds, on slow machines with fewer ticks, and plays at the normal speed now.
  const first = await tick(page);
  expect(first).toBeLessThan(600);
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("1");
  await expect.poll(() => tick(page)).toBeGreaterThan(first);
  await page.keyboard.press("Space");
  await seek(page, 3);
});

test("three bubbles hint at what can be done, until it is done", async ({ page }) => {
  await openSoon(page);
  await expect(bubble(page, "world")).toContainText("Click on an animal");
  await expect(bubble(page, "time")).toContainText("Drag along the timeline");
  await expect(bubble(page, "keys")).toContainText("Space pauses · F1 lists all keys");
  await page.keyboard.press("Space");
  await expect(bubble(page, "keys")).toHaveCount(0);
  await page.getByLabel(/^Timeline/).fill("2");
  await expect(bubble(page, "time")).toHaveCount(0);
  await bubble(page, "world").click();
  await expect(page.locator(".bubble")).toHaveCount(0);
});

test("whoever follows an animal meanwhile watches that one", async ({ page }) => {
  await page.goto("/");
  await expect.poll(() => tick(page)).toBeGreaterThan(5);
  await page.keyboard.press("n");
  await expect(page.locator(".report h3")).toContainText("#");
  const chosen = /#\d+/.exec((await page.locator(".report h3").textContent()) ?? "")?.[0] ?? "";
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await expect(page.locator(".report h3")).toContainText(chosen);
  await expect(page.locator(".bubble")).toHaveCount(0);
});

test("an address names a scenario and a seed, which begin at their first tick", async ({
  page,
}) => {
  await page.goto("/?scenario=meadow&seed=7");
  await expect(page.locator("#world-name")).toContainText("meadow, seed 7");
  await expect(banner(page)).toBeHidden();
  await page.goto("/?scenario=nowhere");
  await expect(page.locator(".notice.bad")).toContainText("nowhere");
  await expect(page.locator("#world-name")).toContainText("archipelago");
});
