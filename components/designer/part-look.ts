import {
  ArrowLeftRight,
  Braces,
  Clock,
  Filter,
  Globe,
  type LucideIcon,
  Mail,
  MousePointerClick,
  Plug,
  Repeat,
  RotateCcw,
  Send,
  Server,
  Webhook,
  Workflow,
  Zap,
} from "lucide-react";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "#server/formula/triggers/registry.ts";
import type { DraftStep, DraftTrigger, PartRef, StepTypeName } from "./draft.ts";

export type Look = { Icon: LucideIcon; color: string; label: string; summary: string };

type Purpose = "Call a service" | "Decide and repeat" | "Write code" | "Run formulas";

const STEPS: Record<StepTypeName, [LucideIcon, string, Purpose]> = {
  elementRequest: [Plug, "text-step-element", "Call a service"],
  httpRequest: [Globe, "text-step-http", "Call a service"],
  request: [Server, "text-step-request", "Call a service"],
  elementRequestStream: [ArrowLeftRight, "text-step-stream", "Call a service"],
  amqpRequest: [Send, "text-step-amqp", "Call a service"],
  notification: [Mail, "text-step-amqp", "Call a service"],
  filter: [Filter, "text-step-filter", "Decide and repeat"],
  loop: [Repeat, "text-step-loop", "Decide and repeat"],
  script: [Braces, "text-step-script", "Write code"],
  formula: [Workflow, "text-step-formula", "Run formulas"],
  retryFormulaExecution: [RotateCcw, "text-step-retry", "Run formulas"],
};

/** The types that a formula of this engine may have, by what they are for. */
export function stepTypesByPurpose(engine: unknown): [Purpose, StepTypeName[]][] {
  // The keys of the table are the types.
  const types = (Object.keys(STEPS) as StepTypeName[]).filter(
    (type) => engine !== "v3" || !("refusedBy" in STEP_TYPES[type]),
  );
  return [...Map.groupBy(types, (type) => STEPS[type][2])];
}

const TRIGGERS: Record<TriggerTypeName, LucideIcon> = {
  event: Zap,
  elementRequest: Webhook,
  scheduled: Clock,
  manual: MousePointerClick,
};

export function stepLook(type: StepTypeName): Look {
  const [Icon, color] = STEPS[type];
  const { label, summary } = STEP_TYPES[type];
  return { Icon, color, label, summary };
}

export function triggerLook(type: TriggerTypeName): Look {
  const { label, summary } = TRIGGER_TYPES[type];
  return { Icon: TRIGGERS[type], color: "text-step-trigger", label, summary };
}

export const lookOf = (ref: PartRef, { type }: DraftStep | DraftTrigger): Look =>
  "trigger" in ref ? triggerLook(type as TriggerTypeName) : stepLook(type as StepTypeName);

/** How a part is called: its name, or the kind of a trigger. */
export const titleOf = (ref: PartRef, part: DraftStep | DraftTrigger): string =>
  "trigger" in ref ? triggerLook(part.type as TriggerTypeName).label : (part as DraftStep).name;
