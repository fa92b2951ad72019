import { expect, test } from "vitest";
import { fuzzyScore } from "./fuzzy-score.ts";

test.each<[string, string, number | undefined]>([
  ["", "Loop", 0],
  ["loop", "Loop", 1],
  ["req", "HTTP request", 1],
  ["quest", "HTTP request", 2],
  ["o", "Loop", 2],
  ["elreq", "Element API request", 2],
  ["jsf", "JS filter", 2],
  ["ear", "Element API request", 3],
  ["el req", "Element API request", 3],
  ["retx", "Retry formula execution", 3],
  ["rex", "Retry formula execution", 2],
  ["rtyn", "Retry formula execution", undefined],
  ["fx", "Loop", undefined],
  ["oop loop", "Loop", undefined],
  ["tne", "HTTP request", undefined],
])("%j is %3$s from %2$s", (typed, name, expected) => {
  expect(fuzzyScore(name, typed)).toBe(expected);
});
