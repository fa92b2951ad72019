import type { Context } from "#server/context.ts";
import { parseCallbackHeaders } from "#server/element/callback-headers.ts";
import type { Configuration } from "#server/element/ports.ts";
import { eventTopic } from "#server/event/callback.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import * as subscriptions from "#server/store/delivery/subscriptions.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { type Credentials, newCredentials, openCredentials, sealCredentials, withSecret } from "./credentials.ts";
import { SECRET_PREFIX } from "./sign-callback.ts";
import { addressOf, storedAddress } from "./subscribed-address.ts";

const CALLBACK_URL = "event.notification.callback.url";
const SUBSCRIPTION_ID = "event.notification.subscription.id";

/** The target of an instance's events; undefined if events are off or only start formulas. */
const callbackUrl = (configuration: Configuration): string | undefined =>
  (configuration["event.notification.enabled"] === "true" && configuration[CALLBACK_URL]?.trim()) || undefined;

/** Refuses (badRequest) a configuration with which no callback could be sent (H01). */
export async function checkCallback(
  { callbacks }: Pick<Context, "callbacks">,
  configuration: Configuration,
): Promise<void> {
  const url = callbackUrl(configuration);
  parseCallbackHeaders(configuration["event.notification.callback.headers"] ?? "");
  if (url !== undefined) await callbacks.check(url);
}

type Owner = Pick<ElementInstanceRecord, "id" | "organizationId" | "configuration">;

/**
 * The id of the subscription that an instance with this configuration owns, undefined if it owns none, and the
 * configuration with that id, unless it contains the provider's own subscription.
 */
export async function planSubscription(
  db: Db,
  { configuration, ...instance }: Owner,
): Promise<{ subscriptionId: number | undefined; configuration: Configuration }> {
  if (callbackUrl(configuration) === undefined) return { subscriptionId: undefined, configuration };
  const kept = await subscriptions.ofInstance(db, instance);
  const subscriptionId = kept?.id ?? (await subscriptions.nextId(db));
  const filled = { ...configuration, [SUBSCRIPTION_ID]: String(subscriptionId) };
  return { subscriptionId, configuration: configuration[SUBSCRIPTION_ID] ? configuration : filled };
}

/**
 * Keeps the subscription of an element instance in sync with its configuration: an instance with events on and a
 * callback URL owns a subscription to its own topic, with the planned id. When events are turned off, the subscription
 * is kept for its delivery history and receives nothing: what it has not received is queued, and sent when they are
 * turned on again. Part of the transaction that writes the instance. Returns the subscriptions whose queued deliveries are
 * sent.
 */
export async function syncSubscription(
  { vault, now }: Pick<Context, "vault" | "now">,
  tx: Db,
  instance: ElementInstanceRecord,
  subscriptionId: number | undefined,
): Promise<readonly number[]> {
  const { id: elementInstanceId, organizationId, accountId, userId, elementId, configuration } = instance;
  const url = callbackUrl(configuration);
  const kept = await subscriptions.ofInstance(tx, instance);
  if (url === undefined || subscriptionId === undefined) {
    if (kept?.active || kept?.topics.length) await subscriptions.change(tx, kept, { topics: [], active: false });
    return [];
  }
  const topics = [eventTopic({ id: elementInstanceId, elementKey: await elementKeys.keyOf(tx, elementId) })];
  const row = { id: subscriptionId, organizationId };
  if (!kept) {
    const credentials = sealCredentials(vault, row, credentialsOf(configuration, newCredentials(), now()));
    const owner = { accountId, userId, elementInstanceId };
    const address = storedAddress(vault, row, url);
    await subscriptions.insert(tx, { ...row, ...owner, ...address, channel: "webhook", topics, credentials });
    return [];
  }
  const before = openCredentials(vault, kept);
  const after = credentialsOf(configuration, before, now());
  const isChanged = JSON.stringify(before) !== JSON.stringify(after);
  // A receiver that was disabled after failures is enabled again with a new address.
  const isActive = addressOf(vault, kept) !== url || kept.givenUpAt === null;
  const isRestarted = isActive && !kept.active;
  if (isRestarted) await deliveries.takeTurn(tx, organizationId);
  await subscriptions.change(tx, kept, {
    topics,
    ...storedAddress(vault, row, url),
    active: isActive,
    ...(isActive && { givenUpAt: null }),
    ...(isChanged && { credentials: sealCredentials(vault, row, after) }),
  });
  if (!isRestarted) return [];
  const filter = { scope: { organizationId }, subscriptionId: kept.id };
  return (await deliveries.begin(tx, filter, ["queued"])).subscriptionIds;
}

/** A signature key that is a Standard Webhooks secret is also used as one. */
function credentialsOf(configuration: Configuration, before: Credentials, now: Date): Credentials {
  const signatureKey = configuration["event.notification.signature.key"] ?? "";
  const own = signatureKey.startsWith(SECRET_PREFIX) ? withSecret(before, signatureKey, now) : before;
  return {
    headers: parseCallbackHeaders(configuration["event.notification.callback.headers"] ?? ""),
    username: configuration["event.notification.basic.username"] ?? "",
    password: configuration["event.notification.basic.password"] ?? "",
    signatureKey,
    secrets: own.secrets,
  };
}
