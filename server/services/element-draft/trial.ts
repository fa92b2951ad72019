import { redactJson } from "#server/account/redact.ts";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts, FilePart } from "#server/element/ports.ts";
import { filePartOf } from "#server/element/sent-file.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import { asHubRequest } from "../hub/as-hub-request.ts";
import { callInstance } from "../hub/call-element.ts";
import { INTERNAL, recordUsage } from "../hub/record-call.ts";
import type { Account } from "../test-account/account-for.ts";
import { openTestAccount } from "../test-account/open-test-account.ts";
import { withoutAccount } from "../test-account/without-account.ts";
import { newRequestId } from "../usage/request-id.ts";
import { type Drafted, draftedElement } from "./drafted-element.ts";

/** An unpublished definition, and the account to test it with. */
export type Trial = Account & {
  current: ElementRecord | null;
  /** The saved draft of an element that does not exist yet. */
  draftId: number | null;
  draft: PreparedElement;
  plan: ElementPlan;
};

/** An instance of the element or a test account; neither, if the definition needs none. */
export type TriedAccount = { elementInstanceId?: number | undefined; testAccountId?: number | undefined };

export type TrialRequest = {
  method: string;
  /** With or without the hub, as applications write it. */
  path: string;
  query?: Record<string, string | string[]> | undefined;
  headers?: Record<string, string> | undefined;
  /** A value, or text as it is sent. */
  body?: unknown;
  /** The fields of a form in place of a body; with a file it is sent as multipart. */
  form?: Record<string, string | TrialFile> | undefined;
};

/** `content` is in Base64. */
export type TrialFile = { fileName: string; contentType: string; content: string };

/** The maximum time for a page of a provider's longest list. */
const LONGEST_MS = 120_000;

/**
 * Prepares requests by an unpublished definition of an element. Refuses: what a change of the element refuses,
 * definitions that cannot be saved, what `openTestAccount` and `withoutAccount` refuse, and (notFound) instances that the
 * caller may not see or that are of another element: their credentials are not for this definition.
 */
export async function openTrial(
  ctx: Context,
  { elementInstanceId, testAccountId, ...drafted }: Drafted & TriedAccount,
): Promise<Trial> {
  const { current, owner, definition: draft } = await draftedElement(ctx, drafted);
  const plan = compileElement(draft);
  const opened = { current, draftId: owner && "draftId" in owner ? (owner.draftId ?? null) : null, draft, plan };
  if (elementInstanceId !== undefined && testAccountId !== undefined)
    throw new Failure("badRequest", "testAccountId: send either this or elementInstanceId.");
  if (testAccountId !== undefined)
    return { ...opened, ...(await openTestAccount(ctx, { plan, owner, testAccountId })) };
  if (elementInstanceId === undefined) return { ...opened, ...(await withoutAccount(ctx, plan)) };
  const connection = current && (await ctx.openInstances.find(ctx.caller, elementInstanceId));
  if (connection?.instance.elementId !== current?.id || !connection)
    throw new Failure("notFound", `elementInstanceId: this element has no instance ${elementInstanceId}.`);
  return { ...opened, ctx, connection, keep: (ports) => ports };
}

/**
 * Sends a request in the way of the hub: same authentication, parameters, hooks, pages, limits and errors. The account
 * keeps what the request changes in its configuration, such as a refreshed token; no formula is triggered; the request
 * counts as usage of the caller. A refusal is a response like any other.
 */
export async function sendTrial(
  { ctx: given, plan, connection, keep }: Trial,
  request: TrialRequest,
  watch: (ports: ElementPorts) => ElementPorts,
): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
  const ctx = { ...given, requestId: given.requestId || newRequestId() };
  const { requestId } = ctx;
  const { id: elementInstanceId } = connection.instance;
  const { method, path } = request;
  const noted = { requestId, elementInstanceId, method, path, uri: path, ip: ctx.clientAddress ?? INTERNAL };
  try {
    const call = hubRequest(request);
    const reply = await recordUsage(
      ctx,
      { ...noted, path: call.path },
      () =>
        callInstance(ctx, {
          elementInstanceId,
          call,
          trial: { plan: () => plan, watch: (ports) => watch(keep(ports)) },
        }),
      ({ code }) => code,
    );
    return { status: reply.code, headers: reply.headers, body: bodyOf(reply) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message, providerMessage, headers } = error;
    const providerNote = providerMessage !== undefined && { providerMessage };
    return { status: FAILURE_STATUS[kind], headers, body: { message, requestId, ...providerNote } };
  }
}

/** The result without the secrets that the account has and had, and without `credentials`. */
export async function withoutSecrets<Result>(
  { ctx, current, connection, draft }: Trial,
  result: Result,
  credentials: Iterable<string> = [],
): Promise<Result> {
  // Requests may have obtained new credentials.
  const now = await ctx.openInstances.findOfAllOrganizations(connection.instance.id);
  const secrets = secretsIn({ current, connection, draft }, now ? [now.instance.configuration] : []);
  return JSON.parse(redactJson(JSON.stringify(result), [...credentials, ...secrets]).text);
}

/** The secrets of the account, by the published definition and the draft, and those of further configurations. */
export function secretsIn(
  { current, connection, draft }: Pick<Trial, "current" | "connection" | "draft">,
  more: readonly Configuration[] = [],
): string[] {
  const configurations = [connection.instance.configuration, ...more];
  return [...(current ? [current.definition] : []), draft].flatMap((one) =>
    configurations.flatMap((configuration) => secretsOf(one, configuration)),
  );
}

/** The request of an author as the hub receives it. */
export function hubRequest({ method, path, query = {}, headers = {}, body, form }: TrialRequest): HubRequest {
  const address = new URL(`/${path.replace(/^\/+/, "")}`, "http://hub");
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) address.searchParams.append(name, value);
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const type = form ? typeOfForm(form) : body === undefined ? undefined : "application/json";
  const request = asHubRequest({
    method,
    url: `${address.pathname}${address.search}`,
    headers: { ...(type !== undefined && !isTyped && { "content-type": type }), ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  return form ? { ...request, form: Object.fromEntries(Object.entries(form).map(asField)) } : request;
}

const typeOfForm = (form: Record<string, string | TrialFile>) =>
  Object.values(form).some((value) => typeof value !== "string")
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";

const asField = ([name, value]: [string, string | TrialFile]): [string, string | FilePart] => [
  name,
  typeof value === "string" ? value : filePartOf({ ...value, bytes: Buffer.from(value.content, "base64") }),
];

/** The body that the hub would write; files are not read. */
function bodyOf({ body, stream }: HubResponse): unknown {
  if (!stream) return body ?? {};
  stream.cancel();
  return "(a file)";
}
