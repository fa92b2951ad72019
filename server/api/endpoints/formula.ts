import { z } from "zod";
import { formulaDocs } from "#server/formula/docs.ts";
import { formulaPatchSchema, formulaSchema } from "#server/formula/shape.ts";
import { compareRevisions } from "#server/services/formula/compare-revisions.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { deleteFormula } from "#server/services/formula/delete-formula.ts";
import { findFormula } from "#server/services/formula/find-formula.ts";
import { listFormulas } from "#server/services/formula/list-formulas.ts";
import { readFormula } from "#server/services/formula/read-formula.ts";
import { patchFormula, replaceFormula } from "#server/services/formula/replace-formula.ts";
import { setMonitored } from "#server/services/formula/set-monitored.ts";
import { compareTests } from "#server/services/formula-test/compare-tests.ts";
import { attachment } from "../attachment.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";
import { flag, id, nothing } from "../records/fields.ts";
import { formulaRecord } from "../records/formula.ts";
import { difference } from "../records/formula-test.ts";

const shared = { auth: "platform", tags: ["Formulas"] } as const;
const one = z.object({ formulaId: id });

const GREETING = {
  name: "Greeting",
  triggers: [{ type: "manual", onSuccess: ["greet"] }],
  steps: [{ name: "greet", type: "script", properties: { body: "done({ text: `Hello ${trigger.args.name}` });" } }],
};

/** A name is required, but clients create an empty formula by exactly this body. */
const nameless = (body: unknown) =>
  JSON.stringify(body) === '{"steps":[null]}' ? { name: "Formula", ...Object(body) } : body;

const monitored = { ...shared, path: "/formulas/{formulaId}/monitored", params: one, reply: nothing } as const;

const revision = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be the number of a revision")
  .transform(Number);

const comparison = z
  .object({
    formulaId: z.number().int(),
    from: z.number().int(),
    to: z.number().int(),
    instances: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        active: z.boolean(),
        problems: z
          .array(z.string())
          .meta({ description: "Problems with the revision `to` that `from` does not have." }),
      }),
    ),
    tests: z
      .array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          passedBefore: z.boolean(),
          passed: z.boolean(),
          differences: z.array(difference).meta({ description: "Of the replay with `to`." }),
        }),
      )
      .optional()
      .meta({ description: "With `tests=true`." }),
  })
  .meta({
    id: "RevisionComparison",
    description: "The effects of a revision on the instances and tests of its formula.",
  });

export const formulaEndpoints = {
  listFormulas: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas",
    summary: "List formulas",
    description: "Returns formulas newest first. `abridged=true` omits steps.",
    query: z.object({
      abridged: flag,
      includeSystem: flag.meta({ description: "Accepted and ignored. There are no system formulas." }),
      where: z
        .string()
        .max(10_000)
        .optional()
        .meta({ description: "A filter such as name='x' or name in ('a','b'). Write a quote inside a value twice." }),
    }),
    paged: true,
    reply: z.array(formulaRecord),
    handle: (ctx, { query: { where, abridged }, page }) => listFormulas(ctx, { where, abridged, page }),
  }),

  createFormula: endpoint({
    ...shared,
    method: "POST",
    path: "/formulas",
    summary: "Create a formula",
    body: z.preprocess(nameless, formulaSchema).meta({ examples: [GREETING] }),
    reply: formulaRecord,
    handle: (ctx, { body }) => createFormula(ctx, { formula: body }),
  }),

  readFormula: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}",
    summary: "Get a formula",
    params: one,
    reply: formulaRecord,
    handle: (ctx, { params }) => readFormula(ctx, params.formulaId),
  }),

  replaceFormula: endpoint({
    ...shared,
    method: "PUT",
    path: "/formulas/{formulaId}",
    summary: "Replace a formula",
    description: "Omitted fields get their defaults. Steps and variables keep their ids if their names stay the same.",
    params: one,
    body: formulaSchema.meta({ examples: [GREETING] }),
    reply: formulaRecord,
    handle: (ctx, { params, body }) => replaceFormula(ctx, { formulaId: params.formulaId, formula: body }),
  }),

  patchFormula: endpoint({
    ...shared,
    method: "PATCH",
    path: "/formulas/{formulaId}",
    summary: "Update some fields of a formula",
    description: "Set method and uri to null to remove the API endpoint of the formula.",
    params: one,
    body: formulaPatchSchema,
    reply: formulaRecord,
    handle: (ctx, { params, body }) => patchFormula(ctx, { formulaId: params.formulaId, patch: body }),
  }),

  deleteFormula: endpoint({
    ...shared,
    method: "DELETE",
    path: "/formulas/{formulaId}",
    summary: "Delete a formula",
    description: "Delete its instances first.",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteFormula(ctx, params.formulaId),
  }),

  exportFormula: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/export",
    summary: "Export a formula as JSON",
    params: one,
    reply: formulaRecord,
    handle: async (ctx, { params }) => {
      const formula = await readFormula(ctx, params.formulaId);
      return new CustomResponse(formula, {
        headers: attachment(`${formula.name}.json`),
      });
    },
  }),

  documentFormula: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/docs",
    summary: "Get the documentation of a formula",
    description:
      "Returns a Swagger 2.0 document. It describes the API endpoint of the formula, or else the request that runs an instance.",
    params: one,
    reply: z.record(z.string(), z.unknown()),
    handle: async (ctx, { params }) => ({
      ...formulaDocs((await findFormula(ctx, params.formulaId)).definition),
    }),
  }),

  compareRevisions: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/revisions/{revision}/comparison",
    summary: "Compare a revision with another one",
    description:
      "Returns the instances that can run the other revision but not this one, and why; with `tests=true` also the tests that have another result.",
    params: one.extend({ revision }),
    query: z.object({
      with: revision.meta({ description: "The other revision, usually an earlier one." }),
      tests: flag.meta({ description: "Replays the tests with both. For designers." }),
    }),
    reply: comparison,
    async handle(ctx, { params: { formulaId, revision: to }, query: { with: from, tests } }) {
      const compared = { formulaId, from, to };
      const impact = await compareRevisions(ctx, compared);
      return tests ? { ...impact, tests: await compareTests(ctx, compared) } : impact;
    },
  }),

  monitorFormula: endpoint({
    ...monitored,
    method: "PUT",
    summary: "Monitor a formula",
    description: "For administrators of the organization.",
    handle: (ctx, { params }) => setMonitored(ctx, { formulaId: params.formulaId, monitored: true }),
  }),

  unmonitorFormula: endpoint({
    ...monitored,
    method: "DELETE",
    summary: "Stop monitoring a formula",
    description: "For administrators of the organization.",
    handle: (ctx, { params }) => setMonitored(ctx, { formulaId: params.formulaId, monitored: false }),
  }),
};
