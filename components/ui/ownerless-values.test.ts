import { expect, test, vi } from "vitest";
import { FakeStorage } from "../testing/fake-storage.ts";
import { forgetOwnerless } from "./ownerless-values.ts";

const stored = (texts: Record<string, string>) => Object.assign(new FakeStorage(), texts);

test("deletes what earlier versions stored without saying whose it is, and nothing else", () => {
  const local = stored({
    "formulary.run-views": "[]",
    "formulary.positions.12": "{}",
    "formulary.test.connection.crm": "7",
    "formulary.zone": "UTC",
    "formulary.recent-steps": "script",
    "formulary.split-runs": "40",
    "run-views": "of another application",
  });
  const session = stored({ "formulary-draft-12-": "{}", "formulary 1 a@example.test draft formula 12 ": "{}" });
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  forgetOwnerless();
  expect(Object.keys(local)).toEqual(["formulary.zone", "formulary.recent-steps", "formulary.split-runs", "run-views"]);
  expect(Object.keys(session)).toEqual(["formulary 1 a@example.test draft formula 12 "]);
});

test("does nothing where the browser forbids storage", () => {
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  expect(forgetOwnerless).not.toThrow();
});
