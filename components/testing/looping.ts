import { openDraft } from "#components/designer/model/draft.ts";
import type { RunValues } from "#components/designer/model/unseen-paths.ts";

/** Test data: a formula with a loop, and a run in which the step of the loop failed. */
export const draft = openDraft({
  name: "f",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["ask"] }],
  steps: [
    { name: "ask", type: "httpRequest", onSuccess: ["each"] },
    {
      name: "each",
      type: "loop",
      properties: { list: "steps.ask.response.body" },
      onSuccess: ["a.b"],
      onFailure: ["end"],
    },
    { name: "a.b", type: "script", onSuccess: ["each"] },
    { name: "end", type: "script" },
  ],
  configuration: [{ key: "crm" }],
});
export const values: RunValues = {
  executionId: 1,
  triggerType: "manual",
  context: {
    trigger: { type: "manual", args: { id: 7, none: null } },
    steps: {
      ask: {
        request: { headers: { authorization: "********" } },
        response: { code: 200, body: [{ id: 1 }] },
      },
      "a.b": { error: "no" },
    },
    config: {},
    info: { formulaId: 1, formulaName: "", formulaInstanceId: 1, formulaInstanceName: "", formulaExecutionId: 1 },
  },
  cut: [],
  failed: ["a.b"],
};
