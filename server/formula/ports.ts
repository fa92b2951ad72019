import type { Publisher } from "#server/account/run-limit.ts";
import type { Context } from "./context.ts";
import type { RunFailureReason } from "./failure-reason.ts";
import type { Repeatable, Segment, StepOutcome } from "./walk-state.ts";

/** All access of a running formula to the outside (architecture, "Rooms"). */
export type Ports = {
  sandbox: Sandbox;
  /**
   * Sends an HTTP request to a full URL. Responses of any status are results; a Failure means that there was no
   * response.
   */
  http: (call: HttpRequest) => Promise<HttpResponse>;
  /**
   * Sends a request to the platform's own API as the owner of the formula instance; `url` is a path such as
   * `/formulas`.
   */
  platform: (call: HttpRequest) => Promise<HttpResponse>;
  /**
   * Sends a request to an element instance. A refusal is a response; a Failure means that the instance does not exist.
   */
  element: (call: HttpRequest & { elementInstanceId: string }) => Promise<HttpResponse>;
  /**
   * Streams the response of one element instance to another without storing it. There is no upload if the download is
   * refused or its code is not a 2xx. With `form`, the file is the part `file` beside these fields. Throws a Failure
   * before any request if one of the instances does not exist.
   */
  elementStream: (
    download: HttpRequest & { elementInstanceId: string },
    upload: HttpRequest & { elementInstanceId: string; form?: Record<string, string> },
  ) => Promise<{ download: Omit<HttpResponse, "body"> & { body?: unknown }; upload?: HttpResponse }>;
  /** Resolves only after the broker has confirmed the message. */
  publish: (
    message: { url: string; queue: string; exchange?: string; body: string },
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Queues a message to people; its delivery is shown in the notification records. `about` is a run of this owner to
   * which the mail leads. Resolves to false if it stays in the inbox, because there is no mail server.
   */
  notify: (message: EmailMessage, about?: { executionId: number }) => Promise<boolean>;
  now: () => Date;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /**
   * The ports for a formula that this user published: through them it reaches only what all publishers so far may reach
   * as well, and of element instances also those that the owner `bound` to variables of the outermost formula. Null if
   * they may not see the formula.
   */
  limitedTo: (publisher: Publisher, bound?: readonly unknown[]) => Promise<Ports | null>;
};

export type HttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Text is sent as it is; anything else as JSON. */
  body?: unknown;
  /** Sent instead of `body`, which describes it in records. Requests to the platform itself send the body. */
  content?: SentContent;
  signal: AbortSignal;
};

/** A file, or the fields of a `multipart/form-data` body in order. */
export type SentContent =
  | { file: SentFile }
  | { parts: readonly (readonly [name: string, value: string | SentFile])[] };

/** Bytes with their type; without a name, a form field that is no file. */
export type SentFile = { fileName: string | undefined; contentType: string; bytes: Uint8Array };

/** `body` is parsed if the response is JSON, text otherwise. `sent` is the request as it was sent. */
export type HttpResponse = {
  code: number;
  headers: Record<string, string>;
  body: unknown;
  sent: { url: string; headers: Record<string, string>; body?: unknown };
  /** Why the hub or the provider refused the request, as a sentence … */
  refusal?: string;
  /** … and the reason, for code that depends on it. */
  reason?: RunFailureReason | undefined;
  /** The same request would be refused in the same way. */
  isPermanent?: boolean | undefined;
};

export type EmailMessage = { to: string; subject: string; body: string };

/** A script, filter or notification body with the values it may read. */
export type ScriptInvocation = {
  body: string;
  /** `v1` bodies return their result by `return`, `v2` bodies by `done(…)`. */
  scriptEngine: "v1" | "v2";
  context: Context;
  repeatable?: Repeatable | undefined;
};

/** The result of a script. `console` and `notify` are kept whether it succeeded or not. */
export type ScriptResult = {
  console: string[];
  notify: EmailMessage[];
} & ({ ok: true; value: unknown } | { ok: false; error: string; reason?: RunFailureReason | undefined });

export type Sandbox = {
  run: (call: ScriptInvocation, signal: AbortSignal) => Promise<ScriptResult>;
  /**
   * Runs the pure steps of `segment` in sequence inside one sandbox process and reports each outcome as it happens. It
   * stops at the first step that is not pure, at the end, or after a time slice, so that other executions get their
   * turn; the caller continues from the reported outcomes.
   */
  walk: (
    segment: Segment,
    onOutcome: (name: string, outcome: StepOutcome) => void,
    signal: AbortSignal,
  ) => Promise<void>;
};
