import type { ClientBase } from "pg";
import type { ConversionChoices } from "./element/convert/conversion.ts";
import type { ImportedConversion } from "./element/convert/registry.ts";
import type { ElementPorts, HookInvocation, HookResult } from "./element/ports.ts";
import type { EmailMessage } from "./formula/ports.ts";

/**
 * Encrypts secrets with envelope AES-256-GCM. `identity` is the row and column that the secret belongs to, and must be
 * the same when it is decrypted.
 */
export type Vault = {
  seal: (text: string, identity: string) => string;
  /** Throws a Failure if the text was changed or moved to another row, or its key is missing. */
  open: (sealed: string, identity: string) => string;
  /** Whether a sealed text that begins with these parts (`headOfSealed`) was sealed here. */
  hasSealed: (head: string, identity: string) => boolean;
};

/** A store for files, which are written as a whole. Names consist of letters, digits, `-`, `_` and `/`. */
export type Files = {
  /** Whether another store may be in its place unnoticed, as a folder is that is not mounted. */
  mayBeReplaced: boolean;
  /** Does not use the bytes after it has resolved. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Writes a small file unless there is one of this name, which then stays as it is. */
  putNew: (name: string, bytes: Uint8Array) => Promise<void>;
  /** The caller owns the bytes. Throws a Failure (notFound) if the file was deleted. */
  get: (name: string) => Promise<Uint8Array>;
  /** The bytes from one position up to, but not including, another, which the file must have. Throws what `get` throws. */
  getRange: (name: string, range: Range) => Promise<Uint8Array>;
  /** Deletes a file if it is there. */
  remove: (name: string) => Promise<void>;
  removeFolder: (folder: string) => Promise<void>;
  /** The names of the folders in a folder, some at a time. */
  listFolders: (folder: string) => AsyncIterable<string[]>;
};

/** Positions in bytes; `to` is the first one that is not part of it. */
export type Range = { from: number; to: number };

/** A store for encrypted files, each with its own key. */
export type SealedFiles = {
  newKey: () => string;
  put: (file: { name: string; key: string }, bytes: Uint8Array) => Promise<void>;
  get: (file: { name: string; key: string }) => Promise<Uint8Array>;
  removeFolder: (folder: string) => Promise<void>;
};

/** A file of one large value: its name, the key that opens it, the size of what it holds, and the id of its store. */
export type ValueFile = { name: string; key: string; bytes: number; store: string };

/**
 * A store for values that are too large for their rows, in encrypted files that are read by range. A store that does not
 * respond within seconds is refused (unavailable), and so is one with another id: what is missing may be there again.
 */
export type ValueFiles = Pick<Files, "remove" | "removeFolder" | "listFolders"> & {
  /** The id of the store, by which processes recognize that they use the same one; null while it cannot be read. */
  identify: () => Promise<string | null>;
  /** Whether all running processes use this store, as the last heartbeat found. Values are written to files only then. */
  isShared: boolean;
  /** Resolves when the file is durable, or to null if it could not be written in time; then the store rests. */
  put: (name: string, value: string) => Promise<ValueFile | null>;
  /** Refuses: unavailable; notFound for a file that was deleted, serverError for one that was changed. */
  read: (file: ValueFile, range?: Range) => Promise<Buffer>;
  /** How many values were written since the process started, by place. */
  written: () => { file: number; row: number };
};

/** Re-encrypts data keys with the newest encryption key. */
export type Rewrapper = {
  newestKey: string;
  /** Returns the same text with its data key under the newest key. Throws what `open` throws. */
  rewrap: (sealed: string, identity: string) => string;
};

/** argon2id. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  verify: (hash: string, password: string) => Promise<boolean>;
};

/** Sends e-mail; null if SMTP is not configured and messages stay in the inbox. */
export type Mailer = { send: (message: EmailMessage) => Promise<void> } | null;

/**
 * Enqueues background jobs in the transaction of a connection: they are committed with its rows or not at all. The
 * queue checks the payload when the job runs.
 */
export type JobSender = {
  send: (queue: string, payloads: readonly object[], within: ClientBase) => Promise<void>;
};

/** The process-wide ports of elements; hooks run in the sandbox of their organization. */
export type ProviderPorts = Pick<ElementPorts, "send" | "sql" | "xml"> & {
  hook: (organizationId: number, call: HookInvocation, signal: AbortSignal) => Promise<HookResult>;
};

/** A receiver's response to a callback; its body is truncated. Header names are in lower case. */
export type CallbackResponse = { status: number; headers: Record<string, string>; text: string };

/** Sends callbacks to the addresses of receivers (H01, H02). */
export type Callbacks = {
  /** Refuses (badRequest) an address that must not be requested. */
  check: (url: string) => Promise<void>;
  /** Sends JSON text. Throws a Failure if it was not sent, or the response was incomplete. */
  post: (call: { url: string; headers: Record<string, string>; body: string }) => Promise<CallbackResponse>;
};

/**
 * Converts API descriptions in a separate process; conversions with the same `key` share its turns. Refuses
 * (badRequest) with the position in the file.
 */
export type Converter = (
  request: { bytes: Uint8Array; format: string | undefined } & ConversionChoices,
  key: string,
) => Promise<ImportedConversion>;
