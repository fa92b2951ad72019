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
  objectName?: string;
  direction?: string;
  message?: string;
  createdDate?: string;
  completedDate?: string;
};

/** A job of version 3 of the API, such as a download that was started in the Workbench. */
type JobOfVersion3 = {
  id: string;
  jobStatus: string;
  recordCount: number;
  errorCount: number;
  objectName?: string;
  jobDirection?: string;
  statusMessage?: string;
  createdDate?: number;
  completionTime?: number;
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

/** The status of a job or, with `cancel`, the one after that: in the shape of version 2, whatever version started it. */
export async function readJob(
  calls: Api,
  { id, token, cancel = false }: { id: string; token: string; cancel?: boolean },
): Promise<BulkJob> {
  const place = `/bulk/${encodeURIComponent(id)}`;
  const job: BulkJob | JobOfVersion3 = cancel
    ? await calls.json("PUT", `${place}/cancel`, { token })
    : await calls.json("GET", `${place}/status`, { token });
  return "jobStatus" in job ? inVersion2(job) : job;
}

const dateOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

const inVersion2 = (job: JobOfVersion3): BulkJob => {
  const completedDate = dateOf(job.completionTime);
  const createdDate = dateOf(job.createdDate);
  return {
    id: job.id,
    status: job.jobStatus,
    ...(job.statusMessage !== undefined && { message: job.statusMessage }),
    ...(job.objectName !== undefined && { objectName: job.objectName }),
    ...(job.jobDirection !== undefined && { direction: job.jobDirection.toLowerCase() }),
    recordsCount: job.recordCount,
    recordsFailedCount: job.errorCount,
    ...(createdDate !== undefined && { createdDate }),
    ...(completedDate !== undefined && { completedDate }),
  };
};

export const statusLine = ({ id, status, recordsCount, recordsFailedCount, message }: BulkJob): string =>
  `Job ${id}: ${status.toLowerCase()}, ${recordsCount} rows, ${recordsFailedCount} failed${message ? `. ${message}` : ""}`;

/** Waits for the end of a job, which the command prints, and prints its progress until then. */
export async function followJob(
  { calls, print, world, token }: { calls: Api; print: Printer; world: Run["world"]; token: string },
  id: string,
): Promise<BulkJob> {
  for (let last = ""; ; ) {
    const job = await readJob(calls, { id, token });
    if (!IN_PROGRESS.has(job.status)) return job;
    const line = statusLine(job);
    if (line !== last) print.note(line);
    last = line;
    await sleep(PAUSE_MS, null, { signal: world.signal });
  }
}
