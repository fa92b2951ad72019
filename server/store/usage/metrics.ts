import { COUNT, type Counted, perInterval, type Window } from "../database/per-interval.ts";
import type { Reader } from "../database/read-router.ts";

type Source = Partial<Omit<Counted, "name">> & { from: string };

const created = (table: string): Source => ({ from: `${table} m` });
/** The rows that each metric counts, by metric name. Deleted rows are not counted. */
const SOURCES = {
  api: { from: "api_tally m", at: "m.minute", keep: "m.calls", columns: "coalesce(sum(s.calls), 0)::int as count" },
  "hub-api": created("usage"),
  events: created("event"),
  "bulk-jobs": created("bulk_job"),
  "elements-created": created("element"),
  "element-instances-created": created("element_instance"),
  "hubs-created": { ...created("hub"), account: null },
  "vdrs-created": created("object_definition"),
  "vdrs-invoked": { ...created("usage"), only: "m.is_common_resource" },
  "formulas-created": created("formula"),
  "formula-executions": { ...created("execution"), only: "m.revision > 0" },
} as const satisfies Record<string, Source>;

export type Metric = keyof typeof SOURCES;

export const count = (pool: Reader, metric: Metric, window: Window) =>
  perInterval<{ timestamp: Date; count: number }>(pool, window, {
    name: `metric-${metric}`,
    at: "m.created_at",
    organization: "m.organization_id",
    account: "m.account_id",
    columns: COUNT,
    ...SOURCES[metric],
  });
