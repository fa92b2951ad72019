import { listUsage } from "#server/services/usage/list-usage.ts";
import {
  measureActivity,
  measureElements,
  measureStatuses,
  measureTimes,
} from "#server/services/usage/measure-usage.ts";
import { readUsage } from "#server/services/usage/read-usage.ts";
import * as contract from "../endpoints/usage.ts";
import { route } from "../route.ts";
import { asAnalyticsQuery } from "./analytics.ts";

export const usageRoutes = [
  route(contract.listUsage, (ctx, { query, page }) => {
    const { "keys[]": elementKeys, "tags[]": tags, "accountIds[]": accountIds, ...rest } = query;
    return listUsage(ctx, { ...rest, elementKeys, tags, accountIds }, page);
  }),
  route(contract.measureTimes, (ctx, { query }) => measureTimes(ctx, asAnalyticsQuery(query))),
  route(contract.measureStatuses, (ctx, { query }) => measureStatuses(ctx, asAnalyticsQuery(query))),
  route(contract.measureActivity, (ctx, { query }) => measureActivity(ctx, asAnalyticsQuery(query))),
  route(contract.measureElements, (ctx, { query }) => measureElements(ctx, asAnalyticsQuery(query))),
  route(contract.readUsage, (ctx, { params }) => readUsage(ctx, params.requestId)),
];
