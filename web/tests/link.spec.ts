import { ADDRESS } from "./address";
import { choose, expect, open, openPaused, test, tick } from "./watching";
import { watch } from "./watching";

test("shares a run whose link runs equally in a fresh browser", async ({ page, browser }) => {
  await openPaused(page);
  await page.keyboard.press("Shift+F");
  await page.locator("#world").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".notice.good")).toContainText("fire");
  await page.keyboard.press("Escape");
  const last = (await tick(page)) + 2;
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(last);
  await expect(page.locator("#banner")).toBeHidden();
  await choose(page, "File", "Share");
  const link = await page.getByLabel("Link").inputValue();
  expect(link).toMatch(/^\S+#run=\S+$/);
  expect(link.startsWith(`${ADDRESS}/#`)).toBe(true);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  const watched = watch(other);
  await other.goto(link);
  await expect(other.locator(".notice.good", { hasText: "equals that of the link" })).toBeVisible();
  expect(await tick(other)).toBe(last);
  expect(watched.errors).toEqual([]);
  await fresh.close();
});

test("refuses links that are cut or altered, and shows the meadow", async ({ page }) => {
  await openPaused(page);
  await choose(page, "File", "Share");
  const link = await page.getByLabel("Link").inputValue();
  await page.keyboard.press("Escape");
  const fragment = link.slice(link.indexOf("#"));
  for (const bad of [
    fragment.slice(0, -5),
    `${fragment.slice(0, 20)}A${fragment.slice(21)}`,
    "#run=1.x",
  ]) {
    await page.goto("about:blank");
    await open(page, `/${bad}`);
    await expect(page.locator(".notice.bad")).toBeVisible();
    await expect(page.locator("#world-name")).toContainText("meadow");
  }
});

test("opens a link that is pasted into the address", async ({ page }) => {
  await openPaused(page);
  await choose(page, "File", "Share");
  const link = await page.getByLabel("Link").inputValue();
  await page.keyboard.press("Escape");
  const last = await tick(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(last + 3);
  await page.evaluate((address) => void (location.href = address), link);
  await expect(page.locator(".notice.good", { hasText: "equals that of the link" })).toBeVisible();
});
