import { expect, test } from "vitest";
import { isOwnedBy, ownerHeader, ownerOf } from "./page-owner.ts";

const ada = { id: "7", email: "ada@exämple.test" };

test.each([
  ["of the session", ownerHeader(ownerOf(ada)), true],
  ["with the id in another cell", ownerHeader(ownerOf({ ...ada, email: "ada@other.test" })), false],
  ["of another user", ownerHeader(ownerOf({ ...ada, id: "8" })), false],
  ["that is missing, as in requests of other clients", undefined, true],
])("a page owner %s: accepted is %s", (_, header, isAccepted) => {
  expect(isOwnedBy(header, ada)).toBe(isAccepted);
});

test("the header has only ASCII", () => {
  expect(ownerHeader(ownerOf(ada))).toMatch(/^[\x20-\x7e]+$/);
});
