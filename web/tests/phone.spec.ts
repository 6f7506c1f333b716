/** The page on a telephone. */
import type { Locator } from "@playwright/test";
import { expect, openPaused, test } from "./watching";

/** The least width and height of what a finger presses, in pixels. */
const FINGER = 44;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The buttons and lists in sight that are smaller, with their sizes. */
async function small(within: Locator): Promise<string[]> {
  const found: string[] = [];
  for (const it of await within.locator("button:visible, select:visible").all()) {
    const box = await it.boundingBox();
    // Links in running text are as high as its lines.
    const isLink = await it.evaluate((node) => node.matches(".link, .names *"));
    if (!box || isLink || (box.width >= FINGER - 0.5 && box.height >= FINGER - 0.5)) continue;
    const name = await it.evaluate((node) => node.ariaLabel ?? node.textContent ?? "");
    found.push(`${name.trim()} ${box.width} × ${box.height}`);
  }
  return found;
}

test("what a finger presses is large enough, in every panel", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("n");
  expect(await small(page.locator("body"))).toEqual([]);
  for (const name of ["Species", "Charts", "Lineages", "Events", "Map", "Inspector"]) {
    await page.locator("#tabs").getByRole("button", { name }).click();
    expect(await small(page.locator("body")), name).toEqual([]);
  }
});

test("all tools are in sight at once, and the world keeps its size when one is taken", async ({
  page,
}) => {
  await openPaused(page);
  const tools = page.locator("#tools").getByRole("button");
  expect(await tools.count()).toBe(14);
  for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 });
  const before = await page.locator("#world").boundingBox();
  await page.getByRole("button", { name: "Plague", exact: true }).click();
  await expect(page.locator("#tool-options")).toBeVisible();
  expect(await page.locator("#world").boundingBox()).toEqual(before);
});

test("the text of an event has the full width", async ({ page }) => {
  await openPaused(page, "/?scenario=meadow", 15);
  await page.locator("#tabs").getByRole("button", { name: "Events" }).click();
  await page.getByText("all events").click();
  const box = await page.locator(".events span").first().boundingBox();
  expect(box?.x ?? 390).toBeLessThan(20);
  expect(box?.width ?? 0).toBeGreaterThan(340);
});

test("hints speak of taps, and of no keys", async ({ page }) => {
  await page.goto("/");
  await page.locator("#banner").getByRole("button", { name: "Stop here" }).click();
  const bubbles = page.locator(".bubble");
  await expect(bubbles).toHaveCount(2);
  await expect(bubbles.first()).toContainText("Tap an animal");
});
