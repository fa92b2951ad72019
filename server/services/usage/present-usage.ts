import type { Usage } from "#server/generated/prisma/client.ts";

/** A request as `GET /usage` returns it. Fields for customer-defined names, which are not stored, are "NA". */
export const presentUsage = ({ requestId, createdAt, status, processMs, uri, resource, ...row }: Usage) => ({
  traffic_id: requestId,
  request_id: requestId,
  traffic_date: createdAt.toISOString(),
  request_status: status < 400 ? ("SUCCESS" as const) : ("FAILED" as const),
  response_status: status,
  process_time: processMs,
  request_method: row.method,
  request_uri: uri,
  request_ip: row.ip,
  ...(row.agent !== null && { agent: row.agent }),
  element_api: resource,
  element_resource: resource,
  ...(row.elementKey !== null && { element_key: row.elementKey }),
  ...(row.elementName !== null && { element_name: row.elementName }),
  ...(row.hub !== null && { hub: row.hub }),
  instance_id: row.elementInstanceId,
  ...(row.instanceName !== null && { instance_name: row.instanceName }),
  instance_tags: row.tags.join(","),
  user_id: row.userId,
  account_id: row.accountId,
  company_id: row.organizationId,
  company_external_id: "NA",
  company_external_name: "NA",
});
