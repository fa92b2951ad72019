import { setTimeout as delay } from "node:timers/promises";
import type { Child, Ending } from "./child-process.ts";
import { type BadEnding, SCRIPT_ENGINE_STOPPED, SCRIPT_TIMED_OUT } from "./endings.ts";
import { createLanes } from "./lanes.ts";
import type { Report, Request } from "./messages.ts";
import { type PoolSettings, REQUESTS_AHEAD, startPool } from "./pool.ts";

/** A pool of processes with turns in front of it. */
export type Visits = {
  /** Waits for the turn of `who` and for a process, and sends the request. Throws the reason of `signal`. */
  sendRequest: (who: unknown, request: Request, visit: Visit) => Promise<Ending>;
  jailed: boolean;
  pids: () => number[];
  /** Ends the processes; pending requests are rejected. */
  close: (reason: Error) => Promise<void>;
};

export type Visit = {
  onReport: (report: Report, child: Child) => void;
  signal: AbortSignal;
  /** The longest time without output, by default the time limit of scripts. */
  timeoutMs?: number;
  /** Follow-up work for `who` outside a process: their next request does not enter before it is done. */
  afterwards?: () => Promise<unknown>;
};

const RETRY_DELAY_MS = 20;

export async function openVisits(settings: PoolSettings): Promise<Visits> {
  const pool = await startPool(settings);
  const lanes = createLanes(settings.processes * (settings.requestsAhead ?? REQUESTS_AHEAD));
  return {
    async sendRequest(who, request, { onReport, signal, timeoutMs, afterwards }) {
      const leave = await lanes.enter(who, signal);
      try {
        const child = await pool.take(who, signal);
        const ending = await child
          .sendRequest(request, (report) => onReport(report, child), signal, timeoutMs)
          .finally(() => pool.giveBack(child));
        if (ending === "hung") lanes.penalise(who);
        return ending;
      } finally {
        if (afterwards) void afterwards().then(leave, leave);
        else leave();
      }
    },
    jailed: pool.jail.missing.length === 0,
    pids: pool.pids,
    async close(reason) {
      lanes.close(reason);
      await pool.close(reason);
    },
  };
}

/**
 * Retries once, in careful mode, when a process died, or when it is unclear which script hung in it. Returns the error
 * of the step that was running; undefined if there is none, or if the reported outcomes suffice to continue.
 */
export async function outcomeOf(
  attempt: (isCareful: boolean) => Promise<Ending>,
  { isEnough = () => false, isSure }: { isEnough?: () => boolean; isSure: boolean },
): Promise<BadEnding | undefined> {
  for (const isCareful of [false, true]) {
    let ending = await attempt(isCareful);
    while (ending === "unserved") ending = await attempt(isCareful);
    if (ending === "answered") return undefined;
    if (ending === "hung" && (isCareful || isSure)) return SCRIPT_TIMED_OUT;
    if (isEnough()) return undefined;
    if (isCareful) return { error: SCRIPT_ENGINE_STOPPED };
    // The cause of one death may have killed others, which the pool detects in a moment.
    await delay(RETRY_DELAY_MS);
  }
}
