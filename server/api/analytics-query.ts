import type { AnalyticsQuery } from "#server/services/analytics/window.ts";

type Parameters = Pick<AnalyticsQuery, "from" | "to" | "interval"> & { "accountIds[]"?: number[] | undefined };

/** The query parameters of analytics as their verbs take them. */
export const asAnalyticsQuery = ({ "accountIds[]": accountIds, from, to, interval }: Parameters): AnalyticsQuery => ({
  ...{ from, to, interval, accountIds },
});
