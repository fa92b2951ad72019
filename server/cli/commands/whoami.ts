import { defineCommand } from "../command.ts";
import { readCredentials } from "../credentials.ts";

export const whoami = defineCommand({
  name: "whoami",
  summary: "Show the organization and the address that are used",
  examples: ["formulary whoami"],
  async run({ api, print, world }) {
    const { url } = await readCredentials(world);
    const { name } = await (await api()).json("GET", "/organizations/me");
    print.line(`${name} at ${url}`);
    print.result({ organization: name, url });
  },
});
