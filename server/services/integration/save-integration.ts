import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as integrations from "#server/store/integrations.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchIntegration } from "./find-integration.ts";
import { presentIntegration } from "./present-integration.ts";

/** Makes an integration, or renames the one with `id`. Refuses conflict when another has the name. */
export async function saveIntegration(ctx: Context, { id, name }: { id?: number; name: string }) {
  requireDesigner(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const namesake = await integrations.findByName(tx, { organizationId, name });
    if (namesake && namesake.id !== id)
      throw new Failure("conflict", `name: there is an integration ${JSON.stringify(name)} already.`);
    if (id === undefined) {
      const made = await integrations.insert(tx, { organizationId, name });
      await record(tx, ctx, { entity: "integration", entityId: made.id, action: "created" });
      return presentIntegration(made);
    }
    if (!(await integrations.rename(tx, { organizationId, id }, name))) throw noSuchIntegration(id);
    await record(tx, ctx, { entity: "integration", entityId: id, action: "updated" });
    const saved = await integrations.find(tx, { organizationId, id });
    if (!saved) throw noSuchIntegration(id);
    return presentIntegration(saved);
  });
}

/** Deletes the bundle, not what is in it. */
export async function deleteIntegration(ctx: Context, id: number) {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await integrations.remove(tx, { organizationId: ctx.caller.organizationId, id })))
      throw noSuchIntegration(id);
    await record(tx, ctx, { entity: "integration", entityId: id, action: "deleted" });
  });
  return {};
}
