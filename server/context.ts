import type { ClientBase } from "pg";
import type { Logger } from "pino";
import type { Access } from "./account/roles.ts";
import type { ElementPorts } from "./element/ports.ts";
import type { Env } from "./env.ts";
import type { EmailMessage, HttpCall, HttpReply } from "./formula/ports.ts";
import type { Ending } from "./formula/run.ts";
import type { OpenInstances } from "./services/hub/open-instances.ts";
import type { Database } from "./store/database/database.ts";
import type { Runnable } from "./store/execution/runnables.ts";
import type { UsageWriter } from "./store/usage/usage-writer.ts";

/** The caller. Every query of the product is scoped by it. */
export type Caller = {
  organizationId: number;
  accountId: number;
  userId: number;
  /** Users of the default account see the whole organization. */
  seesAllAccounts: boolean;
  role: Access;
  /** The element instance of the token, for requests that require one. */
  elementInstanceId?: number;
};

/** Seals secrets with envelope AES-256-GCM. `identity` is the row and column it belongs to and must be the same on both sides. */
export type Vault = {
  seal: (text: string, identity: string) => string;
  /** Throws a Failure when the text was changed, moved to another row, or its key is gone. */
  open: (sealed: string, identity: string) => string;
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

/** A run of a formula instance about to begin. `trigger` is what `${trigger…}` will reach. */
export type NewRun = {
  runnable: Runnable;
  trigger: Record<string, unknown>;
  triggerType: string;
  cause?: string;
  eventId?: string;
  objectId?: string;
  /** The id of the request that starts the run. */
  requestId?: string;
  late?: boolean;
  /** When it was requested, if not now: single-threaded runs keep that order. */
  createdAt?: Date;
};

/** Runs formulas in this process. */
export type Engine = {
  /** An id for an execution about to be written. */
  nextId: () => Promise<number>;
  /** Resolves once the execution is on disk, waiting for a worker; null when its cause had started one before. */
  accept: (run: NewRun) => Promise<number | null>;
  /** The same; when its cause had started one before, that one's id. */
  acceptOrFind: (run: NewRun) => Promise<number>;
  /**
   * Runs the execution in this process, or finds the one that its cause has started before. `ending` is null if
   * `waitMs` did not suffice: then it continues and is on disk.
   */
  runHere: (run: NewRun, waitMs: number) => Promise<{ executionId: number; ending: Ending | null }>;
  /** Stops what this process does for an execution that was cancelled. */
  abort: (executionId: number) => void;
};

/**
 * Sends background jobs as part of a connection's transaction: they are there with its rows or not at all. The payload is
 * checked by the queue when it runs.
 */
export type JobSender = {
  send: (queue: string, payloads: readonly object[], within: ClientBase) => Promise<void>;
};

/** The world behind elements, as one process has it; hooks run in the sandbox of their organization. */
export type ProviderPorts = Pick<ElementPorts, "send" | "sql" | "xml"> & {
  hook: (organizationId: number) => ElementPorts["hook"];
};

/** The response of a receiver to a callback; its body is cut. Header names are in lower case. */
export type CallbackAnswer = { status: number; headers: Record<string, string>; text: string };

/** Sends callbacks to the addresses of receivers (H01, H02). */
export type Callbacks = {
  /** Refuses (badRequest) an address that may not be called. */
  check: (url: string) => Promise<void>;
  /** Sends JSON text. Throws a Failure when it was not sent, or not answered in whole. */
  post: (call: { url: string; headers: Record<string, string>; body: string }) => Promise<CallbackAnswer>;
};

/** As whom our own API is called. */
export type PlatformUser = Pick<Runnable, "organizationId" | "accountId" | "userId" | "settings">;

/** One process of the product: what all its requests and jobs share. */
export type App = {
  env: Env;
  log: Logger;
  db: Database;
  /** The database's time, independent of this machine's clock. */
  now: () => Date;
  vault: Vault;
  passwords: Passwords;
  jobs: JobSender;
  engine: Engine;
  openInstances: OpenInstances;
  provider: ProviderPorts;
  callbacks: Callbacks;
  usage: UsageWriter;
  /** Calls our own API, with the secrets of that user. */
  platform: (user: PlatformUser, call: HttpCall) => Promise<HttpReply>;
};

/** The context of a service: the process, the caller, and the request it is part of. */
export type Context = App & {
  caller: Caller;
  requestId: string;
  /** Where the request came from; undefined for what the product does by itself. */
  clientAddress?: string;
};
