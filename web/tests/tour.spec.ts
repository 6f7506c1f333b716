/** The tour: captions one after the other, until an input ends it. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { choose, expect, MEADOW, open, openPaused, selectAnimal, test } from "./watching";

const caption = (page: Page) => page.locator("#tour [aria-live=polite]");
const button = (page: Page) => page.getByRole("button", { name: "End the tour" });

/** Where the view is, as the map shows it. */
async function place(page: Page): Promise<string> {
  return (await page.locator(".visible").getAttribute("style")) ?? "";
}

test("a key begins and ends it, and does nothing else", async ({ page }) => {
  await openPaused(page);
  const whole = await place(page);
  await page.keyboard.press("Shift+N");
  await expect(caption(page)).toContainText(/^Tick \d+, day 1/);
  await expect(page.locator("#tour i")).toBeVisible();
  await expect(caption(page)).not.toContainText("Tick");
  await expect.poll(() => place(page)).not.toBe(whole);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press("Shift+F");
  await expect(caption(page)).toBeEmpty();
  await expect(button(page)).toHaveCount(0);
  await expect(page.locator("#tool-options")).toBeHidden();
  await page.keyboard.press("Shift+F");
  await expect(page.locator("#tool-options")).toBeVisible();
});

test("the inspector shows the animal of the caption", async ({ page }) => {
  await openPaused(page, MEADOW, 40);
  await page.keyboard.press("Shift+N");
  await expect(caption(page).locator("strong")).toContainText("#");
  const title = (await caption(page).locator("strong").textContent()) ?? "";
  const [organism = ""] = /#\d+/.exec(title) ?? [];
  await expect(page.locator(".report h3")).toContainText(organism);
});

for (const [name, end] of [
  ["its button", (page: Page) => button(page).click()],
  ["a click on the world", (page: Page) => page.locator("#world").click()],
  ["the wheel", (page: Page) => page.mouse.wheel(0, 100)],
] as const) {
  test(`${name} ends it`, async ({ page }) => {
    await openPaused(page);
    await choose(page, "View", "Tour");
    await expect(caption(page)).toContainText("Tick");
    await page.locator("#world").hover();
    await end(page);
    await expect(caption(page)).toBeEmpty();
  });
}

test("it begins after a minute without input, and gives the view back", async ({ page }) => {
  await page.clock.install();
  await open(page);
  const whole = await place(page);
  await page.clock.fastForward(30_000);
  await page.keyboard.press("Shift");
  await page.clock.fastForward(50_000);
  await expect(caption(page)).toBeEmpty();
  await page.clock.fastForward(11_000);
  await expect(caption(page)).toContainText("Tick");
  await expect.poll(() => place(page)).not.toBe(whole);
  await page.keyboard.press("x");
  await expect(caption(page)).toBeEmpty();
  await expect.poll(() => place(page)).toBe(whole);
  await expect(page.locator(".report")).toContainText("Click on an organism");
});

test("it does not begin by itself where an animal was chosen or the world is paused", async ({
  page,
}) => {
  await page.clock.install();
  await openPaused(page);
  await page.clock.fastForward(61_000);
  await page.waitForTimeout(300);
  await expect(caption(page)).toBeEmpty();
  await selectAnimal(page);
  await page.keyboard.press("Space");
  await page.clock.fastForward(61_000);
  await page.waitForTimeout(300);
  await expect(caption(page)).toBeEmpty();
});

test("with reduced motion, it does not begin by itself, and the camera jumps", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await open(page);
  await page.clock.fastForward(61_000);
  await page.waitForTimeout(300);
  await expect(caption(page)).toBeEmpty();
  const whole = await place(page);
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+N");
  await expect(caption(page)).not.toContainText(/^Tick|^$/);
  await expect.poll(() => place(page)).not.toBe(whole);
  const first = await place(page);
  await page.waitForTimeout(300);
  expect(await place(page)).toBe(first);
});
