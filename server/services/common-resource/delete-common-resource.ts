import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import * as transformations from "#server/store/common-resource/transformations.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { raiseCommonResourcesVersion } from "#server/store/organization/organizations.ts";
import { requireDesigner, requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

/**
 * Deletes a common resource at all levels that the caller sees; with `force`, its transformations as well. Refuses
 * notFound, conflict for one that has transformations, and forbidden for one of the organization unless the caller
 * administers it.
 */
export async function deleteCommonResource(ctx: Context, { name, force }: { name: string; force: boolean }) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  return ctx.db.prisma.$transaction(async (tx) => {
    await raiseCommonResourcesVersion(tx, ctx.caller.organizationId);
    const uses = await transformations.levelsOf(tx, scope, name);
    const levels = [...(await definitions.levelsOf(tx, scope, name)), ...uses];
    if (levels.length === 0)
      throw new Failure("notFound", `There is no common resource ${JSON.stringify(name.slice(0, 100))}.`);
    if (levels.includes("organization"))
      await requireOrganizationAdministrator(ctx, "Deleting a common resource of the organization");
    if (uses.length > 0 && !force)
      throw new Failure(
        "conflict",
        `There are transformations of ${JSON.stringify(name)}. Delete them first, or send force=true to delete them as well.`,
      );
    await transformations.removeNamed(tx, scope, name);
    await definitions.removeNamed(tx, scope, name);
    await record(tx, ctx, { entity: "commonResource", entityId: name, action: "deleted" });
    return {};
  });
}
