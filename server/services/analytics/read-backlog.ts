import type { App } from "#server/context.ts";
import * as backlog from "#server/store/job/backlog.ts";

/** The backlog of the whole installation, for its operators. */
export const readBacklog = ({ db }: Pick<App, "db">): Promise<backlog.Waiting[]> => backlog.readBacklog(db.queries);
