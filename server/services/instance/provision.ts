import { redact } from "#server/account/redact.ts";
import type { Context } from "#server/context.ts";
import type { AuthType, ProviderData } from "#server/element/auth/auth-type.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { isGrantedByPerson } from "#server/element/auth/granted-by-person.ts";
import { adviceFor } from "#server/element/auth/refused-token.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import { isRegistered } from "#server/element/event-kinds/registry.ts";
import type { HubResponse } from "#server/element/hub-request.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts, ProviderRequest } from "#server/element/ports.ts";
import type { Moment } from "#server/element/resource-types/resource-type.ts";
import { Failure } from "#server/errors.ts";
import { databaseNow } from "#server/store/element-instance/grant-leases.ts";
import { codeVerifier } from "./code-verifier.ts";
import { elementPorts } from "./element-ports.ts";
import { withEventAddress } from "./event-address.ts";
import { grantIn, runLifecycle } from "./lifecycle.ts";
import { createTrace, type Trace } from "./provision-trace.ts";
import { revokeGrant } from "./revoke-grant.ts";
import { runDeletion } from "./run-deletion.ts";
import { isOk, isSameGrant, textOf, tokenCall } from "./token-call.ts";

export type Provision = {
  instance: {
    id: number;
    name: string;
    organizationId: number;
    accountId: number;
    elementId: number;
    token: string;
    configuration: Configuration;
  };
  plan: ElementPlan;
  providerData: ProviderData;
  /** The application has a grant already (`externalAuthentication`). */
  isExternal: boolean;
  /** After a failure, changes at the provider are undone as far as possible. */
  undoesFailure?: boolean;
  /** Records the requests; by default a trace that is stored with `providerData.debug`. */
  trace?: Trace;
};

/**
 * Connects an instance to its provider (spec §2.7): the grant, the element's resources for provisioning, and its
 * webhook if events are on. Nothing is stored; the resulting configuration is returned, and with `providerData.debug`
 * the id of the trace, also on a refusal.
 * Refuses: badRequest for values that the provider does not accept, badGateway and timedOut if it does not respond.
 */
export async function provision(
  ctx: Context,
  {
    instance,
    plan,
    providerData,
    isExternal,
    undoesFailure = false,
    trace = createTrace(ctx.provider, { grants: true }),
  }: Provision,
): Promise<{ configuration: Configuration; traceId?: string }> {
  let { configuration } = instance;
  const ports: ElementPorts = {
    ...elementPorts(ctx, { instance, plan }),
    send: trace.send,
    sql: trace.sql,
    refresh: async () => null,
    async saveConfiguration(changes) {
      configuration = { ...configuration, ...changes };
    },
  };
  const run = async (moment: Moment, body?: unknown) => {
    let reply: HubResponse | undefined;
    for (const type of plan.typesAt(moment)) {
      const ran = await runLifecycle(plan, type, { configuration, body, isConnecting: true }, ports);
      configuration = { ...configuration, ...ran.configuration };
      ({ reply } = ran);
    }
    return reply;
  };
  const given = ["code", "oauth_verifier", "secret"].flatMap((name) => texts(providerData[name]));
  const conceal = (text: string) => redact(withoutCredentials(text, plan.element, configuration), given).text;
  const keepTrace = async () => {
    if (providerData.debug !== true && providerData.debug !== "true") return undefined;
    const secrets = [...secretsOf(plan.element, { ...instance.configuration, ...configuration }), ...given];
    const { organizationId, accountId, elementId } = instance;
    return trace.keep(ctx, { organizationId, accountId, elementId, secrets });
  };

  try {
    await obtainGrant();
    await run("connect");
    await proveAccess();
    if (isRegistered(configuration)) {
      configuration = withEventAddress(ctx, {
        id: instance.id,
        token: instance.token,
        elementKey: plan.element.key ?? "",
        configuration,
      });
      await run("switchEventsOn");
    }
  } catch (error) {
    if (undoesFailure) await undo();
    throw await withTrace(error, keepTrace, conceal);
  }
  const traceId = await keepTrace();
  return { configuration, ...(traceId !== undefined && { traceId }) };

  async function undo(): Promise<void> {
    const left = await runDeletion(ctx, { instance: { id: instance.id, configuration }, plan, ports });
    if (!isSameGrant(left, instance.configuration)) await revokeGrant(ctx, { plan, configuration: left, ports });
  }

  async function obtainGrant(): Promise<void> {
    const now = await databaseNow(ctx.db.pool);
    if (isExternal) {
      if (configuration["oauth.user.token"] && !configuration["oauth.user.refresh_time"])
        configuration = { ...configuration, "oauth.user.refresh_time": String(now.getTime()) };
      return;
    }
    const type = authenticationOf(plan.element, configuration);
    if (plan.typesAt("exchange").length > 0) {
      const reply = await run("exchange", providerData);
      configuration = { ...configuration, ...grantIn(reply, type, { now }) };
      return;
    }
    if (!type.exchange) return;
    const verifier = codeVerifier(ctx.env, {
      elementId: instance.elementId,
      clientId: configuration["oauth.api.key"],
      callbackUrl: configuration["oauth.callback.url"],
      // By default the address contained the element's key.
      state: providerData.state ?? plan.element.key,
    });
    const at = { now, nonce: ports.nonce() };
    const request = await type.exchange(configuration, { codeVerifier: verifier, ...providerData }, at);
    if (!request) {
      throw new Failure(
        "badRequest",
        `providerData: ${type.providerData ?? "it is"} required to connect this element.`,
      );
    }
    await takeGrant(request, type, now);
  }

  async function takeGrant(request: ProviderRequest, type: AuthType, now: Date): Promise<void> {
    const reply = await tokenCall(ports, request);
    if (!isOk(reply)) throw refusedGrant(reply, { conceal, isByPerson: isGrantedByPerson(type, configuration) });
    configuration = { ...configuration, ...type.readGrant?.(reply.body, { now }) };
  }

  /** The access token of a grant that was obtained elsewhere may have expired already: it is refreshed once. */
  async function proveAccess(): Promise<void> {
    try {
      await run("proveAccess");
    } catch (error) {
      const type = authenticationOf(plan.element, configuration);
      const request = isExternal && isUnauthorized(error) ? type.refresh?.(configuration) : null;
      if (!request) throw error;
      await takeGrant(request, type, await databaseNow(ctx.db.pool));
      await run("proveAccess");
    }
  }
}

type RefusedReply = { code: number; body?: unknown };
type RefusedBy = { conceal: (text: string) => string; isByPerson: boolean };

function refusedGrant({ code, body }: RefusedReply, { conceal, isByPerson }: RefusedBy): Failure {
  const text = textOf(body, conceal);
  const detail = text === undefined ? {} : { providerMessage: text };
  return code < 500
    ? new Failure(
        "badRequest",
        `The provider did not accept the authorization (status ${code}). ${adviceFor(body, { isByPerson })}`,
        detail,
      )
    : new Failure("badGateway", `The provider's token endpoint failed (status ${code}). Try again.`, detail);
}

/** For a resource to which the provider responded 401. */
const isUnauthorized = (error: unknown): boolean =>
  error instanceof Failure && error.cause instanceof Failure && error.cause.kind === "unauthorized";

async function withTrace(
  error: unknown,
  keep: () => Promise<string | undefined>,
  conceal: (text: string) => string,
): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  const traceId = await keep();
  const { kind, message, providerMessage, headers, cause } = error;
  return new Failure(kind, conceal(message), {
    cause,
    headers: { ...headers, ...(traceId !== undefined && { "elements-trace-id": traceId }) },
    ...(providerMessage !== undefined && { providerMessage: conceal(providerMessage) }),
  });
}

const texts = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
