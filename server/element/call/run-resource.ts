import type { HubResponse } from "../hub-request.ts";
import type { ElementPlan, PlannedResource } from "../planned.ts";
import type { Configuration, ElementPorts } from "../ports.ts";
import { fileHeaders, forwardedHeaders } from "../provider/reply-headers.ts";
import { withoutHub } from "../resource-path.ts";
import { looseSession } from "../session.ts";
import { runChain } from "./run-chain.ts";

type Given = {
  body?: unknown;
  configuration: Configuration;
  query?: Record<string, string>;
  signal?: AbortSignal;
  /** The person who connects gives the credentials for the addresses that the resource determines. */
  isConnecting?: boolean;
};

/**
 * Runs a resource without a public path (spec §2.9): on provision, refresh and delete, for webhooks, and in place of a
 * step of OAuth. `configuration` is the complete configuration after parameters and hooks; nothing is stored and no
 * grant is refreshed on the way. Throws the refusal of the request.
 */
export async function runResource(
  plan: ElementPlan,
  resource: PlannedResource,
  { body, configuration, query = {}, signal = new AbortController().signal, isConnecting }: Given,
  ports: ElementPorts,
): Promise<{ reply: HubResponse; configuration: Configuration }> {
  const session = looseSession(plan, configuration, { isConnecting });
  const { method } = resource.resource;
  const call = { method, path: withoutHub(resource.resource.path), query, headers: {}, body, signal };
  const exchanged = await runChain({ plan, resource, pathVariables: {}, call, session, ports }, null);
  const headers = forwardedHeaders(exchanged.callerHeaders);
  const reply: HubResponse = exchanged.stream
    ? { code: exchanged.code, headers: { ...fileHeaders(exchanged.headers), ...headers }, stream: exchanged.stream }
    : { code: exchanged.code, headers, body: exchanged.body };
  return { reply, configuration: session.configuration };
}
