import { defineCommand } from "../command.ts";
import { forgetCredentials } from "../credentials.ts";

export const logout = defineCommand({
  name: "logout",
  summary: "Forget the address and secrets",
  examples: ["formulary logout"],
  async run({ world, print }) {
    await forgetCredentials(world);
    print.line("Logged out.");
    print.result({});
  },
});
