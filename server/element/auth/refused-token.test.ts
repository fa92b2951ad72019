import { expect, test } from "vitest";
import { adviceFor } from "./refused-token.ts";

test.each([
  [{ error: "invalid_client" }, true, /client id or the client secret is wrong/],
  [{ error: "invalid_client" }, false, /client id or the client secret is wrong/],
  [{ error: "unsupported_grant_type" }, true, /oauth\.grant\.type/],
  [{ error: "invalid_scope" }, false, /oauth\.scope/],
  [{ error: "invalid_grant" }, true, /^Grant access again\.$/],
  [{ error: "toString" }, true, /^Grant access again\.$/],
  ["<html>", false, /^Check the credentials of the client/],
])("%j of a grant by a person (%s) advises %s", (body, isByPerson, advice) => {
  expect(adviceFor(body, { isByPerson })).toMatch(advice);
});
