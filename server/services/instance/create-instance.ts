import { NO_COMMON_RESOURCES } from "#server/common-resource/compile.ts";
import { objectsWithCommon } from "#server/common-resource/list-objects.ts";
import type { Context } from "#server/context.ts";
import type { ProviderData } from "#server/element/auth/auth-type.ts";
import { unmasked } from "#server/element/auth/secrets.ts";
import { checkValues } from "#server/element/definition/check-values.ts";
import { checkElementSecrets } from "#server/element/definition/element-secrets.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { compileElement } from "#server/element/plan.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { hashOf, newSecret } from "../account/secrets.ts";
import { record } from "../audit/record.ts";
import { findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { checkCallback, planSubscription, syncSubscription } from "../notification/sync-subscription.ts";
import { presentInstance } from "./present-instance.ts";
import { provision } from "./provision.ts";
import { checkPolling, syncPoller } from "./sync-poller.ts";

export type NewInstance = {
  name: string;
  configuration: Configuration;
  tags?: string[] | undefined;
  providerData?: ProviderData | undefined;
  externalAuthentication?: string | undefined;
  retrieveObjectsAfterInstantiation?: boolean | undefined;
};

/**
 * Connects an element to one account of its provider (spec §2.7). Nothing is stored unless everything succeeded. The
 * instance belongs to the caller's account.
 * Refuses: notFound for an element that the caller does not see; badRequest for an inactive one, for required
 * configuration without a value, and for values that the provider does not accept.
 */
export async function createInstance(
  ctx: Context,
  { keyOrId, input }: { keyOrId: string | number; input: NewInstance },
) {
  requireDesigner(ctx);
  const { organizationId, accountId, userId } = ctx.caller;
  const { prisma } = ctx.db;
  const element = await findElement(ctx, keyOrId);
  if (!element.active) throw new Failure("badRequest", `element: ${element.key} is not active.`);
  const definition = wholeOf(element);
  const plan = compileElement(element.definition, element.extension?.definition ?? null);
  const given = unmasked(input.configuration);
  const isExternal = input.externalAuthentication === "initial" || hasGrant(given, input.providerData);
  const configuration = fillConfiguration(definition, given, { isExternal });
  checkElementSecrets(definition, { sent: given, configuration });
  checkValues(given);
  checkPolling(configuration, given);
  await checkCallback(ctx, configuration);
  const id = await elementInstances.nextId(prisma);
  const token = newSecret();
  const instance = { id, token, name: input.name, organizationId, accountId, elementId: element.id, configuration };
  const provisioned = await provision(ctx, { instance, plan, providerData: input.providerData ?? {}, isExternal });
  const planned = await planSubscription(prisma, { ...instance, configuration: provisioned.configuration });
  const created = await prisma.$transaction(async (tx) => {
    const inserted = await elementInstances.insert(tx, ctx.vault, {
      ...instance,
      accountId,
      userId,
      tags: tagsOf(input),
      token,
      tokenHash: hashOf(token),
      configuration: planned.configuration,
      externalAuthentication: isExternal ? "initial" : null,
      createdAt: ctx.now(),
    });
    await syncSubscription(ctx, tx, inserted, planned.subscriptionId);
    await syncPoller(tx, inserted);
    await record(tx, ctx, { entity: "elementInstance", entityId: id, parentId: element.id, action: "created" });
    return inserted;
  });
  return {
    instance: {
      ...(await presentInstance(ctx, created)),
      ...(input.retrieveObjectsAfterInstantiation && {
        objects: objectsWithCommon(plan, await commonResourcesOf(ctx, id)),
      }),
    },
    traceId: provisioned.traceId,
  };
}

const commonResourcesOf = async (ctx: Context, id: number) =>
  (await ctx.openInstances.find(ctx.caller, id))?.commonResources ?? NO_COMMON_RESOURCES;

/** A token without a code is a grant that was obtained elsewhere, with or without `externalAuthentication`. */
const hasGrant = (given: Configuration, providerData: ProviderData = {}) =>
  Boolean(given["oauth.user.token"] || given["oauth.user.refresh_token"]) &&
  !providerData.code &&
  !providerData.oauth_token;

/** Existing clients create an instance `@name` and find it by that tag. */
export const tagsOf = ({ tags, name }: Pick<NewInstance, "tags" | "name">): string[] =>
  tags && tags.length > 0 ? tags : name.startsWith("@") ? [name] : [];
