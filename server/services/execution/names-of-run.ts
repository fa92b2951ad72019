import type { RunRow } from "#server/store/execution/runs.ts";

type Run = Pick<RunRow, "formulaId" | "formulaName" | "recordedName" | "formulaInstanceId" | "instanceName">;

/** No formula instance has this id: it stands for tests of a draft with their own values. */
export const NO_INSTANCE = 0;

/**
 * The names of a run's formula and instance, also after they were deleted. `isAlone` is true for a run without an
 * instance.
 */
export function namesOfRun({ formulaId, formulaName, recordedName, formulaInstanceId, instanceName }: Run) {
  const isAlone = formulaInstanceId === NO_INSTANCE;
  const gone = recordedName ?? `Formula ${formulaId}`;
  return {
    isAlone,
    formulaName: formulaName ?? (isAlone ? gone : `${gone} (deleted)`),
    instanceName: instanceName ?? (isAlone ? "Test" : `Instance ${formulaInstanceId} (deleted)`),
  };
}
