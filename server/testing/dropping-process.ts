import pg from "pg";
import { dropPartitions } from "#server/store/retention/partitions.ts";

/** A process that drops the partitions of a table after a number of days, and dies after the first one was detached. */
const [sessionUrl = "", table, days] = process.argv.slice(2);

const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    if (String(given[0]).includes(`drop table ${table}_`)) process.kill(process.pid, "SIGKILL");
    return send.apply(this, given);
  },
});
const periods = { RETENTION_DAYS: Number(days), AUDIT_RETENTION_DAYS: Number(days) };
await dropPartitions({ sessionUrl }, { periods, now: new Date() });
