/** Conquests: the scoreboard, the speed, the card at the end, and a world that rests. */
import AxeBuilder from "@axe-core/playwright";
import { expect, openPaused, seek, test, tick } from "./watching";

test("a conquest has scores, half the speed, and a card at its end, where the world rests", async ({
  page,
}) => {
  await openPaused(page, "/?scenario=conquest");
  const scores = page.getByRole("region", { name: "Scoreboard" });
  await expect(scores).toContainText("ants");
  await expect(scores).toContainText("termites");
  await expect(scores).toContainText(/\d+ tickets/);
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("0.5");
  const base = scores.getByRole("button", { name: /^West fort, held by ants/ });
  const before = await page.locator(".visible").getAttribute("style");
  await page.keyboard.press("+");
  await base.click();
  await expect.poll(() => page.locator(".visible").getAttribute("style")).not.toBe(before);

  await page.locator("#world").focus();
  await page.keyboard.press("9");
  await page.keyboard.press("Space");
  const card = page.locator("#outcome");
  await expect(card).toBeVisible({ timeout: 150_000 });
  await expect(card.getByRole("heading")).toHaveText(/^(Ants|Termites) win$|^A draw$/);
  await expect(card).toContainText(/After \d+ ticks: \d+ s at normal speed/);
  await expect(card.getByRole("img")).toHaveAccessibleName(/\w/);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const end = await tick(page);
  await page.waitForTimeout(500);
  expect(await tick(page)).toBe(end);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await card.getByRole("button", { name: "Close" }).click();
  await expect(card).toBeHidden();
  await seek(page, 5);
  await seek(page, end);
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Another seed" }).click();
  await expect(page.locator("#world-name")).toContainText("conquest, seed 2");
  await expect(card).toBeHidden();
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("0.5");
});

test("other worlds have no scores, and the normal speed", async ({ page }) => {
  await openPaused(page, "/?scenario=conquest");
  await page.goto("/?scenario=meadow");
  await expect(page.locator("#world-name")).toContainText("meadow");
  await expect(page.locator("#scores")).toBeHidden();
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("1");
});

test("a click on a base shows its details", async ({ page }) => {
  await openPaused(page, "/?scenario=conquest");
  // The middle of the view is the middle of the map, where a base is.
  await page.keyboard.press("Escape");
  const box = await page.locator("#world").boundingBox();
  if (!box) throw new Error("the world has no place");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator(".report h3")).toContainText(/^base /);
  await page.getByRole("button", { name: "Follow another" }).click();
  await expect(page.locator(".report h3")).toContainText("#");
});
