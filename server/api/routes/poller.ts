import { dryRun } from "#server/services/poller/dry-run.ts";
import { listPollers } from "#server/services/poller/list-pollers.ts";
import { pollNow } from "#server/services/poller/poll-now.ts";
import { resetCursor } from "#server/services/poller/reset-cursor.ts";
import * as contract from "../endpoints/poller.ts";
import { route } from "../route.ts";

export const pollerRoutes = [
  route(contract.listPollers, (ctx, { params }) => listPollers(ctx, params)),
  route(contract.pollNow, (ctx, { params: { resource, ...address } }) => pollNow(ctx, address, resource)),
  route(contract.dryRun, (ctx, { params: { resource, ...address } }) => dryRun(ctx, address, resource)),
  route(contract.resetCursor, (ctx, { params: { resource, ...address }, query }) =>
    resetCursor(ctx, address, resource, query.from),
  ),
];
