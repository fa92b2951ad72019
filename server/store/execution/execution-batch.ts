import { column, rowInputs } from "../database/column.ts";
import { searchedText } from "../database/searched-text.ts";
import { IN_PROGRESS, IS_OVER, OVER, recordOf } from "./execution-places.ts";
import { newStepId } from "./step-ids.ts";

/**
 * A new execution. With a `runnerId`, this process is already running it (lease epoch 1); without one, it waits for a
 * worker.
 */
export type NewExecution = {
  id: number;
  organizationId: number;
  accountId: number;
  formulaId: number;
  formulaInstanceId: number;
  revision: number;
  status: "pending" | "queued";
  triggerType: string;
  trigger: string;
  /** Encrypted: the file with the trigger's data, if they are not in the row. */
  triggerFile: string | null;
  cause: string | null;
  eventId: string | null;
  objectId: string | null;
  requestId: string | null;
  late: boolean;
  singleThreaded: boolean;
  runnerId: string | null;
  createdAt: Date;
};

export type NewStep = {
  seq: number;
  attempt: number;
  path: string;
  stepName: string;
  stepType: string;
  engine: string;
  status: "success" | "failed";
  took: string;
  hidden: boolean;
  output: string | null;
  /** Encrypted: the file with the output, if it is not in the row. */
  outputFile: string | null;
  notes: string | null;
  notesFile: string | null;
  error: string | null;
  reason: string | null;
  sealed: string | null;
  contextSize: number;
  delayMs: number;
  durationMs: number;
  createdAt: Date;
};

/** How an execution ended. `attempt` and `retryAt` are set for status `retry`. */
export type Finish = {
  status: "success" | "failed" | "retry";
  error: string | null;
  reason: string | null;
  retryAt: Date | null;
  attempt: number;
};

/** An execution with the lease epoch of its holder. */
export type Held = { organizationId: number; executionId: number; leaseEpoch: number };

/**
 * The callbacks of a caller that waits since `since` for an item to be written; `landed` is whether its rows were
 * accepted.
 */
export type Waiting = { since: number; resolve: (landed: boolean) => void; reject: (error: unknown) => void };

/** The data for one statement. */
export type Batch = {
  inserts: ({ execution: NewExecution; finish?: Finish } & Waiting)[];
  steps: ({ held: Held; steps: NewStep[] } & Waiting)[];
  finishes: ({ held: Held; finish: Finish } & Waiting)[];
};

export const emptyBatch = (): Batch => ({ inserts: [], steps: [], finishes: [] });

export const isEmpty = ({ inserts, steps, finishes }: Batch) => inserts.length + steps.length + finishes.length === 0;

type CreatedExecution = ReturnType<typeof mergedInserts>[number];
type StepToWrite = NewStep & Pick<Held, "organizationId" | "executionId">;
type Ending = Held & Finish;

/** Whether ids of steps are computed. */
const IS_COMPUTED = "$1::bool";

const INPUT = rowInputs<{ created: CreatedExecution; guarded: Held; recorded: StepToWrite; ending: Ending }>(
  {
    created: {
      id: column.bigint((row) => row.id),
      organization_id: column.int((row) => row.organizationId),
      account_id: column.int((row) => row.accountId),
      formula_id: column.int((row) => row.formulaId),
      formula_instance_id: column.int((row) => row.formulaInstanceId),
      revision: column.int((row) => row.revision),
      status: column.text((row) => row.status),
      trigger_type: column.text((row) => row.triggerType),
      trigger: column.text((row) => row.trigger),
      trigger_file: column.text((row) => row.triggerFile),
      cause: column.text((row) => row.cause),
      event_id: column.text(({ eventId }) => eventId && searchedText(eventId)),
      object_id: column.text(({ objectId }) => objectId && searchedText(objectId)),
      request_id: column.text((row) => row.requestId),
      late: column.bool((row) => row.late),
      single_threaded: column.bool((row) => row.singleThreaded),
      runner_id: column.uuid((row) => row.runnerId),
      lease_epoch: column.int((row) => row.leaseEpoch),
      created_at: column.timestamptz((row) => row.createdAt),
      error: column.text((row) => row.error),
      reason: column.text((row) => row.reason),
      retry_at: column.timestamptz((row) => row.retryAt),
      attempt: column.int((row) => row.attempt),
    },
    guarded: { id: column.bigint((row) => row.executionId), lease_epoch: column.int((row) => row.leaseEpoch) },
    recorded: {
      organization_id: column.int((row) => row.organizationId),
      execution_id: column.bigint((row) => row.executionId),
      seq: column.int((row) => row.seq),
      attempt: column.int((row) => row.attempt),
      path: column.text((row) => row.path),
      step_name: column.text((row) => row.stepName),
      step_type: column.text((row) => row.stepType),
      engine: column.text((row) => row.engine),
      status: column.text((row) => row.status),
      took: column.text((row) => row.took),
      hidden: column.bool((row) => row.hidden),
      output: column.text((row) => row.output),
      output_file: column.text((row) => row.outputFile),
      notes: column.text((row) => row.notes),
      notes_file: column.text((row) => row.notesFile),
      error: column.text((row) => row.error),
      reason: column.text((row) => row.reason),
      sealed: column.text((row) => row.sealed),
      context_size: column.int((row) => row.contextSize),
      delay_ms: column.int((row) => row.delayMs),
      duration_ms: column.int((row) => row.durationMs),
      created_at: column.timestamptz((row) => row.createdAt),
    },
    ending: {
      id: column.bigint((row) => row.executionId),
      lease_epoch: column.int((row) => row.leaseEpoch),
      status: column.text((row) => row.status),
      error: column.text((row) => row.error),
      reason: column.text((row) => row.reason),
      retry_at: column.timestamptz((row) => row.retryAt),
      attempt: column.int((row) => row.attempt),
    },
  },
  { parametersBefore: 1 },
);

/** The causes that have started nothing yet. The key of their table refuses the others, whatever became of what they started. */
const CAUSED = `caused as (
  insert into execution_cause (organization_id, formula_instance_id, cause, execution_id)
  select organization_id, formula_instance_id, cause, id from ${INPUT.rows("created")} where cause is not null
  on conflict do nothing
  returning execution_id
), `;

/** In order. */
const IDS = `(${INPUT.array("created", "id")})`;

/**
 * Is true for an execution that is not over. The primary key refuses one only as long as it is in progress, and a statement
 * whose connection was lost may arrive when what its repetition accepted has ended.
 */
const IS_NOT_OVER = `(select ended.id from execution ended where ended.id = created.id and ended.record = created.id
    and ended.organization_id = created.organization_id
    and ended.record between ${IDS}[1] and ${IDS}[cardinality${IDS}]) is null`;

/** The contents of a batch for which the statement opens a table, or the partitions of one, that it does not need otherwise. */
type Contents = { causes: boolean; othersInProgress: boolean };

/** The condition for a new execution, by the first that applies to it. One that is over has its id in the primary key. */
function isNew({ causes, othersInProgress }: Contents): string {
  const cases = [
    ...(causes ? ["when cause is not null then id in (select execution_id from caused)"] : []),
    ...(othersInProgress ? [`when not (${IS_OVER}) then ${IS_NOT_OVER}`] : []),
  ];
  return cases.length === 0 ? "true" : `case ${cases.join(" ")} else true end`;
}

/**
 * Whether the execution `e` is among those of a list. Joined alone, a plan that was made while nothing was in progress reads
 * all that is in progress later.
 */
const isAmong = (list: "guarded" | "ending") => `e.id = any(${INPUT.array(list, "id")})`;

/**
 * Writes the whole batch in one statement. Rows of executions that are new in the batch need no guard. All others are
 * written only if this process's lease epoch is still current; the execution's row is locked or updated in the same
 * statement.
 */
const write = (contents: Contents) => `
with ${contents.causes ? CAUSED : ""}new_execution as (
  insert into execution (${INPUT.columns("created")}, unnotified, record)
  select created.*, status = 'failed' and revision > 0, ${recordOf({ id: "id", status: "status" })} from ${INPUT.rows("created")}
  where ${isNew(contents)}
  on conflict do nothing
  returning id, runner_id is null and status = 'pending' as waiting
), held as (
  select e.id from execution e
  join ${INPUT.rows("guarded")} on e.id = guarded.id and e.lease_epoch = guarded.lease_epoch
  where ${IN_PROGRESS} and ${isAmong("guarded")} and e.status = 'pending'
  for share of e
), finished as (
  update execution e set status = ending.status, record = ${recordOf({ id: "e.id", status: "ending.status" })}, unnotified = ending.status = 'failed' and e.revision > 0,
    error = ending.error, reason = ending.reason, retry_at = ending.retry_at, attempt = ending.attempt, runner_id = null, updated_at = now()
  from ${INPUT.rows("ending")}
  where ${IN_PROGRESS} and ${isAmong("ending")} and e.id = ending.id and e.lease_epoch = ending.lease_epoch and e.status = 'pending'
  returning e.id
), mine as (select id from held union all select id from finished)
, step as (
  insert into step_execution (id, ${INPUT.columns("recorded")})
  select ${newStepId({ executionId: "recorded.execution_id", seq: "recorded.seq" }, IS_COMPUTED)}, recorded.* from ${INPUT.rows("recorded")}
  where recorded.execution_id = any(${INPUT.array("created", "id")}) or recorded.execution_id in (select id from mine))
select (select array_agg(id) from new_execution) as inserted, (select array_agg(id) from mine) as held,
  (select pg_notify('execution_waiting', '') from new_execution where waiting limit 1) as announced`;

const nameOf = ({ causes, othersInProgress }: Contents) =>
  `execution_write${causes ? "_causes" : ""}${othersInProgress ? "_others" : ""}`;
const BOTH = [false, true];
const TEXTS: Record<string, string> = Object.fromEntries(
  BOTH.flatMap((causes) =>
    BOTH.map((othersInProgress) => ({ causes, othersInProgress })).map((contents) => [
      nameOf(contents),
      write(contents),
    ]),
  ),
);

/** The statement that writes a batch. */
export function statementOf(batch: Batch, { computesStepIds }: { computesStepIds: boolean }) {
  const created = mergedInserts(batch).sort((a, b) => a.id - b.id);
  const contents = {
    causes: created.some(({ cause }) => cause !== null),
    othersInProgress: created.some(({ cause, status }) => cause === null && !OVER.has(status)),
  };
  const name = nameOf(contents);
  const news = new Set(created.map(({ id }) => id));
  const recorded = batch.steps.flatMap(({ held: { organizationId, executionId }, steps }) =>
    steps.map((step) => ({ ...step, organizationId, executionId })),
  );
  const ending = batch.finishes
    .filter(({ held }) => !news.has(held.executionId))
    .map(({ held, finish }) => ({ ...held, ...finish }));
  const ended = new Set(ending.map(({ executionId }) => executionId));
  const guarded = uniqueById(
    batch.steps.map(({ held }) => held).filter(({ executionId }) => !news.has(executionId) && !ended.has(executionId)),
  );
  return {
    name,
    text: TEXTS[name] ?? write(contents),
    values: [computesStepIds, ...INPUT.parameters({ created, guarded, recorded, ending })],
  };
}

/** Executions that start and end within one batch are inserted in their final state. */
function mergedInserts({ inserts, finishes }: Batch) {
  const endings = new Map(finishes.map(({ held, finish }) => [held.executionId, finish]));
  return inserts.map(({ execution }) => {
    const finish = endings.get(execution.id);
    return finish
      ? { ...execution, ...finish, runnerId: null, leaseEpoch: 1 }
      : {
          ...execution,
          error: null,
          reason: null,
          retryAt: null,
          attempt: 1,
          leaseEpoch: execution.runnerId === null ? 0 : 1,
        };
  });
}

const uniqueById = (held: Held[]) => [...new Map(held.map((one) => [one.executionId, one])).values()];
