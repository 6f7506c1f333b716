/** What follows from all ticks of a run: charts of the census and of descent, lineages, clusters, and the replays for them. */
import type { Locator, Page } from "@playwright/test";
import {
  colourBy,
  drop,
  expect,
  MEADOW,
  openPaused,
  saved,
  selectAnimal,
  test,
  tick,
} from "./watching";

/** What is said of the chart that is shown. */
function chart(page: Page): Locator {
  return page.locator("#charts canvas");
}

/** Shows a chart. */
async function showChart(page: Page, name: string): Promise<void> {
  await page.getByLabel("Chart", { exact: true }).selectOption({ label: name });
}

test("counts the census, and continues to count it", async ({ page }) => {
  await openPaused(page, MEADOW, 20);
  await showChart(page, "Census");
  await expect(chart(page)).toHaveAccessibleName(/^(?!.*replay)\w/);
  const columns = page.getByLabel("Column of the census");
  const first = await chart(page).getAttribute("aria-label");
  await columns.selectOption("births");
  await expect(chart(page)).not.toHaveAccessibleName(first ?? "");
  const before = await tick(page);
  await page.keyboard.press("Space");
  await expect.poll(() => tick(page)).toBeGreaterThan(before + 5);
  await expect(chart(page)).toBeVisible();
  await showChart(page, "Populations");
  await expect(columns).toBeHidden();
});

test("shows the census of one species", async ({ page }) => {
  await openPaused(page, MEADOW, 10);
  await showChart(page, "Census");
  await expect(chart(page)).toHaveAccessibleName(/^(?!.*replay)\w/);
  const names = async (): Promise<string | undefined> =>
    (await saved(page, "Save chart", "Numbers (CSV)")).bytes.toString().split("\n")[0];
  expect((await names())?.split(",").length).toBeGreaterThan(3);
  await page.locator("#species button", { hasText: "hare" }).click();
  expect(await names()).toBe("tick,hare");
  const svg = (await saved(page, "Save chart", "Lines and text (SVG)")).bytes.toString();
  expect(svg).toContain(">hare</text>");
  const png = await saved(page, "Save chart", "Picture (PNG)");
  expect(png.name).toBe("census.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
});

test("compares what is chosen for the axes", async ({ page }) => {
  await openPaused(page, MEADOW, 20);
  await showChart(page, "Phase");
  await expect(chart(page)).toHaveAccessibleName(/against/);
  await page.getByLabel("Vertical axis").selectOption({ label: "↑ clover" });
  await page.getByLabel("Horizontal axis").selectOption({ label: "→ all carnivores" });
  await expect(chart(page)).toHaveAccessibleName("clover against all carnivores");
  await expect(chart(page)).toHaveAccessibleDescription(/clover: \d/);
  await showChart(page, "Scatter");
  await page.getByLabel("Vertical axis").selectOption({ label: "↑ speed" });
  await expect(chart(page)).toHaveAccessibleName(/speed against age/);
});

test("shows the history of traits, clusters and their tree", async ({ page }) => {
  await openPaused(page, MEADOW, 30);
  await page.locator("#species button", { hasText: "hare" }).click();
  await showChart(page, "History");
  await expect(chart(page)).toHaveAccessibleName(/hare.*traits/);
  await showChart(page, "Clusters");
  const name = page.locator("#charts .names button").first();
  await expect(chart(page)).toHaveAccessibleName(/clusters/);
  await expect(name).toHaveAccessibleName(/\w/);
  await showChart(page, "Tree");
  await expect(chart(page)).toHaveAccessibleName(/tree/i);
  await expect(name).toHaveAccessibleName(/\w/);
  await name.press("Enter");
  await expect.poll(() => tick(page)).toBe(0);
  await expect(page.locator(".report h3")).toContainText("hare");
});

test("lists lineages, follows and colours them", async ({ page }) => {
  await openPaused(page, MEADOW, 10);
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
  await openPaused(page, MEADOW, 10);
  await colourBy(page, "cluster");
  await expect(page.locator("#colours")).toContainText("animals by cluster");
  await expect(page.locator("#colours li").first()).toContainText(/\w+: \d+/);
  await colourBy(page, "species");
  await expect(page.locator("#colours")).toBeHidden();
});

test("replays a recording that was opened, while it is paused", async ({ page }) => {
  await openPaused(page, MEADOW, 60);
  const last = await tick(page);
  const { name, bytes } = await saved(page, "Record");
  await drop(page, name, bytes);
  await expect(page.locator("#world-name")).toContainText(name);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.keyboard.press("End");
  await expect.poll(() => tick(page)).toBe(last);
  await showChart(page, "Census");
  await expect(chart(page)).toHaveAccessibleName(/^(?!.*replay)\w/);
  await selectAnimal(page);
  await page.getByRole("tab", { name: "Relatives" }).click();
  await expect(page.locator(".report summary", { hasText: "Ancestors" })).toBeVisible();
  expect(await tick(page)).toBe(last);
});
