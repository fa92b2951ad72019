import type { App } from "#server/context.ts";
import { type ExecutionStatus, isFinal } from "#server/formula/execution-status.ts";

type Instance = { id: number; accountId: number; formula: { id: number } };
type Fields = {
  status?: ExecutionStatus;
  createdAt?: Date;
  steps?: {
    stepName?: string;
    durationMs?: number;
    delayMs?: number;
    contextSize?: number;
    error?: string;
    output?: string;
  }[];
};

let count = 0;

/** Execution records as the engine writes them, for tests that only read them; no process executes them. */
export async function anExecution({ db: { prisma } }: App, { id, accountId, formula }: Instance, fields: Fields = {}) {
  const { status = "success", createdAt = new Date(), steps = [{}] } = fields;
  const { organizationId } = await prisma.formulaInstance.findFirstOrThrow({ where: { id } });
  const executionId = 1_000_000 + ++count;
  await prisma.execution.create({
    data: {
      id: executionId,
      record: isFinal(status) ? executionId : 0,
      organizationId,
      accountId,
      formulaId: formula.id,
      formulaInstanceId: id,
      revision: 1,
      status,
      triggerType: "manual",
      trigger: "{}",
      createdAt,
      updatedAt: createdAt,
    },
  });
  const records = [];
  for (const [seq, step] of steps.entries()) {
    const row = {
      organizationId,
      executionId,
      seq,
      attempt: 1,
      stepName: `step${seq}`,
      stepType: "script",
      engine: "v3",
      status,
      took: "onSuccess",
      createdAt,
    };
    records.push(await prisma.stepExecution.create({ data: { ...row, ...step } }));
  }
  return { executionId, stepExecutionId: Number(records[0]?.id ?? 0) };
}
