import { expect, test } from "vitest";
import { emptyContext, fakePorts, runStep } from "#server/testing/fake-formula-ports.ts";
import { loop } from "./loop.ts";

const visit = (list: unknown, memory?: number, path = "trigger.args.list", engine: "v1" | "v3" = "v3") =>
  loop.run({
    name: "loop",
    properties: { list: path },
    context: { ...emptyContext(), trigger: { args: { list } }, steps: { before: { list } } },
    ports: fakePorts(),
    engine,
    memory,
    attempt: 1,
    idempotencyKey: "",
    signal: new AbortController().signal,
  });

test.each<[string, unknown, number | undefined, object]>([
  [
    "hands out the first object",
    ["a", "b"],
    undefined,
    { took: "onSuccess", output: { entry: "a", index: 0 }, memory: 1 },
  ],
  ["goes on after the one before", ["a", "b"], 1, { took: "onSuccess", output: { entry: "b", index: 1 }, memory: 2 }],
  ["leaves by the other door at the end", ["a", "b"], 2, { took: "onFailure", output: {} }],
  ["leaves at once when the list is empty", [], undefined, { took: "onFailure", output: {} }],
  [
    "is an error over an object (B16)",
    { a: 1 },
    undefined,
    { took: "onFailure", error: "list: trigger.args.list is not a list.", reason: "noList" },
  ],
  [
    "is an error over text",
    "abc",
    undefined,
    { took: "onFailure", error: "list: trigger.args.list is not a list.", reason: "noList" },
  ],
  [
    "is an error over nothing",
    undefined,
    undefined,
    { took: "onFailure", error: "list: trigger.args.list is not a list.", reason: "noList" },
  ],
])("%s (spec §3)", async (_, list, memory, outcome) => {
  expect(await visit(list, memory)).toEqual(outcome);
});

test("outputs the index at the closing visit with engine v1", async () => {
  expect(await visit(["a"], 1, undefined, "v1")).toEqual({ took: "onFailure", output: { index: 1 } });
});

test.each([
  ["${trigger.args.list}", "v3"],
  ["before.list", "v1"],
  ["${before.list}", "v1"],
] as const)("the list may be written %s with %s", async (path, engine) => {
  expect(await visit(["a"], undefined, path, engine)).toMatchObject({ output: { entry: "a" } });
});

test("a missing list is named", async () => {
  expect(await runStep(loop, {}, {})).toMatchObject({ took: "onFailure", error: expect.stringMatching(/^list: /) });
});
