import {
  choose,
  colourBy,
  expect,
  MEADOW,
  open,
  openPaused,
  seek,
  selectAnimal,
  test,
  tick,
} from "./watching";

test("opens and plays at once", async ({ page }) => {
  await open(page);
  const first = await tick(page);
  await expect.poll(() => tick(page)).toBeGreaterThan(first + 5);
  await expect(page.locator("#world-name")).toContainText("meadow, seed 1");
  await expect(page.locator(".species li")).toHaveCount(6);
});

test("pauses, steps forward and back", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();
  const before = await tick(page);
  await page.waitForTimeout(400);
  expect(await tick(page)).toBe(before);
  await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(before + 1);
  await page.keyboard.press(",");
  await page.keyboard.press(",");
  await expect.poll(() => tick(page)).toBeLessThan(before + 1);
});

test("seeks, and says that an earlier tick is shown", async ({ page }) => {
  await openPaused(page);
  const last = await tick(page);
  await seek(page, 1);
  await expect(page.locator("#banner")).toContainText(`An earlier tick: 1 of ${last}`);
  await page.getByRole("button", { name: "Go to end" }).last().click();
  await expect.poll(() => tick(page)).toBe(last);
  await expect(page.locator("#banner")).toBeHidden();
});

test("changes the speed", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("]");
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("2");
  await page.keyboard.press("9");
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("Infinity");
  await page.keyboard.press("1");
  await expect(page.getByLabel("Speed", { exact: true })).toHaveValue("1");
});

test("branches, and switches between branches", async ({ page }) => {
  await openPaused(page);
  const last = await tick(page);
  await seek(page, 1);
  await page.keyboard.press("b");
  await expect(page.locator(".notice")).toContainText("begins here");
  await expect(page.getByRole("button", { name: /^Branch: / })).toBeVisible();
  await page.keyboard.press(".");
  await expect.poll(() => tick(page)).toBe(2);
  await page.keyboard.press("Shift+B");
  await expect(page.getByRole("button", { name: "Branch: meadow" })).toBeVisible();
  await page.keyboard.press("End");
  await expect.poll(() => tick(page)).toBe(last);
});

test("selects, inspects and follows", async ({ page }) => {
  await openPaused(page);
  await selectAnimal(page);
  const report = page.locator(".report");
  await expect(report).toContainText("Energy");
  const tabs = page.locator("#inspector").getByRole("tab");
  await expect(tabs).toHaveText(["Now", "Life", "Relatives", "Steps"]);
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("tab", { name: "Life" }).click();
  await expect(report).toContainText("Conclusion");
  await page.getByRole("tab", { name: "Steps" }).click();
  await expect(report).not.toContainText("Conclusion");
  await page.keyboard.press("Escape");
  await expect(report).toContainText("Click on an organism");
});

test("follows relatives and ticks of a report", async ({ page }) => {
  await openPaused(page, MEADOW, 15);
  await page.getByText("all events").click();
  const birth = page.locator(".events button", { hasText: "is born to" }).first();
  const at = Number(await birth.locator("time").textContent());
  await birth.click();
  await expect.poll(() => tick(page)).toBe(at);
  await expect(page.locator(".report h3")).toContainText("#");
  const heading = await page.locator(".report h3").textContent();
  await page.getByRole("tab", { name: "Relatives" }).click();
  await expect(page.locator(".report summary", { hasText: "Ancestors" })).toBeVisible();
  const relative = page.locator(".report button.link").first();
  await relative.click();
  await expect(page.locator(".report h3")).not.toHaveText(heading ?? "");
});

test("previews a command, applies it and takes it back", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("f");
  await page.keyboard.press("Shift+F");
  const box = await page.locator("#world").boundingBox();
  if (!box) throw new Error("no canvas");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator("#hint")).toContainText("fire, radius 150");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator(".notice.good")).toContainText("fire");
  await page.keyboard.press("Escape");
  await expect(page.locator("#tool-options")).toBeHidden();
  await page.keyboard.press("Control+z");
  await expect(page.locator(".notice", { hasText: "Taken back" })).toContainText("fire");
});

test("builds a polygon around which a stroke goes, and removes it", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("f");
  await page.keyboard.press("Shift+G");
  const box = await page.locator("#world").boundingBox();
  if (!box) throw new Error("no canvas");
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  const turns = Array.from({ length: 24 }, (_, turn) => (turn / 24) * 2 * Math.PI);
  const [first, ...places] = turns.map(
    (turn) => [middle[0] + 90 * Math.cos(turn), middle[1] + 60 * Math.sin(turn)] as const,
  );
  if (!first) throw new Error("no place");
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const place of places) await page.mouse.move(...place);
  await expect(page.locator("#hint")).toContainText("polygon with");
  await page.mouse.up();
  await expect(page.locator(".notice.good")).toContainText("polygon with");
  await page.keyboard.press("Shift+W");
  await page.mouse.click(...middle);
  await expect(page.locator(".notice.good", { hasText: "removes 1 polygon" })).toBeVisible();
});

test("adds organisms, feeds and removes", async ({ page }) => {
  await openPaused(page);
  const hares = page.locator(".species li", { hasText: "hare" }).locator(".count");
  const before = Number(await hares.textContent());
  await page.keyboard.press("a");
  await page.getByLabel("species", { exact: true }).selectOption({ label: "hare" });
  await page.locator("#world").focus();
  await page.keyboard.press("Enter");
  await expect(hares).toHaveText(String(before + 1));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(hares).toHaveText(String(before));
  await selectAnimal(page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.locator(".notice.good", { hasText: "removed" })).toBeVisible();
});

test("shows the life of one that was followed, and goes on with another", async ({ page }) => {
  await openPaused(page);
  await selectAnimal(page);
  const heading = page.locator(".report h3");
  const first = /#\d+/.exec((await heading.textContent()) ?? "")?.[0] ?? "nobody";
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.keyboard.press(".");
  await expect(heading).toContainText("removed in tick");
  await expect(heading).toContainText(first);
  await expect(heading).not.toContainText(first, { timeout: 40_000 });
  await expect(
    page.getByRole("button", { name: "Follow", exact: true, pressed: true }),
  ).toBeVisible();
});

test("shows overlays and colours", async ({ page }) => {
  await openPaused(page);
  const canvas = page.locator("#world");
  await page.waitForTimeout(300);
  const plain = await canvas.screenshot();
  await choose(page, "Overlays", "Density");
  await page.waitForTimeout(400);
  expect((await canvas.screenshot()).equals(plain)).toBe(false);
  await page.keyboard.press("h");
  await page.waitForTimeout(400);
  expect((await canvas.screenshot()).equals(plain)).toBe(true);
  await colourBy(page, "lineage");
  await page.waitForTimeout(400);
  expect((await canvas.screenshot()).equals(plain)).toBe(false);
});

test("filters events and species", async ({ page }) => {
  await openPaused(page, MEADOW, 15);
  await page.getByText("all events").click();
  await page.getByLabel("Filter events by text").fill("hare");
  const events = page.locator(".events button");
  await expect.poll(() => events.count()).toBeGreaterThan(0);
  for (const text of await events.allTextContents()) expect(text.toLowerCase()).toContain("hare");
  await page.getByLabel("Filter events by text").fill("no such thing");
  await expect(page.locator(".events")).toContainText("No such events yet");
});

test("shows every chart", async ({ page }) => {
  await openPaused(page);
  const kinds = page.getByLabel("Chart", { exact: true });
  const names = await kinds.locator("option").allTextContents();
  expect(names.length).toBe(11);
  for (const name of names) {
    await kinds.selectOption({ label: name });
    await expect(page.locator("#charts canvas")).toHaveAccessibleName(/\w/);
  }
});

test("finds a tick and an organism", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("/");
  await page.getByLabel("Condition or number").fill("1600");
  await page.keyboard.press("Enter");
  await expect(page.locator(".report h3")).toContainText("1600");
  await page.keyboard.press("Home");
  await expect.poll(() => tick(page)).toBe(0);
  await page.keyboard.press("n");
  await expect(page.locator(".report h3")).not.toContainText("1600");
  await page.keyboard.press("/");
  await page.getByLabel("Condition or number").fill("me.energy <");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator("dialog .error")).not.toBeEmpty();
  await page.getByLabel("Condition or number").fill("me.energy > 0");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator("dialog")).toContainText("found in tick 1: me.energy");
  await expect.poll(() => tick(page)).toBe(1);
  await page.getByLabel("Condition or number").fill("me.energy < 0");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator("dialog")).toContainText(/not found in ticks 2 to \d+/);
  await page.getByRole("button", { name: "Close" }).click();
  // The worker of the search ends with the dialog.
  await expect.poll(() => page.workers().length).toBe(1);
});

test("founds another world, and reports what is wrong", async ({ page }) => {
  await openPaused(page);
  await choose(page, "File", "New world …");
  await page.getByLabel("Seed", { exact: true }).fill("x");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator("dialog .error")).not.toBeEmpty();
  await page.getByLabel("Scenario", { exact: true }).selectOption("archipelago");
  await page.getByLabel("Seed", { exact: true }).fill("7");
  await page.getByLabel("wolf", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator("#world-name")).toContainText("archipelago, seed 7");
  await expect(page.locator(".species li", { hasText: "wolf" }).locator(".count")).toHaveText("0");
});

test("lists all actions and what the page cannot do", async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press("?");
  const help = page.locator("dialog");
  await expect(help).toContainText("What the page cannot do");
  await expect(help.getByRole("row", { name: /^Play \/ pause/ })).toContainText("Space");
  await expect(help.getByRole("row", { name: /^Screenshot/ })).toContainText("Shift+S");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
});

test("shows two branches side by side", async ({ page }) => {
  await openPaused(page, MEADOW, 5);
  await seek(page, 2);
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: /^Branch: / })).toBeVisible();
  await page.keyboard.press(".");
  const canvas = page.locator("#world");
  await page.waitForTimeout(400);
  const alone = await canvas.screenshot();
  await page.keyboard.press("j");
  await page.waitForTimeout(800);
  const both = await canvas.screenshot();
  expect(both.equals(alone)).toBe(false);
  await page.keyboard.press("j");
  await page.waitForTimeout(400);
  expect((await canvas.screenshot()).equals(alone)).toBe(true);
});

test("both halves have the names of their branches", async ({ page }) => {
  await openPaused(page, MEADOW, 5);
  const names = page.locator("#halves span");
  await expect(page.locator("#halves")).toBeHidden();
  await seek(page, 2);
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: /^Branch: / })).toBeVisible();
  await page.keyboard.press("j");
  await expect(names).toHaveText(["branch 2", "meadow"]);
  await page.keyboard.press("Shift+B");
  await expect(page.locator("#halves")).toBeHidden();
  await page.keyboard.press("j");
  await expect(names).toHaveText(["meadow", "branch 2"]);
  await page.keyboard.press("End");
  await expect(names.last()).toHaveText("branch 2: no such tick yet");
});

test("messages do not pile up", async ({ page }) => {
  await openPaused(page);
  const notices = page.locator(".notice");
  for (let count = 0; count < 3; count += 1) await page.keyboard.press("j");
  await expect(notices).toHaveCount(1);
  for (const key of ["u", "Control+z", "j", "Shift+B"]) await page.keyboard.press(key);
  await page.keyboard.press("Shift+L");
  await expect(notices.last()).toContainText("no links");
  expect(await notices.count()).toBeLessThanOrEqual(3);
  expect(await notices.filter({ hasText: "The run has one branch" }).count()).toBe(1);
});

test("the options of a tool do not move the world", async ({ page }) => {
  await openPaused(page);
  const before = await page.locator("#world").boundingBox();
  for (const key of ["a", "Shift+P", "Shift+E"]) {
    await page.keyboard.press(key);
    await expect(page.locator("#tool-options")).toBeVisible();
    expect(await page.locator("#world").boundingBox()).toEqual(before);
  }
});

test("the swatch of a species is grey while the world does not show its colour", async ({
  page,
}) => {
  await openPaused(page);
  const hare = page.locator(".species li", { hasText: "hare" }).locator(".swatch");
  const colour = (): Promise<string> =>
    hare.evaluate((node) => getComputedStyle(node).backgroundColor);
  const own = await colour();
  await colourBy(page, "age");
  await expect.poll(colour).toBe("rgb(203, 204, 198)");
  await colourBy(page, "species");
  await expect.poll(colour).toBe(own);
});
