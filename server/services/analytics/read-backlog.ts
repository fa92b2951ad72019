import type { App } from "#server/context.ts";
import * as backlog from "#server/store/backlog.ts";

/** What waits to be done in the whole installation, for its operators. */
export const readBacklog = ({ db }: Pick<App, "db">): Promise<backlog.Waiting[]> => backlog.readBacklog(db.queries);
