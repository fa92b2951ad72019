import { fileURLToPath } from "node:url";
import { freePort } from "../../server/launch/ports.ts";
import { type Started, start } from "../system/processes.ts";
import { type Product, startProduct } from "../system/product.ts";
import { crm } from "./elements.ts";
import { formulas } from "./formulas.ts";

/** The system under test: the product with one web and one worker process, and the bare floor beside it. */
export type System = {
  product: Product & {
    instances: Record<string, number>;
    crm: { id: number; headers: Record<string, string> };
    worker: { pid: number };
    pids: number[];
  };
  bare: { url: string; pids: number[] };
  stop: () => Promise<void>;
};

export async function startSystem(): Promise<System> {
  const product = await startProduct();
  const worker = await product.startWorker();
  const { bare, url } = await startBare(product);
  const instances: Record<string, number> = {};
  for (const [workload, formula] of Object.entries(formulas(product.provider))) {
    instances[workload] = await product.createInstance(formula);
  }
  const connected = await product.connect(crm(product.provider));
  return {
    product: { ...product, instances, crm: connected, worker, pids: [product.web.pid, worker.pid] },
    bare: { url, pids: [bare.pid] },
    async stop() {
      await bare.stop();
      await product.stop();
    },
  };
}

async function startBare({ databaseUrl, provider }: Product): Promise<{ bare: Started; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), DATABASE_URL: databaseUrl, PROVIDER: provider };
  return { bare: await start(fileURLToPath(new URL("bare.ts", import.meta.url)), env, `${url}/`), url };
}
