import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { HubResponse } from "#server/element/hub-request.ts";
import { Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { createTrace } from "../instance/provision-trace.ts";

/**
 * Sends a request and, while its instance is traced, stores the provider requests that it causes: the header
 * elements-trace-id of the response or refusal identifies them for a day in `GET /elements/{k}/trace/{id}`. A failure
 * to store a trace does not fail the request.
 */
export async function traceCall(
  ctx: Context,
  { instance, plan }: OpenInstance,
  make: (ctx: Context) => Promise<HubResponse>,
): Promise<HubResponse> {
  if (!instance.tracedUntil || instance.tracedUntil <= ctx.now()) return make(ctx);
  const trace = createTrace(ctx.provider, { grants: false });
  try {
    const reply = await make({ ...ctx, provider: { ...ctx.provider, send: trace.send, sql: trace.sql } });
    return { ...reply, headers: { ...reply.headers, ...(await keep()) } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message, providerMessage, provider, headers, cause } = error;
    throw new Failure(kind, message, {
      providerMessage,
      provider,
      headers: { ...headers, ...(await keep()) },
      cause,
    });
  }

  async function keep(): Promise<Record<string, string>> {
    try {
      // The call may have got new credentials on its way.
      const now = await ctx.openInstances.findOfAllOrganizations(instance.id);
      const configurations = [instance.configuration, ...(now ? [now.instance.configuration] : [])];
      const secrets = configurations.flatMap((configuration) => secretsOf(plan.element, configuration));
      const { organizationId, accountId, elementId } = instance;
      return { "elements-trace-id": await trace.keep(ctx, { organizationId, accountId, elementId, secrets }) };
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, "the trace of a call was not kept");
      return {};
    }
  }
}
