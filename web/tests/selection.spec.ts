import type { Locator } from "@playwright/test";
import { expect, openPaused, test } from "./watching";

test("a drag from a panel onto the world selects no text", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("n");
  const heading = page.locator(".report h3");
  await expect(heading).toContainText("#");
  const placeOf = async (it: Locator, share: number): Promise<[number, number]> => {
    const box = await it.boundingBox();
    if (!box) throw new Error("it has no place");
    return [box.x + box.width * share, box.y + box.height / 2];
  };
  const selected = async (from: [number, number], to: [number, number]): Promise<string> => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
    return page.evaluate(() => getSelection()?.toString() ?? "");
  };
  const world = await placeOf(page.locator("#world"), 0.5);
  for (const from of ["#species > header", "#events > header", ".events-filter label", "#bar h1"]) {
    expect(await selected(await placeOf(page.locator(from), 0.5), world), from).toBe("");
  }
  const text = await selected(await placeOf(heading, 0), await placeOf(heading, 0.9));
  expect(text, "the heading of the report").toContain("#");
});
