import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ADDRESS } from "./address";
import { choose, expect, open, openPaused, selectAnimal, test, tick } from "./watching";

/** Each size and each scheme once: what a scheme colours does not depend on the size. */
const LOOKS = [
  { viewport: { width: 360, height: 640 }, colorScheme: "dark" },
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;

/** What axe finds, one a line. */
async function found(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target).join(" | ")}`,
  );
}

for (const { viewport, colorScheme } of LOOKS) {
  test(`axe finds nothing at ${viewport.width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openPaused(page);
    expect(await found(page)).toEqual([]);
    await page.keyboard.press("n");
    const isNarrow = viewport.width < 900;
    const panels = ["Species", "Charts", "Lineages", "Events", "Map", "Inspector"];
    for (const name of isNarrow ? panels : []) {
      await page.locator("#tabs").getByRole("button", { name }).click();
      expect(await found(page), name).toEqual([]);
    }
    await page.keyboard.press("Shift+F");
    expect(await found(page), "tool").toEqual([]);
    await page.keyboard.press("Escape");
    await choose(page, isNarrow ? "Menu" : "Overlays", ...(isNarrow ? ["Overlays"] : []));
    expect(await found(page), "menu").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    expect(await found(page), "help").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+O");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await found(page), "new world").toEqual([]);
  });
}

test("the keyboard reaches everything", async ({ page }) => {
  await openPaused(page);
  const reached: string[] = [];
  for (let count = 0; count < 70; count += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const it = document.activeElement as HTMLElement;
      const outline = getComputedStyle(it).outlineStyle;
      const label = it.ariaLabel ?? it.textContent ?? "";
      const unseen = outline === "none" ? " (unseen)" : "";
      return it === document.body ? "" : `${label.trim() || it.tagName}${unseen}`;
    });
    if (!name && reached.length > 0) break;
    reached.push(name);
  }
  expect(reached.filter((name) => name.endsWith("(unseen)"))).toEqual([]);
  for (const name of ["Time", "View", "Help", "Fire", "Undo", "Play", "Step"]) {
    expect(reached).toContain(name);
  }
  expect(reached.some((name) => name.startsWith("Timeline"))).toBe(true);
  expect(reached.some((name) => name.startsWith("The world meadow"))).toBe(true);
  expect(reached.some((name) => name.startsWith("hare"))).toBe(true);
});

test("menus work by keyboard, and give the focus back", async ({ page }) => {
  await openPaused(page);
  const button = page.locator("#menus").getByRole("button", { name: "File" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: /^New world/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: /^Open/ })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New world" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a world is played by keyboard alone", async ({ page }) => {
  await openPaused(page);
  const before = await tick(page);
  await page.keyboard.press("Space");
  await expect.poll(() => tick(page)).toBeGreaterThan(before);
  await page.keyboard.press("Space");
  await page.keyboard.press("n");
  await expect(page.locator(".report h3")).toContainText("#");
  await page.keyboard.press("y");
  await expect(page.getByRole("tab", { name: "Life" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("i");
  await expect(page.locator("#inspector")).toBeHidden();
});

test("text of twice the size leaves everything usable", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 900 });
  await openPaused(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  for (const name of ["Play", "Step", "Go to end"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 0.9 });
  }
  await page.locator("#tabs").getByRole("button", { name: "Species" }).click();
  await expect(page.locator(".species")).toBeInViewport();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(720);
});

test("touch selects, moves and zooms", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    baseURL: ADDRESS,
  });
  const page = await context.newPage();
  await openPaused(page);
  const client = await context.newCDPSession(page);
  const send = (type: string, points: [number, number][]): Promise<unknown> =>
    client.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const shown = async (): Promise<string> => {
    await page.waitForTimeout(400);
    await page.locator("#tabs").getByRole("button", { name: "Map" }).click();
    const box = await page.locator(".visible").getAttribute("style");
    await page.locator("#tabs").getByRole("button", { name: "Map" }).click();
    return box ?? "";
  };
  const first = await shown();
  await send("touchStart", [[180, 200]]);
  await send("touchMove", [[140, 230]]);
  await send("touchEnd", []);
  const moved = await shown();
  expect(moved).not.toBe(first);
  await send("touchStart", [
    [160, 200],
    [200, 200],
  ]);
  await send("touchMove", [
    [120, 200],
    [240, 200],
  ]);
  await send("touchEnd", []);
  expect(await shown()).not.toBe(moved);
  await page.locator("#tabs").getByRole("button", { name: "Inspector" }).click();
  await selectAnimal(page);
  await context.close();
});

test("menus choose by pointer", async ({ page }) => {
  await open(page);
  await choose(page, "Panels", "Hide all");
  await expect(page.locator("#left")).toBeHidden();
  await page.keyboard.press("Shift+H");
  await expect(page.locator("#left")).toBeVisible();
});
