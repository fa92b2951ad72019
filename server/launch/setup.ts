import { parseArgs } from "node:util";
import { z } from "zod";
import { createVault } from "../outside/vault.ts";
import { isSetUp } from "../services/setup/complete-setup.ts";
import { mintSetupLink } from "../services/setup/setup-link.ts";
import { onCheckedDatabase } from "./checked-database.ts";

// `npm run setup`: prints the link by which the first administrator signs in, with the form filled in from the
// arguments. Refuses if there already is a user.
const USAGE = 'Usage: npm run setup -- [--email you@example.com] [--organization Acme] [--name "Ada Lovelace"]';

try {
  const { values } = parseArgs({
    options: {
      email: { type: "string", default: "" },
      organization: { type: "string", default: "" },
      name: { type: "string", default: "" },
    },
  });
  if (values.email !== "" && !z.email().max(255).safeParse(values.email).success)
    throw new Error(`--email: ${values.email} is not an e-mail address.`);
  const { url, expiresAt } = await onCheckedDatabase("setup", async ({ db, env }) => {
    if (await isSetUp({ db }))
      throw new Error("A user already exists. Sign in, or ask an administrator for an invitation.");
    return mintSetupLink({ vault: createVault(env.ENCRYPTION_KEYS), env, now: () => new Date() }, values);
  });
  console.log(
    `Open this link to create the first administrator. It can be used once, until ${expiresAt.toISOString()}:`,
  );
  console.log(`\n  ${url}\n`);
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? USAGE : (error as Error).message);
  process.exitCode = 1;
}
