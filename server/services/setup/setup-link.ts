import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

export const SETUP_IDENTITY = "setup";
const LIVES_MS = 24 * 3600_000;

const schema = z.object({
  /** Suggested values of the form, which can be changed. */
  email: z.string(),
  organization: z.string(),
  name: z.string(),
  expiresAt: z.number(),
  nonce: z.string(),
});

export type SetupLink = z.output<typeof schema>;
export type SetupSuggestion = Pick<SetupLink, "email" | "organization" | "name">;

/**
 * A link by which one person becomes the first administrator. It is encrypted with the encryption keys, so that only
 * people with access to the settings of the server can create one; once there is a user it is useless.
 */
export function mintSetupLink(
  { vault, now, env }: Pick<App, "vault" | "now"> & { env: Pick<App["env"], "PUBLIC_URL"> },
  suggestion: SetupSuggestion,
): { url: string; expiresAt: Date } {
  const expiresAt = now().getTime() + LIVES_MS;
  const content: SetupLink = { ...suggestion, expiresAt, nonce: randomBytes(16).toString("base64url") };
  const token = Buffer.from(vault.seal(JSON.stringify(content), SETUP_IDENTITY)).toString("base64url");
  return { url: new URL(`/setup/${token}`, env.PUBLIC_URL).href, expiresAt: new Date(expiresAt) };
}

/** Refuses (badRequest) a foreign or expired link. */
export function openSetupLink({ vault, now }: Pick<App, "vault" | "now">, token: string): SetupLink {
  const link = read(vault, token);
  if (link.expiresAt < now().getTime()) throw refused("it has expired");
  return link;
}

function read(vault: App["vault"], token: string): SetupLink {
  try {
    return schema.parse(JSON.parse(vault.open(Buffer.from(token, "base64url").toString(), SETUP_IDENTITY)));
  } catch {
    throw refused("it was not made by this server");
  }
}

const refused = (why: string) =>
  new Failure("badRequest", `This setup link cannot be used: ${why}. Create a new link with npm run setup.`);
