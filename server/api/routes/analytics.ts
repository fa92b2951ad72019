import {
  countByAccount,
  countByInstance,
  countExecutions,
  countFormulas,
  countStatuses,
  countStatusesNow,
  measureSteps,
} from "#server/services/analytics/executions.ts";
import type { AnalyticsQuery } from "#server/services/analytics/window.ts";
import * as contract from "../contract/analytics.ts";
import { route } from "../route.ts";

type Asked = Pick<AnalyticsQuery, "from" | "to" | "interval"> & { "accountIds[]"?: number[] | undefined };
const read = ({ "accountIds[]": accountIds, from, to, interval }: Asked): AnalyticsQuery => ({
  from,
  to,
  interval,
  accountIds,
});

export const analyticsRoutes = [
  route(contract.countExecutions, (ctx, { query }) => countExecutions(ctx, read(query))),
  route(contract.measureSteps, (ctx, { query }) => measureSteps(ctx, read(query))),
  route(contract.countStatuses, (ctx, { query }) => countStatuses(ctx, read(query))),
  route(contract.countStatusesNow, (ctx, { query }) => countStatusesNow(ctx, { accountIds: query["accountIds[]"] })),
  route(contract.countByAccount, (ctx, { query }) => countByAccount(ctx, read(query))),
  route(contract.countByInstance, (ctx, { query }) => countByInstance(ctx, read(query))),
  route(contract.formulaExecutionMetrics, (ctx, { query }) => countExecutions(ctx, read(query))),
  route(contract.formulasCreatedMetrics, (ctx, { query }) => countFormulas(ctx, read(query))),
];
