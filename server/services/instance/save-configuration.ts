import type { App } from "#server/context.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { writeInstance } from "./write-instance.ts";

type Saver = Pick<App, "db" | "vault" | "now" | "log">;

/**
 * Stores the changes of hooks and grants to an instance's configuration, together with concurrent changes. A deleted
 * instance stays deleted (F16).
 */
export async function saveConfiguration(
  app: Saver,
  { id, organizationId }: { id: number; organizationId: number },
  changes: Configuration,
): Promise<void> {
  for (;;) {
    const instance = await elementInstances.open(app, { elementInstanceId: id, organizationId });
    if (!instance) return;
    const { configuration } = instance;
    const differs = Object.keys(changes).filter((key) => configuration[key] !== changes[key]);
    if (differs.length === 0) return;
    const save = differs.some((key) => key.startsWith("event.")) ? writeWithEvents : writeAlone;
    if (await save(app, instance, { ...configuration, ...changes })) return;
  }
}

const writeAlone = (app: Saver, instance: ElementInstanceRecord, configuration: Configuration) =>
  elementInstances.update(app.db.prisma, app.vault, instance, { configuration, updatedAt: app.now() });

/**
 * Changes of events by a hook take effect at once. If they are invalid, its other changes are stored: a grant can be
 * used only once.
 */
async function writeWithEvents(app: Saver, instance: ElementInstanceRecord, configuration: Configuration) {
  try {
    return await app.db.prisma.$transaction((tx) => writeInstance(app, tx, instance, { configuration }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    app.log.warn({ elementInstanceId: instance.id, reason: error.message }, "a hook's events cannot be followed");
    return writeAlone(app, instance, configuration);
  }
}
