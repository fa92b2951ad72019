import { spawn } from "node:child_process";
import type { Logger } from "pino";
import { createFrameReader, frame, parseJson } from "./frames.ts";
import type { Jail } from "./jail.ts";
import type { Report, Request } from "./messages.ts";

/** One sandbox process, seen from outside. */
export type Child = {
  pid: number;
  /** Whether it may be asked again: not once it was killed, broke, or served its time. */
  isFit: () => boolean;
  /** Puts one request to the process, and only one at a time. Throws the reason of `signal` after killing it. */
  ask: (request: Request, onReport: (report: Report) => void, signal: AbortSignal) => Promise<Ending>;
  kill: () => void;
  /** Resolves when the process is gone, for whatever reason. */
  gone: Promise<void>;
};

/** `hung`: it was killed because it was silent for longer than a script may run. `died`: of anything else. */
export type Ending = "answered" | "hung" | "died";

/** How much longer than a script the process may be silent: to read, to write, to stop the script by itself. */
const GRACE_MS = 500;
const START_MS = 10_000;
const MAX_REQUESTS = 5_000;
/** Nothing of ours: the types of Next want a NODE_ENV in every environment, even in an empty one. */
const BARE = {} as NodeJS.ProcessEnv;

/** Resolves when the process is ready; throws with its last words when it cannot be started in this jail. */
export async function startChild(start: {
  jail: Jail;
  folder: string;
  timeoutMs: number;
  memoryMb: number;
  log: Logger;
}): Promise<Child> {
  const { timeoutMs, memoryMb, log } = start;
  const { file, args, ...identity } = start.jail.command(start.folder, "child.cjs", [`${timeoutMs}`, `${memoryMb}`]);
  const child = spawn(file, args, { env: BARE, cwd: "/", stdio: "pipe", ...identity });
  const { promise: gone, resolve: onGone } = Promise.withResolvers<void>();
  let turn: { onReport: (report: Report) => void; end: (ending: Ending) => void } | undefined;
  let turns = 0;
  let isFit = true;
  let lastWords = "";

  function kill() {
    isFit = false;
    child.kill("SIGKILL");
  }

  function onFrame(json: string) {
    const said = parseJson(json) as Report;
    if (!("end" in said)) return turn?.onReport(said);
    if (said.worn || ++turns > MAX_REQUESTS) kill();
    turn?.end("answered");
  }

  function onEnd(error?: Error) {
    isFit = false;
    lastWords ||= error?.message ?? "";
    turn?.end("died");
    onGone();
  }

  /** From now to the next `end`. Starting up is the first turn. */
  function takeTurn(onReport: (report: Report) => void, silenceMs: number, signal?: AbortSignal): Promise<Ending> {
    const { promise, resolve, reject } = Promise.withResolvers<Ending>();
    const finish = () => {
      turn = undefined;
      clearTimeout(watchdog);
      signal?.removeEventListener("abort", onAbort);
    };
    const end = (ending: Ending) => {
      finish();
      resolve(ending);
    };
    const onAbort = () => {
      finish();
      kill();
      reject(signal?.reason);
    };
    const watchdog = setTimeout(() => {
      kill();
      end("hung");
    }, silenceMs);
    signal?.addEventListener("abort", onAbort);
    turn = {
      end,
      onReport(report) {
        watchdog.refresh();
        onReport(report);
      },
    };
    return promise;
  }

  const read = createFrameReader(onFrame);
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      log.error({ err: error, pid: child.pid }, "A sandbox process said something that it never should.");
      kill();
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
    log.warn({ pid: child.pid, text: text.slice(0, 2_000) }, "A sandbox process wrote to its standard error.");
  });
  // Writing to a process that is gone; `close` tells the rest.
  child.stdin.on("error", () => {});
  child.on("error", onEnd);
  child.on("exit", () => {
    isFit = false;
  });
  child.on("close", () => onEnd());

  const ending = await takeTurn(() => {}, START_MS);
  if (ending !== "answered") throw new Error(lastWords.trim() || `A sandbox process ${ending} before it was ready.`);
  return {
    pid: child.pid ?? 0,
    isFit: () => isFit,
    ask(request, onReport, signal) {
      const answer = takeTurn(onReport, timeoutMs + GRACE_MS, signal);
      child.stdin.write(frame(JSON.stringify(request)));
      return answer;
    },
    kill,
    gone,
  };
}
