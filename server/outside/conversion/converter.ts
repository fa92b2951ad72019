import { Worker } from "node:worker_threads";
import { createBoundedQueue } from "#server/bounded-queue.ts";
import { startedFile } from "#server/checkout.ts";
import type { ImportedConversion } from "#server/element/convert/registry.ts";
import { Failure, type FailureKind } from "#server/errors.ts";
import type { Converter } from "#server/ports.ts";

export type ConversionRequest = Parameters<Converter>[0];

export type ConversionReport =
  | { stage: string }
  | { conversion: ImportedConversion }
  | { refusal: { kind: FailureKind; message: string } };

const WATCH_MS = 250;

/**
 * Converts each file in its own thread, one at a time, so that a hostile or huge file uses at most one core: the
 * process stays responsive meanwhile. A file that takes more than `cpuMs` of processor time, six times as long in real
 * time, or more than `memoryMb` is refused with the current stage.
 */
export function createConverter(settings: Partial<Settings> = {}): Converter {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 3 });
  return (request, key) => queue(() => convertInThread(request, { ...USUAL, ...settings }), key);
}

/** `file`: what the thread runs. */
type Settings = { cpuMs: number; memoryMb: number; file: string };
const USUAL: Settings = { cpuMs: 10_000, memoryMb: 1024, file: startedFile("conversion-thread") };

async function convertInThread(request: ConversionRequest, { cpuMs, memoryMb, file }: Settings) {
  const thread = new Worker(file, {
    workerData: request,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ImportedConversion>();
  let stage = "opening the file";
  const refuse = (reason: string) =>
    reject(new Failure("badRequest", `file: ${stage} takes more than ${reason}. Split it into smaller files.`));

  const since = Date.now();
  const watch = setInterval(async () => {
    if (Date.now() - since > cpuMs * 6) return refuse(`${(cpuMs * 6) / 1000} seconds`);
    const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1000 > cpuMs) refuse(`${cpuMs / 1000} seconds of processor time`);
  }, WATCH_MS);

  thread.on("message", (report: ConversionReport) => {
    if ("stage" in report) stage = report.stage;
    else if ("conversion" in report) resolve(report.conversion);
    else reject(new Failure(report.refusal.kind, report.refusal.message));
  });
  thread.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") refuse(`${memoryMb} MB of memory`);
    else reject(error);
  });
  thread.on("exit", () => reject(new Error("The thread that converts a file ended without a result.")));
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    await thread.terminate();
  }
}
