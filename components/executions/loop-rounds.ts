import { findStepType } from "#server/formula/find-definition.ts";
import { hasFailed } from "#server/formula/has-failed.ts";
import type { RunStep } from "./run-visits.ts";

/** One round of a loop: the record of the loop step that began it, and what ran in it. */
export type Round = { number: number; head: RunStep; entries: Entry[]; failures: number };

/** A record, or all rounds of a loop at this place; `isEnded` means that the record of its end follows. */
export type Entry = { step: RunStep } | LoopEntry;
export type LoopEntry = { loop: RunStep; rounds: Round[]; failures: number; isEnded: boolean };

const keyOf = ({ path, name }: RunStep) => `${path}/${name}`;
const isLoop = (type: string) => findStepType(type)?.ports?.onSuccess?.role === "body";
/** A step whose success leads into its body begins a round of it. */
export const beginsRound = ({ type, status }: RunStep) => status === "success" && isLoop(type);
/** The record that ends a loop, behind its last round, is no iteration: it has the number of the one before. */
export const endsLoop = (step: RunStep) => isLoop(step.type) && !beginsRound(step) && !hasFailed(step);

/**
 * Groups records of one attempt that follow each other by the rounds of their loops, which may be nested. A loop with a
 * single round is not grouped. Rounds have the number of their item; those that failed come first.
 */
export function groupRounds(records: readonly RunStep[]): Entry[] {
  let at = 0;

  /** Up to the next record of an enclosing loop. */
  function read(enclosing: readonly string[]): Entry[] {
    const entries: Entry[] = [];
    for (let step = records[at]; step && !enclosing.includes(keyOf(step)); step = records[at]) {
      if (beginsRound(step)) entries.push(...readLoop(keyOf(step), step, enclosing));
      else {
        entries.push({ step });
        at++;
      }
    }
    return entries;
  }

  function readLoop(key: string, loop: RunStep, enclosing: readonly string[]): Entry[] {
    const rounds: Round[] = [];
    for (let head = records[at]; head && keyOf(head) === key && beginsRound(head); head = records[at]) {
      at++;
      const entries = read([...enclosing, key]);
      const number = head.round ?? (rounds.at(-1)?.number ?? head.iteration - 1) + 1;
      rounds.push({ number, head, entries, failures: failuresIn(entries) });
    }
    const end = records[at];
    const after: Entry[] = end && keyOf(end) === key ? [{ step: end }] : [];
    at += after.length;
    const [only] = rounds;
    if (only && rounds.length === 1) return [{ step: only.head }, ...only.entries, ...after];
    const sorted = rounds.toSorted((one, other) => Math.sign(other.failures) - Math.sign(one.failures));
    const failures = rounds.filter((round) => round.failures > 0).length;
    return [{ loop, rounds: sorted, failures, isEnded: after.length > 0 }, ...after];
  }

  return read([]);
}

const failuresIn = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + ("step" in entry ? Number(hasFailed(entry.step)) : entry.failures), 0);

/** Whether a record is among the entries, or in a round of a loop there. */
export const includesRecord = (entries: readonly Entry[], id: number | undefined): boolean =>
  id !== undefined &&
  entries.some((entry) =>
    "step" in entry ? entry.step.id === id : entry.rounds.some((round) => isInRound(round, id)),
  );

/** Whether a record began this round or ran in it. */
export const isInRound = ({ head, entries }: Round, id: number | undefined): boolean =>
  head.id === id || includesRecord(entries, id);
