import type pg from "pg";
import { coalesce } from "../database/coalesce.ts";
import type { Db } from "../database/database.ts";
import { sees, type Viewer } from "../database/scope.ts";

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
  /** Whether requests to the instance trigger a formula. */
  hasRequestTriggers: boolean;
};

/** The viewer is null for lookups by the system on behalf of the instance itself. */
type Key = { elementInstanceId: number; viewer: Viewer | null };

const lookups = new WeakMap<pg.Pool, (key: Key) => Promise<InstanceVersion | null>>();

/**
 * Finds the current versions of an element instance and its element; null if the instance was deleted or the user may
 * not see it (any more). Never cached.
 */
export const findVersion = (pool: pg.Pool, viewer: Viewer, elementInstanceId: number) =>
  lookUp(pool, { elementInstanceId, viewer });

/** Finds the versions without checking the owner, for webhooks and polls. */
export const findVersionOfAllOrganizations = (pool: pg.Pool, elementInstanceId: number) =>
  lookUp(pool, { elementInstanceId, viewer: null });

/** An id that is out of range must fail alone, not together with the other ids of the batch. */
const isId = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31;

async function lookUp(pool: pg.Pool, key: Key): Promise<InstanceVersion | null> {
  if (!isId(key.elementInstanceId)) return null;
  const find = lookups.get(pool) ?? coalesce((keys: Key[]) => findVersions(pool, keys));
  lookups.set(pool, find);
  return find(key);
}

const VERSIONS = `select wanted.place::int - 1 as place, i.id as "elementInstanceId", i.organization_id as "organizationId",
  i.account_id as "accountId", i.element_id as "elementId", i.version, e.version as "elementVersion",
  coalesce(x.version, 0) as "extensionVersion", exists (select from request_subscription s
    where s.element_instance_id = i.id and s.organization_id = i.organization_id) as "hasRequestTriggers"
  from unnest($1::int[], $2::int[], $3::int[]) with ordinality as wanted(id, organization_id, user_id, place)
  join element_instance i on i.id = wanted.id join element e on e.id = i.element_id
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

/** An element instance that a formula instance uses on behalf of its owner. */
export type Use = Viewer & { elementInstanceId: number };

/**
 * Returns those of these uses that their owners may make, by visibility. Whether an owner currently has access is not
 * checked here but when an element instance is used.
 */
export async function visibleUses<Wanted extends Use>(db: Db, uses: readonly Wanted[]): Promise<Wanted[]> {
  const possible = uses.filter(({ elementInstanceId }) => isId(elementInstanceId));
  if (possible.length === 0) return [];
  const rows = await db.$queryRawUnsafe<{ place: number }[]>(
    `select wanted.place::int - 1 as place
     from unnest($1::int[], $2::int[], $3::int[]) with ordinality as wanted(id, organization_id, user_id, place)
     join element_instance i on i.id = wanted.id and i.organization_id = wanted.organization_id
     join "user" u on u.id = wanted.user_id and u.organization_id = wanted.organization_id
     join account a on a.id = u.account_id
     where ${sees("i")}`,
    possible.map(({ elementInstanceId }) => elementInstanceId),
    possible.map(({ organizationId }) => organizationId),
    possible.map(({ userId }) => userId),
  );
  const places = new Set(rows.map(({ place }) => place));
  return possible.filter((_, place) => places.has(place));
}
