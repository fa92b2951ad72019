import { elementRefusals } from "#server/element/definition/check.ts";
import {
  NO_EXTENSION,
  type PreparedElement,
  type PreparedExtension,
  withExtension,
} from "#server/element/definition/prepared.ts";
import { throwIfAny } from "../formula/check-formula.ts";

/** The element as it is stored; refuses definitions that cannot be saved, with the first few reasons. */
export function checkElement(element: PreparedElement): PreparedElement {
  throwIfAny(elementRefusals(element));
  return element;
}

/** Checks the additions of an account to an element of the catalog: only its own parts. */
export function checkExtension(element: PreparedElement, extension: PreparedExtension): PreparedExtension {
  const bare = withExtension(element, NO_EXTENSION);
  const known = new Set(elementRefusals(bare).map(({ message }) => message));
  throwIfAny(elementRefusals(withExtension(bare, extension)).filter(({ message }) => !known.has(message)));
  return extension;
}
