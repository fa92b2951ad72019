import type { z } from "zod";
import type { App, Caller } from "#server/context.ts";
import type { Page, PageRequest } from "#server/page.ts";
import type { AnyEndpoint, Auth } from "./endpoint.ts";

/** The input of a handler, validated by the contract of its endpoint. */
export type Input<E extends AnyEndpoint = AnyEndpoint> = {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  headers: z.output<E["headers"]>;
  body: z.output<NonNullable<E["body"]>>;
  /** The body as it was sent; "" when there was none. */
  text: string;
  page: PageRequest;
  /** The caller's Idempotency-Key on a POST, after it was found to be new. */
  idempotencyKey: string | undefined;
  /** The address of the client by its socket; headers are never trusted for this. */
  clientAddress: string;
  request: Request;
};

/** The process, the request, and the caller if the endpoint requires one. */
export type RouteRequest<World extends App, A extends Auth> = World & { requestId: string } & (A extends "none"
    ? unknown
    : { caller: A extends "optional" ? Caller | undefined : Caller });

/** An answer with headers of its own, or of another status than the contract's. */
export class Answer<Body> {
  readonly body: Body;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(body: Body, { headers = {}, status }: { headers?: Record<string, string>; status?: number } = {}) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

type Items<Reply> = Reply extends readonly (infer Item)[] ? Item : never;

/** The result of a handler: the response, a page of it, or an Answer. */
export type RouteResult<E extends AnyEndpoint> = E["paged"] extends true
  ? Page<Items<z.input<E["reply"]>>>
  : z.input<E["reply"]> | Answer<z.input<E["reply"]>>;

/** One row of the route table. */
export type Route<World extends App = App> = {
  endpoint: AnyEndpoint;
  handle: (ctx: RouteRequest<World, Auth>, input: Input) => Promise<unknown>;
};

/** Binds an endpoint to the verb that does it. */
export function route<E extends AnyEndpoint, World extends App = App>(
  endpoint: E,
  handle: (ctx: RouteRequest<World, E["auth"]>, input: Input<E>) => Promise<RouteResult<E>>,
): Route<World> {
  // The pipeline hands over exactly what the contract parsed, so the precise types hold at run time.
  return { endpoint: endpoint as AnyEndpoint, handle: handle as unknown as Route<World>["handle"] };
}
