import { z } from "zod";
import { configurationSchema, stepSchema, triggerSchema } from "#server/formula/shape.ts";
import {
  addPart,
  findPart,
  listParts,
  type PartKind,
  type Parts,
  removePart,
  replacePart,
} from "#server/services/formula/parts.ts";
import { endpoint } from "../endpoint.ts";
import type { Contract } from "../endpoint-contract.ts";
import { id, longId, nothing } from "../records/fields.ts";
import { configurationRecord, stepRecord, triggerRecord } from "../records/formula.ts";

const formula = z.object({ formulaId: id });
const shared = { auth: "platform", tags: ["Formula parts"] } as const;

/** The five endpoints of one kind of part, which is also the segment of its path; `key` is its path parameter. */
function partEndpoints<Kind extends PartKind>({
  kind,
  noun,
  key,
  body,
  record,
}: {
  kind: Kind;
  noun: string;
  key: `${string}Id`;
  body: z.ZodType<Parts[Kind]>;
  record: z.ZodType;
}) {
  const all: Contract["path"] = `/formulas/{formulaId}/${kind}`;
  const path: Contract["path"] = `${all}/{${key}}`;
  const one = z.object({ formulaId: id, [key]: longId });
  const addressOf = ({ formulaId = 0, [key]: partId = 0 }: z.output<typeof one>) => ({ formulaId, partId });
  return {
    list: endpoint({
      ...shared,
      method: "GET",
      path: all,
      summary: `List the ${noun}s of a formula`,
      params: formula,
      reply: z.array(record),
      handle: (ctx, { params }) => listParts(ctx, { kind, formulaId: params.formulaId }),
    }),
    add: endpoint({
      ...shared,
      method: "POST",
      path: all,
      summary: `Add a ${noun} to a formula`,
      params: formula,
      body,
      reply: record,
      handle: (ctx, { params, body: sent }) => addPart(ctx, { kind, formulaId: params.formulaId, sent }),
    }),
    read: endpoint({
      ...shared,
      method: "GET",
      path,
      summary: `Get a ${noun}`,
      params: one,
      reply: record,
      handle: (ctx, { params }) => findPart(ctx, { ...addressOf(params), kind }),
    }),
    replace: endpoint({
      ...shared,
      method: "PUT",
      path,
      summary: `Replace a ${noun}`,
      params: one,
      body,
      reply: record,
      handle: (ctx, { params, body: sent }) => replacePart(ctx, { ...addressOf(params), kind, sent }),
    }),
    remove: endpoint({
      ...shared,
      method: "DELETE",
      path,
      summary: `Delete a ${noun}`,
      params: one,
      reply: nothing,
      handle: (ctx, { params }) => removePart(ctx, { ...addressOf(params), kind }),
    }),
  };
}

export const formulaStepEndpoints = partEndpoints({
  kind: "steps",
  noun: "step",
  key: "stepId",
  body: stepSchema,
  record: stepRecord,
});

export const formulaTriggerEndpoints = partEndpoints({
  kind: "triggers",
  noun: "trigger",
  key: "triggerId",
  body: triggerSchema,
  record: triggerRecord,
});

/** A new key is renamed in all triggers and steps; a variable cannot be deleted while the formula has instances. */
export const formulaVariableEndpoints = partEndpoints({
  kind: "configuration",
  noun: "variable",
  key: "configurationId",
  body: configurationSchema,
  record: configurationRecord,
});
