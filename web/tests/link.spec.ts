import { ADDRESS } from "./address";
import {
  choose,
  copiedLink,
  expect,
  open,
  openPaused,
  saved,
  seek,
  test,
  tick,
  watch,
} from "./watching";

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
  const link = await copiedLink(page);
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

test("refuses links that are cut or altered, and shows the first world", async ({ page }) => {
  await openPaused(page);
  const link = await copiedLink(page);
  const fragment = link.slice(link.indexOf("#"));
  for (const bad of [
    fragment.slice(0, -5),
    `${fragment.slice(0, 20)}A${fragment.slice(21)}`,
    "#run=1.x",
  ]) {
    await page.goto("about:blank");
    await open(page, `/${bad}`);
    await expect(page.locator(".notice.bad")).toBeVisible();
    await expect(page.locator("#world-name")).toContainText("archipelago");
  }
});

test("opens a link that is pasted into the address", async ({ page }) => {
  await openPaused(page);
  const link = await copiedLink(page);
  const last = await tick(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(last + 3);
  await page.evaluate((hash) => void (location.hash = hash), link.slice(link.indexOf("#")));
  await expect(page.locator(".notice.good", { hasText: "equals that of the link" })).toBeVisible();
});

test("a link runs fast to its tick in sight, can be stopped on the way, and its chart has all ticks", async ({
  page,
}) => {
  await openPaused(page);
  await page.keyboard.press("9");
  await page.keyboard.press("Space");
  await expect.poll(() => tick(page)).toBeGreaterThan(400);
  await page.keyboard.press("Space");
  const link = await copiedLink(page);
  const last = await tick(page);

  await page.goto("about:blank");
  await page.goto(link);
  const banner = page.locator("#banner");
  await expect(banner).toContainText(`Fast-forward to tick ${last}`);
  await expect.poll(() => tick(page)).toBeGreaterThan(5);
  await banner.getByRole("button", { name: "Stop here" }).click();
  await expect(banner).toContainText(/^Tick \d+ of the \d+ of the link/);
  const stopped = await tick(page);
  expect(stopped).toBeLessThan(last);
  await banner.getByRole("button", { name: `Go to tick ${last}` }).click();
  await expect(page.locator(".notice.good", { hasText: "equals that of the link" })).toBeVisible();
  expect(await tick(page)).toBe(last);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

  const { bytes } = await saved(page, "Save chart", "Numbers (CSV)");
  const table = bytes.toString().trim().split("\n");
  const ticks = new Set(table.slice(1).map((row) => Number(row.split(",")[0])));
  expect([...ticks]).toEqual(Array.from({ length: last + 1 }, (_, at) => at));
  // No gap is left where the run was stopped.
  await seek(page, 1);
});

test("shows the link where the browser refuses to copy it", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await openPaused(page);
  await choose(page, "File", "Share");
  await expect(page.getByLabel("Link")).toHaveValue(/#run=\S+$/);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.locator(".notice.bad")).toContainText("refuses to copy");
});
