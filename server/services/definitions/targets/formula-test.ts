import { formulaTest as KIND, nameOfTest } from "#server/definition-files/kinds/formula-test.ts";
import { Failure } from "#server/errors.ts";
import { formulaTestSchema } from "#server/formula-test/shape.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { createTest } from "../../formula-test/create-test.ts";
import { replaceTest } from "../../formula-test/replace-test.ts";
import { changedAfterPlan, createdAsPlanned } from "../../refuse-other-version.ts";
import { comparedRevision } from "../compared-revision.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** Tests of the account's own formulas, by the names of both. */
export const formulaTest: DefinitionTarget = {
  async list(ctx, names) {
    const { organizationId } = ctx.caller;
    const own = await formulas.listOwn(ctx.db.prisma, ctx.caller);
    const byId = new Map(own.map(({ id, definition }) => [id, definition.name]));
    const tests = await formulaTests.listOf(ctx.db.prisma, { organizationId, formulaIds: [...byId.keys()] });
    return tests
      .map(({ id, formulaId, definition }) => {
        const formula = byId.get(formulaId) ?? "";
        return { id, name: nameOfTest(formula, definition.name), json: { ...definition, formula } };
      })
      .filter(({ name }) => !names || names.includes(name));
  },

  async save(ctx, json, { id: formulaTestId, revision }) {
    const test = formulaTestSchema.parse(json);
    const [formula, another] = await formulas.listOwn(ctx.db.prisma, ctx.caller, [String(json.formula)]);
    if (!formula) throw new Failure("notFound", `There is no formula ${JSON.stringify(json.formula)}.`);
    if (another)
      throw new Failure("conflict", `There are several formulas ${JSON.stringify(json.formula)}. Rename all but one.`);
    const { id: formulaId } = formula;
    const { id } =
      formulaTestId === undefined
        ? await createdAsPlanned(() => createTest(ctx, { formulaId, definition: test }))
        : await replaceTest(ctx, {
            address: { formulaId, formulaTestId },
            definition: test,
            refuseChanged({ id, definition }) {
              const name = nameOfTest(formula.definition.name, definition.name);
              const existing = [{ id, name, json: { ...definition, formula: formula.definition.name } }];
              if (revision !== undefined && comparedRevision(KIND, existing) !== revision) throw changedAfterPlan();
            },
          });
    return id;
  },
};
