import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["server/**/*.test.ts", "components/**/*.test.ts", "e2e/**/*.test.ts"],
    globalSetup: "server/testing/postgres-setup.ts",
    pool: "forks",
    // One more than two cores have: many tests wait for a clock.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What is waited for comes when it comes: a busy machine fails no test.
    expect: { poll: { timeout: 15_000 } },
    coverage: {
      provider: "v8",
      reporter: ["text-summary", "html"],
      include: ["server/formula/**", "server/account/**"],
      exclude: ["**/*.test.ts", "**/fixtures/**"],
      thresholds: { lines: 95 },
    },
  },
});
