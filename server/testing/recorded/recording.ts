/**
 * A request to us, the request that the provider must receive for it, the response of such a provider, and the result.
 * `{next}` in a request is the token from the response before it.
 */
export type Recording = {
  call: string;
  body?: unknown;
  file?: string;
  sends: { line: string; body?: unknown; headers?: Record<string, string> };
  reply: { status?: number; headers?: Record<string, string>; body?: unknown };
  gives?: unknown;
  /** Whether there is another page. */
  more?: boolean;
  /** The kind of Failure, and a part of its message. */
  refused?: { kind: string; message?: string };
};

export type Recordings = {
  key: string;
  configuration: Record<string, string>;
  /** The request that validates credentials when an instance is created, and how the provider refuses wrong ones. */
  access: { line: string; refusal: Recording["reply"] };
  calls: readonly Recording[];
  /** Calls by the common resources of the element, which have the fields of its hub. */
  mappedCalls?: readonly Recording[];
};
