import type { PartPorts } from "./definition.ts";
import { findStepType } from "./find-definition.ts";
import { hasFailed } from "./has-failed.ts";
import { USUAL_PORTS } from "./step-type.ts";

export type EndedStep = { type: string; status: "success" | "failed"; error: string | null };

/** The outcome of a step: failed, done, or the port that it left by, if its type has named ports. */
export function stepOutcome(step: EndedStep): "failed" | "done" | { port: string; label: string } {
  if (hasFailed(step)) return "failed";
  const ports = portsOf(step.type);
  if (ports === USUAL_PORTS) return "done";
  const port = ports.retry ? "retry" : step.status === "success" ? "onSuccess" : "onFailure";
  return { port, label: portLabel(step.type, port) };
}

/** The name of a port of a type of steps: `true` of a filter, `success` of most others. */
export const portLabel = (type: string, port: keyof PartPorts): string => portsOf(type)[port]?.label ?? port;

const portsOf = (type: string): PartPorts => findStepType(type)?.ports ?? USUAL_PORTS;
