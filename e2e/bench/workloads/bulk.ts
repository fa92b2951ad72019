import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { memoryMb } from "../../system/processes.ts";
import { rows } from "../elements.ts";
import type { System } from "../system.ts";

const PAGE = 1000;
const MAPPED = 100_000;

/**
 * Downloads a million rows into an encrypted file, and reads that file as JSON lines and as CSV, compared to a bare
 * loop that reads the same pages into a plain file; also measures the memory growth of the process.
 */
export async function bulk({ product }: System): Promise<void> {
  const count = Number(process.env.BENCH_BULK_ROWS ?? 1_000_000);
  const { headers } = await product.connect(rows(product.provider, count));
  const hub = `${product.api}/hubs/general`;
  await download(hub, headers, 20_000);
  const { worker, web } = product;
  let growth = watchMemory(worker.pid);
  const began = performance.now();
  const id = await download(hub, headers, count);
  const perSecond = count / ((performance.now() - began) / 1000);
  const phases = [`download +${growth()} MB (worker)`];
  await mapRows(product.api, headers);
  growth = watchMemory(worker.pid);
  await download(hub, headers, MAPPED, "mapped");
  phases.push(`${MAPPED} mapped +${growth()} MB (worker)`);
  for (const accept of ["application/json", "text/csv"]) {
    growth = watchMemory(web.pid);
    const from = performance.now();
    const bytes = await bytesOf(`${hub}/bulk/${id}/rows`, { ...headers, accept });
    const rate = (bytes / 2 ** 20 / ((performance.now() - from) / 1000)).toFixed(0);
    phases.push(`${accept} +${growth()} MB (web), ${rate} MB/s`);
  }
  const floor = await bare(`${product.provider}/rows/${count}`, count);
  console.log(
    `bulk  ${perSecond.toFixed(0)} rows/s of ${count}   bare ${floor.toFixed(0)} rows/s   ratio ${(perSecond / floor).toFixed(2)}\n    memory above idle: ${phases.join("; ")}`,
  );
}

/** Maps every field of a row to one of the common resource `mapped`. */
async function mapRows(api: string, headers: Record<string, string>): Promise<void> {
  const [row = {}] = (await json(`${api}/hubs/general/rows?pageSize=1`, { headers })) as unknown as object[];
  const fields = Object.keys(row).map((vendorPath) => ({ path: `our_${vendorPath}`, vendorPath, type: "string" }));
  await json(`${api}/instances/transformations/mapped`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ vendorName: "rows", fields }),
  });
}

/** Waits for the end of a job; returns its id. */
async function download(hub: string, headers: Record<string, string>, count: number, name = "rows"): Promise<string> {
  const q = encodeURIComponent(`select * from ${name} limit ${count}`);
  const { id } = await json(`${hub}/bulk/query?q=${q}`, { method: "POST", headers });
  for (;;) {
    await pause(100);
    const { status, recordsCount, message } = await json(`${hub}/bulk/${id}/status`, { headers });
    if (status === "COMPLETED" && Number(recordsCount) === count) return String(id);
    if (status === "COMPLETED" || status === "FAILED")
      throw new Error(`The download ended as ${status} with ${recordsCount} instead of ${count}: ${message}`);
  }
}

async function json(url: string, given: RequestInit): Promise<Record<string, unknown>> {
  const reply = await fetch(url, given);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

/**
 * Samples the memory of a process and its children; the returned function ends it and returns the maximum growth in MB.
 */
function watchMemory(pid: number): () => number {
  const before = memoryMb([pid]);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryMb([pid]));
  }, 200);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

async function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  const reply = await fetch(url, { headers });
  if (!reply.ok || !reply.body) throw new Error(`${url} answered ${reply.status}`);
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  return bytes;
}

/** Rows per second of a loop that writes what it reads. */
async function bare(url: string, count: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-bare-"));
  const file = await open(path.join(folder, "rows"), "w");
  const began = performance.now();
  for (let page = 1; (page - 1) * PAGE < count; page++) {
    const { items } = (await json(`${url}?page=${page}&per_page=${PAGE}`, {})) as { items: unknown[] };
    await file.write(`${items.map((row) => JSON.stringify(row)).join("\n")}\n`);
  }
  await file.sync();
  const perSecond = count / ((performance.now() - began) / 1000);
  await file.close();
  await rm(folder, { recursive: true });
  return perSecond;
}
