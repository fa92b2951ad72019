import { afterEach, expect, test, vi } from "vitest";
import { consoleToLog } from "./console-to-log.ts";

const before = { ...console };
afterEach(() => void Object.assign(console, before));

test("libraries that print write to the log, at its levels", () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  consoleToLog(log);
  console.log(" ✓ took %dms\n", 67);
  console.warn("old", { key: 1 });
  console.error(new Error("gone").message);
  console.log("");
  expect([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]).toEqual([
    [["✓ took 67ms"]],
    [["old { key: 1 }"]],
    [["gone"]],
  ]);
});
