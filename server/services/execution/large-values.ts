import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { whyInexact } from "#server/formula/exact-records.ts";
import type { Engine } from "#server/formula/walk-state.ts";
import type { ValueFile } from "#server/ports.ts";
import type { NewStep } from "#server/store/execution/execution-batch.ts";
import { type Outline, outlineOf } from "./output-outline.ts";

/** The largest value in a row, in bytes of UTF-8. Larger ones are in files while all processes share a store for them. */
const LARGEST_IN_ROW = 64 * 1024;

export const isLarge = (text: string | null): text is string =>
  // A character takes at most three bytes.
  text !== null && text.length * 3 > LARGEST_IN_ROW && Buffer.byteLength(text) > LARGEST_IN_ROW;

/**
 * The text of a row whose output is in a file. It is no JSON, so that a process of a version before files fails on it
 * rather than taking it for the output.
 */
const IN_FILE = "(in a file)";

/** The beginning of a sealed text that names the file of the exact outcome. It is no JSON, for the same reason. */
const FILE_OF_EXACT = "file ";

/** The folder of all files of values: one folder for each day on which they were written, and in it one per execution. */
export const VALUES = "values";

/** The file of an output, with what is read more often than all of it. */
export type OutputFile = ValueFile & {
  outline: Outline | null;
  /** Why no run may resume from this record (`whyInexact`). */
  inexact: string | null;
};

/** A row that may name a file. */
export type WithOutput = { executionId: number; seq: number; output: string | null; outputFile: string | null };

/** The identity that the name and the key of a file are bound to, in the row that has them. */
export const outputFileIdentity = (executionId: number, seq: number) =>
  `step_execution|${executionId}|${seq}|output_file`;

export const stepIdentity = (executionId: number, seq: number) => `step_execution|${executionId}|${seq}|sealed`;

export type WritesFiles = Pick<App, "valueFiles" | "vault" | "now">;
type Place = { executionId: number; seq: number };

const nameOf = ({ now }: WritesFiles, { executionId, seq }: Place) =>
  `${VALUES}/${now().toISOString().slice(0, 10)}/${executionId}/${seq}-${randomUUID()}`;

/** Writes an output into a file, and returns the columns of its row. It stays in the row if that fails. */
export async function storeOutput(
  app: WritesFiles,
  output: string,
  {
    stepType,
    engine,
    notes,
    error,
    ...place
  }: Place & Pick<NewStep, "stepType" | "notes" | "error"> & { engine: string },
): Promise<{ output: string; outputFile: string | null }> {
  const file = isLarge(output) ? await app.valueFiles.put(nameOf(app, place), output) : null;
  if (file === null) return { output, outputFile: null };
  const outputFile: OutputFile = {
    ...file,
    outline: outlineOf(stepType, engine as Engine, output),
    inexact: whyInexact({ output, notes, error }),
  };
  const identity = outputFileIdentity(place.executionId, place.seq);
  return { output: IN_FILE, outputFile: app.vault.seal(JSON.stringify(outputFile), identity) };
}

/** Writes the exact outcome of a step into a file, and returns the text of its row, which has the outcome if that fails. */
export async function storeExact(app: WritesFiles, exact: string, place: Place) {
  const file = await app.valueFiles.put(nameOf(app, place), exact);
  const text = file === null ? exact : `${FILE_OF_EXACT}${JSON.stringify(file)}`;
  return { sealed: app.vault.seal(text, stepIdentity(place.executionId, place.seq)), file };
}

/** The file of a row's output; null if the output is in the row. */
export function openOutputFile({ vault }: Pick<App, "vault">, row: Omit<WithOutput, "output">): OutputFile | null {
  const { outputFile, executionId, seq } = row;
  return outputFile === null ? null : JSON.parse(vault.open(outputFile, outputFileIdentity(executionId, seq)));
}

/** The exact outcome of a step as JSON, or the file that has it. */
export function openExact({ vault }: Pick<App, "vault">, sealed: string, place: Place): string | ValueFile {
  const text = vault.open(sealed, stepIdentity(place.executionId, place.seq));
  return text.startsWith(FILE_OF_EXACT) ? JSON.parse(text.slice(FILE_OF_EXACT.length)) : text;
}

export type ReadsFiles = Pick<App, "valueFiles" | "vault">;

/** The text of an output. Refuses what `ValueFiles.read` refuses. */
export async function readOutput(app: ReadsFiles, row: WithOutput): Promise<string | null> {
  const file = openOutputFile(app, row);
  return file === null ? row.output : (await app.valueFiles.read(file)).toString();
}

/** How many files of a run are read or written at a time. */
const AT_A_TIME = 4;

/** Works on several items at a time. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items].reverse();
  const workOff = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, left.length) }, workOff));
}

/** The rows with their outputs, wherever those are. Refuses what `readOutput` refuses. */
export async function withOutputs<Row extends WithOutput>(app: ReadsFiles, rows: readonly Row[]): Promise<Row[]> {
  const outputs = new Map<Row, string | null>();
  const inFiles = rows.filter(({ outputFile }) => outputFile !== null);
  await eachOf(inFiles, async (row) => outputs.set(row, await readOutput(app, row)));
  return rows.map((row) => (outputs.has(row) ? { ...row, output: outputs.get(row) ?? null, outputFile: null } : row));
}
