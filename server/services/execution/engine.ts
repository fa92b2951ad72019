import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { redact, redactJson } from "#server/account/redact.ts";
import { isConnectionLost } from "#server/connection-errors.ts";
import type { App, Engine, NewRun } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { boundValues } from "#server/formula/bound-values.ts";
import { namedValues } from "#server/formula/context.ts";
import type { Ports } from "#server/formula/ports.ts";
import { type Ending, run, type StepRecord } from "#server/formula/run.ts";
import { isTrial } from "#server/formula/run-state.ts";
import { secretTexts } from "#server/formula/secret-values.ts";
import type { Shutdown } from "#server/shutdown-signal.ts";
import type { NewExecution } from "#server/store/execution/execution-batch.ts";
import { dropSealed, nextSeq, readHistory } from "#server/store/execution/execution-history.ts";
import { type Claimed, giveUp, releaseAfterFault, releaseAll } from "#server/store/execution/execution-leases.ts";
import { promoteQueued } from "#server/store/execution/execution-queue.ts";
import { createExecutionWriter, LeaseLost } from "#server/store/execution/execution-writer.ts";
import { executionIds, findByCause } from "#server/store/execution/executions.ts";
import type { Runnable } from "#server/store/execution/runnables.ts";
import { forgetErrors } from "#server/store/formula-instance/formula-instance-errors.ts";
import { createUnderWay } from "#server/under-way.ts";
import { openSecretValues } from "../formula/secret-values.ts";
import { createJournal, type ExecutionJournal } from "./journal.ts";
import { keepLeases } from "./keep-leases.ts";
import { SURELY_SMALL } from "./large-values.ts";
import { exactFilesOf, loadRecords } from "./load-records.ts";
import { notifyFailure } from "./notify-failure.ts";
import { createPlans } from "./plans.ts";
import { readEnding } from "./read-ending.ts";
import { aboutInput, hideInInput, readTrigger, storeInput } from "./run-input.ts";
import { storeLarge } from "./step-row.ts";
import { EARLIER_VALUES, INPUT, ValueLost, whenReadable } from "./when-readable.ts";
import { withinMs } from "./within-ms.ts";

/** The owner of a run, whose access its outgoing requests have. */
export type Owner = Pick<Runnable, "organizationId" | "accountId" | "userId" | "settings"> &
  Partial<Pick<Runnable, "ownerSeesAllAccounts">>;

/** The ports of one execution, with the secrets that they have handled, which its records must not show. */
export type ExecutionPorts = {
  ports: Ports;
  secrets: () => readonly string[];
  /** Adds secrets to them. */
  hide: (secrets: readonly string[]) => void;
};

export type RunningEngine = Engine & {
  runnerId: string;
  /** The time since the leases were last renewed. */
  heartbeatAgeMs: () => number;
  /** Runs an execution that this process has claimed to its end. Never rejects. */
  runClaimed: (claimed: Claimed) => Promise<void>;
  /** Resolves when the runs of this process have ended; releases them after `drainMs`. */
  stop: (drainMs: number, shutdown?: Shutdown) => Promise<void>;
};

const NESTING = 10;
/** Callers wait for the writes of a web process; a worker collects more for one statement. */
const WRITE_PACE_MS = { web: 1, worker: 16, standalone: 16 };

type Held = {
  id: number;
  leaseEpoch: number;
  attempt: number;
  revision: number;
  run: Pick<NewRun, "runnable" | "triggerType"> & Partial<Pick<NewRun, "trigger">>;
  /** The columns of its row with the input. */
  input: Pick<Claimed, "id" | "trigger" | "triggerFile">;
  createdAt: Date;
};

/**
 * Runs formulas in this process. One heartbeat renews all its leases; if it cannot finish an execution, another process
 * continues after the last record.
 */
export async function createEngine(
  app: Omit<App, "engine">,
  {
    kind,
    portsFor,
    unusedMs,
  }: {
    kind: "web" | "worker" | "standalone";
    portsFor: (owner: Owner, depth: number) => ExecutionPorts;
    /** How often this looks for leases that it does not use. */
    unusedMs?: number;
  },
): Promise<RunningEngine> {
  const { db, env, log, now, valueFiles } = app;
  const runnerId = randomUUID();
  const peers = { computesStepIds: false };
  const writer = createExecutionWriter(db.pool, { paceMs: WRITE_PACE_MS[kind], peers });
  const plans = createPlans(db);
  const nextId = executionIds(db.pool);
  let isStopping = false;
  const running = createUnderWay<{ controller: AbortController; done: Promise<unknown> }>();

  const leases = await keepLeases(app, { runnerId, kind, running: running.ids, peers, unusedMs });

  async function newRow(
    { runnable, trigger, triggerType, cause, eventId, objectId, requestId, late, createdAt }: NewRun,
    runsHere: boolean,
  ): Promise<NewExecution> {
    const id = await nextId();
    const text = JSON.stringify(trigger);
    return {
      id,
      organizationId: runnable.organizationId,
      accountId: runnable.accountId,
      formulaId: runnable.formulaId,
      formulaInstanceId: runnable.formulaInstanceId,
      revision: runnable.revision,
      status: runnable.singleThreaded ? "queued" : "pending",
      triggerType,
      ...(text.length > SURELY_SMALL
        ? await storeInput(app, {
            ...{ executionId: id, triggerType, trigger: text },
            about: () => aboutInput(trigger, objectId),
          })
        : { trigger: text, triggerFile: null }),
      cause: cause ?? null,
      eventId: eventId ?? null,
      objectId: objectId ?? null,
      requestId: requestId || null,
      late: late ?? false,
      singleThreaded: runnable.singleThreaded,
      runnerId: runsHere ? runnerId : null,
      createdAt: createdAt ?? now(),
    };
  }

  async function accept(newRun: NewRun): Promise<number | null> {
    const row = await newRow(newRun, false);
    if (!(await writer.insert(row))) return null;
    if (row.singleThreaded) await promoteQueued(db.pool, row.formulaInstanceId);
    return row.id;
  }

  async function runHere(newRun: NewRun, waitMs: number) {
    if (newRun.runnable.singleThreaded) return waitForEnd(await acceptOrFind(newRun), waitMs);
    const row = await newRow(newRun, true);
    const { id, revision, createdAt } = row;
    // A request with a cause may be a repeat: nothing runs before the row is written.
    const isFirst = row.cause === null || (await writer.insert(row));
    if (!isFirst) return waitForEnd(await acceptOrFind(newRun), waitMs);
    const held = { id, leaseEpoch: 1, attempt: 1, revision, run: newRun, input: row, createdAt };
    const ending = runHeld(held, row.cause === null ? row : null);
    return { executionId: id, ending: await withinMs(Promise.race([ending, unreachable(id)]), waitMs) };
  }

  /** Rejects if a run that has just begun is given up because the database is unreachable. */
  const unreachable = (executionId: number) =>
    new Promise<never>((_, reject) => {
      const signal = running.find(executionId)?.controller.signal;
      signal?.addEventListener("abort", () => isConnectionLost(signal.reason) && reject(signal.reason), { once: true });
    });

  /** The execution that the run's cause has started, now or before. */
  async function acceptOrFind(newRun: NewRun): Promise<number> {
    const executionId = (await accept(newRun)) ?? (await findByCause(db.pool, newRun));
    if (executionId === null) throw new Error("An execution was taken for a repeat of one that is not there.");
    return executionId;
  }

  /** Another process runs it, or will run it in turn; the caller polls for the end. */
  async function waitForEnd(executionId: number, waitMs: number) {
    const deadline = performance.now() + waitMs;
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
      // An output that cannot be read yet is waited for, like the end.
      const ending = await readEnding(app, executionId).catch((error: unknown) => {
        if (error instanceof Failure && error.kind === "unavailable") return null;
        throw error;
      });
      if (ending || performance.now() >= deadline) return { executionId, ending };
      await pause(Math.min(pauseMs, deadline - performance.now()));
    }
  }

  async function runClaimed(claimed: Claimed): Promise<void> {
    const { id, leaseEpoch, attempt, createdAt, executionRevision: revision, triggerType } = claimed;
    const run = { runnable: claimed, triggerType };
    await runHeld({ id, leaseEpoch, attempt, revision, createdAt, run, input: claimed }, null);
  }

  function runHeld(held: Held, row: NewExecution | null): Promise<Ending | null> {
    const controller = new AbortController();
    const done = perform(held, row, controller).finally(() => running.end(held.id));
    running.begin(held.id, { controller, done });
    return done;
  }

  /** Null if this process did not end it. */
  async function perform(held: Held, row: NewExecution | null, controller: AbortController): Promise<Ending | null> {
    const { id: executionId, leaseEpoch, attempt, revision } = held;
    const { runnable } = held.run;
    const { signal } = controller;
    let timer: NodeJS.Timeout | undefined;
    try {
      const isFresh = row !== null || (leaseEpoch === 1 && attempt === 1);
      const waiting = { executionId, signal, log };
      const trigger = held.run.trigger ?? (await whenReadable(INPUT, waiting, () => readTrigger(app, held.input)));
      const records = isFresh ? [] : await readHistory(db.pool, { executionId, attempt });
      const history = isFresh
        ? []
        : await whenReadable(EARLIER_VALUES, waiting, () => loadRecords(app, { executionId, records }));
      const exactFiles = exactFilesOf(app, { executionId, records }).map(({ file }) => file.name);
      timer = setTimeout(() => controller.abort(new OutOfTime()), env.EXECUTION_TIMEOUT_MS);
      const firstSeq = isFresh ? 0 : await nextSeq(db.pool, executionId);
      const { ports: ownersPorts, secrets, hide } = portsFor(runnable, depthOf(trigger));
      const secretValues = openSecretValues(app.vault, runnable);
      const hidden = new Set<string>();
      const hideValues = (values: unknown[]) => {
        const texts = secretTexts(values);
        for (const text of texts) hidden.add(text);
        hide(texts);
      };
      hideValues(Object.values(secretValues));
      const journal = createJournal(writer, {
        held: { organizationId: runnable.organizationId, executionId, leaseEpoch },
        row,
        history: history.filter(({ stepType }) => stepType !== TRIGGER),
        firstSeq,
        waitingSince: held.createdAt,
        scope: { executionId, attempt, secrets, vault: app.vault },
        storeLarge: async (rows) => {
          exactFiles.push(...(await storeLarge(app, executionId, rows)));
        },
        onLost: (error) => controller.abort(error),
      });
      const plan = await plans.load(runnable.organizationId, runnable.formulaId, revision);
      if (!plan) throw new Error(`Formula ${runnable.formulaId} has no revision ${revision}.`);
      const bound = boundValues(plan.instanceKeys, runnable);
      const ports = plan.publisher ? await ownersPorts.limitedTo(plan.publisher, bound) : ownersPorts;
      if (!ports) throw new Error(`Formula ${runnable.formulaId} may not run.`);
      if (firstSeq === 0) journal.write(triggerRecord(plan.engine, held.createdAt));
      const ending = await run(
        plan,
        {
          trigger,
          config: namedValues({ ...runnable.configuration, ...secretValues }),
          info: {
            formulaId: runnable.formulaId,
            formulaName: runnable.formulaName,
            formulaInstanceId: runnable.formulaInstanceId,
            formulaInstanceName: runnable.name,
            formulaExecutionId: executionId,
          },
          attempt,
        },
        {
          ports,
          journal,
          loadPlan: (formulaId, pinned) =>
            pinned === undefined
              ? plans.latest(runnable, formulaId)
              : plans.load(runnable.organizationId, formulaId, pinned),
          hide: hideValues,
          notifyTo: emailOf(runnable),
          limits: { steps: env.EXECUTION_STEPS, depth: NESTING },
          idempotencyKey: (visit) => createHash("sha256").update(`${executionId}|${visit}`).digest("base64url"),
          signal,
        },
      ).catch((error: unknown): Ending => {
        if (signal.reason instanceof OutOfTime) {
          return {
            status: "failed",
            output: undefined,
            error: `The execution ran longer than ${env.EXECUTION_TIMEOUT_MS / 1000} s and was stopped.`,
            reason: "outOfTime",
          };
        }
        throw error;
      });
      await journal.finish({
        status: ending.status,
        error: ending.status === "failed" ? redact(ending.error, secrets()).text : null,
        reason: (ending.status === "failed" && ending.reason) || null,
        retryAt: ending.status === "retry" ? new Date(now().getTime() + ending.delayMinutes * env.RETRY_UNIT_MS) : null,
        attempt: ending.status === "retry" ? attempt + 1 : attempt,
      });
      const shown = hidden.size > 0 ? withoutSecrets(ending, [...hidden]) : ending;
      // A run needs the original input; after its end nothing does.
      if (hidden.size > 0 && ending.status !== "retry")
        await hideInInput(app, {
          ...held.input,
          triggerType: held.run.triggerType,
          input: trigger,
          secrets: [...hidden],
        });
      await follow(held, { journal, ending, exactFiles }).catch((error: unknown) => {
        log.error({ executionId, err: error }, "an execution ended, but not all that follows was done");
      });
      return shown;
    } catch (error) {
      // An operation that the signal ended may reject with an error of its own.
      await stopped(held, isLeft(signal.reason) ? signal.reason : error);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Follow-up work after the end is stored; its failures do not change the outcome. */
  async function follow(
    { id: executionId, revision, run: { runnable } }: Held,
    { journal, ending, exactFiles }: { journal: ExecutionJournal; ending: Ending; exactFiles: readonly string[] },
  ) {
    if (journal.hasSealed()) await dropSealed(db.pool, executionId);
    // Nobody has their keys any more. What is not deleted now is deleted with the execution.
    for (const name of exactFiles) void valueFiles.remove(name).catch(() => {});
    if (runnable.singleThreaded) await promoteQueued(db.pool, runnable.formulaInstanceId);
    if (ending.status === "failed") await notifyFailure(app, executionId);
    if (ending.status === "success" && !isTrial({ revision }) && runnable.numberConsecutiveErrors > 0) {
      await forgetErrors(db.pool, runnable.formulaInstanceId);
    }
  }

  /** Lost or cancelled executions belong to another process; after an internal fault another process retries. */
  async function stopped({ id: executionId, leaseEpoch }: Held, error: unknown) {
    if (isLeft(error)) {
      log.info({ executionId, reason: error.message }, "execution left");
      return;
    }
    log.error({ executionId, err: error }, "execution interrupted by a fault of the engine");
    // While this process is alive no other releases the execution, so this retries until the database is reachable.
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, 5000)) {
      const isFreed = await (error instanceof ValueLost
        ? giveUp(db.pool, { executionId, leaseEpoch, reason: error.message })
        : releaseAfterFault(db.pool, { executionId, leaseEpoch, counts: !isConnectionLost(error) })
      ).then(
        () => true,
        () => false,
      );
      if (isFreed) return;
      await pause(pauseMs);
    }
  }

  return {
    runnerId,
    heartbeatAgeMs: leases.ageMs,
    nextId,
    accept,
    acceptOrFind,
    runHere,
    runClaimed,
    abort: (executionId) => running.find(executionId)?.controller.abort(new Cancelled()),
    async stop(drainMs, { isFault } = { isFault: false }) {
      isStopping = true;
      await withinMs(Promise.allSettled(running.all().map(({ done }) => done)), drainMs);
      leases.stop();
      await releaseAll(db.pool, runnerId, { counts: isFault });
      for (const { controller } of running.all()) controller.abort(new Cancelled());
      await writer.close();
    },
  };
}

/** The number of formulas that led to this run, each started by a request of the one before (B14). */
const depthOf = ({ depth }: Record<string, unknown>): number => (typeof depth === "number" ? depth : 0);

/** The step type of the record that every execution begins with (spec §2.10). */
export const TRIGGER = "trigger";

const triggerRecord = (engine: StepRecord["engine"], startedAt: Date): StepRecord => ({
  path: "",
  name: "trigger",
  type: TRIGGER,
  engine,
  hidden: false,
  outcome: { took: "onSuccess", output: undefined, notes: undefined },
  startedAt,
  durationMs: 0,
});

/** The result for a waiting caller, redacted like the record. */
function withoutSecrets(ending: Ending, secrets: readonly string[]): Ending {
  if (ending.status === "retry") return ending;
  const { text } = redactJson(JSON.stringify(ending.output) ?? null, secrets);
  const shown = { ...ending, output: text === null ? undefined : JSON.parse(text) };
  return shown.status === "failed" ? { ...shown, error: redact(shown.error, secrets).text } : shown;
}

function emailOf({ settings }: Runnable): string | undefined {
  const address = settings["notification.email"];
  return typeof address === "string" && address !== "" ? address : undefined;
}

class Cancelled extends Error {
  constructor() {
    super("The execution was cancelled.");
  }
}

/** Another process has it, or nobody wants it any more: no fault. */
const isLeft = (error: unknown): error is Error => error instanceof LeaseLost || error instanceof Cancelled;

class OutOfTime extends Error {}
