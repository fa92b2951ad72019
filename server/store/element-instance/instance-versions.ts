import type pg from "pg";
import { coalesce } from "../database/coalesce.ts";
import { ownerHasAccess, sees, type Viewer } from "../database/scope.ts";

/** The versions that determine whether a compiled instance is outdated, read together. */
export type InstanceVersion = {
  elementInstanceId: number;
  organizationId: number;
  accountId: number;
  elementId: number;
  version: number;
  elementVersion: number;
  /** 0 if the account has no extension of the element. */
  extensionVersion: number;
  /** 0 if the organization never had definitions or transformations of common resources. */
  commonResourcesVersion: number;
  /** Whether requests to the instance trigger a formula. */
  hasRequestTriggers: boolean;
  /** Whether the user who owns the instance has access. */
  isOwnerActive: boolean;
};

/** An id that is out of range must fail alone, not together with the other ids of a batch. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** The viewer is null for lookups by the system on behalf of the instance itself, for webhooks and polls. */
type Key = { elementInstanceId: number; viewer: Viewer | null };

/**
 * A lookup of the current versions of an element instance and its element; null if the instance was deleted or the user
 * may not see it (any more). Concurrent lookups share a statement. Never cached.
 */
export function instanceVersionLookup(pool: pg.Pool) {
  const find = coalesce((keys: Key[]) => findVersions(pool, keys));
  return async (key: Key): Promise<InstanceVersion | null> => (isRowId(key.elementInstanceId) ? find(key) : null);
}

const VERSIONS = `select wanted.place::int - 1 as place, i.id as "elementInstanceId", i.organization_id as "organizationId",
  i.account_id as "accountId", i.element_id as "elementId", i.version, e.version as "elementVersion",
  coalesce(x.version, 0) as "extensionVersion", o.common_resources_version as "commonResourcesVersion", exists (select from request_subscription s
    where s.element_instance_id = i.id and s.organization_id = i.organization_id) as "hasRequestTriggers",
  ${ownerHasAccess("i.user_id")} as "isOwnerActive"
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality as wanted(id, organization_id, user_id, place)
  join element_instance i on i.id = wanted.id join element e on e.id = i.element_id
  join organization o on o.id = i.organization_id
  left join element_extension x on x.element_id = i.element_id and x.account_id = i.account_id
  where wanted.user_id is null or exists (select from "user" u join account a on a.id = u.account_id
    where u.id = wanted.user_id and u.organization_id = wanted.organization_id and u.active and a.active
      and ${sees("i")})`;

async function findVersions(pool: pg.Pool, keys: Key[]): Promise<(InstanceVersion | null)[]> {
  const { rows } = await pool.query<InstanceVersion & { place: number }>({
    name: "connection_versions",
    text: VERSIONS,
    values: [
      keys.map(({ elementInstanceId }) => elementInstanceId),
      keys.map(({ viewer }) => viewer?.organizationId ?? null),
      keys.map(({ viewer }) => viewer?.userId ?? null),
    ],
  });
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return keys.map((_, place) => byPlace.get(place) ?? null);
}
