import { z } from "zod";
import { hasUsualYear, namesImpossibleDay, UNUSUAL_YEAR } from "#server/calendar.ts";
import { displayName, listOf, maybe, orElse } from "../shapes.ts";
import { httpMethod } from "./property-values.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

const arrows = listOf(z.string());

/** One schema for each type: the common fields, and `properties` by its definition. */
export const stepSchema = z.discriminatedUnion(
  "type",
  // A registry is never empty, but its type does not say so.
  Object.values(STEP_TYPES).map(({ schema }) =>
    z.object({
      name: z.string(),
      description: maybe(z.string()),
      type: schema.shape.type,
      properties: orElse(schema.shape.properties, {}),
      onSuccess: arrows,
      onFailure: arrows,
    }),
  ) as [StepSchema, ...StepSchema[]],
  { error: ({ input }) => unknownType("step", typeIn(input), Object.keys(STEP_TYPES)) },
);

type StepSchema = z.ZodObject<{
  name: z.ZodString;
  description: ReturnType<typeof maybe<z.ZodString>>;
  type: z.ZodLiteral<keyof typeof STEP_TYPES>;
  properties: ReturnType<typeof orElse<z.ZodType<Record<string, unknown>>>>;
  onSuccess: typeof arrows;
  onFailure: typeof arrows;
}>;

export const triggerSchema = z.discriminatedUnion(
  "type",
  Object.values(TRIGGER_TYPES).map(({ type, saved }) =>
    z.object({
      type: z.literal(type),
      name: orElse(z.string(), "trigger"),
      properties: orElse(saved, {}),
      onSuccess: arrows,
      onFailure: arrows,
      /** Stored and returned, without effect. */
      async: orElse(z.boolean(), true),
      active: maybe(z.boolean()),
    }),
  ) as [TriggerSchema, ...TriggerSchema[]],
  { error: ({ input }) => unknownType("trigger", typeIn(input), Object.keys(TRIGGER_TYPES)) },
);

type TriggerSchema = z.ZodObject<{
  type: z.ZodLiteral<keyof typeof TRIGGER_TYPES>;
  name: ReturnType<typeof orElse<z.ZodString>>;
  properties: ReturnType<typeof orElse<z.ZodType<Record<string, unknown>>>>;
  onSuccess: typeof arrows;
  onFailure: typeof arrows;
  async: ReturnType<typeof orElse<z.ZodBoolean>>;
  active: ReturnType<typeof maybe<z.ZodBoolean>>;
}>;

/** A variable of a formula (spec §2.2, spec §2.1). Its name defaults to its key. */
export const configurationSchema = z
  .object({
    key: z.string().min(1, "must not be empty"),
    name: maybe(z.string()),
    type: orElse(z.enum(["value", "elementInstance"], "must be value or elementInstance"), "value"),
    description: maybe(z.string()),
    required: orElse(z.boolean(), true),
    /** Its values are stored encrypted, and masked wherever they would be shown. */
    secret: maybe(z.boolean()),
  })
  .transform(({ secret, ...variable }) => ({
    ...variable,
    name: variable.name ?? variable.key,
    ...(secret && { secret }),
  }));

const fields = {
  name: displayName,
  description: maybe(z.string()),
  active: orElse(z.boolean(), true),
  singleThreaded: orElse(z.boolean(), false),
  engine: maybe(z.enum(["v1", "v3"], "must be v1 or v3")),
  debugLoggingEnabled: orElse(z.boolean(), true),
  method: maybe(httpMethod),
  uri: maybe(z.string()),
};

/**
 * A formula as clients send it (spec §2.1). Fields of the record (`id`, `createdDate`, `api`, `subFormulas`, …) and
 * unknown ones are dropped. `check.ts` has the rules beyond the shape.
 */
export const formulaSchema = z.object({
  ...fields,
  triggers: listOf(triggerSchema),
  steps: listOf(stepSchema),
  configuration: listOf(configurationSchema),
});

/** The fields a PATCH may change; null removes `method` or `uri`. */
export const formulaPatchSchema = z.object({
  name: displayName.optional(),
  description: z.string().nullable().optional(),
  active: z.boolean().optional(),
  engine: z.enum(["v1", "v3"], "must be v1 or v3").optional(),
  singleThreaded: z.boolean().optional(),
  debugLoggingEnabled: z.boolean().optional(),
  method: httpMethod.nullable().optional(),
  uri: z.string().nullable().optional(),
});

/** Numbers and booleans become text, as older formulas expect; null is dropped. */
const configurationValues = z.preprocess(
  (value) => value ?? {},
  z.record(z.string(), z.unknown()).transform((values) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => [key, typeof value === "number" || typeof value === "boolean" ? String(value) : value]),
    ),
  ),
);

const date = z.preprocess(
  (value) => (typeof value === "string" && namesImpossibleDay(value) ? "" : (value ?? undefined)),
  z.coerce.date("must be a date").refine(hasUsualYear, UNUSUAL_YEAR).optional(),
);

/** A formula instance as clients send it. */
export const formulaInstanceSchema = z.object({
  name: displayName,
  active: orElse(z.boolean(), true),
  configuration: configurationValues,
  settings: orElse(z.record(z.string(), z.unknown()), {}),
  singleThreaded: orElse(z.boolean(), false),
});

/** PUT of a formula instance: all fields or some. Fields that are missing or null are unchanged. */
export const formulaInstancePatchSchema = z.object({
  name: maybe(displayName),
  active: maybe(z.boolean()),
  configuration: maybe(configurationValues),
  settings: maybe(z.record(z.string(), z.unknown())),
  singleThreaded: maybe(z.boolean()),
  firstConsecutiveErrorDate: date,
  numberConsecutiveErrors: maybe(z.int32().min(0)),
  numberConsecutiveErrorWarningNotifications: maybe(z.int32().min(0)),
});

export type Step = z.output<typeof stepSchema>;
export type Trigger = z.output<typeof triggerSchema>;
export type Configuration = z.output<typeof configurationSchema>;
export type Formula = z.output<typeof formulaSchema>;
export type FormulaPatch = z.output<typeof formulaPatchSchema>;
export type FormulaInstanceInput = z.output<typeof formulaInstanceSchema>;

const typeIn = (input: unknown): unknown =>
  typeof input === "object" && input !== null && "type" in input ? input.type : undefined;

/** `java` is only named to be refused. */
const unknownType = (kind: string, type: unknown, known: string[]) =>
  type === "java"
    ? "Invalid formula for the v3 engine: java steps are not supported."
    : `${typeof type === "string" ? `"${type.slice(0, 40)}" is not a ${kind} type` : `a ${kind} needs a type`}: use one of ${known.join(", ")}`;
