import { expect, test } from "vitest";
import { connectToken, originOfToken } from "./connect-token.ts";

const SECRET = "secret of the tests";
const origin = "https://app.example.com";
const token = connectToken(SECRET, { random: "r".repeat(43), origin });

test("a token names the origin that may frame its page", () => expect(originOfToken(SECRET, token)).toBe(origin));

const [random, , signature] = token.split(".");
test.each([
  ["another secret", () => originOfToken("another secret", token)],
  ["no secret", () => originOfToken(undefined, token)],
  [
    "another origin",
    () =>
      originOfToken(SECRET, [random, Buffer.from("https://evil.example").toString("base64url"), signature].join(".")),
  ],
  ["a cut signature", () => originOfToken(SECRET, token.slice(0, -1))],
  ["no token", () => originOfToken(SECRET, "none")],
])("with %s there is none", (_, read) => expect(read()).toBeUndefined());
