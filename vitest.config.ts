import path from "node:path";
import { defineConfig } from "vitest/config";
import { SlowBetweenQuick } from "./server/testing/slow-between-quick.ts";

// Processes that tests start need half the time with it (server/launch/node24.mjs).
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, "node_modules/.cache/formulary/compiled");

export default defineConfig({
  test: {
    include: ["server/**/*.test.ts", "components/**/*.test.ts", "e2e/**/*.test.ts"],
    globalSetup: "server/testing/postgres-setup.ts",
    pool: "forks",
    // Files that run in the same process load the product once, which halves the processor time of all tests.
    isolate: false,
    setupFiles: "server/testing/undo-changes.ts",
    sequence: { sequencer: SlowBetweenQuick },
    // More than two cores have: many tests wait for a clock.
    maxWorkers: 4,
    slowTestThreshold: 10_000,
    // Long timeouts, so that no test fails on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 25_000 } },
    coverage: {
      provider: "v8",
      reporter: ["text-summary", "html"],
      include: ["server/formula/**", "server/account/**"],
      exclude: ["**/*.test.ts", "**/fixtures/**"],
      thresholds: { lines: 95 },
    },
  },
});
