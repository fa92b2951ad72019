import type { Context } from "#server/context.ts";
import { exportedElement } from "#server/element/definition/exported.ts";
import { findShownElement } from "./find-element.ts";
import { factsOf, wholeOf } from "./present-element.ts";

/**
 * The definition, fit to be posted elsewhere: with every field that it was given, without dates and the ids of its
 * parts. `extendedOnly` leaves out the system's resources and objects, and whose the element is.
 */
export async function exportElement(
  ctx: Context,
  { keyOrId, extendedOnly = false }: { keyOrId: string; extendedOnly?: boolean | undefined },
) {
  const found = await findShownElement(ctx, keyOrId);
  const { id, extended, actuallyExtended, private: isPrivate, typeOauth, deleted } = factsOf(found);
  const whole = wholeOf(found);
  const own = found.isCatalog
    ? { resources: found.extension?.definition.resources ?? [], objects: found.extension?.definition.objects ?? [] }
    : {};
  return {
    ...exportedElement(extendedOnly ? { ...whole, ...own } : whole),
    id,
    ...(!extendedOnly && { private: isPrivate }),
    extended,
    actuallyExtended,
    typeOauth,
    deleted,
  };
}
