import type { App } from "#server/context.ts";
import type { Configuration } from "#server/element/ports.ts";
import * as elementInstances from "#server/store/element-instances.ts";

/**
 * Stores changed values of an instance's configuration, whatever else is being changed in it at the same time. An
 * instance that was deleted stays so (reliability F16).
 */
export async function saveConfiguration(
  app: Pick<App, "db" | "vault" | "now">,
  { id, organizationId }: { id: number; organizationId: number },
  changes: Configuration,
): Promise<void> {
  for (;;) {
    const instance = await elementInstances.open(app, { elementInstanceId: id, organizationId });
    if (!instance) return;
    const { configuration } = instance;
    if (Object.entries(changes).every(([key, value]) => configuration[key] === value)) return;
    const changed = { configuration: { ...configuration, ...changes }, updatedAt: app.now() };
    if (await elementInstances.update(app.db.prisma, app.vault, instance, changed)) return;
  }
}
