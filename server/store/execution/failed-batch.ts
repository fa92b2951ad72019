import { type Batch, emptyBatch, type Waiting } from "./execution-batch.ts";

/** Removes new executions that wait since before `since`, with what belongs to them, and rejects them. */
export function rejectInserts(batch: Batch, since: number, error: unknown): void {
  const late = new Set(batch.inserts.filter((item) => item.since < since).map(({ execution }) => execution.id));
  if (late.size === 0) return;
  const split = <Item extends Waiting>(items: Item[], idOf: (item: Item) => number) => {
    for (const item of items) if (late.has(idOf(item))) item.reject(error);
    return items.filter((item) => !late.has(idOf(item)));
  };
  batch.inserts = split(batch.inserts, ({ execution }) => execution.id);
  batch.steps = split(batch.steps, ({ held }) => held.executionId);
  batch.finishes = split(batch.finishes, ({ held }) => held.executionId);
}

/** Splits a batch into one batch for each execution. */
export function byExecution({ inserts, steps, finishes }: Batch): Batch[] {
  const parts = new Map<number, Batch>();
  const partOf = (id: number) => {
    const part = parts.get(id) ?? emptyBatch();
    parts.set(id, part);
    return part;
  };
  for (const item of inserts) partOf(item.execution.id).inserts.push(item);
  for (const item of steps) partOf(item.held.executionId).steps.push(item);
  for (const item of finishes) partOf(item.held.executionId).finishes.push(item);
  return [...parts.values()];
}
