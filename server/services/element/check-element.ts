import { elementRefusals, replacementRefusals } from "#server/element/definition/check.ts";
import {
  NO_EXTENSION,
  type PreparedElement,
  type PreparedExtension,
  withExtension,
} from "#server/element/definition/prepared.ts";
import { throwIfAny } from "#server/formula/refusal.ts";

/**
 * The element as it is stored; refuses definitions that cannot be saved, or not in place of the one `before`, with the
 * first few reasons. `restored` is the earlier revision that it was made from.
 */
export function checkElement(
  element: PreparedElement,
  before?: PreparedElement,
  restored?: PreparedElement | null,
): PreparedElement {
  throwIfAny([...elementRefusals(element), ...(before ? replacementRefusals(before, element, restored) : [])]);
  return element;
}

/** Checks the additions of an account to an element of the catalog, compared to those `before`: only its own parts. */
export function checkExtension(
  element: PreparedElement,
  extension: PreparedExtension,
  before: PreparedExtension,
): PreparedExtension {
  const bare = withExtension(element, NO_EXTENSION);
  const known = new Set(elementRefusals(bare).map(({ message }) => message));
  const refusals = elementRefusals(withExtension(bare, extension)).filter(({ message }) => !known.has(message));
  throwIfAny([...refusals, ...replacementRefusals({ hooks: [], ...before }, { hooks: [], ...extension })]);
  return extension;
}
