/** What the tests share: a page that is watched for errors and for requests to other hosts. */
import { readFile } from "node:fs/promises";
import { expect, test as basic, type Page } from "@playwright/test";
import { HOST } from "./address";

export interface Watched {
  errors: string[];
  hosts: Set<string>;
}

/** Notes errors of the console and the hosts of requests. */
export function watch(page: Page): Watched {
  const watched: Watched = { errors: [], hosts: new Set() };
  page.on("console", (message) => {
    if (message.type() === "error") watched.errors.push(message.text());
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http")) watched.hosts.add(host);
  });
  return watched;
}

/** A test with a page that shows the meadow, and fails on any error of the console. */
export const test = basic.extend<{ watched: Watched }>({
  watched: [
    async ({ page }, use) => {
      const watched = watch(page);
      await use(watched);
      expect(watched.errors).toEqual([]);
      expect([...watched.hosts].filter((host) => host !== HOST)).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The meadow from its first tick on, without a first look. */
export const MEADOW = "/?scenario=meadow";

/** Opens the page, and waits for the first ticks. */
export async function open(page: Page, path = MEADOW): Promise<void> {
  await page.goto(path);
  await expect.poll(() => tick(page)).toBeGreaterThan(0);
}

/** Opens the page, and pauses after some ticks. */
export async function openPaused(page: Page, path = MEADOW, ticks = 3): Promise<void> {
  await open(page, path);
  await expect.poll(() => tick(page)).toBeGreaterThanOrEqual(ticks);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
}

/** The tick that is shown. */
export async function tick(page: Page): Promise<number> {
  const text = await page.getByLabel("Tick", { exact: true }).textContent();
  return Number((text ?? "").replace(/\D/g, ""));
}

/** Goes to a tick by the timeline. */
export async function seek(page: Page, to: number): Promise<void> {
  await page.getByLabel(/^Timeline/).fill(String(to));
  await expect.poll(() => tick(page)).toBe(to);
}

/** Selects an active animal. */
export async function selectAnimal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Follow another" }).click();
  await expect(page.locator(".report h3")).toContainText("#");
}

/** Chooses a row of a menu, and rows of the lists that take its place. */
export async function choose(page: Page, menu: string, ...rows: string[]): Promise<void> {
  await page.locator("#menus").getByRole("button", { name: menu }).click();
  for (const row of rows) await page.getByRole("menu").getByText(row, { exact: true }).click();
}

/** Chooses what organisms are coloured by. */
export async function colourBy(page: Page, name: string): Promise<void> {
  await choose(page, "Overlays", "Colour by …", name);
}

/** Saves a file by the rows of menus, and returns its name and bytes. */
export async function saved(
  page: Page,
  ...rows: string[]
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent("download");
  await choose(page, "File", ...rows);
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], name));
      return transfer;
    },
    [name, bytes.toString("base64")] as const,
  );
  await page.dispatchEvent("#view", "drop", { dataTransfer: data });
}

/** Shares the run, and returns the link that was copied. */
export async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await choose(page, "File", "Share");
  await expect(page.locator(".notice.good", { hasText: "The link is copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Permissions that are granted refuse all others, such as downloads.
  await page.context().clearPermissions();
  return link;
}
