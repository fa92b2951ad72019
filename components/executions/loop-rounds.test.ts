import { expect, test } from "vitest";
import { type Entry, endsLoop, groupRounds, includesRecord } from "./loop-rounds.ts";
import type { RunStep } from "./run-visits.ts";

let id = 0;
const record = (name: string, more: Partial<RunStep> = {}): RunStep =>
  ({ id: ++id, path: "", name, type: "script", status: "success", error: null, attempt: 1, ...more }) as RunStep;
const entry = (name: string, round: number | null = null) => record(name, { type: "loop", round, iteration: 1 });
const done = (name: string) => record(name, { type: "loop", status: "failed" });
const failed = (name: string) => record(name, { status: "failed", error: "boom" });

/** `each[1:a !2:b]` is a loop with two rounds, of which the second failed. */
const textOf = (entries: readonly Entry[]): string =>
  entries
    .map((one) =>
      "step" in one
        ? one.step.name
        : `${one.loop.name}[${one.rounds.map((round) => `${round.failures ? "!" : ""}${round.number}:${textOf(round.entries)}`).join(" ")}]`,
    )
    .join(",");

test.each([
  ["no loop", [record("a"), record("b")], "a,b"],
  ["a loop", [entry("l"), record("a"), entry("l"), record("a"), done("l"), record("z")], "l[1:a 2:a],l,z"],
  ["one round", [entry("l"), record("a"), done("l")], "l,a,l"],
  ["an empty list", [done("l"), record("z")], "l,z"],
  ["failed rounds first", [entry("l"), record("a"), entry("l"), failed("a"), done("l")], "l[!2:a 1:a],l"],
  ["a run that ended inside", [entry("l"), record("a"), entry("l"), failed("a")], "l[!2:a 1:a]"],
  [
    "nested loops",
    [
      ...[entry("o"), entry("i"), record("a"), entry("i"), record("a"), done("i")],
      ...[entry("o"), entry("i"), record("a"), entry("i"), failed("a"), done("i"), done("o")],
    ],
    "o[!2:i[!2:a 1:a],i 1:i[1:a 2:a],i],o",
  ],
  [
    "a loop of another formula with the same name",
    [entry("l"), record("l", { path: "/call#0", type: "loop" }), entry("l"), record("a"), done("l")],
    "l[1:l 2:a],l",
  ],
])("%s", (_, records, text) => {
  expect(textOf(groupRounds(records))).toBe(text);
});

test("records are found in the rounds of nested loops", () => {
  const inner = record("a");
  const entries = groupRounds([
    entry("o"),
    entry("i"),
    record("a"),
    entry("i"),
    inner,
    done("i"),
    entry("o"),
    done("o"),
  ]);
  expect(includesRecord(entries, inner.id)).toBe(true);
  expect(includesRecord(entries, -1)).toBe(false);
  expect(includesRecord(entries, undefined)).toBe(false);
});

test("every record is listed once, whatever the order", () => {
  const records = Array.from({ length: 60 }, (_, n) =>
    n % 3 === 0 ? entry(`l${n % 4}`) : n % 7 === 0 ? done(`l${n % 4}`) : record("a"),
  );
  const idsIn = (entries: readonly Entry[]): number[] =>
    entries.flatMap((one) =>
      "step" in one ? [one.step.id] : one.rounds.flatMap(({ head, entries }) => [head.id, ...idsIn(entries)]),
    );
  expect(idsIn(groupRounds(records)).sort((a, b) => a - b)).toEqual(records.map((one) => one.id));
});

test("the record behind the last round ends a loop, one that failed does not", () => {
  expect([entry("l"), done("l"), record("a"), failed("l")].map(endsLoop)).toEqual([false, true, false, false]);
});

test("rounds behind steps that are not loaded have the numbers of their items", () => {
  const numbered = [entry("l", 334), record("a"), entry("l", 335), record("a"), entry("l"), record("a"), done("l")];
  expect(textOf(groupRounds([record("b"), ...numbered]))).toBe("b,l[334:a 335:a 336:a],l");
});
