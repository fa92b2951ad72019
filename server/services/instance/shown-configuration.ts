import { MASK } from "#server/account/masker.ts";
import type { Context } from "#server/context.ts";
import { masked } from "#server/element/auth/secrets.ts";
import type { Configuration } from "#server/element/ports.ts";
import { mayChange } from "../account/require-role.ts";
import { EVENT_ADDRESS } from "./event-address.ts";

/** A configuration as readers see it: secrets are masked, and for viewers also the address that accepts events. */
export function shownConfiguration(
  ctx: Context,
  element: Parameters<typeof masked>[0],
  configuration: Configuration,
): Record<string, string> {
  const shown: Record<string, string> = { ...masked(element, configuration) };
  if (shown[EVENT_ADDRESS] && !mayChange(ctx)) shown[EVENT_ADDRESS] = MASK;
  return shown;
}
