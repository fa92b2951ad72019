import type { Context } from "#server/context.ts";
import type { ProviderData } from "#server/element/auth/auth-type.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { isSecret, unmasked } from "#server/element/auth/secrets.ts";
import { checkValues } from "#server/element/definition/check-values.ts";
import {
  checkElementSecrets,
  withoutElementSecrets,
  withoutStrayDefaults,
} from "#server/element/definition/element-secrets.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { secretsToObtain } from "#server/element/definition/moved-secrets.ts";
import { isRegistered } from "#server/element/event-kinds/registry.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findElement } from "../element/find-element.ts";
import { checkCallback } from "../notification/sync-subscription.ts";
import { elementPorts } from "./element-ports.ts";
import { withEventAddress } from "./event-address.ts";
import { type Address, findInstance, planFor } from "./find-instance.ts";
import { runLifecycle } from "./lifecycle.ts";
import { presentInstance } from "./present-instance.ts";
import { provision } from "./provision.ts";
import { saveInstance } from "./save-instance.ts";
import { checkPolling } from "./sync-poller.ts";
import { isSameGrant } from "./token-call.ts";

export type InstanceChanges = {
  name?: string | undefined;
  tags?: string[] | undefined;
  configuration?: Configuration | undefined;
  element?: { key?: string | undefined; id?: number | undefined } | undefined;
  providerData?: ProviderData | undefined;
};

/**
 * PUT and PATCH of an instance: changes fields that were sent, keeps missing ones; a mask keeps the secret behind it;
 * tags are replaced. A new `providerData.code` (or OAuth 1 token), password or key reauthorizes it. Turning events on
 * or off updates the provider's webhooks. The token never changes.
 * Refuses what creating refuses, an address of another host without the secrets that go there, and badRequest for an element that is not a clone or the base of the current one.
 */
export async function changeInstance(
  ctx: Context,
  { address, name, tags, element, ...given }: { address: Address } & InstanceChanges,
) {
  requireDesigner(ctx);
  const instance = await findInstance(ctx, address);
  const elementId = element ? await relative(ctx, instance, element) : instance.elementId;
  const before = { ...instance, elementId };
  const plan = await planFor(ctx, before);
  const changed = unmasked(given.configuration ?? {});
  const isMoved = elementId !== instance.elementId;
  const kept = isMoved
    ? withoutElementSecrets((await planFor(ctx, instance)).element, instance.configuration, changed)
    : instance.configuration;
  const filled = fillConfiguration(
    plan.element,
    { ...kept, ...changed },
    { isExternal: instance.externalAuthentication === "initial", keepsEmpty: true },
  );
  const next = withoutStrayDefaults(instance.configuration, changed, filled);
  const different = differenceOf(instance.configuration, changed);
  checkElementSecrets(plan.element, {
    sent: changed,
    configuration: next,
    before: isMoved ? {} : instance.configuration,
  });
  const ended = secretsToObtain(plan.element, { before: instance.configuration, sent: changed, after: next });
  const configuration = { ...next, ...Object.fromEntries(ended.map((key) => [key, ""])) };
  const isEnded = ended.length > 0 && !changed["oauth.user.token"];
  checkValues(different);
  await checkCallback(ctx, configuration);
  checkPolling(configuration, changed);
  const isConnecting = isEnded || wantsGrant(given.providerData) || hasNewCredentials(plan, changed, instance);
  const outcome = isConnecting
    ? await provision(ctx, {
        instance: { ...before, configuration },
        plan,
        providerData: given.providerData ?? {},
        isExternal: false,
      })
    : { configuration: await withWebhook(ctx, { before, configuration, plan }), traceId: undefined };
  const isOtherGrant = !isSameGrant(outcome.configuration, instance.configuration);
  const isNewGrant = isConnecting || isOtherGrant;
  const difference = {
    // The age of a grant that was obtained elsewhere is counted from now.
    ...(isOtherGrant && { "oauth.user.refresh_time": String(ctx.now().getTime()) }),
    ...differenceOf(kept, outcome.configuration),
  };
  const left = Object.keys(instance.configuration).filter((key) => kept[key] === undefined);
  const saved = await saveInstance(ctx, {
    instance,
    action: isConnecting ? "reauthenticated" : "updated",
    endsLease: isNewGrant,
    isSecret: (key) => isSecret(plan.element, key),
    changes: (latest) => ({
      ...(name !== undefined && { name }),
      ...(tags !== undefined && { tags }),
      elementId,
      configuration: { ...without(latest.configuration, left), ...difference },
      ...(isNewGrant && { valid: true }),
    }),
  });
  return { instance: await presentInstance(ctx, saved), traceId: outcome.traceId };
}

const wantsGrant = ({ code, oauth_token: token }: ProviderData = {}): boolean => Boolean(code || token);

/** Whether there are new credentials of a type without grants, which are tested before they are stored. */
function hasNewCredentials({ element }: ElementPlan, changed: Configuration, { configuration }: ElementInstanceRecord) {
  const { exchange, configuration: entries } = authenticationOf(element, { ...configuration, ...changed });
  const isOther = (key: string) => changed[key] !== undefined && changed[key] !== configuration[key];
  return !exchange && entries.some(({ key, required }) => required && isOther(key));
}

type WebhookChange = {
  before: ElementInstanceRecord;
  configuration: Configuration;
  plan: ElementPlan;
};

/** Registers or removes the webhook when events were turned on or off. */
async function withWebhook(ctx: Context, { before, configuration, plan }: WebhookChange): Promise<Configuration> {
  const [had, has] = [isRegistered(before.configuration), isRegistered(configuration)];
  if (had === has) return configuration;
  const ports = elementPorts(ctx, { instance: before, plan });
  let kept = has
    ? withEventAddress(ctx, { id: before.id, token: before.token, elementKey: plan.element.key ?? "", configuration })
    : configuration;
  const keeping: ElementPorts = {
    ...ports,
    async saveConfiguration(changes) {
      kept = { ...kept, ...changes };
    },
  };
  for (const type of plan.typesAt(has ? "switchEventsOn" : "switchEventsOff")) {
    const ran = await runLifecycle(plan, type, { configuration: kept }, keeping);
    kept = { ...kept, ...ran.configuration };
  }
  return kept;
}

/** The element to move to: the same under another owner, or one of the two cloned from the other. */
async function relative(
  ctx: Context,
  instance: ElementInstanceRecord,
  { key, id }: NonNullable<InstanceChanges["element"]>,
): Promise<number> {
  const idOrKey = id ?? key;
  if (idOrKey === undefined || idOrKey === instance.elementId) return instance.elementId;
  const [target, present] = [await findElement(ctx, idOrKey), await findElement(ctx, instance.elementId)];
  // A client that sends the instance back unchanged names its element by key.
  if (id === undefined && target.key === present.key) return instance.elementId;
  if (baseOf(target.key) === baseOf(present.key)) return target.id;
  throw new Failure(
    "badRequest",
    `element: the instance belongs to ${present.key} and cannot move to ${target.key}, which is not a clone of it.`,
  );
}

const baseOf = (key: string) => key.replace(/(-clone)+$/, "");

const without = (configuration: Configuration, keys: readonly string[]): Configuration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => !keys.includes(key)));

const differenceOf = (before: Configuration, after: Configuration): Configuration =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value));
