import { registry } from "#server/registry.ts";
import type { StepDefinition } from "../step-type.ts";
import { amqpRequest } from "./amqp-request.ts";
import { elementRequest } from "./element-request.ts";
import { elementRequestStream } from "./element-request-stream.ts";
import { filter } from "./filter.ts";
import { formula } from "./formula.ts";
import { httpRequest } from "./http-request.ts";
import { loop } from "./loop.ts";
import { notification } from "./notification.ts";
import { request } from "./request.ts";
import { retryFormulaExecution } from "./retry-formula-execution.ts";
import { script } from "./script.ts";

/** Every step type, in palette order. To add one: write its file and name it here. */
export const STEP_TYPES = registry(
  elementRequest,
  httpRequest,
  request,
  elementRequestStream,
  amqpRequest,
  notification,
  filter,
  loop,
  script,
  formula,
  retryFormulaExecution,
);

/** The definition of a step of a compiled formula. */
export const stepTypeOf = ({ type }: { type: string }): StepDefinition =>
  // Each type has its own properties; the compiler cannot see that its schema parsed these.
  STEP_TYPES[type as keyof typeof STEP_TYPES] as unknown as StepDefinition;
