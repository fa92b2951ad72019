import { redact } from "#server/account/redact.ts";
import { Failure } from "#server/errors.ts";
import { editedOutput, isEditable } from "#server/formula/edited-output.ts";
import type { RecordedStep } from "#server/store/execution/execution-history.ts";
import type { FoundRun } from "#server/store/execution/run-steps.ts";
import { openFile, openInputFile, type ReadsFiles, withValues } from "./large-values.ts";
import { editedInput, readInput } from "./run-input.ts";

/** Longer values cannot be edited. */
const MOST_EDITED = 256 * 1024;

/** The number of the first record of every execution. */
const INPUT = 0;

/** A reused value that the steps of a rerun may read, with the number of its record. */
type PlannedValue = {
  seq: number;
  /** The path of its formula, as in records. */
  path: string;
  name: string;
  type: string;
  /** Formatted JSON; null if it is too long to be edited. */
  text: string | null;
};

/** An edited value. */
export type Edit = { seq: number; text: string };

/**
 * The input, and the last outcome of each step in the formulas that are active at a position. Refuses what
 * `ValueFiles.read` refuses.
 */
export async function plannedValues(
  app: ReadsFiles,
  run: FoundRun,
  { records, at }: { records: readonly RecordedStep[]; at: string },
): Promise<PlannedValue[]> {
  const around = records.filter(({ stepName, path }) => stepName !== "" && `${at}/`.startsWith(`${path}/`));
  const last = new Map(around.map((record) => [`${record.path} ${record.stepName}`, record]));
  const editable = [...last.values()].filter(isEditable).map((record) => ({ ...record, executionId: run.id }));
  const long = new Set(editable.filter((record) => (openFile(app, "output", record)?.bytes ?? 0) > MOST_EDITED));
  const outputs = await withValues(
    app,
    ["output"],
    editable.map((record) => (long.has(record) ? { ...record, output: null, outputFile: null } : record)),
  );
  return [
    { seq: INPUT, path: "", name: "trigger", type: "trigger", text: await inputText(app, run) },
    ...outputs.map(({ seq, path, stepName: name, stepType: type, output }) => ({
      ...{ seq, path, name, type },
      text: output === null ? null : short(JSON.stringify(JSON.parse(output), null, 2)),
    })),
  ];
}

/** The input as formatted JSON; null if it is too long to be edited, without reading it from a file. */
async function inputText(app: ReadsFiles, run: FoundRun): Promise<string | null> {
  if ((openInputFile(app, run)?.bytes ?? 0) > MOST_EDITED) return null;
  return short(JSON.stringify(await readInput(app, run), null, 2));
}

const short = (text: string) => (text.length > MOST_EDITED ? null : text);

/** Applies edits to the records that are reused. Refuses (badRequest) records that are not reused, and invalid JSON. */
export function withEdits(run: FoundRun, values: readonly PlannedValue[], edits: readonly Edit[]) {
  const texts = new Map(edits.map(({ seq, text }) => [seq, text]));
  const input = texts.get(INPUT);
  texts.delete(INPUT);
  return { ...rerunInput(run, input), edited: [...texts].map(([seq, text]) => take({ seq, text }, values)) };
}

/** The edited input, or the original one. */
export const rerunInput = (run: FoundRun, input: string | undefined) =>
  input === undefined
    ? { trigger: run.trigger, isInputEdited: false }
    : { trigger: JSON.stringify(editedInput(input, run)), isInputEdited: true };

/** Records are redacted when they are written, and so are their replacements. */
function take({ seq, text }: Edit, values: readonly PlannedValue[]): { seq: number; output: string } {
  const value = values.find((one) => one.seq === seq);
  if (!value || value.text === null)
    throw new Failure("badRequest", `Record ${seq} is not reused, or cannot be edited.`);
  const { name, type: stepType, text: output } = value;
  return { seq, output: redact(editedOutput(text, name, { stepType, output }), []).text };
}
