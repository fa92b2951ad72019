import { z } from "zod";
import { configurationSchema, stepSchema, triggerSchema } from "#server/formula/shape.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { id, longId, nothing } from "../records/fields.ts";
import { configurationRecord, stepRecord, triggerRecord } from "../records/formula.ts";

const formula = z.object({ formulaId: id });
const shared = { auth: "platform", tags: ["Formula parts"] } as const;

/** The five endpoints of one kind of part; `segment` is its path, `key` its path parameter. */
function contractOf<Body extends z.ZodType, Record extends z.ZodType, const Key extends string>({
  noun,
  segment,
  key,
  body,
  record,
}: {
  noun: string;
  segment: string;
  key: Key;
  body: Body;
  record: Record;
}) {
  const all: Endpoint["path"] = `/formulas/{formulaId}/${segment}`;
  const single: Endpoint["path"] = `${all}/{${key}}`;
  const one = z.object({ formulaId: id, [key]: longId } as { formulaId: typeof id } & { [Name in Key]: typeof longId });
  return {
    list: endpoint({
      ...shared,
      method: "GET",
      path: all,
      summary: `List the ${noun}s of a formula`,
      params: formula,
      reply: z.array(record),
    }),
    add: endpoint({
      ...shared,
      method: "POST",
      path: all,
      summary: `Add a ${noun} to a formula`,
      params: formula,
      body,
      reply: record,
    }),
    read: endpoint({ ...shared, method: "GET", path: single, summary: `Get a ${noun}`, params: one, reply: record }),
    replace: endpoint({
      ...shared,
      method: "PUT",
      path: single,
      summary: `Replace a ${noun}`,
      params: one,
      body,
      reply: record,
    }),
    remove: endpoint({
      ...shared,
      method: "DELETE",
      path: single,
      summary: `Delete a ${noun}`,
      params: one,
      reply: nothing,
    }),
  };
}

export const steps = contractOf({
  noun: "step",
  segment: "steps",
  key: "stepId",
  body: stepSchema,
  record: stepRecord,
});

export const triggers = contractOf({
  noun: "trigger",
  segment: "triggers",
  key: "triggerId",
  body: triggerSchema,
  record: triggerRecord,
});

/** A new key is renamed in all triggers and steps; a variable stays while the formula has instances. */
export const configuration = contractOf({
  noun: "variable",
  segment: "configuration",
  key: "configurationId",
  body: configurationSchema,
  record: configurationRecord,
});
