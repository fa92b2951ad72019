import { describe, expect, test } from "vitest";
import { byDefinition, defaultKeysOf } from "./followed-defaults.ts";

const entry = (key: string, defaultValue?: string, required = false) => ({
  ...{ key, name: key, description: key, required, active: true, internal: false, hideFromConsole: false },
  ...{ type: "TEXTFIELD_1000" as const, ...(defaultValue !== undefined && { defaultValue }) },
});
const definition = (...configuration: ReturnType<typeof entry>[]) =>
  ({ authentication: { type: "custom" }, configuration }) as unknown as Parameters<typeof byDefinition>[0];
const account = (given: Record<string, string>, defaults: Record<string, string>) => {
  const configuration = { ...defaults, ...given };
  return { configuration, defaultKeys: defaultKeysOf(given, configuration) };
};
const HOME = "https://api.acme.test";

test("defaults follow the definition; what was entered or brought stays", () => {
  const connected = account(
    { region: "eu", "oauth.user.token": "t" },
    { "api.version": "1", "pagination.type": "page" },
  );
  const next = definition(entry("region", "us"), entry("api.version", "2"), entry("added", "new"));
  expect(byDefinition(next, connected)).toEqual({
    ...{ region: "eu", "oauth.user.token": "t", "api.version": "2", added: "new" },
  });
});

describe("secrets stay at the hosts that they were entered for (E08)", () => {
  const cases: [string, Record<string, string>, Record<string, string>, Record<string, string>, string | null][] = [
    ["another path", {}, { "base.url": `${HOME}/v1` }, { "base.url": `${HOME}/v2` }, null],
    ["another host", {}, { "base.url": HOME }, { "base.url": "https://evil.test" }, "base.url"],
    ["another scheme", {}, { "base.url": HOME }, { "base.url": "http://api.acme.test" }, "base.url"],
    [
      "another host in a list",
      {},
      { "base.url": HOME },
      { "base.url": HOME, "allowed.origins": "https://evil.test" },
      "allowed.origins",
    ],
    [
      "the host of another address of its kind",
      {},
      { "base.url": HOME, "allowed.origins": "https://files.acme.test" },
      { "base.url": "https://files.acme.test" },
      null,
    ],
    [
      "another token address",
      {},
      { "oauth.token.url": `${HOME}/token` },
      { "oauth.token.url": "https://evil.test/token" },
      "oauth.token.url",
    ],
    [
      "another value of a placeholder",
      {},
      { "base.url": "https://{host}/v1", host: "acme.test" },
      { "base.url": "https://{host}/v1", host: "evil.test" },
      "base.url",
    ],
    [
      "a placeholder that was entered",
      { host: "acme.test" },
      { "base.url": "https://{host}/v1" },
      { "base.url": "https://{host}/v2", host: "evil.test" },
      null,
    ],
    ["the first address", {}, {}, { "base.url": HOME }, null],
  ];
  test.each(cases)("%s", (_, given, before, after, refused) => {
    const next = definition(...Object.entries(after).map(([key, value]) => entry(key, value)));
    const follow = () => byDefinition(next, account(given, before));
    if (refused === null) expect(follow()).toMatchObject(given);
    else expect(follow).toThrow(new RegExp(`^${refused} leads to another host now`));
  });
});

test("a value that is required now is named", () => {
  expect(() => byDefinition(definition(entry("company", undefined, true)), account({}, {}))).toThrow(
    /company is required/,
  );
});
