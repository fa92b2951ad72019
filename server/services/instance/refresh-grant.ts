import type { App } from "#server/context.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import * as leases from "#server/store/element-instance/grant-leases.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { holdGrant, leaseGrant } from "./lease-grant.ts";
import { runLifecycle } from "./lifecycle.ts";
import { markRevoked } from "./mark-revoked.ts";
import { needsReauthentication } from "./needs-reauthentication.ts";
import { changesIn, isRefreshable, isRefreshed, requestRefresh, typesAfterRefresh } from "./request-refresh.ts";
import { revokeGrant } from "./revoke-grant.ts";

/** How long the token endpoint is not used after a failure (F05). */
const REST_MS = 30_000;

type Refresh = {
  instance: { id: number; organizationId: number };
  plan: ElementPlan;
  /** The configuration whose grant expired or was refused. */
  stale: Configuration;
  /** The provider refuses it, so that it cannot be used until it is refreshed. */
  isRefused?: boolean;
  /** For the resources that run after a refresh. */
  ports: ElementPorts;
};
type World = Pick<App, "db" | "env" | "vault" | "now" | "log" | "state">;

/**
 * The configuration of an instance with a new grant, or null if this one cannot be refreshed, or cannot be refreshed
 * now although it is still valid.
 * Of all concurrent callers in all processes one sends the request: within a process they share a promise, between
 * processes the row is leased by the database's clock, and nothing is locked during the request. The others read the
 * holder's result. If the holder dies, another takes over after 30 s.
 * Refuses: unauthorized if the grant was revoked or the instance was deleted; unavailable while the token endpoint
 * fails.
 */
export function refreshGrant(app: World, refresh: Refresh): Promise<Configuration | null> {
  const { instance, stale, isRefused = false } = refresh;
  const ours = app.state.refreshes;
  const key = `${instance.id} ${isRefused} ${stale["oauth.user.token"] ?? ""}`;
  const underWay = ours.get(key);
  if (underWay) return underWay;
  const flight = fly(app, refresh).finally(() => ours.delete(key));
  ours.set(key, flight);
  return flight;
}

async function fly(app: World, { instance: { id, organizationId }, plan, stale, ports, isRefused }: Refresh) {
  if (!isRefreshable(plan, stale)) return null;
  return leaseGrant(app, { table: "element_instance", id } as const, {
    open: () => elementInstances.open(app, { elementInstanceId: id, organizationId }),
    isRefreshed: ({ configuration }) => isRefreshed(plan, stale, configuration),
    resting: (current, restMs) => restedOr(current, { isRefused, now: app.now(), restMs }),
    refresh: (lease, current) => holding(app, { lease, current, plan, ports, isRefused }),
    gone,
    ended: () => needsReauthentication(),
  });
}

type Holding = Pick<Refresh, "plan" | "ports" | "isRefused"> & {
  lease: leases.Lease & { table: "element_instance" };
  current: ElementInstanceRecord;
};

/** Runs the refresh; the lease always ends with it. */
async function holding(app: World, { lease, current, plan, ports, isRefused }: Holding): Promise<Configuration | null> {
  const outcome = await requestRefresh(app, { plan, configuration: current.configuration, ports });
  if (outcome.revoked !== undefined) {
    if (await markRevoked(app, { lease, instance: current }))
      throw needsReauthentication(clean(plan, current, outcome.revoked));
    return (await overtaken(app, current)) ?? Promise.reject(gone());
  }
  if (outcome.failed) {
    app.log.warn({ elementInstanceId: current.id, err: outcome.failed }, "token not refreshed");
    await leases.release(app.db.pool, lease, REST_MS);
    const reason = clean(plan, current, outcome.failed.message);
    return restedOr(current, { isRefused, now: app.now(), restMs: REST_MS, reason });
  }
  const saved = await save(app, { lease, current, grant: outcome.grant });
  if (!saved) {
    const theirs = await overtaken(app, current);
    if (theirs) return theirs;
    await revokeGrant(app, { plan, configuration: { ...current.configuration, ...outcome.grant }, ports });
    throw gone();
  }
  try {
    return await afterwards(app, { lease, current: saved, plan, ports });
  } finally {
    await leases.release(app.db.pool, lease);
  }
}

/** The state after the lease was lost: the instance was reauthorized meanwhile, or deleted (null). */
async function overtaken(app: World, { id, organizationId }: ElementInstanceRecord): Promise<Configuration | null> {
  const latest = await elementInstances.open(app, { elementInstanceId: id, organizationId });
  return latest?.configuration ?? null;
}

/** Writes the grant into the current row; null if the row, or the lease, is gone. */
async function save(
  app: World,
  { lease: { owner }, current, grant }: { lease: leases.Lease; current: ElementInstanceRecord; grant: Configuration },
): Promise<ElementInstanceRecord | null> {
  let latest: ElementInstanceRecord | null = current;
  while (latest) {
    const changes = { configuration: { ...latest.configuration, ...grant }, updatedAt: app.now() };
    const saved = await elementInstances.update(app.db.prisma, app.vault, latest, changes, { owner });
    if (saved) return saved;
    const { organizationId, version }: ElementInstanceRecord = latest;
    latest = await elementInstances.open(app, { elementInstanceId: current.id, organizationId });
    if (latest?.version === version) return null;
  }
  return null;
}

/**
 * Runs the element's resources for a refreshed grant (spec §2.9). The grant is stored already, so a failure is only
 * logged.
 */
async function afterwards(app: World, { lease, current, plan, ports }: Holding): Promise<Configuration> {
  let { configuration } = current;
  for (const type of typesAfterRefresh(plan, configuration)) {
    await holdGrant(app, lease);
    try {
      const ran = await runLifecycle(plan, type, { configuration }, ports);
      await ports.saveConfiguration(changesIn(ran.configuration, configuration));
      configuration = ran.configuration;
    } catch (error) {
      app.log.warn({ elementInstanceId: current.id, type, err: error }, "failed after a refresh");
    }
  }
  return configuration;
}

type Rest = { isRefused?: boolean | undefined; now: Date; restMs: number; reason?: string };

/** While the token endpoint fails, a grant that has not expired stays in use, unless the provider refused it. */
function restedOr({ configuration }: ElementInstanceRecord, { isRefused = false, now, restMs, reason }: Rest): null {
  const endsAt =
    Number(configuration["oauth.user.refresh_time"] || NaN) +
    Number(configuration["oauth.user.expires_in"] || configuration["oauth.user.refresh_interval"] || NaN) * 1000;
  if (endsAt > now.getTime() && !isRefused) return null;
  const seconds = Math.ceil(restMs / 1000);
  throw new Failure(
    "unavailable",
    `The authorization of this element instance could not be refreshed just now. Try again in ${seconds} s.`,
    { headers: { "retry-after": String(seconds) }, ...(reason !== undefined && { providerMessage: reason }) },
  );
}

/** A provider's message may repeat our credentials, which must not be shown. */
const clean = ({ element }: ElementPlan, { configuration }: ElementInstanceRecord, text: string) =>
  withoutCredentials(text, element, configuration);

const gone = () => refusedCredentials();
