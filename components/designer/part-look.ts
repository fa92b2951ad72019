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

const STEPS: Record<StepTypeName, [LucideIcon, string]> = {
  elementRequest: [Plug, "text-step-element"],
  elementRequestStream: [ArrowLeftRight, "text-step-stream"],
  httpRequest: [Globe, "text-step-http"],
  request: [Server, "text-step-request"],
  filter: [Filter, "text-step-filter"],
  script: [Braces, "text-step-script"],
  loop: [Repeat, "text-step-loop"],
  formula: [Workflow, "text-step-formula"],
  retryFormulaExecution: [RotateCcw, "text-step-retry"],
  amqpRequest: [Send, "text-step-amqp"],
  notification: [Mail, "text-step-amqp"],
};

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
