import type { EmailMessage } from "../formula/ports.ts";
import type { PageMemory } from "./pagination/page-memory.ts";

/** The ports of a hub request. All access to the outside goes through these (architecture, "Rooms"). */
export type ElementPorts = {
  /**
   * One call to the provider. A response of any status is a result; a Failure means that no reply came, or that the
   * call may not be made: `origins` are the only ones it may go to. With `asStream` the bytes of a success are not
   * read,
   * whatever they are.
   */
  send: (
    request: ProviderRequest,
    at: { origins: readonly string[]; signal: AbortSignal; asStream?: boolean },
  ) => Promise<ProviderResponse>;
  /** Runs SQL of an element with `protocolType: "jdbc"`; values are bound, never text of the statement. */
  sql: (query: SqlQuery, signal: AbortSignal) => Promise<SqlResult>;
  /** Runs one hook in the sandbox. A hook that fails or hangs is a result. */
  hook: (call: HookInvocation, signal: AbortSignal, of?: HookOrigin) => Promise<HookResult>;
  xml: XmlCodec;
  /**
   * Called if the grant is about to expire, or (`isRefused`) if the provider responded with 401: returns the
   * configuration with a new grant, or null if the instance has none that could be refreshed, or not now although it
   * has not expired yet. Throws the named 401 if the grant was revoked, and unavailable if it cannot be used until it
   * is refreshed.
   */
  refresh: (stale: Configuration, why?: { isRefused: boolean }) => Promise<Configuration | null>;
  /** Stores changed values of the instance's configuration (hooks, and parameters that name it). */
  saveConfiguration: (changes: Configuration) => Promise<void>;
  /** Runs the formula of a `formulaAsResource` resource and returns its response. */
  formula: (formulaId: number, call: FormulaRequest) => Promise<{ code: number; body: unknown }>;
  /** Called before a request that changes something. Refuses callers who may only read; without it everybody may. */
  beforeChange?: () => void;
  /** Remembers where pages of this element instance's lists begin; without it every page is searched from the start. */
  pages?: PageMemory;
  /** A digest of a text under a key of our own, for this element instance: what we wrote ourselves is recognized by it. */
  seal: (text: string) => string;
  /** For an author's trial: the ports of one exchange with the provider for the resource of that name. */
  ofExchange?: (resource: string) => ElementPorts;
  now: () => Date;
  /** A random text for signatures, never repeated. */
  nonce: () => string;
};

/** All values of an instance's configuration, in plain text, by key. */
export type Configuration = Readonly<Record<string, string>>;

/** Streamed bytes. */
export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * A file that is sent or received: a part of a multipart form, or a whole body. `size` in bytes, if it is known in
 * advance. A form field with a type has no name.
 */
export type FilePart = {
  fileName: string;
  contentType: string;
  bytes: ByteStream;
  size?: number | undefined;
  isField?: boolean;
  /** Its content, if it is text that was written here instead of a stream: it can be sent again. */
  text?: string;
};

export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === "object" && value !== null && "bytes" in value && "fileName" in value;

/** `body`: text as it is sent, a stream, or the fields of a multipart form. */
export type ProviderRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | ByteStream | MultipartForm | undefined;
};

/** Fields of a multipart form, in order. */
export type MultipartForm = { parts: readonly (readonly [name: string, value: string | FilePart])[] };

export const isMultipart = (body: unknown): body is MultipartForm =>
  typeof body === "object" && body !== null && "parts" in body;

/**
 * `headers` are lower case. `body` is a value for JSON, text for other text, undefined without a body; otherwise
 * `stream` has the bytes as they arrive, and must be read or cancelled.
 */
export type ProviderResponse = {
  code: number;
  headers: Record<string, string>;
  body?: unknown;
  /** The body has the content type of JSON but is not valid JSON. */
  isBroken?: boolean;
  stream?: ByteStream & { cancel: () => void };
};

export type SqlQuery = {
  /** `jdbc:<driver>://host;databaseName=name`, filled. */
  url: string;
  user: string;
  password: string;
  /** With `:name` as the places of values. */
  text: string;
  values: Record<string, unknown>;
  maxRows: number;
};
export type SqlResult = { rows: Record<string, unknown>[] } | { count: number };

/** One hook with the values it may read. `variables` are JSON values by their names there. */
export type HookInvocation = {
  body: string;
  /** The result of a legacy hook is `return {…}`; others call `done({…})`, which wins if both are used. */
  isLegacy: boolean;
  variables: Record<string, unknown>;
  /** Permits requests of the hook's `http` and `https` to these origins. */
  origins: readonly string[] | "any";
};

/** The owner of the hook. */
export type HookOrigin = { type: string; level: "element" | "resource" };

/**
 * The value passed to `done`; undefined if it was not called. `console`, and the messages queued by `notify.email`, are
 * kept in both cases.
 */
export type HookResult = { console: string[]; notify?: EmailMessage[] } & (
  | { ok: true; value: unknown }
  | { ok: false; error: string }
);

/** XML as objects: attributes as `@name`, text beside attributes as `#text`, repeated elements as lists. */
export type XmlCodec = { parse: (text: string) => unknown; write: (value: unknown) => string };

export type FormulaRequest = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
};
