import type { OauthProxy } from "#server/generated/prisma/client.ts";
import type { Db } from "./database.ts";

type Key = { organizationId: number; id: number };

export const list = (db: Db, organizationId: number): Promise<OauthProxy[]> =>
  db.oauthProxy.findMany({ where: { organizationId }, orderBy: { id: "desc" } });

export const find = (db: Db, key: Key): Promise<OauthProxy | null> => db.oauthProxy.findFirst({ where: key });

/** Providers call it back without saying who they are. */
export const findForCallback = (db: Db, id: number): Promise<OauthProxy | null> =>
  db.oauthProxy.findUnique({ where: { id } });

/** Fails on a second one by that name. */
export const insert = (db: Db, proxy: { organizationId: number; name: string }): Promise<OauthProxy> =>
  db.oauthProxy.create({ data: { ...proxy, applicationUrls: [] } });

/** Whether it was there. */
export async function setApplicationUrls(db: Db, key: Key, applicationUrls: string[]): Promise<boolean> {
  return (await db.oauthProxy.updateMany({ where: key, data: { applicationUrls } })).count > 0;
}

/** Whether it was there. */
export const remove = async (db: Db, key: Key): Promise<boolean> =>
  (await db.oauthProxy.deleteMany({ where: key })).count > 0;
