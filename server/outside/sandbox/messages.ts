import type { ScriptAnswer, ScriptCall } from "../../formula/ports.ts";
import type { StepOutcome } from "../../formula/step-type.ts";
import type { Segment } from "../../formula/walk.ts";

/**
 * What the pool asks of a sandbox process. `whose` names the organization: between two of them every byte of the guest
 * is put back, between requests of one those that a script can reach.
 */
export type Request = { whose: string } & (
  | { run: ScriptCall }
  | { walk: Segment; isCareful: boolean }
  | { hook: HookRun }
);

/** One hook. `variables` are JSON texts, so that one which it never reads is parsed nowhere. */
export type HookRun = {
  body: string;
  isLegacy: boolean;
  variables: Record<string, string>;
  timeoutMs: number;
  memoryMb: number;
  /** Whether there is somebody to make its HTTP calls. */
  mayCall: boolean;
};

/** An HTTP call that a hook asks us to make. `ms` is what is left of the hook's time. */
export type CallReport = { id: number; ms: number; asked: unknown };

/** What became of it, as JSON text for the guest. One that comes after the hook has ended is passed over. */
export type CallReply = { id: number; json: string };

/**
 * What a sandbox process says: to each request its reports and one `end`, and one `end` when it is ready for the
 * first. Outcomes leave the process every few milliseconds; from a careful walk each before the next script begins, so
 * that the one that hangs is the one after the last that was told. `worn` asks for another process from now on.
 */
export type Report =
  | { answer: ScriptAnswer }
  | { call: CallReport }
  | { outcome: [name: string, outcome: StepOutcome] }
  | { end: true; worn?: true };
