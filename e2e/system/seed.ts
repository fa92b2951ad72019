import { catalogOf } from "#server/catalog/registry.ts";
import { compose } from "#server/compose.ts";
import { recordSeeded } from "#server/demo/demo-seeded.ts";
import { demoOrganization, seedDemo } from "#server/demo/seed-demo.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";

/**
 * The demo organization without connections: they need the demo provider, which the bench replaces by its own provider.
 */
const { app, close } = await compose("standalone");
await installCatalog(app, catalogOf(app.env));
await seedDemo(app);
await recordSeeded(await demoOrganization(app));
await close(0);
