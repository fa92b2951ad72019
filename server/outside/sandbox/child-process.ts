import { spawn } from "node:child_process";
import type { Logger } from "pino";
import { createFrameReader, frame, parseJson } from "./frames.ts";
import type { Jail } from "./jail.ts";
import type { Report, Request, RequestResult } from "./messages.ts";

/** A sandbox process, as its parent sees it. */
export type Child = {
  pid: number;
  /** Whether it accepts further requests: not after it was killed, broke, or exceeded its lifetime. */
  isFit: () => boolean;
  /**
   * Sends a request to the process, which handles them in order: the next one is already there when one ends, without a
   * round trip. Throws the reason of `signal`, after killing the process if this request was running. `timeoutMs`: the
   * longest time without output, by default the time limit of scripts.
   */
  sendRequest: (
    request: Request,
    onReport: (report: Report) => void,
    signal: AbortSignal,
    timeoutMs?: number,
  ) => Promise<Ending>;
  /** Responds to a request that the current hook has reported. */
  send: (reply: RequestResult) => void;
  kill: () => void;
  /** Resolves when the process has ended, for any reason. */
  gone: Promise<void>;
};

/**
 * `hung`: it was killed because it was silent for longer than the time limit. `died`: for any other reason. `unserved`:
 * it ended before this request had its turn.
 */
export type Ending = "answered" | "hung" | "died" | "unserved";

type Turn = {
  hasStarted: boolean;
  begin: () => void;
  onReport: (report: Report) => void;
  end: (ending: Ending) => void;
};

/** The additional time before a silent process is killed: to read, to write, to stop the script by itself. */
const GRACE_MS = 500;
const START_MS = 10_000;
/** After this number it gets no more requests, and ends after its last response. */
const MAX_REQUESTS = 50_000;
/** Empty; Next's types require a NODE_ENV in every environment. */
const BARE = {} as NodeJS.ProcessEnv;

/** Resolves when the process is ready; throws with its last output if it cannot be started in this jail. */
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
  const turns: Turn[] = [];
  let served = 0;
  let isFit = true;
  let lastWords = "";

  function kill() {
    isFit = false;
    child.kill("SIGKILL");
  }

  function onFrame(json: string) {
    const message = parseJson(json) as Report;
    if (!("end" in message)) return turns[0]?.onReport(message);
    if (message.worn) kill();
    turns.shift()?.end("answered");
    if (++served >= MAX_REQUESTS && turns.length === 0) kill();
    if (isFit) turns[0]?.begin();
  }

  function onEnd(error?: Error) {
    isFit = false;
    lastWords ||= error?.message ?? "";
    for (const turn of turns.splice(0)) turn.end(turn.hasStarted ? "died" : "unserved");
    onGone();
  }

  /** From its beginning to the next `end`. Starting up is the first turn. */
  function takeTurn(onReport: (report: Report) => void, silenceMs: number, signal?: AbortSignal): Promise<Ending> {
    const { promise, resolve, reject } = Promise.withResolvers<Ending>();
    let watchdog: NodeJS.Timeout | undefined;
    const turn: Turn = {
      hasStarted: false,
      begin() {
        // Aborted while it waited: the process must not run it.
        if (signal?.aborted) return kill();
        turn.hasStarted = true;
        watchdog = setTimeout(() => {
          kill();
          turns.shift();
          turn.end("hung");
        }, silenceMs);
      },
      onReport(report) {
        watchdog?.refresh();
        onReport(report);
      },
      end(ending) {
        clearTimeout(watchdog);
        signal?.removeEventListener("abort", onAbort);
        resolve(ending);
      },
    };
    function onAbort() {
      if (turns[0] === turn) kill();
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", onAbort);
    turns.push(turn);
    if (turns[0] === turn) turn.begin();
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
  // Ignores errors of writing to a process that has ended; `close` handles the rest.
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
    isFit: () => isFit && served < MAX_REQUESTS,
    async sendRequest(request, onReport, signal, silenceMs = timeoutMs) {
      // A request that cannot be encoded takes no turn.
      const bytes = frame(JSON.stringify(request));
      const turn = takeTurn(onReport, silenceMs + GRACE_MS, signal);
      child.stdin.write(bytes);
      return turn;
    },
    send: (reply) => void child.stdin.write(frame(JSON.stringify({ reply }))),
    kill,
    gone,
  };
}
