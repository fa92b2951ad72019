import { expect, test } from "vitest";
import { draftDigest } from "./draft-digest.ts";

test("the order of keys and undefined fields do not matter", () => {
  expect(draftDigest({ a: 1, b: { c: [1, null], d: undefined } })).toBe(draftDigest({ b: { c: [1, null] }, a: 1 }));
});

test.each([[{ a: 2 }], [{ a: "1" }], [{ a: [1] }], [{ b: 1 }], [[{ a: 1 }]], [null], [undefined]])(
  "%j is not the same as another value",
  (value) => expect(draftDigest(value)).not.toBe(draftDigest({ a: 1 })),
);
