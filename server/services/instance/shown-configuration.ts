import { shownAddress } from "#server/account/callback-address.ts";
import { MASK } from "#server/account/mask.ts";
import type { Context } from "#server/context.ts";
import { EVENT_ADDRESS, masked } from "#server/element/auth/secrets.ts";
import type { Configuration } from "#server/element/ports.ts";
import { mayChange } from "../account/require-role.ts";

const CALLBACK_URL = "event.notification.callback.url";

/**
 * A configuration as readers see it: secrets are masked, and for viewers also the address that accepts events and
 * credentials in the address that receives them.
 */
export function shownConfiguration(
  ctx: Context,
  element: Parameters<typeof masked>[0],
  configuration: Configuration,
): Record<string, string> {
  const shown: Record<string, string> = { ...masked(element, configuration) };
  if (mayChange(ctx)) return shown;
  if (shown[EVENT_ADDRESS]) shown[EVENT_ADDRESS] = MASK;
  if (shown[CALLBACK_URL]) shown[CALLBACK_URL] = shownAddress(shown[CALLBACK_URL]);
  return shown;
}
