import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { findAccount } from "../account/find-account.ts";
import { findElement } from "../element/find-element.ts";
import { presentInstances } from "./present-instance.ts";

type Input = {
  keyOrId?: string | undefined;
  tags?: string[] | undefined;
  searchText?: string | undefined;
  hydrate?: boolean | undefined;
  page: PageRequest;
};

/** The instances of one account that the caller sees, by default their own; refuses notFound. */
export async function listAccountInstances(
  ctx: Context,
  { accountId = ctx.caller.accountId, page }: { accountId?: number; page: PageRequest },
) {
  await findAccount(ctx, accountId);
  const scope = { organizationId: ctx.caller.organizationId, accountId: { in: [accountId] } };
  const found = await elementInstances.list(ctx, { scope }, page);
  return { ...found, items: await presentInstances(ctx, found.items, {}) };
}

/** Instances that the caller sees, newest first; with several tags, those that have all. */
export async function listInstances(ctx: Context, { keyOrId, hydrate, page, ...filter }: Input) {
  const elementId = keyOrId === undefined ? undefined : (await findElement(ctx, keyOrId)).id;
  const found = await elementInstances.list(ctx, { scope: ownScope(ctx.caller), elementId, ...filter }, page);
  return { ...found, items: await presentInstances(ctx, found.items, { hydrate }) };
}
