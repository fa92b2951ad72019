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
import type { TriggerTypeName } from "#server/formula/triggers/registry.ts";
import type { DraftStep, DraftTrigger, PartRef, StepTypeName } from "./draft.ts";

export type Look = { Icon: LucideIcon; color: string };

type Purpose = "call" | "decide" | "code" | "formulas";

const STEPS: Record<StepTypeName, [LucideIcon, string, Purpose]> = {
  elementRequest: [Plug, "text-step-element", "call"],
  httpRequest: [Globe, "text-step-http", "call"],
  request: [Server, "text-step-request", "call"],
  elementRequestStream: [ArrowLeftRight, "text-step-stream", "call"],
  amqpRequest: [Send, "text-step-amqp", "call"],
  notification: [Mail, "text-step-amqp", "call"],
  filter: [Filter, "text-step-filter", "decide"],
  loop: [Repeat, "text-step-loop", "decide"],
  script: [Braces, "text-step-script", "code"],
  formula: [Workflow, "text-step-formula", "formulas"],
  retryFormulaExecution: [RotateCcw, "text-step-retry", "formulas"],
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
  return { Icon, color };
}

export const triggerLook = (type: TriggerTypeName): Look => ({ Icon: TRIGGERS[type], color: "text-step-trigger" });

export const lookOf = (ref: PartRef, { type }: DraftStep | DraftTrigger): Look =>
  "trigger" in ref ? triggerLook(type as TriggerTypeName) : stepLook(type as StepTypeName);
