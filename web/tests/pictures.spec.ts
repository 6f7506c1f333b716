import { expect, openPaused, seek, test } from "./watching";

// Regenerate with `npx playwright test pictures --update-snapshots`, and look at what has changed.
for (const [width, height] of [
  [360, 640],
  [1440, 900],
] as const) {
  test(`looks as before at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: "dark" });
    await openPaused(page);
    await seek(page, 1);
    await page.mouse.move(1, 1);
    await expect(page.locator(".species li", { hasText: "hare" }).locator(".count")).toHaveText(
      "400",
    );
    await page.waitForTimeout(800);
    await expect(page).toHaveScreenshot(`page-${width}.png`, {
      // What depends on how far the run had come.
      mask: [page.locator(".timeline"), page.locator(".plots"), page.locator("#banner")],
      maskColor: "#808080",
    });
  });
}
