import type { ClientBase } from "pg";
import type { ConversionChoices } from "./element/convert/conversion.ts";
import type { ImportedConversion } from "./element/convert/registry.ts";
import type { ElementPorts, HookInvocation, HookResult } from "./element/ports.ts";
import type { EmailMessage } from "./formula/ports.ts";

/** Seals secrets with envelope AES-256-GCM. `identity` is the row and column it belongs to and must be the same on both sides. */
export type Vault = {
  seal: (text: string, identity: string) => string;
  /** Throws a Failure when the text was changed, moved to another row, or its key is gone. */
  open: (sealed: string, identity: string) => string;
};

/** A store for files, which are written whole. Names are made of letters, digits, `-`, `_` and `/`. */
export type Files = {
  /** Keeps no reference to the bytes after it has resolved. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** The bytes are the caller's own. Throws a Failure (notFound) when it was deleted. */
  get: (name: string) => Promise<Uint8Array>;
  removeFolder: (folder: string) => Promise<void>;
};

/** A store for files that are encrypted, each with the key that is given for it. */
export type SealedFiles = {
  newKey: () => string;
  put: (file: { name: string; key: string }, bytes: Uint8Array) => Promise<void>;
  get: (file: { name: string; key: string }) => Promise<Uint8Array>;
  removeFolder: (folder: string) => Promise<void>;
};

/** Puts sealed texts under the newest encryption key. */
export type Rewrapper = {
  newestKey: string;
  /** The same text, with its data key under the newest key. Throws what `open` throws. */
  rewrap: (sealed: string, identity: string) => string;
};

/** argon2id. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  verify: (hash: string, password: string) => Promise<boolean>;
};

/** Sends e-mail; null where SMTP is not configured and messages stay in the inbox. */
export type Mailer = { send: (message: EmailMessage) => Promise<void> } | null;

/**
 * Sends background jobs as part of a connection's transaction: they are there with its rows or not at all. The payload is
 * checked by the queue when it runs.
 */
export type JobSender = {
  send: (queue: string, payloads: readonly object[], within: ClientBase) => Promise<void>;
};

/** The world behind elements, as one process has it; hooks run in the sandbox of their organization. */
export type ProviderPorts = Pick<ElementPorts, "send" | "sql" | "xml"> & {
  hook: (organizationId: number, call: HookInvocation, signal: AbortSignal) => Promise<HookResult>;
};

/** The response of a receiver to a callback; its body is cut. Header names are in lower case. */
export type CallbackResponse = { status: number; headers: Record<string, string>; text: string };

/** Sends callbacks to the addresses of receivers (H01, H02). */
export type Callbacks = {
  /** Refuses (badRequest) an address that may not be called. */
  check: (url: string) => Promise<void>;
  /** Sends JSON text. Throws a Failure when it was not sent, or its response was incomplete. */
  post: (call: { url: string; headers: Record<string, string>; body: string }) => Promise<CallbackResponse>;
};

/**
 * Converts descriptions of APIs beside the process's own work; `key` is whose turn it is. Refuses (badRequest) with the
 * place in the file.
 */
export type Converter = (
  request: { bytes: Uint8Array; format: string | undefined } & ConversionChoices,
  key: string,
) => Promise<ImportedConversion>;
