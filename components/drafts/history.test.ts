import { expect, test } from "vitest";
import { beginHistory, redo, remember, undo } from "./history.ts";

test("undoes and redoes changes", () => {
  const two = remember(remember(beginHistory(0), 1), 2);
  expect(undo(two).present).toBe(1);
  expect(undo(undo(undo(two))).present).toBe(0);
  expect(redo(undo(two)).present).toBe(2);
  expect(redo(two).present).toBe(2);
});

test("another change after undo forgets what was undone", () => {
  const other = remember(undo(remember(beginHistory(0), 1)), 5);
  expect(redo(other).present).toBe(5);
});

test("typing in one field is one step, until something else happens", () => {
  const typed = ["a", "ab", "abc"].reduce((history, text) => remember(history, text, "name"), beginHistory(""));
  expect(undo(typed).present).toBe("");
  expect(undo(remember(typed, "x", "other")).present).toBe("abc");
});

test("the same state is no step", () => {
  const one = beginHistory(0);
  expect(remember(one, 0)).toBe(one);
});
