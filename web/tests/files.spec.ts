import { drop, expect, open, openPaused, saved, seek, test, tick } from "./watching";

test("saves a recording, and opens it again by dropping it", async ({ page }) => {
  await openPaused(page);
  const last = await tick(page);
  const { name, bytes } = await saved(page, "Record");
  expect(name).toBe(`meadow-${last}.recording`);
  expect(bytes.subarray(0, 16).toString()).toBe("terrarium record");
  await drop(page, name, bytes);
  await expect(page.locator("#world-name")).toContainText(name);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await seek(page, 2);
});

test("saves a snapshot, and opens it by the file dialog", async ({ page }) => {
  await openPaused(page);
  const last = await tick(page);
  const { name, bytes } = await saved(page, "Snapshot");
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Control+o");
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
  await expect(page.locator("#world-name")).toContainText(name);
  await expect.poll(() => tick(page)).toBeGreaterThanOrEqual(last);
});

test("saves a scenario, and opens it", async ({ page }) => {
  await openPaused(page);
  const { name, bytes } = await saved(page, "Scenario");
  expect(bytes.toString()).toContain("seed");
  await drop(page, name, bytes);
  await expect(page.locator("#world-name")).toContainText(name.replace(".toml", ""));
});

test("saves a screenshot and a GIF", async ({ page }) => {
  await openPaused(page);
  const picture = await saved(page, "Screenshot");
  expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(picture.bytes.readUInt32BE(16)).toBeGreaterThan(600);
  const film = await saved(page, "GIF");
  expect(film.bytes.subarray(0, 3).toString()).toBe("GIF");
});

test("refuses files that hold no run, and keeps the world", async ({ page }) => {
  await open(page);
  await drop(page, "notes.txt", Buffer.from("nothing of the kind"));
  await expect(page.locator(".notice.bad")).toContainText("notes.txt");
  const { bytes } = await saved(page, "Record");
  await drop(page, "cut.recording", bytes.subarray(0, 40));
  await expect(page.locator(".notice.bad").last()).toContainText("cut.recording");
  await expect(page.locator("#world-name")).toContainText("meadow");
  const now = await tick(page);
  await expect.poll(() => tick(page)).toBeGreaterThan(now);
});
