import { randomBytes } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { ProviderData } from "#server/element/auth/auth-type.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { masked, secretsOf, unmasked } from "#server/element/auth/secrets.ts";
import { checkElementSecrets } from "#server/element/definition/element-secrets.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { defaultKeysOf } from "#server/element/definition/followed-defaults.ts";
import { compileElement } from "#server/element/plan.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { callbackUrlOf, withState } from "../instance/begin-authorization.ts";
import {
  type AuthorizedElement,
  needsConsent,
  needsRequestToken,
  type OauthValues,
  requestTokenOf,
  urlOf,
} from "../instance/oauth-url.ts";
import { provision } from "../instance/provision.ts";
import { createTrace, type TracedExchange } from "../instance/provision-trace.ts";
import { disconnectAccount } from "../test-account/disconnect-account.ts";
import { keepTestAccount } from "../test-account/keep-test-account.ts";
import type { PresentedTestAccount } from "../test-account/present-test-account.ts";
import { type Drafted, draftedElement } from "./drafted-element.ts";

type Trial = Drafted & {
  /** Values of the connect form. */
  configuration: Configuration;
};

export type Consent = {
  /** The page where access is granted, or null if no person has to grant it. */
  oauthUrl: string | null;
  /** Returned by the provider with the grant. */
  state: string;
  /** The secret of a request token (OAuth 1), for `providerData`. */
  secret?: string;
};

/**
 * Starts the authorization for the author of an unpublished definition. Providers redirect to our callback page, which
 * returns the grant to the page that opened it. Refuses what `draftedElement` and the authorization URL of a published
 * element refuse.
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
  /** The values that authentication obtained, secrets masked. */
  brought: Configuration;
  exchanges: TracedExchange[];
  /** The account, if it was stored. */
  testAccount: PresentedTestAccount | null;
};

type Attempt = Trial & {
  providerData: ProviderData;
  /** The name of the test account to store; undefined to disconnect the account again. */
  keepAs?: string | undefined;
};

/**
 * Connects an account by an unpublished definition: the grant, and the resources for this moment. Then it is kept as a
 * test account of the draft, or disconnected: the resources for deletion run, and the grant is revoked where the provider
 * supports it. That happens as well if something fails on the way. No webhook is registered. A refusal is a result.
 * Secrets are masked in everything.
 *
 * Refuses what `draftedElement` refuses, and badRequest to keep an account of a definition that was never saved.
 */
export async function tryAuthentication(
  ctx: Context,
  { configuration: entered, providerData, keepAs, ...drafted }: Attempt,
): Promise<TriedAuthentication> {
  const { owner, ...record } = await draftedElement(ctx, drafted);
  if (keepAs !== undefined && !owner)
    throw new Failure("badRequest", "draftId: save the draft first. A test account belongs to it.");
  const plan = compileElement(record.definition);
  const trace = createTrace(ctx.provider, { grants: true });
  const given = { ...unmasked(entered), "oauth.callback.url": callbackUrlOf(ctx), ...WITHOUT_EVENTS };
  const known = { ...given };
  try {
    const filled = fillConfiguration(record.definition, given);
    checkElementSecrets(record.definition, { sent: given, configuration: filled });
    Object.assign(known, filled);
    const instance = await transientInstance(ctx, record, filled);
    const { configuration } = await provision(ctx, {
      ...{ instance, plan, providerData, trace },
      ...{ isExternal: false, undoesFailure: true },
    });
    Object.assign(known, configuration);
    const brought = Object.entries(configuration).filter(([key, value]) => filled[key] !== value);
    const account = { id: instance.id, name: keepAs ?? record.name, configuration };
    const testAccount =
      keepAs !== undefined && owner
        ? await keepTestAccount(ctx, { account, owner, plan, defaultKeys: defaultKeysOf(given, filled) })
        : null;
    if (!testAccount) await disconnectAccount({ ...ctx, provider: { ...ctx.provider, ...trace } }, { account, plan });
    return {
      isConnected: true,
      brought: masked(record.definition, Object.fromEntries(brought)),
      exchanges: trace.exchanges(secretsIn(record, known, providerData)),
      testAccount,
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
      testAccount: null,
    };
  }
}

const WITHOUT_EVENTS = { "event.notification.enabled": "false" };

function secretsIn(
  { definition }: Pick<AuthorizedElement, "definition">,
  configuration: Configuration,
  providerData: ProviderData,
) {
  const given = Object.values(providerData).filter((value): value is string => typeof value === "string");
  return [...secretsOf(definition, configuration), ...given];
}

/** A separate id, so that nothing is shared with another instance; it gets no row. */
async function transientInstance(
  ctx: Context,
  { id: elementId, name }: Pick<AuthorizedElement, "id" | "name">,
  configuration: Configuration,
) {
  const { organizationId, accountId } = ctx.caller;
  const id = await elementInstances.nextId(ctx.db.prisma);
  return { id, token: "", name, organizationId, accountId, elementId, configuration };
}
