import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { CommandError, type World } from "./world.ts";

/** The address of the API, and the secrets for its requests. */
export type Credentials = { url: string; userSecret: string; organizationSecret: string };

const schema = z.object({ url: z.string(), userSecret: z.string(), organizationSecret: z.string() });

const fileOf = ({ env }: Pick<World, "env">): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), ".config"), "formulary", "credentials.json");

/** The credentials of the environment, or else of the last login; refuses if there are none. */
export async function readCredentials(world: Pick<World, "env">): Promise<Credentials> {
  const { FORMULARY_URL: url, FORMULARY_USER_SECRET: userSecret } = world.env;
  const { FORMULARY_ORGANIZATION_SECRET: organizationSecret } = world.env;
  if (url && userSecret && organizationSecret) return { url, userSecret, organizationSecret };
  try {
    return schema.parse(JSON.parse(await readFile(fileOf(world), "utf8")));
  } catch {
    throw new CommandError(
      "You are not logged in. Run formulary login, or set FORMULARY_URL, FORMULARY_USER_SECRET and FORMULARY_ORGANIZATION_SECRET.",
    );
  }
}

/** Stores credentials so that only the user of the computer can read them; returns the file. */
export async function writeCredentials(world: Pick<World, "env">, credentials: Credentials): Promise<string> {
  const file = fileOf(world);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export const forgetCredentials = (world: Pick<World, "env">): Promise<void> => rm(fileOf(world), { force: true });
