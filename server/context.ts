import type { Logger } from "pino";
import type { Caller } from "./account/caller.ts";
import type { createBoundedQueue } from "./bounded-queue.ts";
import type { PageMemory } from "./element/pagination/page-memory.ts";
import type { Configuration } from "./element/ports.ts";
import type { Circuit } from "./element/provider/circuit.ts";
import type { Env } from "./env.ts";
import type { createIntake } from "./event/intake.ts";
import type { HttpRequest, HttpResponse, Sandbox } from "./formula/ports.ts";
import type { Ending } from "./formula/run.ts";
import type { Callbacks, Converter, JobSender, Passwords, ProviderPorts, SealedFiles, Vault } from "./ports.ts";
import type { OpenInstances } from "./store/element-instance/open-instances.ts";
import type { Runnable } from "./store/execution/runnables.ts";
import type { Database } from "./store/open-database.ts";
import type { UsageWriter } from "./store/usage/usage-writer.ts";

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
  /** Stops the work of this process for a cancelled execution. */
  abort: (executionId: number) => void;
};

/** The user of requests to our own API. */
export type PlatformUser = Pick<Runnable, "organizationId" | "accountId" | "userId" | "settings">;

type Intake<Key> = ReturnType<typeof createIntake<Key>>;

/** What a process remembers from one request to the next. Nothing of it has to outlast the process. */
export type ProcessState = {
  nextEventId: () => Promise<number>;
  /** How many webhooks each organization has sent. */
  webhooks: Intake<number>;
  /** How many webhooks each client has sent to addresses at which no capture waits. */
  captureMisses: Intake<string>;
  /** How many tools the agents of each user have called. */
  agentCalls: Intake<number>;
  /** How often each formula instance was started for one object, and whether its people were notified of too many. */
  eventRuns: Intake<string>;
  heldBackNotices: Intake<number>;
  /** By element instance and origin, the one that was used last at the end. */
  circuits: Map<string, Circuit>;
  /** Refreshes of grants that are under way. */
  refreshes: Map<string, Promise<Configuration | null>>;
  /** By the instance as it was opened: another version of it has pages of its own. */
  pages: WeakMap<object, PageMemory>;
  passwordChecks: ReturnType<typeof createBoundedQueue>;
  /** A hash that no password matches, of each way to hash. */
  decoyHashes: WeakMap<Passwords, Promise<string>>;
};

/** One process of the product: what all its requests and jobs share. */
export type App = {
  env: Env;
  log: Logger;
  db: Database;
  /** The database's time, independent of this machine's clock. */
  now: () => Date;
  vault: Vault;
  /** The files of bulk jobs. */
  files: SealedFiles;
  passwords: Passwords;
  jobs: JobSender;
  engine: Engine;
  /** Runs scripts of an organization. */
  sandboxOf: (organizationId: number) => Sandbox;
  openInstances: OpenInstances;
  provider: ProviderPorts;
  callbacks: Callbacks;
  convert: Converter;
  usage: UsageWriter;
  state: ProcessState;
  /** Calls our own API, with the secrets of that user. */
  platform: (user: PlatformUser, call: HttpRequest) => Promise<HttpResponse>;
};

/** The context of a service: the process, the caller, and the request it is part of. */
export type Context = App & {
  caller: Caller;
  requestId: string;
  /** Where the request came from; undefined for what the product does by itself. */
  clientAddress?: string;
  /** The name of the agent that acts for the caller (MCP). */
  agent?: string;
};
