import type { Caller } from "#server/account/caller.ts";
import { isOwnership, type Ownership } from "#server/element/definition/ownership.ts";
import type { Prisma } from "#server/generated/prisma/client.ts";
import { ownScope } from "../database/scope.ts";
import { byFlag, byId, byText, namesOf, type SearchedColumns } from "../database/searched-columns.ts";

/** The viewer of elements; undefined sees only the catalog. */
export type Viewer = Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts"> | undefined;

const NOTHING: Prisma.ElementWhereInput = { id: { in: [] } };

const ownedAs = (viewer: Viewer): Record<Ownership, Prisma.ElementWhereInput> => ({
  yours: viewer ? { isCatalog: false, ...ownScope(viewer) } : NOTHING,
  shared: viewer ? { isCatalog: false, NOT: ownScope(viewer) } : NOTHING,
  builtIn: { isCatalog: true },
});

/** The columns that lists can be filtered by. */
export const columnsFor = (viewer: Viewer): SearchedColumns<Prisma.ElementWhereInput> => ({
  id: byId,
  key: byText("key"),
  name: byText("name"),
  hub: byText("hub"),
  private: (values) => ({ OR: values.map((value) => ({ isCatalog: value !== "true" })) }),
  extended(values) {
    const nothing = ["resources", "objects", "fields"].map((list) => ({ definition: { path: [list], equals: [] } }));
    const extended = { extensions: { some: { accountId: viewer?.accountId ?? 0, NOT: { AND: nothing } } } };
    return { OR: values.map((value) => (value === "true" ? extended : { NOT: extended })) };
  },
  ownership: (values) => ({ OR: values.filter(isOwnership).map((value) => ownedAs(viewer)[value]) }),
  // Selects the level of detail and does not filter rows.
  abridged: () => ({}),
  active: byFlag("active"),
});
export const SEARCHED = namesOf(columnsFor(undefined));

/** The elements that a viewer sees: those of the catalog, its own, and those that are shared with its account. */
export function seenBy(viewer: Viewer): Prisma.ElementWhereInput {
  if (!viewer) return { isCatalog: true };
  return {
    OR: [{ isCatalog: true }, ownScope(viewer), { accesses: { some: { accountId: viewer.accountId } } }],
  };
}

type InAccount = { accountId: number } | undefined;

export const accessOf = (viewer: InAccount) => ({ accesses: { where: { accountId: viewer?.accountId ?? 0 } } });

export const extensionOf = (viewer: InAccount) => ({
  extensions: { where: { accountId: viewer?.accountId ?? 0 } },
  ...accessOf(viewer),
});

type Ranked = { accountId: number; isCatalog: boolean; accesses: readonly unknown[] };

/** The order in which elements with the same key take precedence: the account's own, shared ones, the catalog. */
export const precedence = (viewer: Viewer, { accountId, isCatalog, accesses }: Ranked): number => {
  if (accountId === viewer?.accountId) return 0;
  if (isCatalog) return 2;
  return accesses.length > 0 ? 1 : 3;
};
