import type { OauthProxy } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

type Key = { organizationId: number; id: number };

export const list = (db: Db, organizationId: number): Promise<OauthProxy[]> =>
  db.oauthProxy.findMany({ where: { organizationId }, orderBy: { id: "desc" } });

export const find = (db: Db, key: Key): Promise<OauthProxy | null> => db.oauthProxy.findFirst({ where: key });

/** Finds a proxy for a provider's callback, which is not authenticated. */
export const findForCallback = (db: Db, id: number): Promise<OauthProxy | null> =>
  db.oauthProxy.findFirst({ where: { id } });

/** Inserts a proxy; fails if the organization already has one with this name. */
export const insert = (db: Db, proxy: { organizationId: number; name: string }): Promise<OauthProxy> =>
  db.oauthProxy.create({ data: { ...proxy, applicationUrls: [] } });

/** Replaces the application URLs of a proxy; false if it does not exist. */
export async function setApplicationUrls(db: Db, key: Key, applicationUrls: string[]): Promise<boolean> {
  return (await db.oauthProxy.updateMany({ where: key, data: { applicationUrls } })).count > 0;
}

/** Deletes a proxy; false if it does not exist. */
export const remove = async (db: Db, key: Key): Promise<boolean> =>
  (await db.oauthProxy.deleteMany({ where: key })).count > 0;
