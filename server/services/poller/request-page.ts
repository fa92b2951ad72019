import { type App, actingAs, type Context } from "#server/context.ts";
import { isRecord } from "#server/element/bare-record.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { callElement, type Trial } from "../hub/call-element.ts";
import { newRequestId } from "../usage/request-id.ts";

const TIMEOUT_MS = 30_000;
const TOO_LATE = `The element did not answer the poll within ${TIMEOUT_MS / 1000} s.`;

type Place = { since: number; nextPage?: string | undefined };
/** `requestId` identifies the request, as in the usage records. */
export type PolledPage = { rows: unknown[]; nextPage?: string; missingRoot?: string | undefined; requestId: string };

/**
 * Requests one page of a resource's changes from the hub on behalf of the owner. Formulas that are triggered by such
 * requests are not started.
 */
export async function requestPage(
  app: App,
  instance: ElementInstanceRecord,
  entry: PollerEntry,
  { since, nextPage }: Place,
  trial?: Trial,
): Promise<PolledPage> {
  const { organizationId, accountId, userId, configuration } = instance;
  const caller = { organizationId, accountId, userId, seesAllAccounts: false, role: "designer" } as const;
  const requestId = newRequestId();
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId };
  const { path, query } = entry.url({ since, configuration });
  const size = entry.pageSize !== undefined && { pageSize: String(Math.min(entry.pageSize, MOST_ROWS)) };
  const call = {
    method: "GET",
    path,
    query: { ...size, ...query, ...(nextPage !== undefined && { nextPage }) },
    headers: {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const asking = callElement(ctx, { elementInstanceId: instance.id, call, isPoll: true, ...(trial && { trial }) });
  const reply = await asking.catch((error: unknown) => {
    throw call.signal.aborted ? new Failure("timedOut", TOO_LATE) : error;
  });
  reply.stream?.cancel();
  if (reply.code < 200 || reply.code > 299)
    throw new Failure("badGateway", `The element answered the poll with status ${reply.code}.`);
  const next = reply.headers["elements-next-page-token"];
  const rows = rowsOf(reply.body, entry.resource);
  return { rows, missingRoot: reply.missingRoot, requestId, ...(next !== undefined && { nextPage: next }) };
}

/** The maximum page size of the hub. */
const MOST_ROWS = 5000;

/** The rows of a response: a list, the list in the field named after the resource, or a single object. */
function rowsOf(body: unknown, resource: string): unknown[] {
  if (Array.isArray(body)) return body;
  if (body === undefined || body === null || body === "") return [];
  if (!isRecord(body)) throw new Failure("badGateway", "The element replied to the poll without a list.");
  const inside = body[resource];
  return Array.isArray(inside) ? inside : [body];
}
