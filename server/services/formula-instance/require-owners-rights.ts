import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Formula } from "#server/formula/shape.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";

type Owned = {
  owner: { organizationId: number; userId: number };
  steps: Formula["steps"];
  /** The object of the change, such as `values of this formula instance`. */
  what: string;
  /** Whether steps may take it for the id of an element instance. */
  namesInstances?: boolean;
};

/**
 * Refuses (forbidden) somebody with fewer rights than the owner of a formula instance to write what its steps take for
 * the owner's own, if they could use rights with it that the writer does not have.
 */
export async function requireOwnersRights(
  { caller, state }: Pick<Context, "caller" | "state">,
  { owner, steps, what, namesInstances = false }: Owned,
): Promise<void> {
  const limit = await state.runLimits(owner, [caller.userId]);
  if (!limit) return;
  const isDangerous = steps.some(({ type }) => {
    const stepType: { actsAsOwner?: true; nests?: true } = STEP_TYPES[type];
    return stepType.actsAsOwner || stepType.nests;
  });
  if (!isDangerous && !(namesInstances && limit.accountId !== null)) return;
  throw new Failure(
    "forbidden",
    `You may not change ${what}: its steps use rights of its owner that you do not have. Ask the owner, or an administrator with their rights.`,
  );
}
