import type { Context } from "#server/context.ts";
import { exportedElement } from "#server/element/definition/exported.ts";
import { type Element, elementSchema } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { insertElement } from "./create-element.ts";
import { findShownElement } from "./find-element.ts";
import { presentElement, wholeOf } from "./present-element.ts";

/**
 * A private copy under `<key>-clone`, with what the account added and without the client's credentials. Refuses
 * conflict when there is one already, and badRequest for an element that may not be cloned.
 */
export async function cloneElement(ctx: Context, keyOrId: string) {
  requireDesigner(ctx);
  const found = await findShownElement(ctx, keyOrId);
  const whole = wholeOf(found);
  if (found.isCatalog && !whole.cloneable)
    throw new Failure("badRequest", `Element "${found.key}" cannot be cloned: its author does not allow it.`);
  const copy = { ...exportedElement(whole), key: `${found.key}-clone`, name: `${whole.name} Clone`, active: true };
  return presentElement(
    await insertElement(ctx, { element: elementSchema.parse(withoutClient(copy)), action: "cloned" }),
  );
}

const CLIENT = new Set(["oauth.api.key", "oauth.api.secret"]);

const withoutClient = <Copy extends Pick<Element, "configuration">>(copy: Copy): Copy => ({
  ...copy,
  configuration: copy.configuration.map((entry) => (CLIENT.has(entry.key) ? { ...entry, defaultValue: "" } : entry)),
});
