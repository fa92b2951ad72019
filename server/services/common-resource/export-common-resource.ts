import { type CommonResourceExport, exported } from "#server/common-resource/exported.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ofAccount, ownersAbove } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { usesIn } from "./list-uses.ts";

/** A common resource of the caller's account and of the organization as a file; refuses notFound. */
export async function exportCommonResource(ctx: Context, name: string): Promise<CommonResourceExport> {
  const found = await findCommonResource(ctx, ctx.db.prisma, name);
  if (!found) throw new Failure("notFound", `There is no common resource ${JSON.stringify(name.slice(0, 100))}.`);
  return found;
}

/** Reads what `exportCommonResource` returns, also within a transaction; null if there is none. */
export async function findCommonResource(ctx: Context, db: Db, name: string): Promise<CommonResourceExport | null> {
  const { organizationId, accountId } = ctx.caller;
  const account = ofAccount(organizationId, accountId);
  const [saved, uses] = await Promise.all([
    definitions.list(db, [...ownersAbove(account), account], name),
    usesIn(ctx, { organizationId, accountId: { in: [accountId] } }, name, db),
  ]);
  const shared = uses.filter(({ level }) => level !== "instance");
  if (saved.length === 0 && shared.length === 0) return null;
  const byElement = Map.groupBy(shared, ({ element }) => element.key);
  return exported(
    name,
    saved.map(({ value: definition, ...rest }) => ({ ...rest, definition })).sort(byOwner),
    new Map(
      [...byElement].map(([key, levels]) => [
        key,
        levels.map(({ level, name, value: transformation }) => ({ level, name, transformation })),
      ]),
    ),
  );
}

/** Parts of the organization come first. */
const byOwner = (one: { level: string }, other: { level: string }) => (one.level < other.level ? 1 : -1);
