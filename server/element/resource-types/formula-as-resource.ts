import { Failure } from "../../errors.ts";
import { defineResourceType } from "./resource-type.ts";

export const formulaAsResource = defineResourceType({
  type: "formulaAsResource",
  label: "Formula as resource",
  summary: "Runs the formula named by formulaId, which answers in place of the provider.",
  isCallable: true,
  isDocumented: true,
  mayChange: true,
  runsFormula: true,
  async respond({ resource, call, pathVariables, ports }) {
    const { formulaId } = resource.resource;
    if (formulaId === undefined) throw new Failure("badRequest", `${resource.label}: has no formulaId to run.`);
    const { method, path, query, headers, body, form } = call;
    const formulaRequest = { method, path, query: { ...query, ...pathVariables }, headers, body: body ?? form ?? null };
    const { code, body: response } = await ports.formula(formulaId, formulaRequest);
    return { code, headers: {}, body: response };
  },
});
