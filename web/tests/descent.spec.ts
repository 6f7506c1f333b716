/** What follows from all ticks of a run: charts of the census and of descent, lineages, clusters, and the replays for them. */
import type { Page } from "@playwright/test";
import { colourBy, drop, expect, openPaused, saved, selectAnimal, test, tick } from "./watching";

/** Shows a chart. */
async function showChart(page: Page, name: string): Promise<void> {
  await page.getByLabel("Chart", { exact: true }).selectOption({ label: name });
}

test("counts the census, and continues to count it", async ({ page }) => {
  await openPaused(page, "/", 20);
  await showChart(page, "Census");
  const plot = page.locator("#charts .plot");
  await expect(plot).toBeVisible();
  await expect(page.locator("#charts .chart-title").first()).not.toContainText("replay");
  const columns = page.getByLabel("Column of the census");
  const first = await page.locator("#charts .chart-title").first().textContent();
  await columns.selectOption("births");
  await expect(page.locator("#charts .chart-title").first()).not.toHaveText(first ?? "");
  const before = await tick(page);
  await page.keyboard.press("Space");
  await expect.poll(() => tick(page)).toBeGreaterThan(before + 5);
  await expect(plot).toBeVisible();
  await showChart(page, "Populations");
  await expect(columns).toBeHidden();
});

test("shows the census of one species", async ({ page }) => {
  await openPaused(page, "/", 10);
  await showChart(page, "Census");
  const legend = page.locator("#charts .u-legend .u-label");
  await expect.poll(() => legend.count()).toBeGreaterThan(2);
  await page.locator("#species button", { hasText: "hare" }).click();
  await expect(legend).toHaveText([/tick/, "hare"]);
});

test("shows the history of traits, clusters and their tree", async ({ page }) => {
  await openPaused(page, "/", 30);
  await page.locator("#species button", { hasText: "hare" }).click();
  await showChart(page, "History");
  await expect.poll(() => page.locator("#charts .plot").count()).toBeGreaterThan(3);
  await expect(page.locator("#charts .plot").first()).toHaveAttribute("aria-label", /\w/);
  await showChart(page, "Clusters");
  const cluster = page.locator("#charts .keys button").first();
  await expect(cluster).toContainText(/\w+: \d+/);
  await showChart(page, "Tree");
  const row = page.locator("#charts .tree li button").first();
  await expect(row).toContainText(/\w/);
  await row.click();
  await expect.poll(() => tick(page)).toBe(0);
  await expect(page.locator(".report h3")).toContainText("hare");
});

test("lists lineages, follows and colours them", async ({ page }) => {
  await openPaused(page, "/", 10);
  await page.keyboard.press("Shift+I");
  const hares = page.getByRole("table", { name: /^hare: \d+ lineages/ });
  await expect(hares).toBeVisible();
  await hares.getByRole("button").first().click();
  await expect(page.getByRole("list", { name: "Means of traits" })).toContainText("(all");
  await page.getByRole("button", { name: "Follow its eldest" }).click();
  await expect(page.locator(".report h3")).toContainText("hare");
  await page.getByRole("button", { name: "Colour by lineage" }).click();
  await expect(page.locator("#colours")).toContainText("animals by lineage");
  await expect(page.locator("#colours li").first()).toContainText(/#\d+: \d+/);
});

test("colours by cluster, with a key", async ({ page }) => {
  await openPaused(page, "/", 10);
  await colourBy(page, "cluster");
  await expect(page.locator("#colours")).toContainText("animals by cluster");
  await expect(page.locator("#colours li").first()).toContainText(/\w+: \d+/);
  await colourBy(page, "species");
  await expect(page.locator("#colours")).toBeHidden();
});

test("replays a recording that was opened, while it is paused", async ({ page }) => {
  await openPaused(page, "/", 60);
  const last = await tick(page);
  const { name, bytes } = await saved(page, "Record");
  await drop(page, name, bytes);
  await expect(page.locator("#world-name")).toContainText(name);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.keyboard.press("End");
  await expect.poll(() => tick(page)).toBe(last);
  await showChart(page, "Census");
  await expect(page.locator("#charts .plot")).toBeVisible();
  await expect(page.locator("#charts .chart-title").first()).not.toContainText("replay");
  await selectAnimal(page);
  await page.getByRole("tab", { name: "Relatives" }).click();
  await expect(page.locator(".report summary", { hasText: "Ancestors" })).toBeVisible();
  expect(await tick(page)).toBe(last);
});
