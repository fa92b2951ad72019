import { randomBytes } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { ProviderData } from "#server/element/auth/auth-type.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { masked, secretsOf, unmasked } from "#server/element/auth/secrets.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { checkLentSecrets } from "#server/element/definition/lent-secrets.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { callbackUrlOf, withState } from "../instance/begin-authorization.ts";
import { elementPorts } from "../instance/element-ports.ts";
import { runLifecycle } from "../instance/lifecycle.ts";
import {
  type AuthorizedElement,
  needsConsent,
  needsRequestToken,
  type OauthValues,
  requestTokenOf,
  urlOf,
} from "../instance/oauth-url.ts";
import { provision } from "../instance/provision.ts";
import { createTrace, type Trace, type TracedExchange } from "../instance/provision-trace.ts";
import { revokeGrant } from "../instance/revoke-grant.ts";
import { type Drafted, draftedElement } from "./drafted-element.ts";

type Trial = Drafted & {
  /** Values of the connect form. */
  configuration: Configuration;
};

export type Consent = {
  /** Where access is granted, or null if nobody has to grant it. */
  oauthUrl: string | null;
  /** Returned by the provider with the grant. */
  state: string;
  /** The secret of a request token (OAuth 1), for `providerData`. */
  secret?: string;
};

/**
 * Where the author of an unpublished definition grants access. Providers return to our callback page, which hands the
 * grant to the page that opened it. Refuses what `draftedElement` and the authorization URL of a published element
 * refuse.
 */
export async function beginTrialAuthorization(ctx: Context, trial: Trial): Promise<Consent> {
  const record = await draftedElement(ctx, trial);
  const state = randomBytes(24).toString("base64url");
  const callbackUrl = callbackUrlOf(ctx);
  const given = unmasked(trial.configuration);
  const wanted: OauthValues = {
    ...given,
    apiKey: given["oauth.api.key"],
    apiSecret: given["oauth.api.secret"],
    scope: given["oauth.scope"],
    callbackUrl,
  };
  if (!needsConsent(record, wanted, ctx.now())) return { oauthUrl: null, state };
  const requested = needsRequestToken(record, wanted)
    ? await requestTokenOf(ctx, record, { ...wanted, callbackUrl: withState(callbackUrl, state) })
    : undefined;
  const oauthUrl = await urlOf(ctx, record, { ...wanted, state, ...(requested && { requestToken: requested.token }) });
  return { oauthUrl, state, ...(requested && { secret: requested.secret }) };
}

export type TriedAuthentication = {
  isConnected: boolean;
  /** Why not. */
  message?: string;
  providerMessage?: string;
  /** The values that authentication brought, secrets masked. */
  brought: Configuration;
  exchanges: TracedExchange[];
};

/**
 * Connects an account by an unpublished definition and disconnects it again: the grant, the resources for this moment,
 * then those for deletion, and the grant is revoked where the provider supports it. Nothing is stored, and no webhook
 * is registered. A refusal is a result. Secrets are masked in everything.
 *
 * Refuses what `draftedElement` refuses.
 */
export async function tryAuthentication(
  ctx: Context,
  { configuration: entered, providerData, ...drafted }: Trial & { providerData: ProviderData },
): Promise<TriedAuthentication> {
  const record = await draftedElement(ctx, drafted);
  const plan = compileElement(record.definition);
  const trace = createTrace(ctx.provider, { grants: true });
  const given = { ...unmasked(entered), "oauth.callback.url": callbackUrlOf(ctx), ...WITHOUT_EVENTS };
  const known = { ...given };
  try {
    const filled = fillConfiguration(record.definition, given);
    checkLentSecrets(record.definition, given, filled);
    Object.assign(known, filled);
    const instance = await transientInstance(ctx, record, filled);
    const { configuration } = await provision(ctx, { instance, plan, providerData, isExternal: false, trace });
    Object.assign(known, configuration);
    await disconnect(ctx, { plan, instance, configuration, trace });
    const brought = Object.entries(configuration).filter(([key, value]) => filled[key] !== value);
    return {
      isConnected: true,
      brought: masked(record.definition, Object.fromEntries(brought)),
      exchanges: trace.exchanges(secretsIn(record, known, providerData)),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const conceal = (text: string) => withoutCredentials(text, record.definition, known);
    const { message, providerMessage } = error;
    return {
      isConnected: false,
      message: conceal(message),
      ...(providerMessage !== undefined && { providerMessage: conceal(providerMessage) }),
      brought: {},
      exchanges: trace.exchanges(secretsIn(record, known, providerData)),
    };
  }
}

const WITHOUT_EVENTS = { "event.notification.enabled": "false" };

function secretsIn({ definition }: AuthorizedElement, configuration: Configuration, providerData: ProviderData) {
  const given = Object.values(providerData).filter((value): value is string => typeof value === "string");
  return [...secretsOf(definition, configuration), ...given];
}

/** An id of its own, so that nothing is shared with another instance; it gets no row. */
async function transientInstance(
  ctx: Context,
  { id: elementId, name }: AuthorizedElement,
  configuration: Configuration,
) {
  const { organizationId, accountId } = ctx.caller;
  const id = await elementInstances.nextId(ctx.db.prisma);
  return { id, token: "", name, organizationId, accountId, elementId, configuration };
}

type Connected = {
  plan: ElementPlan;
  instance: Awaited<ReturnType<typeof transientInstance>>;
  configuration: Configuration;
  trace: Trace;
};

/** What the deletion of an instance does at the provider. A failure is part of the trace. */
async function disconnect(ctx: Context, { plan, instance, configuration: before, trace }: Connected): Promise<void> {
  let configuration = before;
  const ports: ElementPorts = {
    ...elementPorts(ctx, { instance, plan }),
    send: trace.send,
    sql: trace.sql,
    refresh: async () => null,
    saveConfiguration: async (changes) => {
      configuration = { ...configuration, ...changes };
    },
  };
  for (const type of plan.typesAt("delete")) {
    try {
      ({ configuration } = await runLifecycle(plan, type, { configuration }, ports));
    } catch (error) {
      ctx.log.warn({ type, err: error }, "failed while a trial connection was deleted");
    }
  }
  await revokeGrant(ctx, { plan, configuration, ports });
}
