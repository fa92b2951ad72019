import type { z } from "zod";
import type { Caller } from "#server/account/caller.ts";
import type { Acting, App } from "#server/context.ts";
import type { Page, PageRequest } from "#server/page.ts";
import type { AnyContract, Auth } from "./endpoint-contract.ts";

/** The input of a handler, validated by the contract of its endpoint. */
export type Input<C extends AnyContract = AnyContract> = {
  params: z.output<C["params"]>;
  query: z.output<C["query"]>;
  headers: z.output<C["headers"]>;
  body: z.output<NonNullable<C["body"]>>;
  /** The body as it was sent; "" without a body. */
  text: string;
  page: PageRequest;
  /** The caller's Idempotency-Key on a POST, if it is new. */
  idempotencyKey: string | undefined;
  /** The client's address by its socket; headers are never trusted for this. */
  clientAddress: string;
  request: Request;
};

/** The process, the request, and the caller if the endpoint requires one. */
export type HandlerContext<A extends Auth> = App & { requestId: string } & (A extends "none"
    ? unknown
    : A extends "optional"
      ? { caller: Caller | undefined }
      : Acting);

/** A response with its own headers, or with another status than the contract's. */
export class CustomResponse<Body> {
  readonly body: Body;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(body: Body, { headers = {}, status }: { headers?: Record<string, string>; status?: number } = {}) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** A response that is a file: complete bytes, or a stream. */
export class FileResponse {
  readonly bytes: AsyncGenerator<Uint8Array, undefined>;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(
    bytes: Uint8Array | AsyncGenerator<Uint8Array, undefined>,
    headers: Record<string, string>,
    status?: number,
  ) {
    this.bytes = bytes instanceof Uint8Array ? once(bytes) : bytes;
    this.headers = headers;
    this.status = status;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}

type Items<Reply> = Reply extends readonly (infer Item)[] ? Item : never;

/** The result of a handler: the response, a page of it, or an Answer. */
export type Result<C extends AnyContract> = C["paged"] extends true
  ? Page<Items<z.input<C["reply"]>>>
  : z.input<C["reply"]> | CustomResponse<z.input<C["reply"]>> | FileResponse;
