import { Gauge, type Registry, register } from "prom-client";
import type { App } from "#server/context.ts";
import { readBacklog } from "#server/services/analytics/read-backlog.ts";

type Heart = { heartbeatAgeMs: () => number };

/**
 * Exposes the metrics of a process for operators: its pools, its heartbeat, and the backlog of the whole installation.
 */
export function exposeProcessMetrics(app: App, { heartbeatAgeMs }: Heart, registry: Registry = register): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (own: Gauge) => unknown) =>
    new Gauge({
      name: `formulary_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        await collect(this);
      },
    });
  let reading: ReturnType<typeof readBacklog> | undefined;
  const pools = { hotPath: app.db.pool, queries: app.db.queries };

  gauge("heartbeat_age_seconds", "Since this process last renewed its leases.", [], (own) =>
    own.set(heartbeatAgeMs() / 1000),
  );
  gauge("pool_connections", "Connections to the database, by pool and state.", ["pool", "state"], (own) => {
    for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
      own.set({ pool, state: "idle" }, idleCount);
      own.set({ pool, state: "busy" }, totalCount - idleCount);
    }
  });
  gauge("pool_waiting", "Statements that wait for a connection.", ["pool"], (own) => {
    for (const [pool, { waitingCount }] of Object.entries(pools)) own.set({ pool }, waitingCount);
  });
  gauge("large_values", "Values above 64 KB that this process has written, by place.", ["place"], (own) => {
    for (const [place, count] of Object.entries(app.valueFiles.written())) own.set({ place }, count);
  });
  gauge("waiting", "Work that nobody has taken, by queue.", ["queue"], async (own) => {
    own.reset();
    for (const { name: queue, count } of await read()) own.set({ queue }, count);
  });
  gauge("oldest_waiting_seconds", "Age of the oldest work that nobody has taken.", ["queue"], async (own) => {
    own.reset();
    for (const { name: queue, oldestSeconds } of await read()) own.set({ queue }, oldestSeconds);
  });

  /** One query for both. Values that cannot be read are left out. */
  function read() {
    reading ??= readBacklog(app)
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
}
