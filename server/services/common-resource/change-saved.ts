import type { Context } from "#server/context.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { raiseCommonResourcesVersion } from "#server/store/organization/organizations.ts";
import type { FieldChanges } from "../audit/changed-fields.ts";
import { record } from "../audit/record.ts";
import type { Kind } from "./kind.ts";
import { type Address, OWNER_LEVELS } from "./place.ts";

/** Records a change of a common resource's definition or transformation in the audit log. */
export type Note = (
  action: "created" | "updated" | "deleted",
  names: readonly string[],
  fields?: FieldChanges,
) => Promise<unknown>;

/**
 * Changes what a place has for common resources: one change of an organization at a time. Refuses forbidden and
 * notFound.
 */
export async function changeSaved<Value extends object, Place extends { owner: Owner }, Result>(
  ctx: Context,
  kind: Kind<Value, Place>,
  address: Address,
  change: (tx: Db, place: Place, note: Note) => Promise<Result>,
): Promise<Result> {
  await OWNER_LEVELS[address.level].requireChange(ctx);
  const place = await kind.find(ctx, address);
  return ctx.db.prisma.$transaction(async (tx) => {
    await raiseCommonResourcesVersion(tx, ctx.caller.organizationId);
    return change(tx, place, noteIn(ctx, tx, kind));
  });
}

/** Records changes of this kind in a transaction. */
export const noteIn =
  (ctx: Context, tx: Db, { noun }: Pick<Kind<object, { owner: Owner }>, "noun">): Note =>
  (action, names, fields) =>
    record(
      tx,
      ctx,
      ...names.map((entityId) => ({
        entity: "commonResource" as const,
        entityId,
        action: `${noun} ${action}` as const,
        ...(fields && { fields }),
      })),
    );
