import type pg from "pg";
import { coalesce } from "./coalesce.ts";

/** What tells whether anything a connection was compiled from has changed, in one read. */
export type ConnectionVersion = {
  elementInstanceId: number;
  organizationId: number;
  accountId: number;
  elementId: number;
  version: number;
  elementVersion: number;
  /** 0 where the account added nothing to the element. */
  extensionVersion: number;
  /** Whether a formula starts at calls to it. */
  isHeard: boolean;
};

const lookups = new WeakMap<pg.Pool, (id: number) => Promise<ConnectionVersion | null>>();

/** The present versions of an element instance and its element; null once it is deleted. Never remembered. */
export function findVersion(pool: pg.Pool, elementInstanceId: number): Promise<ConnectionVersion | null> {
  const find = lookups.get(pool) ?? coalesce((ids: number[]) => findVersions(pool, ids));
  lookups.set(pool, find);
  return find(elementInstanceId);
}

async function findVersions(pool: pg.Pool, ids: number[]): Promise<(ConnectionVersion | null)[]> {
  const { rows } = await pool.query<ConnectionVersion>({
    name: "connection_versions",
    text: `select i.id as "elementInstanceId", i.organization_id as "organizationId", i.account_id as "accountId",
      i.element_id as "elementId", i.version, e.version as "elementVersion", coalesce(x.version, 0) as "extensionVersion",
      exists (select from request_subscription s where s.element_instance_id = i.id) as "isHeard"
      from element_instance i join element e on e.id = i.element_id
      left join element_extension x on x.element_id = i.element_id and x.account_id = i.account_id
      where i.id = any($1)`,
    values: [[...new Set(ids)]],
  });
  const byId = new Map(rows.map((row) => [row.elementInstanceId, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
