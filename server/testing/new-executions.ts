import {
  type Batch,
  emptyBatch,
  type Finish,
  type NewExecution,
  statementOf,
} from "#server/store/execution/execution-batch.ts";

/** An execution as a process accepts it, with other fields. */
export const aNewExecution = (fields: Partial<NewExecution> = {}): NewExecution => ({
  ...{ id: 1, organizationId: 1, accountId: 1, formulaId: 1, formulaInstanceId: 1, revision: 1, status: "pending" },
  ...{ triggerType: "manual", trigger: "{}", triggerFile: null, cause: null, eventId: null, objectId: null },
  ...{ requestId: null, late: false, singleThreaded: false, runnerId: null, createdAt: new Date() },
  ...fields,
});

export const SUCCESS: Finish = { status: "success", error: null, reason: null, retryAt: null, attempt: 1 };

const alone = { since: 0, resolve: () => {}, reject: () => {} };

/** The statement with which a process accepts executions and ends others, for a session of its own. */
export function writeOf({ accepted = [], ended = [] }: { accepted?: NewExecution[]; ended?: NewExecution[] }) {
  const batch: Batch = emptyBatch();
  batch.inserts = accepted.map((execution) => ({ execution, ...alone }));
  batch.finishes = ended.map(({ id, organizationId, runnerId }) => ({
    ...{ held: { organizationId, executionId: id, leaseEpoch: runnerId === null ? 0 : 1 }, finish: SUCCESS },
    ...alone,
  }));
  return statementOf(batch, { computesStepIds: true });
}
