import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import * as hubs from "#server/store/element/hubs.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchHub, presentHub } from "./list-hubs.ts";

type NewHub = { key: string; name: string; description: string; videoLink?: string | undefined; active: boolean };

/** Creates a description of a hub for the organization; refuses conflict for a key that it already has. */
export async function createHub(ctx: Context, { videoLink, ...hub }: NewHub) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const created = await hubs
      .insert(tx, { ...hub, organizationId, ...(videoLink !== undefined && { videoLink }) })
      .catch((error: unknown) => {
        if (!isTaken(error)) throw error;
        throw new Failure("conflict", `key: there is a hub ${JSON.stringify(hub.key)} already.`, { cause: error });
      });
    await record(tx, ctx, { entity: "hub", entityId: created.id, action: "created" });
    return presentHub(created);
  });
}

/**
 * Deletes the organization's own description of a hub; those of the catalog stay, and so do elements. Refuses notFound.
 */
export async function deleteHub(ctx: Context, key: string) {
  await requireOrganizationAdministrator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const removed = await hubs.remove(tx, { organizationId: ctx.caller.organizationId, key });
    if (!removed) throw noSuchHub(key);
    await record(tx, ctx, { entity: "hub", entityId: removed.id, action: "deleted" });
  });
  return {};
}
