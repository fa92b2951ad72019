import { z } from "zod";
import type { AnyContract, Auth, Contract } from "./endpoint-contract.ts";
import type { HandlerContext, Input, Result } from "./handler.ts";
import "#server/validation-messages.ts";

const NOTHING = z.object({});

/** A contract and its handler. */
export type Endpoint<C extends AnyContract = AnyContract> = C & {
  // A method, for bivariance: an endpoint of any contract is an Endpoint, since the pipeline passes exactly what the
  // contract parsed.
  handle(ctx: HandlerContext<C["auth"]>, input: Input<C>): Promise<unknown>;
};

const MEGABYTE = 1024 * 1024;

/** Creates an endpoint; the defaults are no input, 200, unpaged, at most 1 MB. */
export function endpoint<
  const A extends Auth,
  Reply extends z.ZodType,
  Params extends z.ZodType = typeof NOTHING,
  Query extends z.ZodType = typeof NOTHING,
  Headers extends z.ZodType = typeof NOTHING,
  Body extends z.ZodType = z.ZodUndefined,
  const Paged extends boolean = false,
>(
  definition: Pick<
    Contract<A, Params, Query, Headers, Body, Reply, Paged>,
    "method" | "path" | "auth" | "summary" | "tags" | "reply"
  > &
    Partial<Contract<A, Params, Query, Headers, Body, Reply, Paged>> & {
      handle: (
        ctx: HandlerContext<A>,
        input: Input<Contract<A, Params, Query, Headers, Body, Reply, Paged>>,
      ) => Promise<Result<Contract<A, Params, Query, Headers, Body, Reply, Paged>>>;
    },
): Endpoint<Contract<A, Params, Query, Headers, Body, Reply, Paged>> {
  const defaults = {
    params: NOTHING,
    query: NOTHING,
    headers: NOTHING,
    status: 200,
    paged: false,
    bodyLimit: MEGABYTE,
    anyText: false,
    takesFiles: false,
    takesAny: false,
    storesRequest: false,
    forViewers: false,
    isUnderHub: false,
  };
  return { ...(defaults as unknown as Contract<A, Params, Query, Headers, Body, Reply, Paged>), ...definition };
}
