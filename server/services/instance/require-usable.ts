import { Failure } from "#server/errors.ts";
import type { NamedInstance } from "#server/formula/instance-references.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { Viewer } from "#server/store/database/scope.ts";
import { visibleUses } from "#server/store/element-instance/visible-uses.ts";

/**
 * Refuses (badRequest) if one of these users may not see one of the element instances. An instance that does not exist
 * is treated the same, so that ids cannot be probed.
 */
export async function requireUsable(
  db: Db,
  users: readonly Viewer[],
  named: readonly Pick<NamedInstance, "elementInstanceId" | "where">[],
): Promise<void> {
  if (named.length === 0) return;
  const uses = users.flatMap(({ organizationId, userId }) =>
    named.map(({ elementInstanceId }) => ({ organizationId, userId, elementInstanceId })),
  );
  const keyOf = ({ userId, elementInstanceId }: (typeof uses)[number]) => `${userId} ${elementInstanceId}`;
  const usable = new Set((await visibleUses(db, uses)).map(keyOf));
  const lost = named.find(({ elementInstanceId }) =>
    uses.some((use) => use.elementInstanceId === elementInstanceId && !usable.has(keyOf(use))),
  );
  if (lost)
    throw new Failure(
      "badRequest",
      `${lost.where}: there is no element instance ${lost.elementInstanceId} that the owner of the formula may use. Choose one of your own element instances, or a variable.`,
    );
}
