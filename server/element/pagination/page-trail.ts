import { sha256 } from "@noble/hashes/sha2.js";
import { Failure } from "../../errors.ts";
import { base64Url } from "../base64.ts";
import { cursorIn } from "./page-token.ts";

/**
 * The way that was taken over the pages of a list: digests of the last cursors, and one earlier `mark` that is renewed
 * after twice as many pages each time, which finds also rounds that are longer than `recent` (Brent's algorithm).
 */
export type PageTrail = { recent: readonly string[]; mark: string; steps: number; reach: number; empty: number };

const MOST_RECENT = 64;
/** Filtered lists may have many pages without rows, but not without end. */
const MOST_EMPTY = 1000;

const START: PageTrail = { recent: [], mark: "", steps: 0, reach: MOST_RECENT, empty: 0 };

type Step = { cursor: string | undefined; isEmpty: boolean };

/**
 * The trail after a page that names `cursor` as the next one, or why the list has no end. Positions that are counted
 * here end by themselves, and have no cursor.
 */
export function withPage(trail: PageTrail = START, { cursor, isEmpty }: Step): PageTrail | { problem: string } {
  const empty = isEmpty ? trail.empty + 1 : 0;
  if (empty >= MOST_EMPTY) return { problem: EMPTY };
  if (cursor === undefined) return { ...trail, empty };
  const digest = base64Url(sha256(new TextEncoder().encode(cursor)).slice(0, 12));
  // A hook that counts pages itself may set the same token each time. A provider's list ends there.
  if (digest === trail.recent.at(-1)) return { ...trail, empty };
  if (digest === trail.mark || trail.recent.includes(digest)) return { problem: REPEATED };
  const recent = [...trail.recent.slice(1 - MOST_RECENT), digest];
  const { mark, steps, reach } = trail;
  return steps >= reach
    ? { recent, mark: digest, steps: 0, reach: reach * 2, empty }
    : { recent, mark, steps: steps + 1, reach, empty };
}

/** The step to the place of a token; another resource than a list of the provider may have tokens of its own kind. */
export function stepTo(token: string, isEmpty: boolean): Step {
  try {
    return { cursor: cursorIn(token), isEmpty };
  } catch {
    return { cursor: token, isEmpty };
  }
}

const REPEATED =
  "The provider repeats its reference to the next page, so the list would never end. Check how the element requests pages.";
const EMPTY = `The provider returned ${MOST_EMPTY.toLocaleString("en-US")} pages without rows in a row, each with a reference to another one.`;

/** The trail of a list that is read within one request. Refuses (badGateway) a list without end. */
export function createPageTrail() {
  let trail: PageTrail | undefined;
  return (step: Step): void => {
    const next = withPage(trail, step);
    if ("problem" in next) throw new Failure("badGateway", next.problem, { isPermanent: true });
    trail = next;
  };
}
