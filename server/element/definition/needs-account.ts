import { Failure } from "../../errors.ts";
import { authenticationOf } from "../auth/authentication-of.ts";
import { typesAt } from "../resource-types/registry.ts";
import type { Element } from "../shape.ts";
import { fillConfiguration } from "./fill-configuration.ts";

type Definition = Pick<Element, "authentication" | "configuration" | "resources">;

/** The values that connecting obtains; resources that only prove access obtain nothing. */
const OBTAINED = new Set([...typesAt("exchange"), ...typesAt("connect")]);

/**
 * Why requests by a definition need an account: it requires values, or obtains some when an account is connected.
 * Undefined if its defaults are enough.
 */
export function reasonForAccount(definition: Definition): string | undefined {
  try {
    const configuration = fillConfiguration(definition, {});
    const isGranted = authenticationOf(definition, configuration).exchange !== undefined;
    if (!isGranted && !definition.resources.some(({ type }) => OBTAINED.has(type))) return undefined;
    return "The element obtains values from the provider when an account is connected.";
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
