import { recordsOf, type ValueRecord } from "#server/formula/records.ts";
import { triggerRecords } from "#server/formula/trigger-records.ts";
import type { TriggerTypeName } from "#server/formula/triggers/registry.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { ExecutionRow, StepRow } from "#server/store/execution/execution-records.ts";
import { TRIGGER } from "./engine.ts";

/** An execution as the API shows it. */
export const presentExecution = ({
  id,
  formulaId,
  formulaInstanceId,
  status,
  error,
  late,
  createdAt,
  updatedAt,
}: ExecutionRow) => ({
  id,
  formulaId,
  formulaInstanceId,
  status,
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
  ...(error !== null && { error }),
  ...(late && { late }),
});

export const presentStep = ({ id, stepName, status, createdAt, durationMs }: StepRow) => ({
  id,
  stepName,
  status: status as "success" | "failed",
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(new Date(createdAt.getTime() + durationMs)),
});

export type Cause = Pick<ExecutionRow, "trigger" | "triggerFile" | "triggerType">;

/** The values of a step, keyed `<stepName>.<key>` (spec §2.10). Their ids are the step's id with a running number. */
export const presentValues = (step: StepRow, cause: Omit<Cause, "triggerFile">) =>
  recordsOfRow(step, cause).map(({ key, value }, index) => ({
    id: `${step.id}${String(index).padStart(3, "0")}`,
    key: `${step.stepName}.${key}`,
    value,
  }));

function recordsOfRow(
  { stepType, engine, output, notes, error }: StepRow,
  { trigger, triggerType }: Omit<Cause, "triggerFile">,
): ValueRecord[] {
  if (stepType === TRIGGER) return triggerRecords(triggerType as TriggerTypeName, JSON.parse(trigger));
  const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));
  return recordsOf(stepType, engine, { output: parsed(output), notes: parsed(notes), error });
}
