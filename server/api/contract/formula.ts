import { z } from "zod";
import { formulaPatchSchema, formulaSchema } from "#server/formula/shape.ts";
import { endpoint } from "../endpoint.ts";
import { flag, id, nothing } from "./fields.ts";
import { formulaRecord } from "./formula-record.ts";

const shared = { auth: "platform", tags: ["Formulas"] } as const;
const one = z.object({ formulaId: id });

/** A name is required, but clients create an empty formula by exactly this body. */
const nameless = (body: unknown) =>
  JSON.stringify(body) === '{"steps":[null]}' ? { name: "Formula", ...Object(body) } : body;

export const listFormulas = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas",
  summary: "List formulas",
  description: "Newest first. With abridged=true without steps.",
  query: z.object({
    abridged: flag,
    includeSystem: flag.meta({ description: "Accepted; there are no system formulas." }),
    where: z
      .string()
      .max(10_000)
      .optional()
      .meta({ description: "Such as name='x' or name in ('a','b'); a quote is written twice." }),
  }),
  paged: true,
  reply: z.array(formulaRecord),
});

export const createFormula = endpoint({
  ...shared,
  method: "POST",
  path: "/formulas",
  summary: "Create a formula",
  body: z.preprocess(nameless, formulaSchema),
  reply: formulaRecord,
});

export const readFormula = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas/{formulaId}",
  summary: "Read a formula",
  params: one,
  reply: formulaRecord,
});

export const replaceFormula = endpoint({
  ...shared,
  method: "PUT",
  path: "/formulas/{formulaId}",
  summary: "Replace a formula",
  description: "What is left out gets its default. Steps and variables of the same name keep their ids.",
  params: one,
  body: formulaSchema,
  reply: formulaRecord,
});

export const patchFormula = endpoint({
  ...shared,
  method: "PATCH",
  path: "/formulas/{formulaId}",
  summary: "Change some fields of a formula",
  description: "method and uri null take it out of the API.",
  params: one,
  body: formulaPatchSchema,
  reply: formulaRecord,
});

export const deleteFormula = endpoint({
  ...shared,
  method: "DELETE",
  path: "/formulas/{formulaId}",
  summary: "Delete a formula",
  description: "Its instances must be deleted first.",
  params: one,
  reply: nothing,
});

export const exportFormula = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas/{formulaId}/export",
  summary: "Download a formula as JSON",
  params: one,
  reply: formulaRecord,
});

export const documentFormula = endpoint({
  ...shared,
  method: "GET",
  path: "/formulas/{formulaId}/docs",
  summary: "Read the documentation of a formula",
  description:
    "A Swagger 2.0 document: of a formula as a resource its one path, of others the call that runs an instance.",
  params: one,
  reply: z.record(z.string(), z.unknown()),
});

const monitored = { ...shared, path: "/formulas/{formulaId}/monitored", params: one, reply: nothing } as const;

export const monitorFormula = endpoint({
  ...monitored,
  method: "PUT",
  summary: "Watch a formula",
  description: "For administrators of the organization.",
});

export const unmonitorFormula = endpoint({
  ...monitored,
  method: "DELETE",
  summary: "Watch a formula no more",
  description: "For administrators of the organization.",
});
