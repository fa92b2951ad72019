import type { AnalyticsQuery } from "#server/services/analytics/window.ts";

type Parameters = Pick<AnalyticsQuery, "from" | "to" | "interval"> & { "accountIds[]"?: number[] | undefined };

/** Converts the query parameters of analytics to the services' input. */
export const asAnalyticsQuery = ({ "accountIds[]": accountIds, from, to, interval }: Parameters): AnalyticsQuery => ({
  ...{ from, to, interval, accountIds },
});
