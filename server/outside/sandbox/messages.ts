import type { ScriptInvocation, ScriptResult } from "../../formula/ports.ts";
import type { Segment, StepOutcome } from "../../formula/walk-state.ts";

/**
 * A request of the pool to a sandbox process. Between two organizations every byte of the guest is reset, between
 * requests of one only those that a script can reach.
 */
export type Request = { organization: string } & (
  | { run: ScriptInvocation }
  | { walk: Segment; isCareful: boolean }
  | { hook: HookRun }
);

/** One hook. `variables` are JSON texts, so that unread ones are never parsed. */
export type HookRun = {
  body: string;
  isLegacy: boolean;
  variables: Record<string, string>;
  timeoutMs: number;
  memoryMb: number;
  /** Whether it may send HTTP requests. */
  mayCall: boolean;
};

/** An HTTP request of a hook, to be sent by the host. `ms` is the remaining time of the hook. */
export type RequestReport = { id: number; ms: number; request: unknown };

/** The result as JSON text for the guest. A result after the end of the hook is ignored. */
export type RequestResult = { id: number; json: string };

/**
 * A message of a sandbox process: for each request its reports and one `end`, and one `end` when it is ready for the
 * first. Outcomes are sent together, every few milliseconds; in careful mode each before the next script begins, so that a script
 * that hangs is the one after the last reported outcome. `worn` requests a new process from now on.
 */
export type Report =
  | { result: ScriptResult }
  | { call: RequestReport }
  | { outcomes: [name: string, outcome: StepOutcome][] }
  | { end: true; worn?: true };
