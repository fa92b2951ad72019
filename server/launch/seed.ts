import { catalogOf } from "#server/catalog/registry.ts";
import { compose } from "#server/compose.ts";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { seedConnections } from "#server/services/account/seed-connections.ts";
import { demoOrganization, seedDemo } from "#server/services/account/seed-demo.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import type { Demo } from "./welcome.ts";

// Makes the demo organisation the first time; afterwards only reads it. Prints one line of JSON for the supervisor.
const { app, close } = await compose("alone");
await installCatalog(app, catalogOf(app.env));
const seeded = await seedDemo(app);
const { beacon, mail } = CREDENTIALS;
const [crm] = await seedConnections(await demoOrganization(app), [
  { element: "demobeacon", name: "Beacon CRM of the demo", configuration: { username: beacon.apiKey } },
  { element: "demomail", name: "Courier Mail of the demo", configuration: { ...mail } },
]);
const demo: Demo = { ...seeded, elementToken: crm?.token ?? "" };
await close(0);
console.log(JSON.stringify(demo));
