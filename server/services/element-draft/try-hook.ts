import type { Context } from "#server/context.ts";
import { performCall } from "#server/element/call.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { HOOK_TYPES } from "#server/element/hooks/registry.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPorts, ProviderResponse } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { type WatchedHook, watchExchanges } from "../hub/watch-exchanges.ts";
import type { Drafted } from "./drafted-element.ts";
import {
  hubRequest,
  openTrial,
  secretsIn,
  type Trial,
  type TrialRequest,
  type TriedAccount,
  withoutSecrets,
} from "./trial.ts";

export type TriedHook = {
  /** The position of the resource in the definition; null for a hook of the element. */
  resource: number | null;
  /** The position of the hook among the hooks of its owner. */
  position: number;
  request: TrialRequest;
  /** The assumed response of the provider. */
  response: { status: number; headers?: Record<string, string> | undefined; body?: unknown };
};

/**
 * Runs one hook of an unpublished definition, and no other, in a request of which the provider's response is given: as
 * the hub builds and reads it, without a request to the provider. What the hook changes in the configuration is not
 * kept and its messages are not sent; what it requests by itself is. Refuses what `openTrial` refuses, hooks that do
 * not exist, and requests in which the hook does not run.
 */
export async function tryHook(
  ctx: Context,
  { resource, position, request, response, ...tried }: Drafted & TriedAccount & TriedHook,
): Promise<WatchedHook> {
  const trial = await openTrial(ctx, tried);
  const alone = withHookAlone(trial.draft, { resource, position });
  const { exchanges, credentials, watch } = watchExchanges(alone, secretsIn(trial));
  const ports = watch(withoutProvider(trial, response));
  const failure = await failureOf(
    performCall(compileElement(alone), hubRequest(request), trial.connection.instance, ports),
  );
  const [ran] = exchanges.flatMap(({ hooks }) => hooks);
  if (ran) return withoutSecrets(trial, ran, credentials);
  throw (
    failure ?? new Failure("badRequest", "request: this hook does not run in it. Request a resource that it is for.")
  );
}

function withHookAlone(draft: PreparedElement, { resource, position }: Pick<TriedHook, "resource" | "position">) {
  const owner = resource === null ? draft : draft.resources[resource];
  if (!owner) throw new Failure("notFound", `resource: the definition has no resource at position ${resource}.`);
  const hook = owner.hooks[position];
  if (!hook) throw new Failure("notFound", `position: there is no hook at position ${position}.`);
  if (HOOK_TYPES[hook.type].stage === "event")
    throw new Failure("badRequest", "position: this hook reads events. Test it with a webhook instead.");
  if (hook.body.trim() === "") throw new Failure("badRequest", "position: this hook has no script yet.");
  return {
    ...draft,
    hooks: resource === null ? [hook] : [],
    resources: draft.resources.map((one, at) => ({ ...one, hooks: at === resource ? [hook] : [] })),
  };
}

function withoutProvider({ ctx, connection }: Trial, { status, headers = {}, body }: TriedHook["response"]) {
  if (status < 100 || status > 599) throw new Failure("badRequest", "response.status: must be between 100 and 599.");
  const { provider, now } = ctx;
  const { organizationId } = connection.instance;
  let hasResponded = false;
  const once = <Reply>(reply: Reply): Promise<Reply> => {
    if (hasResponded) return Promise.reject(new Failure("badRequest", "Only one response was given."));
    hasResponded = true;
    return Promise.resolve(reply);
  };
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const response: ProviderResponse = { code: status, headers: lower, body };
  return {
    send: () => once(response),
    sql: () => once(Array.isArray(body) ? { rows: body } : { count: 0 }),
    hook: (call, signal) => provider.hook(organizationId, call, signal),
    xml: provider.xml,
    refresh: async () => null,
    saveConfiguration: async () => {},
    formula: () => Promise.reject(new Failure("badRequest", "request: a formula responds to it, without hooks.")),
    now,
    nonce: () => "0",
    seal: () => "",
  } satisfies ElementPorts;
}

async function failureOf(call: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
