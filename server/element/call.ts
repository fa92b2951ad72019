import { Failure } from "../errors.ts";
import type { HubCall, HubReply } from "./hub-call.ts";
import type { ElementPlan } from "./plan.ts";
import type { Configuration, ElementPorts } from "./ports.ts";

/** The connection a call is made with. */
export type CalledInstance = { id: number; configuration: Configuration };

export async function performCall(
  _plan: ElementPlan,
  _call: HubCall,
  _instance: CalledInstance,
  _ports: ElementPorts,
): Promise<HubReply> {
  throw new Failure("serverError", "Not written yet.");
}
