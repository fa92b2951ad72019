import { Worker } from "node:worker_threads";
import { startedFile } from "#server/checkout.ts";
import { type ConversionReport, type ConversionTask, tooLarge } from "./converter.ts";

// Runs the thread that converts one file, and watches what it takes. The process that started it ends it.

const WATCH_MS = 250;

process.once("disconnect", () => process.exit());
process.once("message", ({ request, cpuMs, memoryMb }: ConversionTask) => {
  let stage = "opening the file";
  const report = (message: ConversionReport) => process.send?.(message);
  const refuse = (limit: string) => {
    const { kind, message } = tooLarge(stage, limit);
    report({ refusal: { kind, message } });
  };
  const thread = new Worker(startedFile("conversion-thread"), {
    workerData: request,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const since = Date.now();
  setInterval(async () => {
    if (Date.now() - since > cpuMs * 6) return refuse(`${(cpuMs * 6) / 1000} seconds`);
    const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1000 > cpuMs) refuse(`${cpuMs / 1000} seconds of processor time`);
  }, WATCH_MS);
  thread.on("message", (message: ConversionReport) => {
    if ("stage" in message) stage = message.stage;
    report(message);
  });
  thread.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    refuse(`${memoryMb} MB of memory`);
  });
});
