import type { App } from "#server/context.ts";
import type { Configuration } from "#server/element/ports.ts";

/**
 * The configuration with the address at which the provider tells of changes at this instance (contract §7.1), as
 * `event.notification.webhook.url`: an element's onProvisionWebhook resources send it to the provider. Not in the contract.
 */
export const withEventAddress = (
  { env }: Pick<App, "env">,
  { id, elementKey, configuration }: { id: number; elementKey: string; configuration: Configuration },
): Configuration => ({
  ...configuration,
  "event.notification.webhook.url": new URL(
    `/elements/api-v2/events/${encodeURIComponent(elementKey)}/${Buffer.from(String(id)).toString("base64url")}`,
    env.PUBLIC_URL,
  ).href,
});
