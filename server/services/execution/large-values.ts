import { randomUUID } from "node:crypto";
import type { App } from "#server/context.ts";
import { whyInexact } from "#server/formula/exact-records.ts";
import type { ValueFile } from "#server/ports.ts";
import type { Outline } from "./value-outline.ts";

/** The largest value in a row, in bytes of UTF-8. Larger ones are in files while all processes share a store for them. */
const LARGEST_IN_ROW = 64 * 1024;

/** No text of this many characters is larger: one takes at most three bytes. */
export const SURELY_SMALL = Math.floor(LARGEST_IN_ROW / 3);

export const isLarge = (text: string | null): text is string =>
  text !== null && text.length > SURELY_SMALL && Buffer.byteLength(text) > LARGEST_IN_ROW;

/**
 * The text of a row whose value is in a file. It is no JSON, so that a process of a version before files fails on it
 * rather than taking it for the value.
 */
const IN_FILE = "(in a file)";

/** The beginning of a sealed text that names the file of the exact outcome. It is no JSON, for the same reason. */
const FILE_OF_EXACT = "file ";

/** The folder of all files of values: one folder for each day on which they were written, and in it one per execution. */
export const VALUES = "values";

/** The record of a value; the input of a run belongs to its first one. */
export type Place = { executionId: number; seq: number };

/** The columns whose large values are in files, with the identity that the name and the key of the file are bound to. */
export const LARGE_COLUMNS = {
  output: ({ executionId, seq }: Place) => `step_execution|${executionId}|${seq}|output_file`,
  notes: ({ executionId, seq }: Place) => `step_execution|${executionId}|${seq}|notes_file`,
  trigger: ({ executionId }: Pick<Place, "executionId">) => `execution|${executionId}|trigger_file`,
};
export type LargeColumn = keyof typeof LARGE_COLUMNS;

/** The columns of steps among them. */
const STEP_COLUMNS = ["output", "notes"] as const;
type StepColumn = (typeof STEP_COLUMNS)[number];

/** A value as its row has it: as text, or else as the encrypted name of its file. */
export type InRow<Column extends LargeColumn> = { [Name in Column | `${Column}File`]: string | null };

/** A row that may name files. */
type RowOf<Column extends LargeColumn> = Place & InRow<Column>;
export type StepValues = RowOf<StepColumn>;

/** Facts about a value that are read more often than the value itself, and thus are in its row. */
type Summary = {
  outline: Outline | null;
  /** Why no run may resume from this record (`whyInexact`). */
  inexact?: string | null;
  /** The description of the run by its input (`aboutRun`). */
  about?: string | undefined;
};
type LargeValue = ValueFile & Summary;

export const stepIdentity = (executionId: number, seq: number) => `step_execution|${executionId}|${seq}|sealed`;

export type WritesFiles = Pick<App, "valueFiles" | "vault" | "now">;
export type ReadsFiles = Pick<App, "valueFiles" | "vault">;

const nameOf = ({ now }: WritesFiles, { executionId, seq }: Place) =>
  `${VALUES}/${now().toISOString().slice(0, 10)}/${executionId}/${seq}-${randomUUID()}`;

const inRow = <Column extends LargeColumn>(column: Column, text: string | null, file: string | null) =>
  ({ [column]: text, [`${column}File`]: file }) as InRow<Column>;

/** Writes a large value into a file, and returns the columns of its row. It stays in the row if that fails. */
export async function storeValue<Column extends LargeColumn>(
  app: WritesFiles,
  column: Column,
  { text, summary, ...place }: Place & { text: string | null; summary: (text: string) => Summary },
): Promise<InRow<Column>> {
  const file = isLarge(text) ? await app.valueFiles.put(nameOf(app, place), text) : null;
  if (file === null || text === null) return inRow(column, text, null);
  const large: LargeValue = { ...file, ...summary(text) };
  return inRow(column, IN_FILE, app.vault.seal(JSON.stringify(large), LARGE_COLUMNS[column](place)));
}

/** Writes the exact outcome of a step into a file, and returns the text of its row, which has the outcome if that fails. */
export async function storeExact(app: WritesFiles, exact: string, place: Place) {
  const file = await app.valueFiles.put(nameOf(app, place), exact);
  const text = file === null ? exact : `${FILE_OF_EXACT}${JSON.stringify(file)}`;
  return { sealed: app.vault.seal(text, stepIdentity(place.executionId, place.seq)), file };
}

/** The file of a row's value; null if the value is in the row. */
export function openFile<Column extends LargeColumn>(
  { vault }: Pick<App, "vault">,
  column: Column,
  row: Place & Pick<InRow<Column>, `${Column}File`>,
): LargeValue | null {
  const sealed = row[`${column}File`];
  return sealed === null ? null : JSON.parse(vault.open(sealed, LARGE_COLUMNS[column](row)));
}

/** The exact outcome of a step as JSON, or the file that has it. */
export function openExact({ vault }: Pick<App, "vault">, sealed: string, place: Place): string | ValueFile {
  const text = vault.open(sealed, stepIdentity(place.executionId, place.seq));
  return text.startsWith(FILE_OF_EXACT) ? JSON.parse(text.slice(FILE_OF_EXACT.length)) : text;
}

/** Why no run may resume from a record; null if it is exact. */
export const whyRowInexact = (app: Pick<App, "vault">, row: StepValues & { error: string | null }): string | null =>
  openFile(app, "output", row)?.inexact ?? openFile(app, "notes", row)?.inexact ?? whyInexact(row);

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

/** The rows with their values, wherever those are. Refuses what `ValueFiles.read` refuses. */
export async function withValues<Column extends LargeColumn, Row extends RowOf<Column>>(
  app: ReadsFiles,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<Row[]> {
  const read = [...rows];
  const inFiles = rows.flatMap((row, at) =>
    columns.filter((column) => row[`${column}File`] !== null).map((column) => ({ row, at, column })),
  );
  await eachOf(inFiles, async ({ row, at, column }) => {
    const file = openFile(app, column, row);
    const text = file && (await app.valueFiles.read(file)).toString();
    read[at] = { ...(read[at] ?? row), ...inRow(column, text, null) };
  });
  return read;
}

/** The records with their values. Refuses what `ValueFiles.read` refuses. */
export const withStepValues = <Row extends StepValues>(app: ReadsFiles, rows: readonly Row[]): Promise<Row[]> =>
  withValues<StepColumn, Row>(app, STEP_COLUMNS, rows);

type Run = { id: number; trigger: string } & Pick<InRow<"trigger">, "triggerFile">;

/** The file of a run's input; null if the input is in the row. */
export const openInputFile = (app: Pick<App, "vault">, { id, triggerFile }: Omit<Run, "trigger">) =>
  openFile(app, "trigger", { executionId: id, seq: 0, triggerFile });

/** A run with its input, wherever that is. Refuses what `ValueFiles.read` refuses. */
export async function withInput<Row extends Run>(app: ReadsFiles, run: Row): Promise<Row> {
  const file = openInputFile(app, run);
  if (file === null) return run;
  return { ...run, trigger: (await app.valueFiles.read(file)).toString(), triggerFile: null };
}
