import { expect, test } from "vitest";
import { afterProvider, invitationIn, wantedIn } from "./after-provider.ts";

const BASE = {
  location: "https://f.test/runs?status=failed",
  wanted: "/runs?status=failed" as string | undefined,
  providerError: null as string | null,
  refusal: undefined as string | undefined,
  isNew: false,
  hasSession: false,
};
const FAILED = "https://f.test/api/auth/error?error=OAuthCallback";

test.each<[string, Partial<typeof BASE>, string]>([
  ["success", {}, BASE.location],
  ["success on a page with an error of its own", { location: "/runs?error=x" }, "/runs?error=x"],
  ["an accepted invitation", { location: "/invite/abc", wanted: "/invite/abc", isNew: true }, "/home"],
  ["an invitation that was accepted from another page", { isNew: true }, BASE.location],
  ["a failure", { location: FAILED }, "/sign-in?error=OAuthCallback&callbackUrl=%2Fruns%3Fstatus%3Dfailed"],
  ["a failure without a wanted page", { location: FAILED, wanted: undefined }, "/sign-in?error=OAuthCallback"],
  [
    "a refusal by the provider",
    { location: FAILED, wanted: undefined, providerError: "access_denied" },
    "/sign-in?error=AccessDenied",
  ],
  [
    "another error of the provider",
    { location: FAILED, wanted: undefined, providerError: "server_error" },
    "/sign-in?error=OAuthCallback",
  ],
  [
    "a person whom the product refuses",
    { location: "/sign-in?error=Unknown", refusal: "Unknown", hasSession: true },
    "/sign-in?error=Unknown&callbackUrl=%2Fruns%3Fstatus%3Dfailed",
  ],
  ["an old address, with a session", { location: FAILED, hasSession: true }, "/runs?status=failed"],
  ["an old address, with a session, from nowhere", { location: FAILED, wanted: undefined, hasSession: true }, "/home"],
  [
    "a failure that began at an invitation",
    { location: FAILED, wanted: "/invite/a-b_c?error=x" },
    "/invite/a-b_c?error=OAuthCallback",
  ],
])("%s", (_, more, where) => {
  expect(afterProvider({ ...BASE, ...more })).toBe(where);
});

test.each([
  ["https://f.test/runs?a=b#c", "/runs?a=b#c"],
  ["https://f.test", undefined],
  ["https://f.test/sign-in?error=x", undefined],
  ["https://f.test//elsewhere.test", undefined],
  ["javascript:alert(1)", undefined],
  ["nonsense", undefined],
  [undefined, undefined],
])("the wanted page of %s", (cookie, path) => {
  expect(wantedIn(cookie)).toBe(path);
});

test("only the page of an invitation names one", () => {
  expect(["/invite/a-b_c", "/runs", undefined].map(invitationIn)).toEqual(["a-b_c", undefined, undefined]);
});
