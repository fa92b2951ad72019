import { expect, test } from "vitest";
import { connectionStateOf } from "./connection-state.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const granted = (hours: number, more: Record<string, string> = {}) => ({
  "oauth.user.token": "*****",
  "oauth.user.refresh_time": String(NOW.getTime()),
  "oauth.user.refresh_interval": String(hours * 3600),
  ...more,
});
const standing = (configuration: Record<string, string>, facts = {}) =>
  connectionStateOf({ valid: true, disabled: false, configuration, ...facts }, NOW);

test.each([
  ["one with a key works", {}, { standing: "works" }],
  [
    "a grant that is refreshed works, however short its tokens live",
    granted(1, { "oauth.user.refresh_token": "*****" }),
    { standing: "works" },
  ],
  [
    "so does one that the client asks for itself",
    granted(1, { "oauth.grant.type": "client_credentials" }),
    { standing: "works" },
  ],
  [
    "a grant without refreshes is reported three days before it expires",
    granted(48),
    { standing: "ending", endsAt: "2026-03-03T12:00:00.000Z" },
  ],
  ["not sooner", granted(24 * 30), { standing: "works" }],
  ["and that it has ended", granted(-1), { standing: "ended", endsAt: "2026-03-01T11:00:00.000Z" }],
  ["its end is what the provider said", granted(1, { "oauth.user.expires_in": "864000" }), { standing: "works" }],
  ["one of which the provider said nothing works", granted(-1, { "oauth.user.expires_in": "" }), { standing: "works" }],
  ["a grant of unknown life works", { "oauth.user.token": "*****" }, { standing: "works" }],
])("%s", (_, configuration, expected) => {
  expect(standing(configuration as Record<string, string>)).toEqual(expected);
});

test("reports that no request has succeeded only if nothing else is known", () => {
  const unproven = { standing: "unused", days: 30 } as const;
  expect(standing({}, { unproven })).toEqual(unproven);
  expect(standing(granted(-1), { unproven })).toMatchObject({ standing: "ended" });
  expect(standing({}, { unproven, valid: false })).toEqual({ standing: "revoked" });
});

test("reports a deactivated or revoked connection first", () => {
  expect(standing(granted(1), { valid: false })).toEqual({ standing: "revoked" });
  expect(standing(granted(1), { valid: false, disabled: true })).toEqual({ standing: "disabled" });
});
