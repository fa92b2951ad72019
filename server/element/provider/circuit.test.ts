import { beforeEach, describe, expect, test } from "vitest";
import { type Circuit, createCircuit, type Outcome } from "./circuit.ts";

const S = 1000;
let circuit: Circuit;
let now: number;
beforeEach(() => {
  circuit = createCircuit();
  now = 1_000_000;
});

/** Sends requests at once, and returns how many were let through. */
function call(outcome: Outcome, times = 1): number {
  let created = 0;
  for (let index = 0; index < times; index++) {
    const admission = circuit.admit(now);
    if (!admission.isAdmitted) continue;
    created++;
    circuit.record(now, outcome, admission);
  }
  return created;
}
const pass = (ms: number) => {
  now += ms;
};

describe("a provider that requests a pause (E18)", () => {
  test("is left alone for as long, and then called as before", () => {
    call({ restMs: 5 * S });
    expect(circuit.admit(now)).toEqual({ isAdmitted: false, why: "asked", waitMs: 5 * S });
    pass(5 * S);
    expect(call("well", 3)).toBe(3);
  });

  test("is requested again after a minute, whatever it requested", () => {
    call({ restMs: 1e12 });
    pass(60 * S - 1);
    expect(call("well")).toBe(0);
    pass(1);
    expect(call("well")).toBe(1);
  });
});

describe("a provider that fails", () => {
  test("is not called for half a minute once half of twenty calls failed", () => {
    call("well", 10);
    expect(call("failed", 30)).toBe(10);
    expect(circuit.admit(now)).toEqual({ isAdmitted: false, why: "failing", waitMs: 30 * S });
  });

  test("stays closed while fewer requests fail", () => {
    for (let index = 0; index < 50; index++) {
      call("well", 2);
      expect(call("failed")).toBe(1);
    }
  });

  test("is forgiven what was more than half a minute ago", () => {
    call("failed", 19);
    pass(31 * S);
    expect(call("failed", 19)).toBe(19);
  });

  test("is left alone after 20 calls in a row, also while the process is young", () => {
    now = 25 * S;
    expect(call("failed", 10)).toBe(10);
    pass(10 * S);
    expect([call("failed", 10), call("failed")]).toEqual([10, 0]);
  });

  test("is tried by one call after that, which opens it for all or for none", () => {
    call("failed", 20);
    pass(30 * S);
    const probe = circuit.admit(now);
    expect([probe, call("well")]).toEqual([{ isAdmitted: true, isProbe: true }, 0]);
    circuit.record(now, "failed", { isProbe: true });
    pass(30 * S - 1);
    expect(call("well")).toBe(0);
    pass(1);
    expect([call("well"), call("well", 5)]).toEqual([1, 5]);
  });

  test("is tried again at once when nobody waited for that call", () => {
    call("failed", 20);
    pass(30 * S);
    expect([call("unknown"), call("well"), call("well", 5)]).toEqual([1, 1, 5]);
  });

  test("is no failure when the call was not made, or nobody waited for it", () => {
    expect([call("unknown", 100), call("well")]).toEqual([100, 1]);
  });
});
