import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

/** Refuses (notFound) any other organization than the caller's. */
export function requireOwnOrganization({ caller }: Context, { organizationId }: { organizationId: number }): void {
  if (organizationId !== caller.organizationId)
    throw new Failure("notFound", `No organization found with ID ${organizationId}`);
}
