import { z } from "zod";
import type { HandlerContext, Input, Result } from "./handler.ts";
import "#server/validation-messages.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Required credentials (spec §5): `platform` needs User and Organization secrets, `element` the User secret and the
 * token of an element instance, `bearer` the token of POST /authentication, `none` nothing. `optional`: as `platform`
 * with an Authorization header, else as `none`.
 */
export type Auth = "platform" | "optional" | "element" | "bearer" | "none";

const NOTHING = z.object({});

/**
 * The contract of one endpoint: everything that a client can know. From it come validation in and out, OpenAPI, the API
 * explorer, and the input of screens (trpc/input-of.ts). `path` is written as in the documentation, `/formulas/{formulaId}`.
 */
export type Contract<
  A extends Auth = Auth,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Paged extends boolean = boolean,
> = {
  method: Method;
  path: `/${string}`;
  auth: A;
  summary: string;
  /** More than one sentence about it, for the documentation. */
  description?: string;
  tags: readonly [string, ...string[]];
  params: Params;
  query: Query;
  /** Request headers it reads, by their lower-case names. */
  headers: Headers;
  /** Undefined: a body is accepted and ignored. */
  body?: Body;
  /** The schema of the response; for a paged list, of the array. */
  reply: Reply;
  status: number;
  /** A list in parts: takes `pageSize` and `nextPage`, answers with the paging headers. */
  paged: Paged;
  /** The largest body in bytes. */
  bodyLimit: number;
  /** The body is kept as text, so that it may hold characters that a JSON column cannot. */
  anyText: boolean;
  /** The body is a form with files, which the verb reads from the request as it comes. */
  takesFiles: boolean;
  /** The body is whatever a provider sends, which the verb reads from the request; it is answered whatever it accepts. */
  takesAny: boolean;
};

/** A contract of any shape. */
export type AnyContract = Contract;

/** A contract, and the handler that does what it says. */
export type Endpoint<C extends AnyContract = AnyContract> = C & {
  // A method, so that an endpoint of any contract is one: the pipeline hands over exactly what the contract parsed.
  handle(ctx: HandlerContext<C["auth"]>, input: Input<C>): Promise<unknown>;
};

const MEGABYTE = 1024 * 1024;

/** Makes an endpoint; what is left out is empty, 200, unpaged, at most 1 MB. */
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
  };
  return { ...(defaults as unknown as Contract<A, Params, Query, Headers, Body, Reply, Paged>), ...definition };
}
