import { defineConfig } from "@playwright/test";
import { ADDRESS, PORT } from "./tests/address";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "tests",
  // The simulation takes a core for itself.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.02 } },
  reporter: "list",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  use: {
    baseURL: ADDRESS,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: isRoot ? ["--no-sandbox"] : [],
    },
    trace: "retain-on-failure",
  },
  webServer: {
    command: `node tests/server.mjs ${PORT}`,
    url: ADDRESS,
    reuseExistingServer: false,
  },
});
