import fc from "fast-check";
import { expect, test } from "vitest";
import { readAuthorization } from "./authorization-header.ts";

test.each([
  ["User a, Organization b", { user: "a", organization: "b" }],
  ["Organization b,User a", { user: "a", organization: "b" }],
  ["  user a ,\tORGANIZATION   b  ", { user: "a", organization: "b" }],
  ["User a/+=, Element b==, Organization c", { user: "a/+=", element: "b==", organization: "c" }],
  ["Bearer abc.def", { bearer: "abc.def" }],
])("%j is read", (header, parts) => expect(readAuthorization(header)).toEqual(parts));

test.each([
  undefined,
  null,
  "",
  " ",
  ",",
  "User",
  "User ",
  "User a,",
  "User a, User b",
  "User a b",
  "User\ta",
  "Basic a",
  "__proto__ a",
  "User \u0000",
  "User \u00e9",
  `User ${"a".repeat(1025)}`,
  `User a, Organization ${"b".repeat(9000)}`,
])("%j is not", (header) => expect(readAuthorization(header)).toBeNull());

test("any two secrets survive the header, in either order", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9/+=_-]{1,80}$/);
  fc.assert(
    fc.property(secret, secret, (user, organization) => {
      expect(readAuthorization(`User ${user}, Organization ${organization}`)).toEqual({ user, organization });
      expect(readAuthorization(`Organization ${organization}, User ${user}`)).toEqual({ user, organization });
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (header) => void readAuthorization(header)));
});
