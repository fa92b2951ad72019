import { fork } from "node:child_process";
import { createBoundedQueue } from "#server/bounded-queue.ts";
import { startedFile } from "#server/checkout.ts";
import type { ImportedConversion } from "#server/element/convert/registry.ts";
import { Failure, type FailureKind } from "#server/errors.ts";
import type { Converter } from "#server/ports.ts";

export type ConversionRequest = Parameters<Converter>[0];

/** The message to the process that converts a file, with its limits. */
export type ConversionTask = { request: ConversionRequest; cpuMs: number; memoryMb: number };

/** Its messages: what it does now, and then the outcome. */
export type ConversionReport =
  | { stage: string }
  | { conversion: ImportedConversion }
  | { refusal: { kind: FailureKind; message: string } };

/**
 * Converts each file in a process of its own, one at a time, so that a hostile or huge file uses at most one core and
 * ends no other work: V8 aborts a process in which one thread has no memory left. A file that takes more than `cpuMs`
 * of processor time, six times as long in real time, or more than `memoryMb` is refused with the current stage.
 */
export function createConverter(settings: Partial<Settings> = {}): Converter {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 3 });
  return (request, key) => queue(() => convertInProcess(request, { ...USUAL, ...settings }), key);
}

/** `file`: what the process runs. */
type Settings = Omit<ConversionTask, "request"> & { file: string };
const USUAL: Settings = { cpuMs: 10_000, memoryMb: 1024, file: startedFile("conversion-process") };

async function convertInProcess(request: ConversionRequest, { file, cpuMs, memoryMb }: Settings) {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(file, {
    serialization: "advanced",
    // It reads files of strangers: no secret of this process is in its memory.
    env: { NODE_ENV: "production", ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let stage = "opening the file";
  try {
    return await new Promise<ImportedConversion>((resolve, reject) => {
      child.on("message", (report: ConversionReport) => {
        if ("stage" in report) stage = report.stage;
        else if ("conversion" in report) resolve(report.conversion);
        else reject(new Failure(report.refusal.kind, report.refusal.message));
      });
      child.once("error", reject);
      child.once("exit", (_, signal) => {
        const words = "The process that converts a file ended without a result.";
        reject(signal === null ? new Error(words) : tooLarge(stage, `${memoryMb} MB of memory`));
      });
      // If the callback gets an error, the process has ended.
      child.send({ request, cpuMs, memoryMb } satisfies ConversionTask, () => undefined);
    });
  } finally {
    child.kill("SIGKILL");
  }
}

export const tooLarge = (stage: string, limit: string) =>
  new Failure("badRequest", `file: ${stage} takes more than ${limit}. Split it into smaller files.`);
