#!/usr/bin/env node
import { cli } from "./cli.ts";
import { VERSION } from "./version.ts";

const stopped = new AbortController();
process.once("SIGINT", () => stopped.abort());
process.once("SIGTERM", () => stopped.abort());
// A reader that closes early, such as head, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
});

process.exitCode = await cli(
  process.argv.slice(2),
  {
    env: process.env,
    cwd: process.cwd(),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    signal: stopped.signal,
    fetch,
  },
  VERSION,
);
