import { afterEach, expect, test, vi } from "vitest";
import { consoleToLog } from "./console-to-log.ts";

const printer = globalThis.console;
const before = { ...printer };
afterEach(() => void Object.assign(printer, before));

test("libraries that print write to the log, at its levels, and warnings of Node as such", () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  consoleToLog(log);
  printer.log(" ✓ took %dms\n", 67);
  printer.warn("old", { key: 1 });
  printer.error(new Error("gone").message);
  printer.error("(node:7) [DEP0169] DeprecationWarning: `url.parse()` is old\n(Use `node --trace-deprecation` …)");
  printer.log("");
  expect([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]).toEqual([
    [["✓ took 67ms"]],
    [
      ["old { key: 1 }"],
      ["(node:7) [DEP0169] DeprecationWarning: `url.parse()` is old\n(Use `node --trace-deprecation` …)"],
    ],
    [["gone"]],
  ]);
});
