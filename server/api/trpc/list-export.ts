import { z } from "zod";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Page, PageRequest } from "#server/page.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { noteAuditExport } from "#server/services/audit-log/note-export.ts";
import { searchAudit } from "#server/services/audit-log/search-audit.ts";
import { searchDeliveries } from "#server/services/delivery/search-deliveries.ts";
import { searchEvents } from "#server/services/event/search-events.ts";
import { listRuns } from "#server/services/execution/list-runs.ts";
import { exportRows } from "#server/services/list-export/export-rows.ts";
import { listUsage } from "#server/services/usage/list-usage.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { attachment } from "../attachment.ts";
import { invalid } from "../failures.ts";
import { streamReply } from "../stream-reply.ts";
import { auditQuery, auditSearch } from "./audit.ts";
import { deliveryFilter } from "./delivery.ts";
import { eventFilter } from "./event.ts";
import { runFilter } from "./execution.ts";
import { requestFilter, requestSearch } from "./request-log.ts";

/** The newest rows of lists that can be arbitrarily long; the audit log is exported completely. */
const MOST_ROWS = 100_000;

type Prepared = {
  list: (page: PageRequest) => Promise<Page<unknown>>;
  columns: readonly string[];
  fileName: string;
  mostRows: number;
};

type ExportedList<Filter extends z.ZodType> = {
  /** The filters of the list, without its cursor. */
  filter: Filter;
  list: (ctx: Context, query: z.output<Filter>, page: PageRequest) => Promise<Page<unknown>>;
  columns: readonly string[];
  fileName: string;
  mostRows?: number;
  begin?: (ctx: Context) => Promise<void>;
};

/** Prepares an export from filters as the list of the screen sends them; refuses badRequest. */
const exported =
  <Filter extends z.ZodType>({ filter, list, columns, fileName, mostRows = MOST_ROWS, begin }: ExportedList<Filter>) =>
  async (ctx: Context, sent: unknown): Promise<Prepared> => {
    const query = filter.safeParse(sent);
    if (!query.success) throw invalid(query.error, "filters");
    await begin?.(ctx);
    return { list: (page) => list(ctx, query.data, page), columns, fileName, mostRows };
  };

/** Every list that has an export. To add one: a row here, and `exported` at its LiveList. */
export const EXPORTED_LISTS = {
  audit: exported({
    filter: auditQuery,
    list: (ctx, query, page) => searchAudit(ctx, { ...auditSearch(query), page }),
    columns: "id createdDate action entity entityId parentId userId userName accountId agent address changes".split(
      " ",
    ),
    fileName: "audit-log",
    mostRows: Number.POSITIVE_INFINITY,
    begin: noteAuditExport,
  }),
  events: exported({
    filter: eventFilter,
    list: (ctx, query, page) => searchEvents(ctx, { ...query, page }),
    columns:
      "id eventDate elementKey elementInstanceId instanceName source status object.objectType object.eventType object.objectId objects runs deliveries.delivered deliveries.retry deliveries.queued requestId error".split(
        " ",
      ),
    fileName: "events",
  }),
  deliveries: exported({
    filter: deliveryFilter,
    list: (ctx, query, page) => searchDeliveries(ctx, { ...query, page }),
    columns:
      "id createdDate updatedDate status attempts answerStatus error nextAttemptDate notificationId subscriptionId eventId webhookId subscription.channel subscription.config.url".split(
        " ",
      ),
    fileName: "deliveries",
  }),
  requests: exported({
    filter: requestFilter,
    list: (ctx, query, page) => listUsage(ctx, { ...requestSearch(query), page }),
    columns:
      "request_id traffic_date request_method request_uri response_status process_time element_key instance_id instance_name instance_tags hub user_id account_id request_ip agent".split(
        " ",
      ),
    fileName: "requests",
  }),
  runs: exported({
    filter: runFilter,
    list: (ctx, query, page) => listRuns(ctx, { ...query, page }),
    columns:
      "id startedAt durationMs state formulaId formulaName formulaInstanceId instanceName triggerType objectId revision attempt isTrial failedStep error".split(
        " ",
      ),
    fileName: "runs",
  }),
};

export type ExportedListName = keyof typeof EXPORTED_LISTS;

const request = z.object({
  list: z.enum(Object.keys(EXPORTED_LISTS) as [ExportedListName, ...ExportedListName[]]),
  format: z.enum(["csv", "json"]),
  filters: z
    .string()
    .max(10_000)
    .default("{}")
    .transform((text, { addIssue }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        addIssue("must be JSON");
        return z.NEVER;
      }
    }),
});

const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", json: "application/jsonl; charset=utf-8" };
const ENDINGS = { csv: "csv", json: "jsonl" };

/** `?list=events&format=csv&filters={"source":"webhook"}`: streams the rows that the filters of the list match. */
export async function handleListExport(app: App, sent: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const query = request.safeParse(Object.fromEntries(new URL(sent.url).searchParams));
  if (!query.success) throw invalid(query.error, "query");
  const { list: name, format, filters } = query.data;
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId: newRequestId() };
  const { fileName, ...rows } = await EXPORTED_LISTS[name](ctx, filters);
  const bytes = exportRows({ ...rows, format });
  const cancel = () => void bytes.return(undefined);
  return new Response(streamReply(Object.assign(bytes, { cancel })), {
    headers: { "content-type": CONTENT_TYPES[format], ...attachment(`${fileName}.${ENDINGS[format]}`) },
  });
}
