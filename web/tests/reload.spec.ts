/** What is there after a reload. */
import type { Page } from "@playwright/test";
import { expect, openPaused, seek, test, tick } from "./watching";

const again = (page: Page) => page.locator(".notice.good", { hasText: "is here again" });

/** Waits until the run of the page is kept. */
async function kept(page: Page): Promise<void> {
  const isKept = (): Promise<number> =>
    page.evaluate(async () => {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("terrarium-runs");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error("no storage"));
      });
      const all = opened.transaction("runs").objectStore("runs").getAll() as IDBRequest<
        { recording: Uint8Array }[]
      >;
      await new Promise((resolve) => (all.onsuccess = resolve));
      opened.close();
      return all.result[0]?.recording.length ?? 0;
    });
  let last = -1;
  await expect
    .poll(
      async () => {
        const size = await isKept();
        const isSettled = size > 0 && size === last;
        last = size;
        return isSettled;
      },
      { intervals: [6500] },
    )
    .toBe(true);
}

/** Steps so many ticks. Returns the last one. */
async function step(page: Page, ticks: number): Promise<number> {
  const last = (await tick(page)) + ticks;
  for (let count = 0; count < ticks; count += 1) await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(last);
  return last;
}

test("a changed run is there again after a reload, at its tick, with what was selected", async ({
  page,
}) => {
  await openPaused(page);
  await page.keyboard.press("n");
  await expect(page.locator(".report h3")).toContainText("#");
  const organism = /#\d+/.exec((await page.locator(".report h3").textContent()) ?? "")?.[0] ?? "";
  await page.keyboard.press("Shift+F");
  await page.locator("#world").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".notice.good")).toContainText("fire");
  await page.keyboard.press("Escape");
  const last = await step(page, 4);
  await kept(page);
  await page.reload();
  await expect(again(page)).toContainText(`at tick ${last}`);
  await expect.poll(() => tick(page)).toBe(last);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.locator("#world-name")).toContainText("meadow");
  await expect(page.locator(".report h3")).toContainText(organism);
  // It is kept further, and a second reload shows it, too.
  await seek(page, 2);
  await page.reload();
  await expect(again(page)).toContainText("at tick 2");
  await expect.poll(() => tick(page)).toBe(2);
  // The command is in it.
  await page.keyboard.press("End");
  await expect.poll(() => tick(page)).toBe(last);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".notice", { hasText: "Taken back" })).toContainText("fire");
});

test("ticks after those that are kept are simulated again", async ({ page }) => {
  await openPaused(page);
  await kept(page);
  const last = await step(page, 6);
  await page.reload();
  await expect(again(page)).toBeVisible();
  await expect.poll(() => tick(page)).toBe(last);
});

test("a page that is opened anew shows what its address names", async ({ page }) => {
  await openPaused(page);
  await kept(page);
  await page.goto("/?scenario=archipelago");
  await expect(page.locator("#world-name")).toContainText("archipelago");
  await page.goto("/?scenario=meadow");
  await expect(page.locator("#world-name")).toContainText("meadow");
  await expect(again(page)).toHaveCount(0);
});

test("the browser asks before branches are lost", async ({ page }) => {
  await openPaused(page);
  await seek(page, 1);
  await page.keyboard.press("b");
  await expect(page.locator(".notice")).toContainText("begins here");
  const asked = page.waitForEvent("dialog");
  const reload = page.evaluate(() => location.reload()).catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await reload;
  expect(await tick(page)).toBe(1);
});
