import type { Journal, StepRecord } from "#server/formula/run.ts";
import type { Finish, Held, NewExecution } from "#server/store/execution/execution-batch.ts";
import type { ExecutionWriter } from "#server/store/execution/execution-writer.ts";
import type { LoadedStep } from "./load-records.ts";
import { type DraftRow, hasLarge, type StepRowScope, toOutcome, toStepRow } from "./step-row.ts";

export type ExecutionJournal = Journal & {
  /** Writes the remaining records together with the end; resolves when all are stored. */
  finish: (finish: Finish) => Promise<void>;
  /** Whether exact copies were encrypted and must be deleted at the end. */
  hasSealed: () => boolean;
};

/**
 * The journal of one execution, based on the group commit of the process. Records are collected for `gatherMs` or up to
 * `gatherSteps`, unless they must be stored at once; the row of a new execution is written with the first of them, so
 * that a short run is one write. `onLost` is called as soon as another process has taken over.
 */
export function createJournal(
  writer: ExecutionWriter,
  {
    held,
    row,
    history,
    firstSeq,
    waitingSince,
    scope,
    storeLarge,
    onLost,
    gatherMs = 100,
    gatherSteps = 500,
  }: {
    held: Held;
    row: NewExecution | null;
    history: LoadedStep[];
    firstSeq: number;
    /** The time since which the execution waited to be run: the first step's delay is measured from here. */
    waitingSince: Date;
    scope: StepRowScope;
    /** Writes large values of rows into files. Never rejects. */
    storeLarge: (rows: readonly DraftRow[]) => Promise<void>;
    onLost: (error: unknown) => void;
    gatherMs?: number;
    gatherSteps?: number;
  },
): ExecutionJournal {
  let seq = firstSeq;
  let idleSince = waitingSince;
  let recalled = 0;
  let gathered: StepRecord[] = [];
  let isNew = row !== null;
  let sealed = history.some((step) => step.sealed !== null);
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** Resolves when the rows that wait for their files are in the batch of the process. */
  let filing: Promise<unknown> | null = null;

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const writes: Promise<unknown>[] = [underWay];
    if (isNew && row) writes.push(writer.insert(row));
    isNew = false;
    if (gathered.length) {
      const rows = gathered.map(toRow);
      sealed ||= rows.some((step) => step.sealed !== null || step.exact !== null);
      gathered = [];
      writes.push(filing === null && !rows.some(hasLarge) ? writer.steps(held, rows) : stepsAfterFiles(rows));
    }
    underWay = Promise.all(writes);
    underWay.catch(onLost);
    return underWay;
  }

  /** A row is written when its files are, and in order: a record without those before it could not be replayed. */
  async function stepsAfterFiles(rows: readonly DraftRow[]): Promise<void> {
    const stored = Promise.all([filing, storeLarge(rows)]);
    filing = stored;
    await stored;
    const written = writer.steps(held, [...rows]);
    if (filing === stored) filing = null;
    return written;
  }

  function toRow(record: StepRecord) {
    const { startedAt, durationMs } = record;
    const delayMs = Math.max(0, startedAt.getTime() - idleSince.getTime());
    idleSince = new Date(startedAt.getTime() + durationMs);
    return toStepRow(record, { seq: seq++, delayMs }, scope);
  }

  const flushSoon = () => {
    timer ??= setTimeout(flush, gatherMs);
  };
  if (isNew) flushSoon();

  return {
    recall(path, name) {
      const next = history[recalled];
      if (!next) return undefined;
      if (next.path !== path || next.stepName !== name) {
        throw new Error(`Execution ${held.executionId} recorded "${next.stepName}" where "${name}" would run now.`);
      }
      recalled++;
      return toOutcome(next, scope);
    },
    write(record) {
      gathered.push(record);
      if (gathered.length >= gatherSteps) void flush();
      else flushSoon();
    },
    flushNow: () => void flush(),
    async settled() {
      await flush();
    },
    async finish(finish) {
      const written = flush();
      while (filing !== null) await filing;
      await Promise.all([written, writer.finish(held, finish)]);
    },
    hasSealed: () => sealed,
  };
}
