import { z } from "zod";
import { formulaSchema } from "#server/formula/shape.ts";
import { junitXml } from "#server/formula-test/junit.ts";
import { formulaTestSchema } from "#server/formula-test/shape.ts";
import { acceptResults, previewResults } from "#server/services/formula-test/accept-results.ts";
import { createTest } from "#server/services/formula-test/create-test.ts";
import { deleteTest } from "#server/services/formula-test/delete-test.ts";
import { listTests } from "#server/services/formula-test/list-tests.ts";
import { readTest } from "#server/services/formula-test/read-test.ts";
import { recordRun } from "#server/services/formula-test/record-run.ts";
import { renameTest } from "#server/services/formula-test/rename-test.ts";
import { replaceTest } from "#server/services/formula-test/replace-test.ts";
import { runTests } from "#server/services/formula-test/run-tests.ts";
import { endpoint } from "../endpoint.ts";
import { FileResponse } from "../handler.ts";
import { id, nothing } from "../records/fields.ts";
import { difference } from "../records/formula-test.ts";

const MEGABYTE = 1024 * 1024;
const XML = "application/xml";

const shared = { auth: "platform", tags: ["Formula tests"] } as const;
const ofFormula = z.object({ formulaId: id });
const one = ofFormula.extend({ formulaTestId: id });

const lastResult = z
  .object({
    passed: z.boolean(),
    revision: z.number().int().nullable().meta({ description: "Null for a definition that was not published." }),
    ranDate: z.string(),
    differences: z.array(difference),
  })
  .nullable()
  .meta({ description: "Its last result; null if it has not run since it was changed." });

const test = formulaTestSchema
  .extend({
    id: z.number().int(),
    formulaId: z.number().int(),
    userId: z.number().int(),
    createdDate: z.string(),
    updatedDate: z.string(),
    lastResult,
  })
  .meta({ id: "FormulaTest", description: "A recorded run of a formula, to be replayed." });

const results = z
  .object({
    formulaId: z.number().int(),
    formulaName: z.string(),
    revision: z.number().int().nullable(),
    passed: z.boolean(),
    results: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        passed: z.boolean(),
        differences: z.array(difference),
        durationMs: z.number().int(),
      }),
    ),
    coverage: z.object({
      edges: z.number().int(),
      covered: z.number().int(),
      missing: z
        .array(
          z.object({
            ...{ step: z.string(), type: z.string() },
            took: z.enum(["onSuccess", "onFailure"]),
            to: z.array(z.string()),
          }),
        )
        .meta({ description: "Ways from a step that no test takes." }),
    }),
  })
  .meta({ id: "FormulaTestResults" });

const newResults = z
  .object({
    revision: z.number().int(),
    differences: z.array(difference),
    missingResponses: z.array(z.string()).meta({
      description: "Requests that the test has no response to. Record a run of the formula for them.",
    }),
    digest: z.string().meta({ description: "Identifies these results, to accept them." }),
  })
  .meta({ id: "FormulaTestNewResults" });

const runs = {
  ...shared,
  method: "POST",
  bodyLimit: 8 * MEGABYTE,
  params: ofFormula,
  body: z.object({
    revision: z.int32().positive().optional().meta({ description: "By default the current one." }),
    formula: formulaSchema.optional().meta({ description: "A definition that is not published." }),
    formulaTestIds: z.array(z.int32().positive()).max(200).optional().meta({ description: "Only these tests." }),
  }),
} as const;

export const formulaTestEndpoints = {
  listFormulaTests: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/tests",
    summary: "List the tests of a formula",
    params: ofFormula,
    reply: z.array(test),
    handle: (ctx, { params }) => listTests(ctx, params.formulaId),
  }),

  createFormulaTest: endpoint({
    ...shared,
    method: "POST",
    path: "/formulas/{formulaId}/tests",
    summary: "Create a test of a formula",
    description: "Takes a test as it is exported.",
    bodyLimit: 8 * MEGABYTE,
    params: ofFormula,
    body: formulaTestSchema,
    reply: test,
    handle: (ctx, { params, body }) => createTest(ctx, { formulaId: params.formulaId, definition: body }),
  }),

  recordFormulaTest: endpoint({
    ...shared,
    method: "POST",
    path: "/formulas/{formulaId}/tests/recordings",
    summary: "Record an execution as a test",
    description:
      "Keeps its input, its steps and the responses that it got, without secrets. Outputs that differ in each run, such as times, are ignored.",
    params: ofFormula,
    body: z.object({
      executionId: z.int().positive().meta({ description: "An execution of the formula that has ended." }),
      name: formulaTestSchema.shape.name,
    }),
    reply: test,
    handle: (ctx, { params, body }) => recordRun(ctx, { ...params, ...body }),
  }),

  runFormulaTests: endpoint({
    ...runs,
    path: "/formulas/{formulaId}/tests/runs",
    summary: "Run the tests of a formula",
    description:
      "Replays them with a revision or an unpublished definition: scripts run, and every request gets the recorded response. Nothing is sent.",
    reply: results,
    handle: (ctx, { params, body }) => runTests(ctx, { chosen: { ...params, ...body } }),
  }),

  runFormulaTestsForPipelines: endpoint({
    ...runs,
    path: "/formulas/{formulaId}/tests/runs/junit",
    summary: "Run the tests of a formula, with results in the format of JUnit",
    description: "As POST /formulas/{formulaId}/tests/runs, as XML that pipelines show.",
    fileType: XML,
    reply: z.unknown(),
    async handle(ctx, { params, body }) {
      const { formulaName: name, results } = await runTests(ctx, { chosen: { ...params, ...body } });
      return new FileResponse(Buffer.from(junitXml([{ name, results }])), { "content-type": XML });
    },
  }),

  readFormulaTest: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/tests/{formulaTestId}",
    summary: "Get a test of a formula",
    params: one,
    reply: test,
    handle: (ctx, { params }) => readTest(ctx, params),
  }),

  replaceFormulaTest: endpoint({
    ...shared,
    method: "PUT",
    path: "/formulas/{formulaId}/tests/{formulaTestId}",
    summary: "Replace a test of a formula",
    bodyLimit: 8 * MEGABYTE,
    params: one,
    body: formulaTestSchema,
    reply: test,
    handle: (ctx, { params, body }) => replaceTest(ctx, { address: params, definition: body }),
  }),

  renameFormulaTest: endpoint({
    ...shared,
    method: "PATCH",
    path: "/formulas/{formulaId}/tests/{formulaTestId}",
    summary: "Rename a test of a formula",
    description: "It keeps its last result.",
    params: one,
    body: formulaTestSchema.pick({ name: true }),
    reply: test,
    handle: (ctx, { params, body }) => renameTest(ctx, { ...params, ...body }),
  }),

  previewFormulaTestResults: endpoint({
    ...shared,
    method: "GET",
    path: "/formulas/{formulaId}/tests/{formulaTestId}/results",
    summary: "Compare a test with the results of the published revision",
    description: "Replays the test. Nothing is sent, and nothing is changed.",
    params: one,
    reply: newResults,
    handle: (ctx, { params }) => previewResults(ctx, params),
  }),

  acceptFormulaTestResults: endpoint({
    ...shared,
    method: "PUT",
    path: "/formulas/{formulaId}/tests/{formulaTestId}/results",
    summary: "Accept the results of the published revision",
    description:
      "From then on, the test expects the steps and requests of the published revision. Send the `digest` of the results that you compared: if the formula, the test or the results have changed since, the response is 409.",
    params: one,
    body: z.object({ digest: z.string().min(1) }),
    reply: test,
    handle: (ctx, { params, body }) => acceptResults(ctx, { ...params, ...body }),
  }),

  deleteFormulaTest: endpoint({
    ...shared,
    method: "DELETE",
    path: "/formulas/{formulaId}/tests/{formulaTestId}",
    summary: "Delete a test of a formula",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteTest(ctx, params),
  }),
};
