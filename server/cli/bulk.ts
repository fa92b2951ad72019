import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "./api.ts";
import type { Run } from "./command.ts";
import type { Printer } from "./printer.ts";
import { CommandError } from "./world.ts";

export const INSTANCE = ["--instance <id>", "the element instance"] as const;

export type BulkJob = {
  id: string;
  status: string;
  recordsCount: number;
  recordsFailedCount: number;
  object_name?: string;
  message?: string;
};

const PAUSE_MS = 500;
const IN_PROGRESS = new Set(["CREATED", "RUNNING", "PENDING"]);

/** The API with the token of an element instance, which owns bulk jobs. */
export async function tokenOf(calls: Api, instance: string | undefined): Promise<string> {
  if (instance === undefined) throw new CommandError("--instance: name the element instance by its id.");
  const { token } = await calls.json("GET", `/instances/${encodeURIComponent(instance)}`);
  if (typeof token !== "string" || token === "")
    throw new CommandError(
      `You may not see the token of element instance ${instance}. Ask a designer or an administrator.`,
    );
  return token;
}

export const statusLine = ({ id, status, recordsCount, recordsFailedCount, message }: BulkJob): string =>
  `Job ${id}: ${status.toLowerCase()}, ${recordsCount} rows, ${recordsFailedCount} failed${message ? `. ${message}` : ""}`;

/** Waits for the end of a job, which the command prints, and prints its progress until then. */
export async function followJob(
  { calls, print, world, token }: { calls: Api; print: Printer; world: Run["world"]; token: string },
  id: string,
): Promise<BulkJob> {
  for (let last = ""; ; ) {
    const job: BulkJob = await calls.json("GET", `/bulk/${encodeURIComponent(id)}/status`, { token });
    if (!IN_PROGRESS.has(job.status)) return job;
    const line = statusLine(job);
    if (line !== last) print.note(line);
    last = line;
    await sleep(PAUSE_MS, null, { signal: world.signal });
  }
}
