import { describe, expect, test, vi } from "vitest";
import { runStep, sandboxReturning } from "#server/testing/fake-formula-ports.ts";
import { filter } from "./filter.ts";
import { script } from "./script.ts";

const refuse = () => Promise.reject(new Error("not used"));

describe("script (spec §2.5)", () => {
  test.each([
    ["hands on what it said", { value: { a: 1 } }, { took: "onSuccess", output: { a: 1 } }],
    [
      "keeps its console and its messages beside",
      { value: 5, console: ["x"], notify: [{ to: "a", subject: "s", body: "b" }] },
      { took: "onSuccess", output: 5, notes: { console: ["x"], notify: [{ to: "a", subject: "s", body: "b" }] } },
    ],
    [
      "keeps its console when it fails",
      { ok: false as const, error: "boom", console: ["x"] },
      { took: "onFailure", error: "boom", notes: { console: ["x"] } },
    ],
  ])("%s", async (_, result, outcome) => {
    expect(await runStep(script, { body: "done()" }, { ports: { sandbox: sandboxReturning(result) } })).toEqual(
      outcome,
    );
  });

  test("its own ${…} is left alone, and without an engine it is v2", async () => {
    const run = vi.fn(async () => ({ ok: true as const, value: 1, console: [], notify: [] }));
    await runStep(
      script,
      { body: "done(`${config.a}`)" },
      { context: { config: { a: 1 } }, ports: { sandbox: { run, walk: refuse } } },
    );
    expect(run).toHaveBeenCalledWith(
      { body: "done(`${config.a}`)", scriptEngine: "v2", context: expect.objectContaining({ config: { a: 1 } }) },
      expect.any(AbortSignal),
    );
  });
});

describe("filter (spec §3)", () => {
  test.each([
    [true, { took: "onSuccess", output: { continue: true } }],
    [false, { took: "onFailure", output: { continue: false } }],
    ["true", { took: "onFailure", error: "A filter must call done(true) or done(false)." }],
    [undefined, { took: "onFailure", error: "A filter must call done(true) or done(false)." }],
  ])("done(%j)", async (value, outcome) => {
    expect(
      await runStep(filter, { body: "done()" }, { ports: { sandbox: sandboxReturning({ ok: true, value }) } }),
    ).toEqual(outcome);
  });
  test("a script that fails is an error", async () => {
    const ports = { sandbox: sandboxReturning({ ok: false, error: "boom" }) };
    expect(await runStep(filter, { body: "x" }, { ports })).toEqual({ took: "onFailure", error: "boom" });
  });
});
