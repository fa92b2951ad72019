import { expect, test } from "vitest";
import type { Caller } from "./caller.ts";
import { coversFormula, coversInstance, limitedBy, limitOf, type Rights } from "./run-limit.ts";

const [VIEWER, DESIGNER, ADMINISTRATOR, OF_ALL] = [0, 1, 2, 3].map((rank) => ({
  rank,
  seesAllAccounts: rank > 2,
  accountId: 7,
})) as [Rights, Rights, Rights, Rights];
const inDefaultAccount = (rights: Rights) => ({ ...rights, seesAllAccounts: true });
const by = (rights: Rights, accountId = 7): Rights => ({ ...rights, accountId });

test.each<[string, Rights, ReturnType<typeof by>[], ReturnType<typeof limitOf>]>([
  ["nobody else", OF_ALL, [], null],
  ["somebody with the same rights", DESIGNER, [by(DESIGNER)], null],
  ["somebody with more rights", DESIGNER, [by(OF_ALL)], null],
  ["a designer", inDefaultAccount(OF_ALL), [by(inDefaultAccount(DESIGNER))], { rank: 1, accountId: null }],
  ["somebody who is a viewer now", ADMINISTRATOR, [by(VIEWER)], { rank: 1, accountId: null }],
  ["a viewer, for a viewer", VIEWER, [by(VIEWER)], null],
  ["an administrator of another account", OF_ALL, [by(ADMINISTRATOR, 8)], { rank: 2, accountId: 8 }],
  ["two of one account", OF_ALL, [by(DESIGNER, 8), by(ADMINISTRATOR, 8)], { rank: 1, accountId: 8 }],
  [
    "two of two accounts, which see none in common",
    OF_ALL,
    [by(DESIGNER, 8), by(DESIGNER, 9)],
    { rank: 1, accountId: 0 },
  ],
  ["somebody of another account, for who sees only their own", DESIGNER, [by(DESIGNER, 8)], null],
])("the limit of a formula that was published by %s", (_, owner, publishers, limit) => {
  expect(limitOf(owner, publishers)).toEqual(limit);
});

const caller: Caller = { organizationId: 1, accountId: 2, userId: 3, seesAllAccounts: true, role: "administrator" };

test.each([
  [
    { rank: 1, accountId: null },
    { role: "designer", accountId: 2, seesAllAccounts: true },
  ],
  [
    { rank: 2, accountId: null },
    { role: "administrator", accountId: 2, seesAllAccounts: true },
  ],
  [
    { rank: 1, accountId: 8 },
    { role: "designer", accountId: 8, seesAllAccounts: false },
  ],
])("within %j the owner is %j", (limit, expected) => {
  expect(limitedBy(limit, caller)).toEqual({ ...caller, ...expected, limit });
});

test("a viewer stays one", () => {
  expect(limitedBy({ rank: 1, accountId: null }, { ...caller, role: "viewer" }).role).toBe("viewer");
});

test("a limit to an account covers its formulas, those of the default account, and its connections", () => {
  const limit = { rank: 1, accountId: 8 };
  const formula = { userId: 1, accountId: 9, isOfDefaultAccount: false };
  expect(coversFormula(limit, formula)).toBe(false);
  expect(coversFormula(limit, { ...formula, accountId: 8 })).toBe(true);
  expect(coversFormula(limit, { ...formula, isOfDefaultAccount: true })).toBe(true);
  expect(coversFormula({ rank: 1, accountId: null }, formula)).toBe(true);
  const covers = (one: Parameters<typeof coversInstance>[0], accountId: number) =>
    coversInstance(one, { id: 1, accountId });
  expect([covers(limit, 8), covers(limit, 9), covers(null, 9)]).toEqual([true, false, true]);
  expect(covers({ ...limit, bound: new Set([1]) }, 9)).toBe(true);
});
