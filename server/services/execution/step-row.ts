import { redact, redactJson } from "#server/account/redact.ts";
import { whyInexact } from "#server/formula/exact-records.ts";
import { findStepType } from "#server/formula/find-definition.ts";
import { depthOf, withoutLarge } from "#server/formula/records.ts";
import type { StepRecord } from "#server/formula/run.ts";
import type { Engine, StepOutcome } from "#server/formula/walk-state.ts";
import type { Vault } from "#server/ports.ts";
import type { NewStep } from "#server/store/execution/execution-batch.ts";
import {
  eachOf,
  type InRow,
  isLarge,
  type Place,
  stepIdentity,
  storeExact,
  storeValue,
  type WritesFiles,
} from "./large-values.ts";
import type { LoadedStep } from "./load-records.ts";
import { outlineOf } from "./value-outline.ts";

/** A larger value is not recorded; the run still continues with it. */
const VALUE_LIMIT = 4 * 1024 * 1024;

export type StepRowScope = {
  executionId: number;
  attempt: number;
  secrets: () => readonly string[];
  vault: Vault;
};

/** A row that may still have large values, which belong into files. */
export type DraftRow = NewStep & {
  /** The exact outcome as JSON, if it is too large for `sealed`. */
  exact: string | null;
};

/**
 * A step record as it is stored: redacted, without values above 4 MB, and with an encrypted exact copy if redaction
 * changed it, so that another process can resume the run with the same values.
 */
export function toStepRow(
  { name, type, engine, path, hidden, outcome, startedAt, durationMs }: StepRecord,
  { seq, delayMs }: { seq: number; delayMs: number },
  { executionId, attempt, secrets, vault }: StepRowScope,
): DraftRow {
  const exact = textOf(outcome.output);
  const known = secrets();
  const kept = (exact?.length ?? 0) > VALUE_LIMIT ? withoutLarge(type, engine, outcome.output, VALUE_LIMIT) : undefined;
  const tooLarge = kept !== undefined && kept.truncated.length > 0;
  const output = redactJson(tooLarge ? textOf(kept.output) : exact, known);
  const notes = redact(
    textOf(tooLarge ? { ...outcome.notes, truncated: wordsOf(kept.truncated) } : outcome.notes),
    known,
  );
  const error = redact("error" in outcome ? (outcome.error ?? null) : null, known);
  const hasMemory = memoryOf(outcome) !== undefined && findStepType(type)?.memoryFrom === undefined;
  const needsExact = tooLarge || output.changed || notes.changed || hasMemory;
  const outcomeText = needsExact ? JSON.stringify(outcome) : null;
  const isOutcomeLarge = isLarge(outcomeText);
  return {
    seq,
    attempt,
    path,
    stepName: name,
    stepType: type,
    engine,
    hidden,
    status: outcome.took === "onFailure" ? "failed" : "success",
    took: outcome.took,
    output: output.text,
    outputFile: null,
    notes: notes.text,
    notesFile: null,
    error: error.text?.replaceAll("\0", "�") ?? null,
    reason: ("error" in outcome && outcome.reason) || null,
    sealed: outcomeText !== null && !isOutcomeLarge ? vault.seal(outcomeText, stepIdentity(executionId, seq)) : null,
    exact: isOutcomeLarge ? outcomeText : null,
    contextSize: exact?.length ?? 0,
    delayMs,
    durationMs: Math.round(durationMs),
    createdAt: startedAt,
  };
}

const MOST_NAMED = 20;
const wordsOf = (names: string[]) =>
  `Larger than 4 MB and not kept in this record: ${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", …" : "."}`;

const textOf = (value: unknown): string | null => (value === undefined ? null : (JSON.stringify(value) ?? null));

const memoryOf = (outcome: StepOutcome) => ("memory" in outcome ? outcome.memory : undefined);

/** Whether a row has values that belong into files. */
export const hasLarge = ({ output, notes, exact }: DraftRow): boolean =>
  exact !== null || isLarge(output) || isLarge(notes);

/** The marks of notes, which are in one record with those of the output. */
export const NOTES = "notes ";

type Values = Place & { stepType: string; engine: string } & Pick<NewStep, "output" | "notes" | "error">;

/** Writes the large values of a record into files, and returns the columns of its row (`storeValue`). */
export async function storeValues(
  app: WritesFiles,
  { executionId, seq, stepType, engine, output, notes, error }: Values,
): Promise<InRow<"output" | "notes">> {
  const inexact = whyInexact({ output, notes, error });
  const place = { executionId, seq };
  const stored = await storeValue(app, "output", {
    ...place,
    text: output,
    summary: (text) => ({ outline: outlineOf(text, depthOf(stepType, engine as Engine)), inexact }),
  });
  const beside = await storeValue(app, "notes", {
    ...place,
    text: notes,
    summary: (text) => ({ outline: outlineOf(text, 1, NOTES), inexact }),
  });
  return { ...stored, ...beside };
}

/**
 * Writes the large values of rows into files; a value that cannot be written now stays in its row. Returns the names of
 * the files with exact outcomes.
 */
export async function storeLarge(app: WritesFiles, executionId: number, rows: readonly DraftRow[]): Promise<string[]> {
  const exactFiles: string[] = [];
  await eachOf(rows.filter(hasLarge), async (row) => {
    Object.assign(row, await storeValues(app, { executionId, ...row }));
    if (row.exact === null) return;
    const { sealed, file } = await storeExact(app, row.exact, { executionId, seq: row.seq });
    row.sealed = sealed;
    if (file) exactFiles.push(file.name);
  });
  return exactFiles;
}

/** Restores an outcome from a stored row, as far as a resumed run needs it. */
export function toOutcome(
  row: LoadedStep,
  { executionId, vault }: Pick<StepRowScope, "executionId" | "vault">,
): StepOutcome {
  if (row.exact !== null) return JSON.parse(row.exact);
  if (row.sealed !== null) return JSON.parse(vault.open(row.sealed, stepIdentity(executionId, row.seq)));
  const output = row.output === null ? undefined : JSON.parse(row.output);
  const notes = row.notes === null ? undefined : JSON.parse(row.notes);
  if (row.took === "retry") return { took: "retry", delayMinutes: 0, output, notes };
  const memory = findStepType(row.stepType)?.memoryFrom?.({ took: row.took, output });
  return {
    took: row.took === "onSuccess" ? "onSuccess" : "onFailure",
    output,
    notes,
    ...(row.error !== null && { error: row.error }),
    ...(memory !== undefined && { memory }),
  };
}
