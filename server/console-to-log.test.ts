import { afterEach, expect, test, vi } from "vitest";
import { consoleToLog } from "./console-to-log.ts";

const printer = globalThis.console;
const before = { ...printer };
afterEach(() => void Object.assign(printer, before));

test("libraries that print write to the log, at its levels", () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  consoleToLog(log);
  printer.log(" ✓ took %dms\n", 67);
  printer.warn("old", { key: 1 });
  printer.error(new Error("gone").message);
  printer.log("");
  expect([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls]).toEqual([
    [["✓ took 67ms"]],
    [["old { key: 1 }"]],
    [["gone"]],
  ]);
});
