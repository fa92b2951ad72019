import type { Logger } from "pino";
import { Counter, type Registry, register } from "prom-client";

export const countUnhandledRejections = (registry: Registry) =>
  new Counter({
    name: "formulary_unhandled_rejections_total",
    help: "Promises that were rejected without being awaited: each is an error of the product.",
    registers: [registry],
  });

/**
 * Logs promises that were rejected and that nothing awaits, and counts them for operators. The process continues: what
 * failed is one piece of work, and what else it does, for others, is unaffected. Errors outside of promises end it
 * (`shutdown-signal.ts`).
 */
export function logUnhandledRejections(log: Pick<Logger, "error">, registry: Registry = register): void {
  const counter = countUnhandledRejections(registry);
  process.on("unhandledRejection", (reason) => {
    counter.inc();
    log.error({ err: reason }, "a promise was rejected and nothing awaits it");
  });
}
