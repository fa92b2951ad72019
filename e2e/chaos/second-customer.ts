import { writeFile } from "node:fs/promises";
import { compose } from "#server/compose.ts";
import { createOrganization } from "#server/services/account/create-organization.ts";

/** Creates the organization of the second customer, and writes the headers of its administrator to a file. */
const { app, close } = await compose("standalone");
const names = { firstName: "Birgit", lastName: "Birch", role: "administrator", email: "owner@birch.test" } as const;
const { organizationSecret, users } = await createOrganization(app, {
  name: "Birch",
  people: [{ ...names, password: "correct horse battery staple" }],
});
const authorization = `User ${users[0]?.secret}, Organization ${organizationSecret}`;
await writeFile(process.env.CHAOS_CUSTOMER ?? "", JSON.stringify({ authorization }));
await close(0);
