import { Failure } from "../../errors.ts";
import type { HubRequest } from "../hub-request.ts";
import { pagingParameter } from "../pagination/paging.ts";
import type { PlannedResource } from "../planned.ts";
import { rowTest } from "../query/filter-rows.ts";
import { orderRows, parseOrderBy } from "../query/order-by.ts";
import { parseFields, selectFields } from "../query/select-fields.ts";
import { parseWhere } from "../query/where.ts";
import type { Narrowing } from "./translated.ts";

/** Whether the provider may receive this part of a query from a resource or the ones that follow it. */
export const isTranslated = ({ chain, isGeneric }: PlannedResource, name: Narrowing): boolean =>
  isGeneric || chain.some((link) => link.translates.has(name));

/** The narrowing of a list that is done here, because no parameter or hook passes it on to the provider. */
export type OwnNarrowing = {
  names: readonly Narrowing[];
  /** The request for the rows: with all fields, as conditions and orders may need others than the caller. */
  call: HubRequest;
  apply: (rows: readonly unknown[]) => unknown[];
};

/** The narrowing of a request that is done here; undefined if there is nothing to do. Refuses (badRequest) unreadable text. */
export function ownNarrowing(resource: PlannedResource, call: HubRequest): OwnNarrowing | undefined {
  const { query } = call;
  const own = (name: Narrowing) => (isTranslated(resource, name) ? undefined : pagingParameter(query, name));
  const [where, orderBy] = [own("where"), own("orderBy")];
  if (where === undefined && orderBy === undefined) return undefined;
  const test = where === undefined ? undefined : rowTest(parseWhere(where));
  const order = orderBy === undefined ? undefined : parseOrderBy(orderBy);
  const { fields, ...others } = query;
  const isFieldsSent =
    fields !== undefined && resource.chain.some(({ parameters }) => parameters.queryNames.has("fields"));
  const wanted = isFieldsSent ? pagingParameter(query, "fields") : undefined;
  return {
    names: [...(test ? (["where"] as const) : []), ...(order ? (["orderBy"] as const) : [])],
    call: isFieldsSent ? { ...call, query: others } : call,
    apply(rows) {
      const kept = test ? rows.filter(test) : [...rows];
      const sorted = order ? orderRows(kept, order) : kept;
      return wanted === undefined ? sorted : (selectFields(sorted, parseFields(wanted)) as unknown[]);
    },
  };
}

const DONE: Record<Narrowing, string> = { where: "filter", orderBy: "sort" };

/** The refusal of a list that is read page by page: only all rows together can be filtered and sorted here. */
export const notNarrowed = ({ names: [name = "where"] }: OwnNarrowing, { label }: PlannedResource): Failure =>
  new Failure(
    "badRequest",
    `${name}: the provider does not ${DONE[name]} this list, since no parameter or hook of ${label} passes ${name} on. Use GET /query, or read all pages.`,
  );

/** The refusal of a list that is too long to be narrowed here. */
export const tooLongToNarrow = ({ names: [name = "where"] }: OwnNarrowing, most: number): Failure =>
  new Failure(
    "badRequest",
    `${name}: the provider does not ${DONE[name]} this list, and it is longer than ${most}, the limit for doing it here. Start a bulk download instead.`,
  );
