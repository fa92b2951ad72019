/**
 * One call of ours, what the provider is to be sent for it, what a provider of that kind answers, and what becomes of
 * it. `{next}` in a call is the token that the call before was given.
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
  /** The kind of Failure, and words of it. */
  refused?: { kind: string; message?: string };
};

export type Recordings = {
  key: string;
  configuration: Record<string, string>;
  /** What proves the credentials when an instance is made, and how the provider refuses wrong ones. */
  access: { line: string; refusal: Recording["reply"] };
  calls: readonly Recording[];
};
