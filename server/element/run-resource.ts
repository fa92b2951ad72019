import { Failure } from "../errors.ts";
import type { HubReply } from "./hub-call.ts";
import type { ElementPlan, PlannedResource } from "./plan.ts";
import type { Configuration, ElementPorts } from "./ports.ts";

export async function runResource(
  _plan: ElementPlan,
  _resource: PlannedResource,
  _given: { body?: unknown; configuration: Configuration; query?: Record<string, string>; signal?: AbortSignal },
  _ports: ElementPorts,
): Promise<{ reply: HubReply; configuration: Configuration }> {
  throw new Failure("serverError", "Not written yet.");
}
