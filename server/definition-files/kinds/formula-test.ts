import { type FormulaTest, formulaTestSchema } from "../../formula-test/shape.ts";
import type { DefinitionJson, DefinitionKind } from "../definition-kind.ts";
import { isObject, textIn, without } from "../json.ts";
import { shapeFindings } from "../shape-findings.ts";

/** The name of a test among those of all formulas. */
export const nameOfTest = (formula: string, test: string): string => `${formula}: ${test}`;

/**
 * Tests of formulas: `formula-test.json` with the recording, and the name of its formula. Element instances of requests
 * are left out, as they have other ids elsewhere: a replay then accepts any.
 */
export const formulaTest: DefinitionKind = {
  noun: "formulaTest",
  label: "formula test",
  folders: ["formula-tests"],
  files: ["formula-test.json"],
  isOne: ({ formula, expected }) => typeof formula === "string" && isObject(expected),
  nameOf: ({ formula, name }) => {
    const [of, called] = [textIn(formula), textIn(name)];
    return of !== undefined && called !== undefined ? nameOfTest(of, called) : undefined;
  },
  scriptsOf: () => [],
  referencesOf: ({ formula }) => [{ to: "formula", where: "formula", name: textIn(formula) }],

  findingsOf(json) {
    const { error } = formulaTestSchema.safeParse(json);
    return error ? shapeFindings(error) : [];
  },

  normalized(json) {
    const { formula } = json;
    const { success, data } = formulaTestSchema.safeParse(json);
    return { formula, ...(success ? portable(data) : without(json, OF_A_RECORD)) };
  },
};

const OF_A_RECORD = new Set(["id", "formulaId", "userId", "createdDate", "updatedDate", "lastResult"]);

const portable = (test: FormulaTest): DefinitionJson => ({
  ...test,
  exchanges: test.exchanges.map(({ request: { elementInstanceId: _, ...request }, ...exchange }) => ({
    ...exchange,
    request,
  })),
  copies: test.copies.map(({ from: _, to: __, ...copy }) => copy),
});
