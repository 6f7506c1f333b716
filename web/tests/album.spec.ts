/** Favourites, their names, and the moments that are listed. */
import { expect, open, openPaused, selectAnimal, test, tick } from "./watching";

test("the selected animal becomes a favourite with a name that survives in the report", async ({
  page,
}) => {
  await openPaused(page);
  await selectAnimal(page);
  await page.keyboard.press("*");
  await expect(page.locator("#notices")).toContainText("is a favourite");
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Bo!");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("letters, digits");
  await dialog.getByLabel("Name").fill("Bo");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".report h3")).toContainText(/^Bo, /);
  await page.keyboard.press("Shift+Q");
  const favourites = page.getByRole("list", { name: "Favourites" });
  await expect(favourites).toContainText("Bo, ");
  await expect(favourites).toContainText("alive");
  await page.keyboard.press("Escape");
  await favourites.getByRole("button", { name: /^Bo, / }).click();
  await expect(page.locator(".report h3")).toContainText(/^Bo, /);
  await favourites.getByRole("button", { name: "Bo is no favourite any more" }).click();
  await expect(favourites).toContainText("None yet");
});

test("a click on a moment goes to the ticks before it", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Shift+Q");
  await page.keyboard.press("9");
  const moments = page.getByRole("list", { name: "Moments" });
  await expect(moments.getByRole("button").first()).toBeVisible({ timeout: 60_000 });
  const button = moments.getByRole("button").last();
  const event = Number(await button.locator("time").textContent());
  await button.click();
  await expect.poll(() => tick(page)).toBe(Math.max(event - 45, 0));
});
