import { test as basic } from "@playwright/test";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { choose, expect, open, openPaused, tick, watch } from "./watching";

const file = fileURLToPath(new URL("../dist/terrarium.html", import.meta.url));

basic("opens from a disk, without a network", async ({ page, context }) => {
  await context.setOffline(true);
  const watched = watch(page);
  await open(page, `${pathToFileURL(file).href}?scenario=meadow`);
  await expect(page.locator("#world-name")).toContainText("meadow");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("region", { name: "Creatures", exact: true })).toBeVisible();
  expect(watched.errors).toEqual([]);
  expect([...watched.hosts]).toEqual([]);
});

basic("shows the recording inside it, and continues it", async ({ page }, info) => {
  await openPaused(page);
  const last = await tick(page);
  const download = page.waitForEvent("download");
  await choose(page, "File", "Record");
  const recording = await readFile(await (await download).path());
  const begin = '<script type="text/plain" id="run">';
  const text = await readFile(file, "utf8");
  expect(text.split(begin)).toHaveLength(2);
  const exported = info.outputPath("exported.html");
  await writeFile(
    exported,
    text.replace(begin, () => begin + recording.toString("base64")),
  );

  const watched = watch(page);
  await page.goto(pathToFileURL(exported).href);
  await expect(page.locator("#world-name")).toContainText("recording");
  await expect.poll(() => tick(page)).toBeGreaterThan(last);
  expect(watched.errors).toEqual([]);
});
