import { describe, expect, test } from "vitest";
import { isLetter, type TreeRow, treeMove, typeAhead } from "./tree-keys.ts";

const row = (key: string, level: number, isOpen?: boolean): TreeRow => ({ key, level, label: key, isOpen });
const ROWS = [row("trigger", 0), row("loop", 0, true), row("price", 1), row("inner", 1, false), row("print", 0)];

test.each([
  ["trigger", "ArrowDown", { focus: "loop" }],
  ["trigger", "ArrowUp", { focus: "trigger" }],
  ["print", "ArrowDown", { focus: "print" }],
  ["price", "Home", { focus: "trigger" }],
  ["price", "End", { focus: "print" }],
  ["inner", "ArrowRight", { toggle: "inner" }],
  ["loop", "ArrowRight", { focus: "price" }],
  ["trigger", "ArrowRight", { focus: "trigger" }],
  ["loop", "ArrowLeft", { toggle: "loop" }],
  ["inner", "ArrowLeft", { focus: "loop" }],
  ["print", "ArrowLeft", { focus: "print" }],
  ["price", "Enter", undefined],
  ["price", "constructor", undefined],
  ["gone", "ArrowDown", undefined],
])("%s, %s", (current, key, move) => {
  expect(treeMove(ROWS, current, key)).toEqual(move);
});

describe("type-ahead", () => {
  const type = (current: string, ...keys: [key: string, timeStamp: number][]) => {
    const find = typeAhead();
    return keys.reduce((now, [key, timeStamp]) => find(ROWS, now, { key, timeStamp }) ?? now, current);
  };
  test.each([
    ["the next row with the letter", "trigger", [["p", 0]], "price"],
    ["the next one after it", "price", [["p", 0]], "print"],
    ["from the end to the beginning", "print", [["L", 0]], "loop"],
    [
      "the same letter again",
      "trigger",
      [
        ["p", 0],
        ["p", 100],
      ],
      "print",
    ],
    [
      "a text stays at a row that begins so",
      "trigger",
      [
        ["p", 0],
        ["r", 100],
        ["i", 200],
        ["c", 300],
      ],
      "price",
    ],
    [
      "and goes on to one that does",
      "trigger",
      [
        ["p", 0],
        ["r", 100],
        ["i", 200],
        ["n", 300],
      ],
      "print",
    ],
    [
      "a pause begins anew",
      "trigger",
      [
        ["p", 0],
        ["i", 1000],
      ],
      "inner",
    ],
    ["nothing for what is not there", "loop", [["x", 0]], "loop"],
  ] as [string, string, [string, number][], string][])("%s", (_, from, keys, to) => {
    expect(type(from, ...keys)).toBe(to);
  });
});

test.each([
  ["a", {}, true],
  ["?", {}, true],
  [" ", {}, false],
  ["F2", {}, false],
  ["a", { ctrlKey: true }, false],
])("%s with %o is a letter: %s", (key, held, is) => {
  expect(isLetter({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })).toBe(is);
});
