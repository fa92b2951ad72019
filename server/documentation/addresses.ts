import { parseEnv } from "#server/env.ts";

/** The text of a page with the addresses of this installation in place of those of an unconfigured one. */
export function withAddresses(text: string): string {
  const { PUBLIC_URL, DEMO_PROVIDER_PORT } = parseEnv(process.env);
  return text
    .replaceAll(/http:\/\/localhost:3000\b/g, () => PUBLIC_URL.replace(/\/+$/, ""))
    .replaceAll(/\blocalhost:3100\b/g, `localhost:${DEMO_PROVIDER_PORT}`);
}
