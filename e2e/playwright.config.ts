import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "../server/launch/ports.ts";
import { findChromium } from "../server/launch/system-packages.ts";
import { isDrawing } from "./pictures.ts";

// Every process of a run reads this file: the first one chooses the ports, the others read them from the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_PROVIDER_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `formulary-e2e-${process.env.E2E_PORT}`);

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  // These only draw pictures of the documentation (`npm run pictures`).
  testIgnore: isDrawing ? [] : "*-pictures.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./start-product.ts",
  // Tests wait for the server and for Postgres about a quarter of their time.
  workers: 3,
  fullyParallel: true,
  timeout: 120_000,
  // On a busy machine responses are slow.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    // In a new context every page compiles its scripts again, which takes a third of the time of a test.
    reuseContext: true,
    // Recording a trace takes as long as the test itself: use `--trace=retain-on-failure` when you need one.
    screenshot: "only-on-failure",
    // Transitions are the most expensive part of rendering without a graphics card.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The page of a test lives for seconds: compiling functions that ran 400 times takes longer than running them.
        "--js-flags=--invocation-count-for-maglev=3000,--invocation-count-for-turbofan=12000,--min-semi-space-size=16",
      ],
    },
  },
});
