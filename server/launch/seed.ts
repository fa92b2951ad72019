import { catalogOf } from "#server/catalog/registry.ts";
import { compose } from "#server/compose.ts";
import { isSeeded, recordSeeded } from "#server/demo/demo-seeded.ts";
import { seedBulkJob } from "#server/demo/seed-bulk-job.ts";
import { seedCommonResources } from "#server/demo/seed-common-resources.ts";
import { seedConnections } from "#server/demo/seed-connections.ts";
import { demoOrganization, seedDemo } from "#server/demo/seed-demo.ts";
import { seedFormulas } from "#server/demo/seed-formulas.ts";
import { isConnected } from "#server/demo/seed-revoked.ts";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import type { DemoDatabase } from "./demo-database.ts";
import { REVOKED } from "./revoked.ts";
import type { Demo } from "./welcome.ts";

// Creates the demo organization at the first start; later starts only read it. Prints one line of JSON for the
// supervisor.
const { app, close } = await compose("standalone");
const catalog = catalogOf(app.env);
await installCatalog(app, catalog);
const seeded = await seedDemo(app);
const { beacon, mail, oauth } = CREDENTIALS;
const baseUrls = new Map(
  catalog.map(({ key, configuration }) => [key, configuration.find((entry) => entry.key === "base.url")?.defaultValue]),
);
/** The ports of this start decide, so addresses with other ports are updated. */
const at = (element: string) => ({ "base.url": baseUrls.get(element) ?? "" });
/** Nobody can grant access while the demo is created, so its client uses the client credentials grant. */
const byClient = (element: string) => ({
  ...at(element),
  "oauth.grant.type": "client_credentials",
  "oauth.api.key": oauth.clientId,
  "oauth.api.secret": oauth.clientSecret,
});
const [crm, courier, acme, depot] = await seedConnections(await demoOrganization(app), [
  {
    element: "demobeacon",
    name: "Beacon CRM of the demo",
    configuration: { ...at("demobeacon"), username: beacon.apiKey, "event.notification.enabled": "true" },
  },
  { element: "demomail", name: "Courier Mail of the demo", configuration: { ...at("demomail"), ...mail } },
  {
    element: "democrm",
    name: "Acme CRM of the demo",
    configuration: { ...byClient("democrm"), "event.notification.enabled": "true" },
  },
  { element: "demodocuments", name: "Depot of the demo", configuration: byClient("demodocuments") },
]);
if (crm && courier && acme && depot)
  await seedFormulas(await demoOrganization(app), {
    beacon: crm.id,
    mail: courier.id,
    acme: acme.id,
    depot: depot.id,
  });
const { DEMO_DATABASE } = process.env;
if (DEMO_DATABASE) {
  const { host, name, user, password } = JSON.parse(DEMO_DATABASE) as DemoDatabase;
  const configuration = { "db.host": host, "db.name": name, username: user, password };
  const connection = { element: "demodatabase", name: "Database of the demo", configuration };
  await seedConnections(await demoOrganization(app), [connection]);
}
// Deleted definitions stay deleted.
if (!(await isSeeded(app))) await seedCommonResources(await demoOrganization(app));
if (crm) await seedBulkJob(await demoOrganization(app), crm.id);
await recordSeeded(await demoOrganization(app));
const hasPast = await isConnected(await demoOrganization(app), REVOKED.element);
const demo: Demo = { ...seeded, elementToken: crm?.token ?? "", hasPast };
await close(0);
console.log(JSON.stringify(demo));
