import { expect, test } from "vitest";
import { verifiedEmail } from "./verified-email.ts";

test("a verified address is taken", () => {
  expect(verifiedEmail({ sub: "1", email: "ada@example.test", email_verified: true })).toBe("ada@example.test");
});

test.each([
  undefined,
  null,
  {},
  { email: "ada@example.test" },
  { email: "ada@example.test", email_verified: false },
  { email: "ada@example.test", email_verified: null },
  { email: "ada@example.test", email_verified: "true" },
  { email: "ada@example.test", email_verified: "false" },
  { email: "ada@example.test", email_verified: 1 },
  { email: "", email_verified: true },
  { email: ["ada@example.test"], email_verified: true },
  { email_verified: true },
])("%j is not verified", (claims) => expect(verifiedEmail(claims)).toBeUndefined());
