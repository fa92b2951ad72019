import type { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Caller } from "./account/caller.ts";
import type { RunLimits } from "./account/run-limit.ts";
import type { createBoundedQueue } from "./bounded-queue.ts";
import type { PageMemory } from "./element/pagination/page-memory.ts";
import type { Configuration } from "./element/ports.ts";
import type { Circuit } from "./element/provider/circuit.ts";
import type { Env } from "./env.ts";
import type { createIntake } from "./event/intake.ts";
import type { HttpRequest, HttpResponse, Sandbox } from "./formula/ports.ts";
import type { Ending } from "./formula/run.ts";
import type {
  Callbacks,
  Converter,
  JobSender,
  Passwords,
  ProviderPorts,
  SealedFiles,
  ValueFiles,
  Vault,
} from "./ports.ts";
import type { OpenInstances } from "./store/element-instance/open-instances.ts";
import type { Runnable } from "./store/execution/runnables.ts";
import { type Database, forOrganization, type TenantDatabase } from "./store/open-database.ts";
import type { UsageWriter } from "./store/usage/usage-writer.ts";

/** A run of a formula instance that is about to start. `trigger` is the value of `${trigger…}`. */
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
  /** The time of the request, if it was not now: single-threaded runs keep this order. */
  createdAt?: Date;
};

/** Runs formulas in this process. */
export type Engine = {
  /** Reserves the id of an execution before it is written. */
  nextId: () => Promise<number>;
  /** Resolves once the execution is stored and waits for a worker; null if its cause had already started one. */
  accept: (run: NewRun) => Promise<number | null>;
  /** Like `accept`, but returns the id of the existing execution if its cause had already started one. */
  acceptOrFind: (run: NewRun) => Promise<number>;
  /**
   * Runs the execution in this process, or finds the one that its cause has started before. `ending` is null if it
   * takes longer than `waitMs`: then it continues, and its progress is stored.
   */
  runHere: (run: NewRun, waitMs: number) => Promise<{ executionId: number; ending: Ending | null }>;
  /** Aborts a cancelled execution in this process. */
  abort: (executionId: number) => void;
};

/** The user of requests to our own API. */
export type PlatformUser = Pick<Runnable, "organizationId" | "accountId" | "userId" | "settings">;

type Intake<Key> = ReturnType<typeof createIntake<Key>>;

/** State that a process keeps between requests and can lose at any time. */
export type ProcessState = {
  nextEventId: () => Promise<number>;
  /** The number of webhooks per organization. */
  webhooks: Intake<number>;
  /** The number of webhooks per client to addresses without a waiting capture. */
  captureMisses: Intake<string>;
  /** The number of requests per element instance whose exchanges with the provider are recorded. */
  recordedCalls: Intake<number>;
  /** The number of tool calls by the agents of each user. */
  agentCalls: Intake<number>;
  /** The number of starts of each formula instance per object, and whether people were notified of too many. */
  eventRuns: Intake<string>;
  heldBackNotices: Intake<number>;
  /** By element instance and origin; the least recently used are forgotten. */
  circuits: LRUCache<string, Circuit>;
  /** Refreshes of grants in progress. */
  refreshes: Map<string, Promise<Configuration | null>>;
  /** Keyed by the opened instance: another version of it has its own pages. */
  pages: WeakMap<object, PageMemory>;
  passwordChecks: ReturnType<typeof createBoundedQueue>;
  /** For each hash function, a hash that no password matches. */
  decoyHashes: WeakMap<Passwords, Promise<string>>;
  /** The limits of runs, set by who published their formulas. */
  runLimits: RunLimits;
};

/** A process of the product: what all its requests and jobs share. */
export type App = {
  env: Env;
  log: Logger;
  db: Database;
  /** The database's time, independent of this machine's clock. */
  now: () => Date;
  vault: Vault;
  /** The files of bulk jobs. */
  files: SealedFiles;
  /** The files of values of runs that are too large for rows. */
  valueFiles: ValueFiles;
  passwords: Passwords;
  jobs: JobSender;
  engine: Engine;
  /** Returns the sandbox that runs an organization's scripts. */
  sandboxOf: (organizationId: number) => Sandbox;
  openInstances: OpenInstances;
  provider: ProviderPorts;
  callbacks: Callbacks;
  convert: Converter;
  usage: UsageWriter;
  state: ProcessState;
  /** Sends a request to our own API with the user's secrets. */
  platform: (user: PlatformUser, call: HttpRequest) => Promise<HttpResponse>;
  /** Handles a request of a client to our own API in this process, without a socket. */
  api: (request: Request, client: { address: string }) => Promise<Response>;
};

/** The caller, and the database as their organization sees it. */
export type Acting = { caller: Caller; db: TenantDatabase };

/** Lets services act for a caller: the one place where the database is bound to an organization. */
export const actingAs = ({ db }: Pick<App, "db">, caller: Caller): Acting => ({
  caller,
  db: forOrganization(db, caller.organizationId),
});

/** The context of a service: the process, the caller, and the request it is part of. */
export type Context = App &
  Acting & {
    requestId: string;
    /** The client's address; undefined for work that the product starts itself. */
    clientAddress?: string;
    /** The name of the agent that acts for the caller (MCP). */
    agent?: string;
  };
