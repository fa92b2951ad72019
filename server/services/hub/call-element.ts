import type { CommonResources } from "#server/common-resource/compile.ts";
import { performMapped } from "#server/common-resource/perform.ts";
import type { Context } from "#server/context.ts";
import { performCall } from "#server/element/call.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { segmentsOf } from "#server/element/match.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { mayChange, requireDesigner } from "../account/require-role.ts";
import { withoutSecrets } from "../formula-resource/run-as-resource.ts";
import { elementPorts } from "../instance/element-ports.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { newRequestId } from "../usage/request-id.ts";
import { INTERNAL, type Noticed, recordUsage, watchCall } from "./record-call.ts";
import { stepHeaders } from "./step-reply.ts";
import { triggerByRequest } from "./trigger-by-request.ts";

/** An unpublished definition, and the recorder of its requests to the provider. */
export type Trial = { plan: (connection: OpenInstance) => ElementPlan; watch: (ports: ElementPorts) => ElementPorts };

type Input = {
  elementInstanceId: number;
  call: HubRequest;
  depth?: number;
  /**
   * Whether this is a poll, which runs on behalf of the instance: it needs no user with access to the instance, and
   * triggers no formula.
   */
  isPoll?: boolean;
  /** Uses another definition of the element, for an author's trial: it triggers no formula. */
  trial?: Trial;
  /** Common resources that replace the saved ones, for an author's trial: it triggers no formula. */
  preview?: CommonResources;
  /**
   * Why this request may only read, if a user who may change something makes it; as those of viewers it is refused where
   * it changes something, and triggers no formula.
   */
  onlyReads?: Failure | undefined;
  noticed?: Noticed;
  /** Removes secrets from the address before it is recorded. */
  conceal?: (text: string) => string;
};

/**
 * Sends a request of the product itself, for a formula or a poll: `callInstance`, recorded in the usage under the given
 * request id or a new one.
 */
export function callElement(ctx: Context, input: Input): Promise<HubResponse & { instanceId: number }> {
  const { elementInstanceId, call, conceal = (text) => text } = input;
  const { method, path } = call;
  const requestId = ctx.requestId || newRequestId();
  const noted = { requestId, elementInstanceId, method, path, uri: conceal(path), ip: INTERNAL };
  return recordUsage(
    ctx,
    noted,
    (noticed) => callInstance({ ...ctx, requestId }, { ...input, noticed }),
    ({ code }) => code,
  );
}

/**
 * Sends one request to an element instance, by REST or by the product itself. When it resolves, the formulas that it
 * triggers have been started. The caller records the usage.
 * Refuses: unauthorized for an instance that was deleted or whose authorization ended; forbidden for a disabled one,
 * except for its objects, and for viewers who would change something; and whatever the element and the provider refuse.
 */
export async function callInstance(
  ctx: Context,
  { elementInstanceId, call, depth = 0, isPoll = false, trial, preview, onlyReads, noticed }: Input,
): Promise<HubResponse & { instanceId: number }> {
  const found = await (isPoll
    ? ctx.openInstances.findOfAllOrganizations(elementInstanceId)
    : ctx.openInstances.find(ctx.caller, elementInstanceId));
  if (!found) throw refusedCredentials();
  const connection = trial ? { ...found, plan: trial.plan(found), hasRequestTriggers: false } : found;
  const { instance, plan } = connection;
  const commonResources = preview ?? connection.commonResources;
  const isMapped = commonResources.size > 0 && !trial && !(isPoll && isOfTheElement(plan, call));
  if (noticed) noticed.isCommonResource = isMapped && commonResources.has(segmentsOf(call.path)[0] ?? "");
  refuseDisabled(connection, call);
  const requireChanges = () => {
    requireDesigner(ctx);
    if (onlyReads) throw onlyReads;
  };
  const onlyMayRead = onlyReads !== undefined || !mayChange(ctx);
  if (call.method !== "GET") requireChanges();
  if (!instance.valid) throw needsReauthentication();
  const reply = await watchCall(ctx, connection, {
    noticed,
    make(watched, watch) {
      const ports = {
        ...watch.refreshing(elementPorts(watched, connection)),
        ...(onlyMayRead && { beforeChange: requireChanges }),
      };
      return isMapped
        ? performMapped({ plan, commonResources, call, instance, ports })
        : performCall(plan, call, instance, trial ? trial.watch(ports) : ports);
    },
  });
  const mayTrigger = !isPoll && !preview && !onlyMayRead;
  if (connection.hasRequestTriggers && mayTrigger)
    await triggerByRequest(ctx, {
      instance,
      depth,
      requestId: ctx.requestId,
      ...exchangeOf(ctx, { call, reply, instance }),
    });
  return { ...reply, instanceId: instance.id };
}

/** Polls read the objects of the provider, even if a common resource has the same name. */
const isOfTheElement = (plan: ElementPlan, { method, path }: HubRequest): boolean =>
  plan.match(method, segmentsOf(path)).target !== null;

/** The objects of a disabled instance stay readable. */
function refuseDisabled({ instance }: OpenInstance, { method, path }: HubRequest): void {
  if (!instance.disabled || (method === "GET" && path === "/objects")) return;
  throw new Failure("forbidden", `The element instance ${instance.id} is disabled. Enable it to call it.`);
}

type Completed = { call: HubRequest; reply: HubResponse; instance: OpenInstance["instance"] };

/** The request and response for triggered formulas, with the headers that steps receive; files are left out. */
const exchangeOf = ({ requestId }: Context, { call, reply, instance }: Completed) => {
  const { method, path, query, headers, body, form } = call;
  const request = { method, path, query, headers: withoutSecrets(headers), body: body ?? textFieldsOf(form) };
  const responseHeaders = stepHeaders(reply, { requestId, instanceId: instance.id });
  return { request, response: { code: reply.code, headers: responseHeaders, body: reply.body ?? "" } };
};

const textFieldsOf = (form: HubRequest["form"]) =>
  form && Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === "string"));
