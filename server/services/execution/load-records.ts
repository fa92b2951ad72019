import type { RecordedStep } from "#server/store/execution/execution-history.ts";
import { eachOf, openExact, type ReadsFiles, withStepValues } from "./large-values.ts";

/** A record with the values of its files. `exact` is the outcome of a file, as JSON; `sealed` the one of the row. */
export type LoadedStep = Pick<RecordedStep, "seq" | "path" | "stepName" | "stepType" | "took"> &
  Pick<RecordedStep, "output" | "notes" | "error" | "sealed"> & { exact: string | null };

type OfExecution = { executionId: number; records: readonly RecordedStep[] };

/** Reads what records have in files, as outcomes for `toOutcome`. Refuses what `ValueFiles.read` refuses. */
export async function loadRecords(app: ReadsFiles, { executionId, records }: OfExecution): Promise<LoadedStep[]> {
  const exact = new Map<number, string>();
  await eachOf(exactFilesOf(app, { executionId, records }), async ({ seq, file }) =>
    exact.set(seq, (await app.valueFiles.read(file)).toString()),
  );
  // The redacted values are not needed beside an exact outcome.
  const rows = records.map((record) => ({
    ...record,
    executionId,
    ...(record.sealed !== null && { outputFile: null, notesFile: null }),
  }));
  const loaded = await withStepValues(app, rows);
  return loaded.map(({ outputFile: _, notesFile: __, ...record }) => ({
    ...record,
    exact: exact.get(record.seq) ?? null,
  }));
}

/** The files of exact outcomes that records name. */
export const exactFilesOf = (app: Pick<ReadsFiles, "vault">, { executionId, records }: OfExecution) =>
  records.flatMap(({ seq, sealed }) => {
    const file = sealed === null ? "" : openExact(app, sealed, { executionId, seq });
    return typeof file === "string" ? [] : [{ seq, file }];
  });
