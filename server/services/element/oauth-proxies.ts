import type { AuditAction } from "#server/account/audit-kinds.ts";
import type { App, Context } from "#server/context.ts";
import { isPattern, proxiedAddress } from "#server/element/auth/oauth-proxy.ts";
import { Failure } from "#server/errors.ts";
import type { OauthProxy } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as proxies from "#server/store/element/oauth-proxies.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

const MOST_URLS = 100;

/** The organization's proxies, newest first. */
export const listOauthProxies = async ({ db, caller }: Context) =>
  (await proxies.list(db.prisma, caller.organizationId)).map(present);

/** Creates a proxy; refuses conflict for a taken name. */
export async function createOauthProxy(ctx: Context, { name }: { name: string }) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const created = await proxies.insert(tx, { organizationId, name }).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      throw new Failure("conflict", `name: there is an OAuth proxy ${JSON.stringify(name)} already.`, { cause: error });
    });
    await record(tx, ctx, { entity: "oauthProxy", entityId: created.id, action: "created" });
    return present(created);
  });
}

/** Refuses notFound. */
export const deleteOauthProxy = (ctx: Context, id: number) =>
  changing(ctx, id, "deleted", async (tx, key) => {
    await proxies.remove(tx, key);
    return {};
  });

/** Permits redirects of the proxy to addresses that match this pattern; `**` matches anything. */
export async function addApplicationUrl(ctx: Context, id: number, applicationUrl: string) {
  await requireOrganizationAdministrator(ctx);
  if (!isPattern(applicationUrl))
    throw new Failure("badRequest", "applicationUrl: must be an address such as https://app.example.com/**.");
  return changeUrls(ctx, id, (urls) => [...urls.filter((url) => url !== applicationUrl), applicationUrl]);
}

/** Forbids redirects to an address; refuses notFound for an unknown one. */
export const removeApplicationUrl = (ctx: Context, id: number, applicationUrl: string) =>
  changeUrls(ctx, id, (urls) => {
    if (!urls.includes(applicationUrl)) throw new Failure("notFound", "The proxy has no such applicationUrl.");
    return urls.filter((url) => url !== applicationUrl);
  });

/**
 * The address that a provider's redirect is forwarded to; refuses notFound, and badRequest for an address that is not
 * allowed.
 */
export async function passOn({ db }: App, id: number, grant: URLSearchParams): Promise<string> {
  const proxy = await proxies.findForCallback(db.prisma, id);
  if (!proxy) throw noSuchProxy(id);
  const address = proxiedAddress(grant, proxy.applicationUrls);
  if (!address) throw new Failure("badRequest", "state: contains no URL that this proxy is allowed to redirect to.");
  return address;
}

const changeUrls = (ctx: Context, id: number, change: (urls: string[]) => string[]) =>
  changing(ctx, id, "updated", async (tx, key, proxy) => {
    const applicationUrls = change(proxy.applicationUrls);
    if (applicationUrls.length > MOST_URLS)
      throw new Failure("badRequest", `applicationUrl: a proxy can have at most ${MOST_URLS} URLs.`);
    await proxies.setApplicationUrls(tx, key, applicationUrls);
    return present({ ...proxy, applicationUrls });
  });

async function changing<Result>(
  ctx: Context,
  id: number,
  action: AuditAction,
  change: (tx: Db, key: { organizationId: number; id: number }, proxy: OauthProxy) => Promise<Result>,
): Promise<Result> {
  await requireOrganizationAdministrator(ctx);
  const key = { organizationId: ctx.caller.organizationId, id };
  return ctx.db.prisma.$transaction(async (tx) => {
    const proxy = await proxies.find(tx, key);
    if (!proxy) throw noSuchProxy(id);
    const result = await change(tx, key, proxy);
    await record(tx, ctx, { entity: "oauthProxy", entityId: id, action });
    return result;
  });
}

const noSuchProxy = (id: number) => new Failure("notFound", `There is no OAuth proxy ${id}.`);

const present = ({ id, name, applicationUrls, createdAt }: OauthProxy) => ({
  id,
  name,
  applicationUrls,
  /** Below the API's base: the address that providers redirect to. */
  callbackPath: `/elements/oauthProxies/${id}/callback`,
  createdDate: isoSeconds(createdAt),
});
