import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import * as elementInstances from "#server/store/element-instances.ts";
import { ownScope } from "#server/store/scope.ts";
import { findElement } from "../element/find-element.ts";
import { presentInstances } from "./present-instance.ts";

type Asked = {
  keyOrId?: string | undefined;
  tags?: string[] | undefined;
  searchText?: string | undefined;
  hydrate?: boolean | undefined;
  page: PageRequest;
};

/** Instances that the caller sees, newest first; with several tags, those that have all (contract §4.3, §4.4). */
export async function listInstances(ctx: Context, { keyOrId, hydrate, page, ...filter }: Asked) {
  const elementId = keyOrId === undefined ? undefined : (await findElement(ctx, keyOrId)).id;
  const found = await elementInstances.list(ctx, { scope: ownScope(ctx.caller), elementId, ...filter }, page);
  return { ...found, items: await presentInstances(ctx, found.items, { hydrate }) };
}
