import { z } from "zod";

const id = z.number().int();
const arrows = z.array(z.string()).meta({ description: "Names of the steps that run next." });
const properties = z.record(z.string(), z.unknown());

export const stepRecord = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    description: z.string().optional(),
    properties,
    onSuccess: arrows,
    onFailure: arrows,
  })
  .meta({ id: "Step" });

export const triggerRecord = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    properties,
    onSuccess: arrows,
    onFailure: arrows,
    async: z.boolean(),
    active: z.boolean().optional(),
  })
  .meta({ id: "Trigger" });

export const configurationRecord = z
  .object({
    id,
    key: z.string(),
    name: z.string(),
    type: z.enum(["value", "elementInstance"]),
    description: z.string().optional(),
    required: z.boolean(),
    secret: z.boolean().optional().meta({
      description: "True if values are encrypted at rest and shown as ********. Only for variables of type value.",
    }),
  })
  .meta({ id: "Configuration", description: "A variable of a formula." });

const formula = z.object({
  id,
  name: z.string(),
  description: z.string().optional(),
  userId: id,
  accountId: id,
  createdDate: z.string(),
  updatedDate: z.string(),
  active: z.boolean(),
  singleThreaded: z.boolean(),
  engine: z.enum(["v1", "v3"]).optional(),
  debugLoggingEnabled: z.boolean(),
  debugLoggingExpires: z.string().optional(),
  method: z.string().optional(),
  uri: z.string().optional(),
  api: z.string().optional().meta({ description: "The method and uri combined." }),
  triggers: z.array(triggerRecord),
  steps: z.array(stepRecord).optional().meta({ description: "Omitted from abridged formulas." }),
  configuration: z.array(configurationRecord),
});

type FormulaResponse = z.output<typeof formula> & { subFormulas?: FormulaResponse[] | undefined };

/** A formula as the API returns it (spec §2.1). */
export const formulaRecord: z.ZodType<FormulaResponse, FormulaResponse> = formula
  .extend({ subFormulas: z.lazy(() => z.array(formulaRecord)).optional() })
  .meta({ id: "Formula" });

/** A formula instance as the API returns it. */
export const formulaInstanceRecord = z
  .object({
    id,
    name: z.string(),
    formula: z
      .object({
        id,
        name: z.string(),
        description: z.string().optional(),
        active: z.boolean(),
        debugLoggingEnabled: z.boolean(),
        singleThreaded: z.boolean(),
        accountId: id,
        userId: id,
        createdDate: z.string(),
        updatedDate: z.string(),
        configuration: z.array(configurationRecord),
      })
      .meta({ description: "The formula that this is an instance of." }),
    active: z.boolean(),
    singleThreaded: z.boolean(),
    configuration: z.record(z.string(), z.unknown()).meta({
      description: "Values of the variables by key. Secret values are shown as ********; send ******** to keep them.",
    }),
    settings: z.record(z.string(), z.unknown()),
    accountId: id,
    userId: id,
    createdDate: z.string(),
    updatedDate: z.string(),
    firstConsecutiveErrorDate: z.string().optional(),
    numberConsecutiveErrors: z.number().int(),
    numberConsecutiveErrorWarningNotifications: z.number().int(),
    warnings: z.array(z.string()).optional().meta({
      description:
        "Why its trigger will not fire or a step will not do its work, such as an element instance or a sub-formula that was deleted, and how to fix it. Omitted if nothing is wrong.",
    }),
  })
  .meta({ id: "FormulaInstance" });
