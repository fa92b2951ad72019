import type { Context } from "#server/context.ts";
import { compileElement } from "#server/element/plan.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elements from "#server/store/element/elements.ts";
import * as elementsInUse from "#server/store/element/elements-in-use.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { disconnectAccount } from "../test-account/disconnect-account.ts";
import { holdElement, requireOwn } from "./change-element.ts";

const MOST_NAMED = 5;

/**
 * Deletes a private element; its instances must be gone. The refusal names those that the caller sees. Test accounts of
 * its authors are disconnected.
 */
export async function deleteElement(ctx: Context, keyOrId: string) {
  requireDesigner(ctx);
  const { plan, tests } = await ctx.db.prisma.$transaction(async (tx) => {
    const current = await holdElement(ctx, tx, keyOrId);
    requireOwn(ctx, current);
    const instances = await elementsInUse.countInstances(tx, current.id);
    if (instances > 0) {
      const names = await elementsInUse.namesOfInstances(tx, ownScope(ctx.caller), current.id, MOST_NAMED);
      throw new Failure(
        "conflict",
        `Element "${current.key}" has ${pluralize(instances, "instance")}${listed(names, instances)}. Delete its instances first.`,
      );
    }
    const { id: elementId, organizationId } = current;
    const tests = await testAccounts.listForDeletion({ db: tx, vault: ctx.vault }, organizationId, { elementId });
    await elements.remove(tx, current);
    await record(tx, ctx, { entity: "element", entityId: current.id, action: "deleted" });
    return { plan: compileElement(current.definition), tests };
  });
  for (const account of tests) await disconnectAccount(ctx, { account, plan });
  return {};
}

function listed(names: readonly string[], count: number): string {
  const rest = count - names.length;
  const shown = [...names.map((name) => JSON.stringify(name)), ...(rest > 0 ? [`${rest} more`] : [])];
  return names.length > 0 ? `: ${shown.join(", ")}` : "";
}
