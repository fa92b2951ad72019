import { rm } from "node:fs/promises";
import path from "node:path";
import { runningProduct } from "./running-product.ts";

/** Playwright's global setup: the product that all browser tests look at, with ports and data of its own. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { E2E_PORT, E2E_PROVIDER_PORT, E2E_DATA_DIR = "" } = process.env;
  const removeData = () => rm(E2E_DATA_DIR, { recursive: true, force: true });
  const env = {
    ...process.env,
    PORT: E2E_PORT,
    DEMO_PROVIDER_PORT: E2E_PROVIDER_PORT,
    DATA_DIR: E2E_DATA_DIR,
    DATABASE_URL: "",
  };
  try {
    const product = await runningProduct(path.resolve(import.meta.dirname, ".."), env);
    return async () => {
      await product.interrupt();
      await removeData();
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
