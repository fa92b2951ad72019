import { isCancel, password, text } from "@clack/prompts";
import { createApi } from "../api.ts";
import { defineCommand, type Run } from "../command.ts";
import { type Credentials, writeCredentials } from "../credentials.ts";
import { CommandError } from "../world.ts";

type Options = { url?: string; userSecret?: string; organizationSecret?: string };

export const login = defineCommand<Options>({
  name: "login",
  summary: "Remember an address and secrets for the other commands",
  options: [
    ["--url <url>", "the address of Formulary (FORMULARY_URL)"],
    ["--user-secret <secret>", "your user secret (FORMULARY_USER_SECRET)"],
    ["--organization-secret <secret>", "the organization secret (FORMULARY_ORGANIZATION_SECRET)"],
  ],
  examples: ["formulary login", "formulary login --url https://formulary.example.com"],
  async run({ world, print }, options) {
    const { env } = world;
    const given = {
      url: options.url ?? env.FORMULARY_URL,
      userSecret: options.userSecret ?? env.FORMULARY_USER_SECRET,
      organizationSecret: options.organizationSecret ?? env.FORMULARY_ORGANIZATION_SECRET,
    };
    const credentials: Credentials = {
      url: given.url ?? (await promptFor(world, "Address", { initial: "http://localhost:3000" })),
      userSecret: given.userSecret ?? (await promptFor(world, "User secret", { isHidden: true })),
      organizationSecret:
        given.organizationSecret ?? (await promptFor(world, "Organization secret", { isHidden: true })),
    };
    const { name } = await createApi(credentials, world).json("GET", "/organizations/me");
    const file = await writeCredentials(world, credentials);
    print.line(`Logged in to ${name}. The secrets are in ${file}, which only you can read.`);
    print.result({ organization: name, url: credentials.url });
  },
});

async function promptFor(
  { isInteractive, input, errors, signal }: Run["world"],
  message: string,
  { initial, isHidden = false }: { initial?: string; isHidden?: boolean },
): Promise<string> {
  if (!isInteractive)
    throw new CommandError(
      `${message} is missing. Give it as an option or in the environment (formulary login --help).`,
    );
  const shared = { message, input, output: errors, signal };
  const validate = (value: string | undefined) => (value?.trim() ? undefined : `${message} is required.`);
  const typed = isHidden
    ? await password({ ...shared, validate })
    : await text({ ...shared, validate, ...(initial !== undefined && { initialValue: initial }) });
  if (isCancel(typed)) throw new CommandError("Nothing was changed.");
  return typed.trim();
}
