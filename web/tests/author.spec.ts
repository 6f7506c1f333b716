import AxeBuilder from "@axe-core/playwright";
import { test as basic } from "@playwright/test";
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { MEADOW, expect, openPaused, test, tick, watch } from "./watching";

/** Opens the page with the list of creatures. */
async function openAuthor(page: Page, path = MEADOW): Promise<void> {
  await openPaused(page, path);
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("button", { name: "New creature …" })).toBeVisible();
}

async function begin(page: Page, name: string, kind = "carnivore"): Promise<void> {
  await page.getByRole("button", { name: "New creature …" }).click();
  await page.getByLabel("Kind").selectOption(kind);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(editor(page)).toBeVisible();
}

/** Copies a shipped creature under its own name. */
async function copyShipped(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Copy of a shipped one …" }).click();
  await page.getByLabel("Creature", { exact: true }).selectOption(name);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
}

const author = (page: Page): Locator => page.locator(".author-root");
const editor = (page: Page): Locator => author(page).getByRole("textbox");
const status = (page: Page): Locator => author(page).getByRole("status");
const mistakes = (page: Page): Locator => page.getByRole("list", { name: "Mistakes" });
const row = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Your creatures" })
    .getByRole("button", { name: RegExp(`^${name} `) });

async function toList(page: Page): Promise<void> {
  await page.getByRole("button", { name: "All creatures" }).click();
}

/** Types at the end of the file that is shown. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

async function filesOf(download: Download): Promise<Record<string, string>> {
  const entries = unzipSync(new Uint8Array(await readFile(await download.path())));
  const rows = Object.entries(entries).map(([path, bytes]) => [
    path,
    Buffer.from(bytes).toString("base64"),
  ]);
  return Object.fromEntries(rows) as Record<string, string>;
}

/** Saves the creature that is shown as zip. */
async function archive(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    author(page).getByRole("button", { name: "Zip", exact: true }).click(),
  ]);
  return download;
}

/** Drops files with these bytes on the editor. */
async function drop(page: Page, files: { name: string; bytes: number[] }[]): Promise<void> {
  const dropped = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of given) {
      transfer.items.add(new File([new Uint8Array(bytes)], name));
    }
    return transfer;
  }, files);
  await author(page).dispatchEvent("drop", { dataTransfer: dropped });
}

test("a creature is written from nothing, corrected, saved and put into a world", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openAuthor(page);
  await begin(page, "dhole");
  await expect(page.getByText("No mistakes.")).toBeVisible();

  await typeAtEnd(page, "\nfn helper() { fleee(3); }");
  await expect(mistakes(page).getByRole("button")).toHaveCount(1);
  await expect(mistakes(page)).toContainText("fleee");
  // The mistake is underlined where the engine points.
  await expect(author(page).locator(".cm-lintRange-error")).toHaveText(/^fleee/);
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("dhole is saved. The world keeps what it has");

  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  // The cursor is at the mistake now.
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText("signal");
  await expect(page.getByText("No mistakes.")).toBeVisible();
  await expect(author(page).locator(".cm-lintRange-error")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("dhole is saved. The world did not take it over");

  await page.getByRole("button", { name: "New world with it …" }).click();
  await expect(page.getByRole("spinbutton", { name: "dhole" })).toHaveValue("20");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("#species")).toContainText("dhole");

  await typeAtEnd(page, "\nfn on_ate(food, energy) { signal(1); }");
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("dhole is saved. In the world:");
});

test("a copy of a shipped species is taken over by the world that has it", async ({ page }) => {
  await openAuthor(page);
  await copyShipped(page, "wolf");
  await page.getByRole("tab", { name: "creature.toml" }).click();
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(" # mine");
  await expect(author(page)).toContainText("not saved");
  await page.getByRole("tab", { name: "behaviour.rhai" }).click();
  await typeAtEnd(page, "\nfn on_ate(food, energy) { signal(2); }");
  await author(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(status(page)).toContainText("wolf is saved. In the world:");
  await expect(author(page)).not.toContainText("not saved");
});

test("completion and documentation come from the tables of the engine", async ({ page }) => {
  await openAuthor(page);
  await begin(page, "dhole");
  const options = author(page).getByRole("listbox");
  await typeAtEnd(page, "\nfn helper() {\nlet a = me.");
  await expect(options).toContainText("can_reproduce");
  await page.keyboard.type("ener");
  await expect(options.getByRole("option").nth(0)).toHaveText("energy");
  await expect(options.getByRole("option").nth(1)).toHaveText("max_energy");
  await page.keyboard.press("Enter");
  await expect(author(page).locator(".cm-activeLine")).toHaveText(/let a = me\.energy$/);
  await expect(author(page).locator(".author-meaning")).toContainText("me.energy");

  await page.keyboard.press("Control+End");
  await page.keyboard.type("\non_gr");
  await expect(options.getByRole("option", { name: /on_grew/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "creature.toml" }).click();
  await typeAtEnd(page, "\n[mutation]\nra");
  await expect(options.getByRole("option", { name: /^rate/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Home");
  await typeAtEnd(page, "\n[tra");
  await expect(options.getByRole("option", { name: /\[travel\]/ })).toBeVisible();
});

test("creatures survive a reload, are renamed, and come back after they were deleted", async ({
  page,
}) => {
  await openAuthor(page);
  await begin(page, "dhole");
  await toList(page);
  await page.getByRole("button", { name: "Rename dhole" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Red Dog");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("alert").getByText("lowercase letters")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("red-dog");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(row(page, "red-dog")).toBeVisible();

  await openAuthor(page);
  await expect(row(page, "dhole")).toHaveCount(0);
  await row(page, "red-dog").click();
  await page.getByRole("tab", { name: "creature.toml" }).click();
  await expect(editor(page)).toContainText('name = "red-dog"');
  await toList(page);
  await page.getByRole("button", { name: "Delete red-dog" }).click();
  await expect(row(page, "red-dog")).toHaveCount(0);
  await author(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "red-dog")).toBeVisible();
});

for (const name of ["wolf", "deer"]) {
  test(`${name} is the same after it was saved as zip and imported`, async ({ page }) => {
    await openAuthor(page);
    await copyShipped(page, name);
    const first = await archive(page);
    expect(first.suggestedFilename()).toBe(`${name}.zip`);
    const files = await filesOf(first);
    expect(Object.keys(files)).toContain(`${name}/creature.toml`);
    await toList(page);
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await expect(row(page, name)).toHaveCount(0);

    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Import …" }).click(),
    ]);
    await chooser.setFiles(
      await first
        .path()
        .then((path) => readFile(path))
        .then((buffer) => ({
          name: `${name}.zip`,
          mimeType: "application/zip",
          buffer,
        })),
    );
    await expect(status(page)).toContainText(`${name} is imported.`);
    expect(await filesOf(await archive(page))).toEqual(files);
  });
}

test("files that are no creatures are refused with a reason", async ({ page }) => {
  await openAuthor(page);
  await drop(page, [{ name: "notes.zip", bytes: [1, 2, 3] }]);
  await expect(status(page)).toContainText("notes.zip is no zip archive");
  await drop(page, [{ name: "picture.png", bytes: [1, 2, 3] }]);
  await expect(status(page)).toContainText("picture.png is no file of a creature");
  await drop(page, [{ name: "behaviour.wasm", bytes: [1, 2, 3, 4] }]);
  await expect(status(page)).toContainText("behaviour.wasm is no WebAssembly module");
  await drop(page, [{ name: "behaviour.rhai", bytes: [0xff, 0xfe] }]);
  await expect(status(page)).toContainText("behaviour.rhai is no text in UTF-8");
});

test("a module takes the place of the script, and the script comes back", async ({ page }) => {
  await openAuthor(page);
  await begin(page, "dhole");
  const code = await readFile(new URL("../../creatures/deer/behaviour.wasm", import.meta.url));
  await drop(page, [{ name: "deer.wasm", bytes: [...code] }]);
  await expect(page.getByRole("tab", { name: "behaviour.wasm" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "behaviour.rhai" })).toHaveCount(0);
  await expect(author(page)).toContainText(`${code.length.toLocaleString("en")} bytes`);
  await author(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("tab", { name: "behaviour.rhai" })).toBeVisible();
  await expect(editor(page)).toContainText("What a dhole does");
});

test("the check reports on the creature while the world plays", async ({ page }) => {
  await openAuthor(page);
  await begin(page, "dhole");
  await author(page).getByRole("button", { name: "Check", exact: true }).click();
  await expect(author(page)).toContainText("dhole is being checked");
  const begun = await tick(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => tick(page)).toBeGreaterThan(begun + 5);
  await expect(author(page)).toContainText("dhole is being checked");
  await expect(page.getByRole("region", { name: "Report" })).toContainText("dhole", {
    timeout: 60_000,
  });
});

test("a full storage loses nothing from the screen", async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      if (Reflect.get(window, "isFull")) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await openAuthor(page);
  await copyShipped(page, "wolf");
  await page.evaluate(() => Reflect.set(window, "isFull", true));
  await typeAtEnd(page, "\n// my last words");
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("wolf is not kept: The storage of this browser is full");
  await expect(author(page)).toContainText("not kept in the browser");
  await expect(editor(page)).toContainText("// my last words");
  const files = await filesOf(await archive(page));
  const script = Buffer.from(files["wolf/behaviour.rhai"] ?? "", "base64").toString();
  expect(script).toContain("// my last words");

  await page.evaluate(() => Reflect.set(window, "isFull", false));
  await editor(page).click();
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("wolf is saved.");
  await expect(author(page)).not.toContainText("not kept in the browser");
});

test("without a storage creatures are on the screen, and that is said", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  await openAuthor(page);
  await expect(status(page)).toContainText("This browser gives the page no storage (denied).");
  await begin(page, "dhole");
  await expect(editor(page)).toContainText("What a dhole does");
  await toList(page);
  await expect(row(page, "dhole")).toContainText("not kept in the browser");
});

test("the later of two tabs wins, and the other one says so", async ({ page, context }) => {
  test.setTimeout(120_000);
  await openAuthor(page);
  await begin(page, "dhole");
  const other = await context.newPage();
  const watched = watch(other);
  await openAuthor(other);
  await row(other, "dhole").click();

  await typeAtEnd(page, "\n// one");
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("dhole is saved.");
  await expect(status(other)).toContainText("Another tab has saved dhole: this is its version.");
  await expect(editor(other)).toContainText("// one");

  await typeAtEnd(other, "\n// other");
  await typeAtEnd(page, "\n// one more");
  await page.keyboard.press("Control+s");
  await expect(status(other)).toContainText("Your changes are still here");
  await expect(editor(other)).toContainText("// other");
  await other.keyboard.press("Control+s");
  await expect(status(page)).toContainText("Another tab has saved dhole: this is its version.");
  await expect(editor(page)).toContainText("// other");
  await expect(editor(page)).not.toContainText("// one more");

  await toList(other);
  await other.getByRole("button", { name: "Delete dhole" }).click();
  await expect(status(page)).toContainText("Another tab has deleted dhole.");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(row(other, "dhole")).toBeVisible();
  expect(watched.errors).toEqual([]);
});

test("notes of the creature lead to its organisms", async ({ page }) => {
  await openAuthor(page);
  await copyShipped(page, "wolf");
  await editor(page).click();
  await page.keyboard.press("Control+a");
  // Replaces all of it, without inline styles, which the policy would report.
  await page.keyboard.insertText('fn on_tick() { throw "lost"; }');
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("In the world:");
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const note = page.getByRole("list", { name: "Notes, newest first" }).getByRole("button").first();
  await expect(note).toContainText("Fault:");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const organism = /#\d+/.exec((await note.textContent()) ?? "")?.[0] ?? "";
  await note.click();
  await expect(page.locator(".report h3")).toContainText(organism);
});

basic("works in the one file from a disk, without a network", async ({ page, context }) => {
  await context.setOffline(true);
  const watched = watch(page);
  await openAuthor(page, new URL("../dist/terrarium.html", import.meta.url).href);
  await copyShipped(page, "wolf");
  await typeAtEnd(page, "\nfn on_ate(food, energy) { signal(2); }");
  await page.keyboard.press("Control+s");
  await expect(status(page)).toContainText("wolf is saved. In the world:");
  expect(watched.errors).toEqual([]);
  expect([...watched.hosts]).toEqual([]);
});

test("the keyboard enters and leaves the editor", async ({ page }) => {
  await openAuthor(page);
  await begin(page, "dhole");
  await expect(page.getByRole("tab", { name: "behaviour.rhai" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+End");
  // In the text, Tab indents and letters are letters, not keys of the page.
  await page.keyboard.press("Tab");
  await page.keyboard.type("// nh");
  await expect(author(page).locator(".cm-activeLine")).toHaveText("    // nh");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Mistakes" })).toBeFocused();
  await expect(page.locator("#author")).toBeVisible();
});

for (const { viewport, colorScheme } of [
  { viewport: { width: 360, height: 640 }, colorScheme: "dark" },
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const) {
  test(`axe finds nothing at ${viewport.width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await openAuthor(page);
    const found = async (): Promise<string[]> => {
      const { violations } = await new AxeBuilder({ page }).include("#author").analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.target).join()}`);
    };
    await begin(page, "dhole");
    await typeAtEnd(page, "\nfn helper() { fleee(3); }");
    await expect(mistakes(page).getByRole("button")).toHaveCount(1);
    expect(await found()).toEqual([]);
    const width = await author(page).evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(width).toBe(0);
    await toList(page);
    expect(await found()).toEqual([]);
  });
}
