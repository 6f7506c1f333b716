/** The menu bar: the groups of the table of actions, what is on, and one button on small screens. */
import type { Locator, Page } from "@playwright/test";
import { choose, expect, openPaused, test } from "./watching";

const GROUPS = ["Time", "View", "Overlays", "Edit", "File", "Panels"];

function buttons(page: Page): Locator {
  return page.locator("#menus > button:visible");
}

function row(page: Page, name: string): Locator {
  return page.getByRole("menu").locator("button", { has: page.getByText(name, { exact: true }) });
}

test("a menu for each group has its actions, with what only the page has", async ({ page }) => {
  await openPaused(page);
  await expect(buttons(page)).toHaveText([...GROUPS, "Branches", "Creatures", "Help"]);
  await choose(page, "File");
  await expect(page.getByRole("menu").getByRole("menuitem")).toHaveText([
    "New world …Shift+O",
    "Open …Ctrl+O",
    "ScreenshotShift+S",
    "Save chartShift+V",
    "GIFG",
    "SnapshotCtrl+S",
    "ScenarioCtrl+E",
    "ShareShift+U",
    "RecordShift+A",
  ]);
  await choose(page, "Panels");
  await expect(row(page, "Creatures")).toBeVisible();
  await expect(row(page, "Larger text")).toHaveCount(0);
});

test("menus show what is on", async ({ page }) => {
  await openPaused(page);
  const checked = async (menu: string, name: string, isOn: boolean): Promise<void> => {
    await choose(page, menu);
    await expect(row(page, name)).toHaveAttribute("aria-checked", String(isOn));
    await page.keyboard.press("Escape");
  };
  await checked("Overlays", "Density", false);
  await choose(page, "Overlays", "Density");
  await checked("Overlays", "Density", true);
  await choose(page, "Edit", "Wall");
  await checked("Edit", "Wall", true);
  await page.keyboard.press("Escape");
  await checked("Edit", "Wall", false);
  await checked("Panels", "Map", true);
  await choose(page, "Panels", "Map");
  await expect(page.locator("#map")).toBeHidden();
  await checked("Panels", "Map", false);
  await checked("View", "Follow", false);
  await page.keyboard.press("n");
  await expect(page.locator(".report h3")).toContainText("#");
  await checked("View", "Follow", true);
});

test("the list of colourings takes the place of the overlays, by keyboard too", async ({
  page,
}) => {
  await openPaused(page);
  await page.keyboard.press("Shift+K");
  await expect(row(page, "species")).toBeFocused();
  await expect(row(page, "species")).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, "Paths")).toBeFocused();
  await page.keyboard.press("End");
  await expect(row(page, "Colour by …")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "species")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.locator("#colours")).toBeVisible();
});

test("on a small screen one button opens the groups", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPaused(page);
  await expect(buttons(page)).toHaveText(["Menu", "Branches", "Creatures", "Help"]);
  for (const button of await buttons(page).all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await choose(page, "Menu");
  await expect(page.getByRole("menuitem")).toHaveText(GROUPS.map((name) => `${name}›`));
  await row(page, "Panels").click();
  await row(page, "Charts").click();
  await expect(page.locator("#charts")).toBeVisible();
  await page.keyboard.press("Shift+K");
  await expect(row(page, "species")).toBeInViewport();
});
