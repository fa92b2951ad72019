import type { Context } from "#server/context.ts";
import { exportedElement } from "#server/element/exported.ts";
import { findShownElement } from "./find-element.ts";
import { factsOf, wholeOf } from "./present-element.ts";

/**
 * The definition, fit to be posted elsewhere (contract §2.9): without ids and dates, with every field that it was
 * given. `extendedOnly` leaves out the system's resources and objects.
 */
export async function exportElement(ctx: Context, keyOrId: string, { extendedOnly = false } = {}) {
  const found = await findShownElement(ctx, keyOrId);
  const { extended, actuallyExtended, private: isPrivate, typeOauth, deleted } = factsOf(found);
  const whole = wholeOf(found);
  const own = found.isCatalog
    ? { resources: found.extension?.definition.resources ?? [], objects: found.extension?.definition.objects ?? [] }
    : {};
  return {
    ...exportedElement(extendedOnly ? { ...whole, ...own } : whole),
    private: isPrivate,
    extended,
    actuallyExtended,
    typeOauth,
    deleted,
  };
}
