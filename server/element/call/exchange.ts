import { Failure } from "../../errors.ts";
import { withoutCredentials } from "../auth/credentials.ts";
import { bareRecord, isRecord } from "../bare-record.ts";
import { isChangingMethod, isChangingSql } from "../changes-something.ts";
import type { HookScene } from "../hooks/hook-variables.ts";
import { runHooks } from "../hooks/run-hooks.ts";
import type { Exchanged, HubResponseDraft } from "../hub-response-draft.ts";
import type { Incoming } from "../incoming.ts";
import { requireFollowable } from "../pagination/next-link.ts";
import type { ListAddress } from "../pagination/page-place.ts";
import { readFiles } from "../parameters/file-text.ts";
import type { ElementPlan, PlannedResource, Settings } from "../planned.ts";
import { type ElementPorts, isFilePart, type ProviderResponse } from "../ports.ts";
import { originOf } from "../provider/base-url.ts";
import { fillPath, joinAddress } from "../provider/provider-address.ts";
import { brokenReply, providerFailure } from "../provider/provider-errors.ts";
import { providerRequest } from "../provider/provider-request.ts";
import type { ProviderRequestDraft } from "../provider/provider-request-draft.ts";
import type { Session } from "../session.ts";
import { destinationOf } from "../settings.ts";
import { performSql } from "../sql/sql-call.ts";
import { makeCall } from "./make-call.ts";
import { missingRootOf, unwrapReply } from "./root-key.ts";

/** One resource of a chain, about to be called. */
export type Link = {
  plan: ElementPlan;
  resource: PlannedResource;
  incoming: Incoming;
  /** The link in the previous page: its `?query`, or its path. */
  follows: string | undefined;
  session: Session;
  ports: ElementPorts;
  signal: AbortSignal;
  /** The caller forwards the bytes. */
  asStream?: boolean;
};

/**
 * One resource of a chain: parameters, authentication, hooks, the provider, hooks, parameters of the reply, root key. A
 * 401 is met with one refresh and one more try, as long as the body can be sent again. Throws the refusal of a reply
 * that is no success.
 */
export async function exchange(given: Link): Promise<Exchanged> {
  const { ofExchange } = given.ports;
  const link = ofExchange ? { ...given, ports: ofExchange(given.resource.label) } : given;
  if (link.resource.problem) throw new Failure("badRequest", link.resource.problem);
  const { files } = link.resource.parameters;
  if (files.length > 0) await readFiles(files, link.incoming);
  const attempt = prepare(link);
  const { call, scene, around } = attempt;
  if (scene) await runHooks(scene, around);
  await link.session.change({ ...call.changes, ...scene?.changes });

  const skips = scene !== undefined && !scene.continues;
  const reply = skips ? NOTHING : await callProvider(link, attempt);
  if (reply.code === 401 && canAgain(call) && (await link.session.refresh({ isRefused: true }))) {
    reply.stream?.cancel();
    return exchange(given);
  }
  // A hook before the request may have set headers, or the whole response if it stopped the request.
  const response =
    skips && scene.response ? scene.response : responseFrom(reply, link.ports, scene?.response?.callerHeaders);
  const received = rowsIn(response.body, link.resource);
  try {
    if (scene) await afterwards(scene, { response, around, session: link.session });
    if (response.code < 200 || response.code > 299) throw providerFailure(response, around.conceal);
    // A request that changed something has succeeded, even if its response cannot be read.
    if (reply.isBroken && response.body === reply.body && link.incoming.method === "GET")
      throw brokenReply(response.body, around.conceal);
  } catch (error) {
    response.stream?.cancel();
    throw error;
  }
  // Every success of a provider becomes 200; a status that a hook set stays.
  if (response.code === 204 && response.body === undefined && isListRequest(link)) response.body = [];
  const applied = await applyResponse(link, { ...response, code: scene?.hookStatus ?? 200 });
  return { ...applied, address: attempt.address, received };
}

const isListRequest = ({ resource, incoming }: Link) => incoming.method === "GET" && resource.paging.isList;

/** The number of rows of a page before hooks change it. */
function rowsIn(body: unknown, { hooks, rootKeys: { response }, paging }: PlannedResource): number | undefined {
  if (hooks.after.length === 0 || !paging.hasPosition) return undefined;
  const rows = response ? unwrapReply(response, body, { isList: true }) : body;
  return Array.isArray(rows) ? rows.length : undefined;
}

const NOTHING: ProviderResponse = { code: 200, headers: {} };

type Attempt = {
  call: ProviderRequestDraft;
  incoming: Incoming;
  settings: Settings;
  base: string;
  origins: readonly string[];
  address: ListAddress;
  /** Only if there are hooks. */
  scene: HookScene | undefined;
  around: Parameters<typeof runHooks>[1];
};

function prepare(link: Link): Attempt {
  const { plan, resource, session, ports, signal } = link;
  const { configuration, settings } = session;
  const incoming: Incoming = { ...link.incoming, configuration };
  const call = makeCall(resource, incoming, {
    follows: link.follows,
    auth: settings.auth,
    keyHeader: plan.element.idempotencyKeyHeader ?? "Idempotency-Key",
  });
  const { base, origins } = destinationOf(settings, resource, { pathValues: call.pathValues, configuration });
  call.path =
    plan.element.protocolType === "jdbc"
      ? resource.resource.vendorPath
      : fillPath(resource.vendorPath, { ...incoming, ...call });
  const own = joinAddress(base, call.path);
  if (resource.resource.nextPageKey && incoming.place) requireFollowable(incoming.place, resource.paging, own);
  if (link.follows?.startsWith("/")) call.url = originOf(own, "base.url") + link.follows.split("?", 1)[0];
  const { before, after } = resource.hooks;
  const hasHooks = before.length > 0 || after.length > 0;
  const conceal = (text: string) => withoutCredentials(text, plan.element, configuration);
  return {
    ...{ call, incoming, settings, base, origins },
    address: { own, sent: own },
    scene: hasHooks ? sceneOf(link, { call, incoming, url: call.url ?? own }) : undefined,
    around: { port: ports.hook, signal, conceal },
  };
}

function sceneOf({ plan, resource }: Link, scene: Pick<HookScene, "call" | "incoming" | "url">): HookScene {
  return {
    ...scene,
    ...{ stage: "before", resource, response: null, continues: true, refusal: null, hookStatus: null },
    object: plan.element.objects.find(({ name }) => name === resource.objectName) ?? null,
    returned: bareRecord(),
    changes: bareRecord(),
  };
}

async function callProvider(
  { plan, ports, session, signal, asStream }: Link,
  attempt: Attempt,
): Promise<ProviderResponse> {
  const { call, incoming, settings, base, origins, address } = attempt;
  const { configuration } = session;
  const isSql = plan.element.protocolType === "jdbc";
  // A hook may have made another request of it.
  if (ports.beforeChange && (isSql ? isChangingSql(call.path) : isChangingMethod(call.method))) ports.beforeChange();
  if (isSql) return performSql({ call, incoming, configuration }, ports, signal);
  const request = providerRequest(call, { base, origins, xml: ports.xml });
  address.sent = request.url;
  const { sign } = settings.auth;
  const signed = sign ? await sign(request, configuration, { now: ports.now(), nonce: ports.nonce() }) : request;
  return ports.send(signed, { origins, signal, ...(asStream && { asStream }) });
}

/** A stream cannot be read twice. */
const canAgain = ({ body, parts }: ProviderRequestDraft) =>
  !isFilePart(body) &&
  ![...Object.values(isRecord(body) ? body : {}), ...parts.map(([, value]) => value)].some(
    (value) => isFilePart(value) && value.text === undefined,
  );

function responseFrom(
  { code, headers, body, stream }: ProviderResponse,
  { xml }: ElementPorts,
  callerHeaders = {},
): HubResponseDraft {
  const isXml =
    typeof body === "string" && body !== "" && (headers["content-type"] ?? "").toLowerCase().includes("xml");
  return { code, headers, body: isXml ? parsedXml(body, xml) : body, stream, callerHeaders };
}

/** A body with the content type of XML that is not valid XML stays text. */
function parsedXml(text: string, xml: ElementPorts["xml"]): unknown {
  try {
    return xml.parse(text);
  } catch {
    return text;
  }
}

/** The hooks after the request, which see changes of the configuration. A body that they set replaces a file. */
async function afterwards(
  scene: HookScene,
  { response, around, session }: { response: HubResponseDraft; session: Session } & Pick<Attempt, "around">,
): Promise<void> {
  const incoming = { ...scene.incoming, configuration: session.configuration };
  Object.assign(scene, { stage: "after", response, incoming, changes: bareRecord() } satisfies Partial<HookScene>);
  await runHooks(scene, around);
  await session.change(scene.changes);
  if (response.body === undefined || !response.stream) return;
  response.stream.cancel();
  response.stream = undefined;
}

/** Applies the root key and the parameters of the response. */
async function applyResponse(
  { resource, session }: Link,
  draft: HubResponseDraft,
): Promise<HubResponseDraft & Pick<Exchanged, "raw" | "missingRoot">> {
  const { response } = resource.rootKeys;
  const { isList } = resource.paging;
  const raw = draft.body;
  const missingRoot = response && isList ? missingRootOf(resource.resource, response, raw) : undefined;
  const unwrapped = response ? { ...draft, body: unwrapReply(response, raw, { isList }) } : draft;
  if (resource.parameters.readResponse.length > 0) {
    const changes = bareRecord<string>();
    for (const apply of resource.parameters.readResponse)
      apply({ headers: draft.headers, body: raw }, unwrapped, (key, value) => {
        changes[key] = value;
      });
    await session.change(changes);
  }
  return { ...unwrapped, raw, missingRoot };
}
