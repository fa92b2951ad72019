import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { cli } from "#server/cli/cli.ts";
import type { DemoProduct } from "./demo-product.ts";

/** The command line against a product over HTTP, with the secrets of its administrator. */
export async function aCommandLine(product: Pick<DemoProduct, "platform" | "as" | "tick">) {
  const server = createServer(getRequestListener(product.platform)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const [, user = "", organization = ""] = /^User (.*), Organization (.*)$/.exec(product.as.authorization) ?? [];
  const env = {
    FORMULARY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    FORMULARY_USER_SECRET: user,
    FORMULARY_ORGANIZATION_SECRET: organization,
  };

  /** Runs one command in a folder; parameters with blanks are given as a list. */
  async function run(line: string | readonly string[], cwd = ".") {
    const [output, errors] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(output), text(errors)]);
    const world = { cwd, env, input: Readable.from([""]), output, errors, isInteractive: false, fetch };
    const parameters = typeof line === "string" ? line.split(" ") : line;
    const exitCode = await cli(parameters, { ...world, signal: new AbortController().signal }, "1.2.3");
    output.end();
    errors.end();
    const [shown, noted] = await printed;
    return { exitCode, shown, noted };
  }

  return {
    run,
    /** Runs a command that waits for bulk jobs, while a worker runs these. */
    async runWorking(line: string | readonly string[], cwd?: string) {
      let isOver = false;
      const working = (async () => {
        while (!isOver) {
          await product.tick();
          await sleep(50);
        }
      })();
      try {
        return await run(line, cwd);
      } finally {
        isOver = true;
        await working;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
