import type { App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { exportAudit } from "#server/services/audit-log/export-audit.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { attachment } from "../attachment.ts";
import { invalid } from "../failures.ts";
import { streamReply } from "../stream-reply.ts";
import { auditQuery } from "./audit.ts";

/** `?entity=formula&from=2026-01-01`: streams the audit entries that match the filters as JSON lines. */
export async function handleAuditExport(app: App, request: Request, token: string | undefined): Promise<Response> {
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const query = auditQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) throw invalid(query.error, "query");
  const ctx: Context = { ...app, caller, requestId: newRequestId() };
  const { object, ...filter } = query.data;
  const lines = await exportAudit(ctx, { ...filter, entityId: object });
  const cancel = () => void lines.return(undefined);
  return new Response(streamReply(Object.assign(lines, { cancel })), {
    headers: { "content-type": "application/jsonl; charset=utf-8", ...attachment("audit-log.jsonl") },
  });
}
