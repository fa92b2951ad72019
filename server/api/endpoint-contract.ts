import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Required credentials (spec §5): `platform` needs User and Organization secrets, `element` the User secret and the
 * token of an element instance, `bearer` the token of POST /authentication, `none` nothing. `optional`: as `platform`
 * with an Authorization header, else as `none`.
 */
export type Auth = "platform" | "optional" | "element" | "bearer" | "none";

/**
 * The contract of one endpoint: everything that a client can know. It defines validation of input and output, OpenAPI,
 * the API explorer, and the input of screens (trpc/inputs.ts). `path` is written as in the documentation,
 * `/formulas/{formulaId}`.
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
  /** Further sentences for the documentation. */
  description?: string;
  tags: readonly [string, ...string[]];
  params: Params;
  query: Query;
  /** The request headers that it reads, in lower case. */
  headers: Headers;
  /** Without it, a body is accepted and ignored. */
  body?: Body;
  /** The schema of the response; for a paged list, of the array. */
  reply: Reply;
  /** The response is a file of this type, which `reply` does not describe. */
  fileType?: string;
  /** Further types that the response has on request. */
  otherTypes?: readonly string[];
  /** Statuses of refusals that nothing else in the contract implies. */
  alsoRefuses?: readonly number[];
  /** The file is also sent in ranges (`rangeResponse`). */
  hasRanges?: boolean;
  status: number;
  /** A paged list: takes `pageSize` and `nextPage`, responds with the paging headers. */
  paged: Paged;
  /** The maximum size of a body in bytes. */
  bodyLimit: number;
  /** The body is stored as text, so that it may contain characters that a JSON column cannot store. */
  anyText: boolean;
  /** The body is a form with files, which the service reads as it arrives. */
  takesFiles: boolean;
  /** The schema of the form's part `options`, which is JSON. */
  options?: z.ZodType;
  /**
   * The body is anything that a provider sends, which the service reads from the request; the response may have any
   * type that the request accepts.
   */
  takesAny: boolean;
  /** The request is stored, also a GET: HEAD, which must change nothing, is refused. */
  storesRequest: boolean;
  /** Viewers may send it although it is no GET: it concerns themselves alone, or changes nothing. */
  forViewers: boolean;
  /** It is served below `/hubs/{hub}`, too, like the resources of the element. */
  isUnderHub: boolean;
};

/** A contract of any shape. */
export type AnyContract = Contract;
