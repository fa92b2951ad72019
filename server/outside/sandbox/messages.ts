import type { ScriptAnswer, ScriptCall } from "../../formula/ports.ts";
import type { StepOutcome } from "../../formula/step-type.ts";
import type { Segment } from "../../formula/walk.ts";

/**
 * What the pool asks of a sandbox process. `whose` names the organisation: between two of them every byte of the
 * guest is put back, between requests of one those that a script can reach.
 */
export type Request = { whose: string } & ({ run: ScriptCall } | { walk: Segment; isCareful: boolean });

/**
 * What a sandbox process says: to each request its reports and one `end`, and one `end` when it is ready for the
 * first. Outcomes leave the process every few milliseconds; from a careful walk each before the next script begins, so
 * that the one that hangs is the one after the last that was told. `worn` asks for another process from now on.
 */
export type Report =
  | { answer: ScriptAnswer }
  | { outcome: [name: string, outcome: StepOutcome] }
  | { end: true; worn?: true };
