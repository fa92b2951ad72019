import { Failure } from "#server/errors.ts";
import type { ValueFile } from "#server/ports.ts";
import type { StepRow } from "#server/store/execution/execution-records.ts";
import { TRIGGER } from "./engine.ts";
import { eachOf, type LargeColumn, openFile, type ReadsFiles, withValues } from "./large-values.ts";
import { type Cause, presentValues } from "./present.ts";
import { NOTES } from "./step-row.ts";
import { contentOf, decodePart, filled, type LongValue, longValueAt, mayHaveMarks } from "./value-outline.ts";

/** Where a long value is in a file. */
export type InFile = { file: ValueFile; at: LongValue };

/** A value of a step as the API returns it (spec §2.10). With `inFile` it is empty: its text is read when it is needed. */
export type StepValue = ReturnType<typeof presentValues>[number] & { inFile?: InFile };

/** The columns with the values of a step; those of the first record of a run are its input. */
const columnsOf = ({ stepType }: StepRow): LargeColumn[] => (stepType === TRIGGER ? ["trigger"] : ["output", "notes"]);

/** The values of a step, without the long ones that are in files. Refuses what `ValueFiles.read` refuses. */
export async function valuesOfStep(app: ReadsFiles, { step, cause }: { step: StepRow; cause: Cause }) {
  const { trigger, triggerFile, triggerType } = cause;
  const row = { ...step, trigger, triggerFile, triggerType };
  const columns = columnsOf(step);
  const found = columns.map((column) => ({ column, file: openFile(app, column, row) }));
  const hasOutlines = found.every(({ column, file }) => (file ? file.outline : !mayHaveMarks(row[column] ?? "")));
  if (!hasOutlines) {
    const [whole = row] = await withValues<LargeColumn, typeof row>(app, columns, [row]);
    return presentValues(whole, { ...whole, trigger: whole.trigger ?? "null" });
  }
  const inFiles = found.flatMap(({ column, file }) => (file?.outline ? [{ column, file, outline: file.outline }] : []));
  for (const { column, outline } of inFiles) row[column] = JSON.stringify(outline.output);
  return presentValues(row, row).map((value): StepValue => {
    for (const { column, file, outline } of inFiles) {
      const at = longValueAt(outline, value.value, column === "notes" ? NOTES : "");
      if (at !== undefined) return { ...value, value: "", inFile: { file, at } };
    }
    return value;
  });
}

/** The values with the texts that are in files. Refuses what `ValueFiles.read` refuses. */
export async function withTexts(app: ReadsFiles, values: readonly StepValue[]) {
  const whole = [];
  for (const { inFile, ...value } of values)
    whole.push(inFile ? { ...value, value: await readText(app, inFile) } : value);
  return whole;
}

const readText = async (app: ReadsFiles, inFile: InFile): Promise<string> =>
  (await readPart(app, inFile, { from: 0, size: Number.POSITIVE_INFINITY })).text;

/** A part of a value, and the position of the next one; null at the end. */
type Part = { text: string; next: number | null };

/**
 * A part of a value from a position: 0, or the `next` of the part before. `size` is in characters, or for a value of a
 * file in bytes. Refuses badRequest for another position, and what `ValueFiles.read` refuses.
 */
export async function partOf(app: ReadsFiles, { value, inFile }: StepValue, part: { from: number; size: number }) {
  if (inFile) return readPart(app, inFile, part);
  const text = String(value);
  const end = Math.min(text.length, part.from + part.size);
  return { text: text.slice(part.from, end), next: end < text.length ? end : null };
}

async function readPart(app: ReadsFiles, { file, at }: InFile, { from, size }: { from: number; size: number }) {
  const content = contentOf(at);
  const begin = content.from + from;
  const bytes = await app.valueFiles.read(file, { from: begin, to: Math.min(content.to, begin + size) });
  try {
    const { text, next } = decodePart(at, bytes, begin);
    return { text, next: next === null ? null : next - content.from } satisfies Part;
  } catch (cause) {
    throw new Failure("badRequest", "from: is the number `next` of the part before, or 0.", { cause });
  }
}

/** The maximum length of a long value in a short output, in bytes. */
const SHORT = 8 * 1024;

/**
 * The output of a step, with the beginnings of the long values that are in a file, as text; those that cannot be read now
 * are undefined.
 */
export async function shortOutput(app: ReadsFiles, row: StepRow): Promise<unknown> {
  const file = openFile(app, "output", row);
  if (!file) return row.output === null ? undefined : JSON.parse(row.output);
  if (!file.outline) return undefined;
  const beginnings = new Map<LongValue, string>();
  await eachOf(file.outline.long, async (at) => {
    const read = readPart(app, { file, at }, { from: 0, size: SHORT });
    await read.then(({ text }) => beginnings.set(at, text)).catch(() => {});
  });
  return filled(file.outline, (at) => beginnings.get(at));
}

/** The length of a value in characters. */
export const lengthOf = ({ value, inFile }: StepValue): number => inFile?.at.length ?? String(value).length;
