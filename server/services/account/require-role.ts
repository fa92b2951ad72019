import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

/** Refuses (forbidden) a viewer: they may read everything and change nothing. Not in the spec (§5, rule 8). */
export function requireDesigner({ caller }: Context): void {
  if (caller.role === "viewer")
    throw new Failure("forbidden", "A viewer may not change anything. Ask an administrator for another role.");
}
