import { rm } from "node:fs/promises";
import path from "node:path";
import { runningProduct } from "./running-product.ts";

/** Playwright's global setup: the product that all browser tests look at, with ports and data of its own. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { E2E_PORT, E2E_PROVIDER_PORT, E2E_DATA_DIR = "" } = process.env;
  const product = await runningProduct(path.resolve(import.meta.dirname, ".."), {
    ...process.env,
    PORT: E2E_PORT,
    DEMO_PROVIDER_PORT: E2E_PROVIDER_PORT,
    DATA_DIR: E2E_DATA_DIR,
    DATABASE_URL: "",
  });
  return async () => {
    await product.interrupt();
    await rm(E2E_DATA_DIR, { recursive: true, force: true });
  };
}
