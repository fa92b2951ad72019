import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Required credentials (spec §5): `platform` needs User and Organization secrets, `element` the User secret and the
 * token of an element instance, `bearer` the token of POST /authentication, `none` nothing. `optional`: as `platform`
 * with an Authorization header, else as `none`.
 */
export type Auth = "platform" | "optional" | "element" | "bearer" | "none";

/**
 * The contract of one endpoint: everything that a client can know. From it come validation in and out, OpenAPI, the API
 * explorer, and the input of screens (trpc/inputs.ts). `path` is written as in the documentation, `/formulas/{formulaId}`.
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
  /** The response is a file of this type, and `reply` says nothing about it. */
  fileType?: string;
  status: number;
  /** A list in parts: takes `pageSize` and `nextPage`, responds with the paging headers. */
  paged: Paged;
  /** The largest body in bytes. */
  bodyLimit: number;
  /** The body is kept as text, so that it may hold characters that a JSON column cannot. */
  anyText: boolean;
  /** The body is a form with files, which the verb reads from the request as it comes. */
  takesFiles: boolean;
  /** The part `options` of that form, as JSON. */
  options?: z.ZodType;
  /**
   * The body is whatever a provider sends, which the verb reads from the request; it responds with any type that the
   * request accepts.
   */
  takesAny: boolean;
  /** It is at `/hubs/{hub}` and its path as well, like the resources of the element. */
  isUnderHub: boolean;
};

/** A contract of any shape. */
export type AnyContract = Contract;
