import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { everyRow } from "#server/page.ts";
import type { Values } from "#server/store/formula-instance/formula-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findInstance } from "../instance/find-instance.ts";
import { changeWithin } from "./change-formula-instance.ts";
import { listFormulaInstances } from "./list-formula-instances.ts";

/** The formula instances that use an element instance, each with the variables that name it. */
export async function usesOf(ctx: Context, elementInstanceId: number) {
  const users = await everyRow((page) =>
    listFormulaInstances(ctx, { elementInstanceId: String(elementInstanceId), page }),
  );
  return users.map(({ id, name, active, formula, configuration }) => ({
    id,
    name,
    active,
    formulaId: formula.id,
    formulaName: formula.name,
    configuration,
    variables: formula.configuration.filter(
      ({ key, type }) =>
        type === "elementInstance" &&
        String((configuration as Record<string, unknown>)[key]) === String(elementInstanceId),
    ),
  }));
}

/**
 * Replaces one element instance with another in everything that uses it: all at once, or nothing if one of them cannot
 * use it. Refuses notFound for either, badRequest for the same one.
 */
export async function replaceElementInstance(ctx: Context, { from, to }: { from: number; to: number }) {
  requireDesigner(ctx);
  if (from === to) throw new Failure("badRequest", "to: must not be the connection that is being replaced.");
  await Promise.all([from, to].map((elementInstanceId) => findInstance(ctx, { elementInstanceId })));
  // Locks formulas in the order of their ids, so that two concurrent replacements do not deadlock.
  const uses = (await usesOf(ctx, from)).sort((one, other) => one.formulaId - other.formulaId || one.id - other.id);
  await ctx.db.prisma.$transaction(async (tx) => {
    for (const { id, variables } of uses) {
      const address = { formulaInstanceId: id };
      // Somebody may have changed it since it was listed.
      await changeWithin(
        ctx,
        tx,
        address,
        ({ configuration }) => replaced(configuration, variables, { from, to }),
        "changed",
      );
    }
  });
  return { replaced: uses.length };
}

function replaced(
  configuration: Values,
  variables: readonly { key: string }[],
  { from, to }: Record<"from" | "to", number>,
) {
  const used = variables.filter(({ key }) => String(configuration[key]) === String(from));
  return { configuration: { ...configuration, ...Object.fromEntries(used.map(({ key }) => [key, String(to)])) } };
}
