import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { callCycles } from "./call-cycles.ts";
import { openDraft } from "./draft.ts";

const calls = new Map([
  [1, { name: "One", runs: [2] }],
  [2, { name: "Two", runs: [3, 4] }],
  [3, { name: "Three", runs: [1] }],
  [4, { name: "Four", runs: [4] }],
]);
const runs = (...ids: unknown[]) =>
  openDraft({
    name: "f",
    steps: ids.map((formulaId, at) => ({ name: `s${at}`, type: "formula", properties: { formulaId } })),
  });
const loaded = (formulaId: number | null, ...ids: unknown[]) =>
  callCycles(runs(...ids), formulaId, calls, ENGLISH).map(({ at, message }) => [at, message]);

test.each<[string, number | null, unknown, string | undefined]>([
  ["itself", 1, 1, "This step runs its own formula, which would never end."],
  [
    "one that runs one that runs it",
    1,
    "2",
    "These formulas run each other in a cycle: this formula, Two, Three, and this formula again.",
  ],
  ["one that only runs itself", 1, 4, undefined],
  ["one that nobody knows", 1, 99, undefined],
  ["one that a variable names", 1, "${config.other}", undefined],
  ["any, and is new", null, 1, undefined],
])("a formula that runs %s", (_, formulaId, called, message) => {
  expect(loaded(formulaId, called)).toEqual(message === undefined ? [] : [[{ step: "s0" }, message]]);
});

test("reports every step that closes a cycle", () => {
  expect(loaded(3, 1, 4, 2).map(([at]) => at)).toEqual([{ step: "s0" }, { step: "s2" }]);
});
