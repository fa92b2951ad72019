import type { Readable, Writable } from "node:stream";

/** The environment of the command line: the process, or a test. */
export type World = {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  input: Readable;
  output: Writable;
  errors: Writable;
  /** A person at a terminal can answer questions. */
  isInteractive: boolean;
  signal: AbortSignal;
  fetch: typeof fetch;
};

/** The exit codes of all commands. */
export const EXIT = {
  success: 0,
  failed: 1,
  /** A comparison or dry run found differences. */
  differs: 2,
} as const;

/** Why a command fails: a sentence for people, and the exit code. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** The status of the response, if a response was the reason. */
  readonly status: number | undefined;
  constructor(message: string, exitCode: number = EXIT.failed, status?: number) {
    super(message);
    this.exitCode = exitCode;
    this.status = status;
  }
}
