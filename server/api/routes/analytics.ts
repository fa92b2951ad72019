import { countMetric, type Metric } from "#server/services/analytics/count-metric.ts";
import {
  countByAccount,
  countByInstance,
  countExecutions,
  countStatuses,
  countStatusesNow,
  measureSteps,
} from "#server/services/analytics/executions.ts";
import type { AnalyticsQuery } from "#server/services/analytics/window.ts";

import * as contract from "../endpoints/analytics.ts";
import { route } from "../route.ts";

type AnalyticsParameters = Pick<AnalyticsQuery, "from" | "to" | "interval"> & { "accountIds[]"?: number[] | undefined };
export const asAnalyticsQuery = ({
  "accountIds[]": accountIds,
  from,
  to,
  interval,
}: AnalyticsParameters): AnalyticsQuery => ({
  from,
  to,
  interval,
  accountIds,
});

export const analyticsRoutes = [
  route(contract.countExecutions, (ctx, { query }) => countExecutions(ctx, asAnalyticsQuery(query))),
  route(contract.measureSteps, (ctx, { query }) => measureSteps(ctx, asAnalyticsQuery(query))),
  route(contract.countStatuses, (ctx, { query }) => countStatuses(ctx, asAnalyticsQuery(query))),
  route(contract.countStatusesNow, (ctx, { query }) => countStatusesNow(ctx, { accountIds: query["accountIds[]"] })),
  route(contract.countByAccount, (ctx, { query }) => countByAccount(ctx, asAnalyticsQuery(query))),
  route(contract.countByInstance, (ctx, { query }) => countByInstance(ctx, asAnalyticsQuery(query))),
  ...(Object.keys(contract.METRICS) as Metric[]).map((metric) =>
    route(contract.METRICS[metric], (ctx, { query }) =>
      countMetric(ctx, metric, { ...asAnalyticsQuery(query), emptyIntervals: query.emptyIntervals }),
    ),
  ),
];
