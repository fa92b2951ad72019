import { expect, test } from "vitest";
import { createBuilder } from "./builder.ts";
import { nestedStore } from "./nested-draft.tsx";
import { textOf } from "./paths.ts";

const nesting = {
  read: ({ text }: Readonly<Record<string, unknown>>) => JSON.parse(textOf(text)) as Record<string, unknown>,
  write: (draft: Readonly<Record<string, unknown>>, json: unknown) => ({ ...draft, text: JSON.stringify(json) }),
};

const nested = () => {
  const outer = createBuilder({
    elementId: 1,
    elementKey: "acme",
    revision: 1,
    published: null,
    kept: null,
    keptDraft: null,
    mayChange: true,
    part: "events",
    item: null,
    draft: { name: "Acme", text: '{"a":1,"unknown":{"b":2}}' },
  });
  return { outer, inner: nestedStore(outer, nesting) };
};
const present = (store: ReturnType<typeof createBuilder>) => store.getState().history.present;

test("nested JSON is read and changed like an element, and the element around it stays", () => {
  const { outer, inner } = nested();
  expect(present(inner)).toEqual({ a: 1, unknown: { b: 2 } });
  inner.getState().set(["a"], 3);
  expect(present(outer)).toEqual({ name: "Acme", text: '{"a":3,"unknown":{"b":2}}' });
  expect(present(inner)).toEqual({ a: 3, unknown: { b: 2 } });
});

test("the same value makes no undo step, and undo of the element undoes it", () => {
  const { outer, inner } = nested();
  inner.getState().set(["a"], 1);
  expect(outer.getState().history.past).toEqual([]);
  inner.getState().set(["a"], 4);
  outer.getState().undo();
  expect(present(inner)).toEqual({ a: 1, unknown: { b: 2 } });
});

test("its state is the same object until the element changes", () => {
  const { outer, inner } = nested();
  const before = inner.getState();
  expect(inner.getState()).toBe(before);
  outer.getState().set(["name"], "Beacon");
  expect(inner.getState()).not.toBe(before);
  expect(present(inner)).toEqual(before.history.present);
});
