import { formulaDocs } from "#server/formula/docs.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { deleteFormula } from "#server/services/formula/delete-formula.ts";
import { findFormula } from "#server/services/formula/find-formula.ts";
import { listFormulas } from "#server/services/formula/list-formulas.ts";
import { addPart, findPart, listParts, removePart, replacePart } from "#server/services/formula/parts.ts";
import { readFormula } from "#server/services/formula/read-formula.ts";
import { patchFormula, replaceFormula } from "#server/services/formula/replace-formula.ts";
import { setMonitored } from "#server/services/formula/set-monitored.ts";
import * as contract from "../endpoints/formula.ts";
import { configuration, steps, triggers } from "../endpoints/formula-parts.ts";
import { Answer, route } from "../route.ts";

export const formulaRoutes = [
  route(contract.listFormulas, (ctx, { query: { where, abridged }, page }) =>
    listFormulas(ctx, { where, abridged, page }),
  ),
  route(contract.createFormula, (ctx, { body }) => createFormula(ctx, body)),
  route(contract.readFormula, (ctx, { params }) => readFormula(ctx, params.formulaId)),
  route(contract.replaceFormula, (ctx, { params, body }) => replaceFormula(ctx, params.formulaId, body)),
  route(contract.patchFormula, (ctx, { params, body }) => patchFormula(ctx, params.formulaId, body)),
  route(contract.deleteFormula, (ctx, { params }) => deleteFormula(ctx, params.formulaId)),
  route(contract.exportFormula, async (ctx, { params }) => {
    const formula = await readFormula(ctx, params.formulaId);
    return new Answer(formula, {
      headers: { "content-disposition": `attachment; filename*=UTF-8''${fileName(formula.name)}.json` },
    });
  }),
  route(contract.documentFormula, async (ctx, { params }) => ({
    ...formulaDocs((await findFormula(ctx, params.formulaId)).definition),
  })),
  route(contract.monitorFormula, (ctx, { params }) => setMonitored(ctx, params.formulaId, true)),
  route(contract.unmonitorFormula, (ctx, { params }) => setMonitored(ctx, params.formulaId, false)),

  route(steps.list, (ctx, { params }) => listParts(ctx, "steps", params.formulaId)),
  route(steps.add, (ctx, { params, body }) => addPart(ctx, "steps", params.formulaId, body)),
  route(steps.read, (ctx, { params: { formulaId, stepId } }) => findPart(ctx, "steps", { formulaId, partId: stepId })),
  route(steps.replace, (ctx, { params: { formulaId, stepId }, body }) =>
    replacePart(ctx, "steps", { formulaId, partId: stepId }, body),
  ),
  route(steps.remove, (ctx, { params: { formulaId, stepId } }) =>
    removePart(ctx, "steps", { formulaId, partId: stepId }),
  ),

  route(triggers.list, (ctx, { params }) => listParts(ctx, "triggers", params.formulaId)),
  route(triggers.add, (ctx, { params, body }) => addPart(ctx, "triggers", params.formulaId, body)),
  route(triggers.read, (ctx, { params: { formulaId, triggerId } }) =>
    findPart(ctx, "triggers", { formulaId, partId: triggerId }),
  ),
  route(triggers.replace, (ctx, { params: { formulaId, triggerId }, body }) =>
    replacePart(ctx, "triggers", { formulaId, partId: triggerId }, body),
  ),
  route(triggers.remove, (ctx, { params: { formulaId, triggerId } }) =>
    removePart(ctx, "triggers", { formulaId, partId: triggerId }),
  ),

  route(configuration.list, (ctx, { params }) => listParts(ctx, "configuration", params.formulaId)),
  route(configuration.add, (ctx, { params, body }) => addPart(ctx, "configuration", params.formulaId, body)),
  route(configuration.read, (ctx, { params: { formulaId, configurationId } }) =>
    findPart(ctx, "configuration", { formulaId, partId: configurationId }),
  ),
  route(configuration.replace, (ctx, { params: { formulaId, configurationId }, body }) =>
    replacePart(ctx, "configuration", { formulaId, partId: configurationId }, body),
  ),
  route(configuration.remove, (ctx, { params: { formulaId, configurationId } }) =>
    removePart(ctx, "configuration", { formulaId, partId: configurationId }),
  ),
];

const fileName = (name: string) => encodeURIComponent(name.slice(0, 100)).replaceAll(/['()*]/g, "_");
