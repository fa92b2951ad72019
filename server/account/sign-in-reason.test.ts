import { expect, test } from "vitest";
import { signInReason } from "./sign-in-reason.ts";

const JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";
const NONCE = "pX3qk7VhZ0b9TnYw2LrQmE5sJd8fUgA1";

class RPError extends Error {
  override name = "RPError";
}

/** As next-auth wraps errors: their name is only in the stack. */
function wrapped(error: Error): Error {
  const outer = Object.assign(new Error(error.message), { name: "OAuthCallbackError" });
  outer.stack = `${error.name}: ${error.message}\n    at somewhere`;
  return outer;
}

test.each([
  [
    wrapped(new RPError("unexpected iss value, expected https://one.test, got: https://two.test")),
    "RPError: unexpected iss value, expected https://one.test, got: https://two.test",
  ],
  [
    wrapped(new RPError("aud mismatch, expected formulary, got: 0f8fad5b-d9cb-469f-a165-70867728950e")),
    "RPError: aud mismatch, expected formulary, got: 0f8fad5b-d9cb-469f-a165-70867728950e",
  ],
  [
    wrapped(new SyntaxError(`Unexpected token '<', "<html>secret" is not valid JSON`)),
    "SyntaxError: the response is not JSON",
  ],
  [
    wrapped(new RPError(`failed to decode JWT (SyntaxError: Unexpected token 'a', "ada@acme.te" is not valid JSON)`)),
    "RPError: failed to decode JWT (SyntaxError: the response is not JSON",
  ],
  [wrapped(new RPError(`nonce mismatch, expected ${NONCE}, got: ${NONCE}x`)), "RPError: nonce mismatch, expected ***"],
  [wrapped(new TypeError("State cookie was missing.")), "TypeError: State cookie was missing."],
  [wrapped(new RPError(`the token ${JWT} is bad`)), "RPError: the token ********"],
  [wrapped(new RPError("invalid_grant (code c0de of hush)")), "RPError: invalid_grant (code ******** of ********)"],
  [wrapped(new RPError(`line\nbreak ${"x ".repeat(1000)}`)), "RPError: line break x x"],
])("the reason of %s is logged", (error, reason) => {
  const logged = signInReason("OAUTH_CALLBACK_ERROR", { error, providerId: "oidc" }, ["c0de", "hush", ""]) ?? "";
  expect(logged).toContain(reason);
  expect(logged.length).toBeLessThanOrEqual(300);
  for (const secret of [JWT, NONCE, "c0de", "hush", "<html>", "ada@"]) expect(logged).not.toContain(secret);
});

test("the description of a refusal by the provider is logged, and nothing about a sign-in with a password", () => {
  const refused = { error: new Error("access_denied"), error_description: "No license", providerId: "oidc" };
  expect(signInReason("OAUTH_CALLBACK_HANDLER_ERROR", refused, [])).toBe("Error: access_denied (No license)");
  expect(signInReason("CALLBACK_CREDENTIALS_HANDLER_ERROR", new Error("password hunter2"), [])).toBeUndefined();
});
