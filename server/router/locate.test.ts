import { expect, test } from "vitest";
import type { LookupResult, RoutingKey } from "#server/routing-key.ts";
import type { Cell } from "./cells.ts";
import { createLocate, locateUser } from "./locate.ts";

type Reply = Partial<LookupResult> | "silent";

/** A cell that replies so, and how many lookups it received. */
function aCell(name: string, reply: (key: RoutingKey) => Reply): Cell & { lookups: RoutingKey[] } {
  const lookups: RoutingKey[] = [];
  const cell = {
    name,
    lookups,
    isSilent: () => false,
    noteSilence: () => {},
    async lookUp(key: RoutingKey) {
      lookups.push(key);
      const result = reply(key);
      if (result === "silent") throw new Error("silent");
      return { isKnown: false, sessionSecret: "", ...result };
    },
  };
  return cell as unknown as Cell & { lookups: RoutingKey[] };
}

const known = { isKnown: true };
const secret = (hash: string): RoutingKey => ({ kind: "stored", of: "user", hash });
const proxy: RoutingKey = { kind: "oauthProxy", id: 1 };

test.each<[string, RoutingKey, Reply, Reply, string]>([
  ["a secret of the second", secret("a"), {}, known, "two"],
  ["a secret of the second while the first is silent", secret("a"), "silent", known, "two"],
  ["a secret of none", secret("a"), {}, {}, "unknown"],
  ["a secret of none that responds", secret("a"), {}, "silent", "silent"],
  ["an id of the first", proxy, known, {}, "one"],
  ["an id of both", proxy, known, known, "ambiguous"],
  ["an id of one while the other is silent", proxy, known, "silent", "silent"],
])("%s is found there, or said to be nowhere", async (_, key, first, second, expected) => {
  const found = await createLocate([aCell("one", () => first), aCell("two", () => second)])(key);
  expect(typeof found === "string" ? found : found.cell.name).toBe(expected);
});

test("found cells are remembered for a minute, unknown keys for five seconds, and silence not at all", async () => {
  let time = 0;
  for (const [reply, remembered] of [
    [known, 60_000],
    [{}, 5000],
  ] as const) {
    const cell = aCell("one", () => reply);
    const locate = createLocate([cell], { now: () => time });
    time = 0;
    for (const at of [0, remembered - 1, remembered]) {
      time = at;
      await locate(secret("a"));
    }
    expect(cell.lookups).toHaveLength(2);
  }
  const silent = aCell("one", () => "silent");
  const locate = createLocate([silent], { now: () => time });
  for (const key of [secret("a"), secret("a")]) await locate(key);
  expect(silent.lookups).toHaveLength(2);
});

test("the oldest are forgotten when there are too many", async () => {
  const cell = aCell("one", () => known);
  const locate = createLocate([cell], { mostCached: 2 });
  for (const hash of ["a", "b", "c", "b", "a"]) await locate(secret(hash));
  expect(cell.lookups.map((key) => (key as { hash: string }).hash)).toEqual(["a", "b", "c", "a"]);
});

test("users are looked up each time, and the oldest of an address counts", async () => {
  const cells = [aCell("one", () => ({ ...known, since: 2 })), aCell("two", () => ({ ...known, since: 1 }))];
  for (const _ of [1, 2]) expect((await locateUser(cells, "a@x.test")).cell?.name).toBe("two");
  expect(cells.map(({ lookups }) => lookups.length)).toEqual([2, 2]);
  const partial = [aCell("one", () => known), aCell("two", () => "silent")];
  expect(await locateUser(partial, "a@x.test")).toEqual({ cell: partial[0], isPartial: true });
});
