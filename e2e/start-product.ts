import { rm } from "node:fs/promises";
import path from "node:path";
import { OIDC_CLIENT, openOidcProvider } from "./oidc-provider.ts";
import { runningProduct } from "./running-product.ts";

/** Playwright's global setup: the product for all browser tests, with its own ports and data. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const { E2E_PORT, E2E_PROVIDER_PORT, E2E_DATA_DIR = "" } = process.env;
  const removeData = () => rm(E2E_DATA_DIR, { recursive: true, force: true });
  const oidc = await openOidcProvider();
  process.env.E2E_OIDC_ISSUER = oidc.issuer;
  const env = {
    ...process.env,
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_NAME: "Acme",
    PORT: E2E_PORT,
    DEMO_PROVIDER_PORT: E2E_PROVIDER_PORT,
    DATA_DIR: E2E_DATA_DIR,
    DATABASE_URL: "",
  };
  try {
    const product = await runningProduct(path.resolve(import.meta.dirname, ".."), env);
    return async () => {
      await product.interrupt();
      oidc.close();
      await removeData();
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
