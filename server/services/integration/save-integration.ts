import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as integrations from "#server/store/formula-instance/integrations.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchIntegration } from "./find-integration.ts";
import { presentIntegration } from "./present-integration.ts";

type Saving = { id?: number; name: string; stage?: string | undefined };

/** Creates an integration, or changes the one with `id`. Refuses conflict if another has the name. */
export async function saveIntegration(ctx: Context, { id, name, stage }: Saving) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const namesake = await integrations.findByName(tx, { organizationId, name });
    if (namesake && namesake.id !== id)
      throw new Failure("conflict", `name: there is an integration ${JSON.stringify(name)} already.`);
    if (id === undefined) {
      const created = await integrations.insert(tx, { organizationId, name, stage });
      await record(tx, ctx, { entity: "integration", entityId: created.id, action: "created" });
      return presentIntegration(created);
    }
    const before = await integrations.find(tx, { organizationId, id });
    const saved = await integrations.change(tx, { organizationId, id }, { name, stage });
    if (!saved) throw noSuchIntegration(id);
    const fields = { before: changeable(before), after: changeable(saved) };
    await record(tx, ctx, { entity: "integration", entityId: id, action: "updated", fields });
    return presentIntegration(saved);
  });
}

const changeable = (integration: { name: string; stage: string | null } | null) => ({
  name: integration?.name,
  stage: integration?.stage,
});

/** Deletes the integration, not its contents. */
export async function deleteIntegration(ctx: Context, id: number) {
  await requireOrganizationAdministrator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await integrations.remove(tx, { organizationId: ctx.caller.organizationId, id })))
      throw noSuchIntegration(id);
    await record(tx, ctx, { entity: "integration", entityId: id, action: "deleted" });
  });
  return {};
}
