import type { App } from "#server/context.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import type { Moment } from "#server/element/resource-types/resource-type.ts";
import { runLifecycle } from "./lifecycle.ts";

type Deletion = {
  instance: { id: number; configuration: Configuration };
  plan: ElementPlan;
  ports: ElementPorts;
  moments?: readonly Moment[];
};

/**
 * Runs an element's resources for deletion, and returns the resulting configuration. Failures of the provider are
 * logged.
 */
export async function runDeletion(
  { log }: Pick<App, "log">,
  { instance: { id, configuration: before }, plan, ports, moments = ["delete"] }: Deletion,
): Promise<Configuration> {
  let configuration = before;
  for (const type of moments.flatMap(plan.typesAt)) {
    try {
      ({ configuration } = await runLifecycle(plan, type, { configuration }, ports));
    } catch (error) {
      log.warn({ elementInstanceId: id, type, err: error }, "failed while a connection was deleted");
    }
  }
  return configuration;
}
