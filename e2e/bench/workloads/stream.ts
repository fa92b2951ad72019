import { setTimeout as pause } from "node:timers/promises";
import { memoryMb } from "../../system/processes.ts";
import { copy } from "../formulas.ts";
import type { System } from "../system.ts";

/** A large file through elementRequestStream, and the memory that the warm worker needs for it. */
export async function stream({ product }: System) {
  const { api, crm, worker, headers } = product;
  const instance = await product.createInstance(copy(crm.id));
  const url = `${api}/formulas/instances/${instance}/executions`;
  const run = async (bytes: number) => {
    const json = { ...headers, "content-type": "application/json" };
    const [{ id }] = (await (
      await fetch(url, { method: "POST", headers: json, body: JSON.stringify({ bytes }) })
    ).json()) as [{ id: number }];
    let most = 0;
    for (;;) {
      await pause(100);
      most = Math.max(most, memoryMb([worker.pid]));
      const { status } = (await (await fetch(`${api}/formulas/instances/executions/${id}`, { headers })).json()) as {
        status: string;
      };
      if (status !== "pending") return { most, status };
    }
  };
  const bytes = Number(process.env.BENCH_STREAM_GB ?? 5) * 2 ** 30;
  const warm = await run(bytes / 20);
  const before = memoryMb([worker.pid]);
  const began = performance.now();
  const { most, status } = await run(bytes);
  const perSecond = bytes / 2 ** 20 / ((performance.now() - began) / 1000);
  console.log(
    `stream  ${bytes / 2 ** 30} GB ${status}, ${perSecond.toFixed(0)} MB/s; worker ${before} MB before, at most ${most} MB (first copy ${warm.most} MB)`,
  );
}
