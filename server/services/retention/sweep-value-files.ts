import type { App } from "#server/context.ts";
import { listExisting } from "#server/store/execution/executions.ts";
import { VALUES } from "../execution/large-values.ts";
import { DAY_MS } from "./kept-since.ts";

/**
 * Deletes the files of executions that were deleted, however they were, and those whose writers died before they wrote a
 * row. A row may come after its file, so the files of the last day stay.
 */
export async function sweepValueFiles(app: Pick<App, "db" | "valueFiles" | "now" | "log">): Promise<void> {
  const { valueFiles, log } = app;
  try {
    for await (const days of valueFiles.listFolders(VALUES))
      for (const day of days) if (isOver(day, app.now())) await sweepDay(app, `${VALUES}/${day}`);
  } catch (error) {
    log.warn({ err: error }, "files of values not deleted");
  }
}

/** Whether a day ended at least a day ago. */
const isOver = (day: string, now: Date): boolean => Date.parse(day) + 2 * DAY_MS <= now.getTime();

async function sweepDay({ db, valueFiles }: Pick<App, "db" | "valueFiles">, folder: string): Promise<void> {
  let isEmpty = true;
  for await (const names of valueFiles.listFolders(folder)) {
    const { existing, newest } = await listExisting(db.queries, names.filter(isId).map(Number));
    for (const name of names) {
      const isDeleted = isId(name) && Number(name) <= newest && !existing.has(Number(name));
      if (isDeleted) await valueFiles.removeFolder(`${folder}/${name}`);
      else isEmpty = false;
    }
  }
  if (isEmpty) await valueFiles.removeFolder(folder);
}

const isId = (name: string): boolean => /^\d{1,15}$/.test(name);
