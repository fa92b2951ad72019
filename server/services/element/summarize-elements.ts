import type { Context } from "#server/context.ts";
import { replacementOf, statusOf } from "#server/element/definition/element-status.ts";
import type { Ownership } from "#server/element/definition/ownership.ts";
import type { PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import * as elementsInUse from "#server/store/element/elements-in-use.ts";
import * as hubs from "#server/store/element/hubs.ts";
import { isOwn } from "./find-element.ts";
import { factsOf } from "./present-element.ts";

type Wanted = {
  hub?: string | undefined;
  ownership?: Ownership | undefined;
  search?: string | undefined;
  page: PageRequest;
};

/** Elements as people choose among them, newest first: each with its address and its connections in the caller's scope. */
export async function summarizeElements(ctx: Context, { search, page, ...wanted }: Wanted) {
  const where = Object.entries(wanted).flatMap(([column, value]) => (value ? [{ column, values: [value] }] : []));
  const found = await elements.list(ctx.db.prisma, { viewer: ctx.caller, where, search }, page);
  return { ...found, items: await summariesOf(ctx, found.items) };
}

/** The summaries of these elements. */
export async function summariesOf(ctx: Context, records: readonly ElementRecord[]) {
  const { db, caller } = ctx;
  const [connections, idsByKey] = await Promise.all([
    elementsInUse.countInstancesIn(
      db.prisma,
      ownScope(caller),
      records.map(({ id }) => id),
    ),
    elementKeys.idsByKey(
      db.prisma,
      caller,
      records.map(({ key }) => key),
    ),
  ]);
  return records.map((record) => {
    const { id, key, name, hub, active, definition } = record;
    const { createdDate, updatedDate } = factsOf(record);
    return {
      ...{ id, key, name, hub, active, createdDate, updatedDate },
      description: definition.description,
      address: idsByKey.get(key) === id && !PAGES.has(key.toLowerCase()) ? key : String(id),
      ownership: ownershipOf(ctx, record),
      status: statusOf(definition),
      replacement: replacementOf(definition),
      connections: connections.get(id) ?? 0,
    };
  });
}

/** Words at the position of a key in the addresses of screens and of the API below `/elements`. */
const PAGES = new Set(["new", "api-v1", "api-v2", "api-docs", "jsp", "j_spring_security_check"]);

const ownershipOf = ({ caller }: Context, record: ElementRecord): Ownership =>
  record.isCatalog ? "builtIn" : isOwn(caller, record) ? "yours" : "shared";

/** The hubs of all elements that the caller sees, inactive ones included. */
export const hubsOfElements = ({ db, caller }: Context): Promise<string[]> =>
  hubs.keysOfElements(db.prisma, caller, { all: true });
