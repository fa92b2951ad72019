import { z } from "zod";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { EVENT_REASONS, EVENT_SUMMARIES } from "#server/event/event-reason.ts";
import { summaryOf, typesOf } from "#server/registry.ts";

const object = z
  .object({
    elementKey: z.string(),
    eventType: z.enum(["CREATED", "UPDATED", "DELETED", "UNKNOWN"]),
    objectId: z.string(),
    objectType: z.string(),
    date: z.string(),
    pollDate: z.string().optional(),
    newPath: z.string().optional(),
    oldPath: z.string().optional(),
  })
  .meta({ id: "EventObject", description: "One change at a provider." });

const status = z.enum(["NEW", "RECEIVED", "DISPATCHED", "CONSUMED", "NOTIFIED"]).meta({
  description:
    "NEW: stored, not parsed yet. RECEIVED: parsed. DISPATCHED: its formulas have started. CONSUMED: nothing is left to do. NOTIFIED: the callback accepted it.",
});

export const eventRecord = z
  .object({
    id: z.string(),
    eventDate: z.string(),
    status,
    source: z.enum(typesOf(EVENT_KINDS)).meta({ description: summaryOf(EVENT_KINDS) }),
    elementInstanceId: z.number().int(),
    elementKey: z.string(),
    providerData: z.string().optional().meta({
      description: "The payload of the provider as JSON text. Lists omit payloads longer than 64 KB.",
    }),
    notifiedData: z.array(object).meta({ description: "The objects as formulas and callbacks receive them." }),
    error: z.string().optional().meta({ description: "Why the event could not be parsed." }),
    eventElementInstances: z.array(
      z.object({
        eventId: z.string(),
        elementInstanceId: z.number().int(),
        notificationId: z.number().int().optional(),
        notifiedData: z.string().optional(),
        createdDate: z.string(),
        updatedDate: z.string(),
      }),
    ),
  })
  .meta({ id: "Event" });

export const dispositionRecord = z
  .object({
    eventId: z.string(),
    eventDate: z.string(),
    status,
    elementInstanceId: z.number().int(),
    elementKey: z.string(),
    accountId: z.number().int(),
    objects: z.number().int().meta({ description: "The number of objects in the event." }),
    executions: z.number().int().meta({ description: "The number of executions that the event started." }),
    notificationId: z.number().int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: "EventDisposition" });

const filterResult = z.object({
  stepName: z.string(),
  continued: z.boolean().optional(),
  error: z.string().optional(),
});

const execution = z.object({
  executionId: z.number().int(),
  objectId: z.string(),
  status: z.string(),
  error: z.string().optional(),
  filters: z.array(filterResult).meta({ description: "The results of its filter steps." }),
});

const values = z.record(z.string(), z.union([z.string(), z.number()]));

export const explanationRecord = z
  .object({
    summary: z.string().meta({ description: "A summary in one sentence." }),
    summaryCode: z.enum(EVENT_SUMMARIES).meta({ description: "The summary as a code." }),
    summaryValues: values.meta({ description: "The values of the summary." }),
    arrived: z.boolean(),
    instance: z.object({
      id: z.number().int(),
      name: z.string(),
      takesEvents: z.boolean(),
      problems: z.array(z.string()),
    }),
    event: eventRecord.omit({ providerData: true, eventElementInstances: true }).optional(),
    notification: z
      .object({ notificationId: z.number().int(), deliveries: z.record(z.string(), z.number()) })
      .optional(),
    formulaInstances: z.array(
      z.object({
        formulaInstanceId: z.number().int(),
        formulaInstanceName: z.string(),
        formulaId: z.number().int(),
        formulaName: z.string(),
        matched: z.boolean(),
        reason: z.string().optional().meta({ description: "Why the event did not match or started no execution." }),
        reasonCode: z.enum(EVENT_REASONS).optional().meta({ description: "The reason as a code." }),
        reasonValues: values.optional().meta({ description: "The values of the reason." }),
        executions: z.array(execution),
      }),
    ),
  })
  .meta({ id: "EventExplanation", description: "Why an event started some executions and not others." });
