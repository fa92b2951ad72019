import { defineCommand } from "../command.ts";
import { readCredentials } from "../credentials.ts";

export const whoami = defineCommand({
  name: "whoami",
  summary: "Show whose secrets are used, and where",
  examples: ["formulary whoami"],
  async run({ api, print, world }) {
    const { url } = await readCredentials(world);
    const calls = await api();
    const [organization, user] = await Promise.all([
      calls.json("GET", "/organizations/me"),
      calls.json("GET", "/users/me"),
    ]);
    print.line(`${user.email} of ${organization.name} at ${url}`);
    print.result({ user: user.email, organization: organization.name, url });
  },
});
